"""The machine that carries out compiled scripts keeps to what the prover has proved of them."""

from math import sqrt
from pathlib import Path

import pytest

from punchboard.engine.program import compile_game
from punchboard.engine.program.machine import Machine
from punchboard.engine.program.rounds import RandomPlayer, Rounds
from punchboard.engine.proof import setup_walks
from punchboard.load import load_game

ROOT = Path(__file__).parents[3]
GAMES = sorted(path.parent.name for path in (ROOT / "catalog").glob("*/game.yaml"))


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    """A game of the catalog."""
    return load_game(ROOT / "catalog" / request.param, ROOT)


@pytest.fixture(scope="module")
def compiled(game):
    """Its programs."""
    return compile_game(game)


def set_up(program, sets, seed, tell=lambda *_: None):
    machine = Machine(program, sets, seed, RandomPlayer(seed), tell)
    machine.run("setup")
    return machine


def test_every_setup_stays_within_what_was_proved(game, compiled):
    """In every way to play, each pile ends as large as the prover says that it can."""
    walks = {(walk.players, walk.variant): walk for walk in setup_walks(game)}
    for program in compiled.programs:
        walk = walks.get((program.players, program.variant)) or walks[program.players, ""]
        for seed in range(20):
            piles = set_up(program, compiled.sets, seed).piles
            sizes = {key: len(pile) for key, pile in zip(program.piles, piles, strict=True)}
            for key, (least, most) in walk.sizes.items():
                assert least <= sizes[key] <= most, (program.players, program.variant, seed, key)


def test_refused_draws_are_as_frequent_as_proved(game, compiled):
    """What comes up at a draw and may not be taken comes up as often as the exact odds say."""
    runs = 400
    for walk in setup_walks(game):
        program = next(one for one in compiled.programs if (one.players, one.variant) == (walk.players, walk.variant))
        exact = {
            (".".join(map(str, line.path)), chance.seat): float(chance.least.chance)
            for line in walk.results
            for chance in line.event_chances
            if chance.is_exact and chance.event == "refused"
        }
        seen = dict.fromkeys(exact, 0)
        for seed in range(runs if exact else 0):
            here = {
                (where.path, where.seat)
                for name, where, *_ in events(program, compiled.sets, seed)
                if name == "refused"
            }
            seen = {key: times + (key in here) for key, times in seen.items()}
        for key, chance in exact.items():
            error = sqrt(chance * (1 - chance) / runs)
            assert abs(seen[key] / runs - chance) <= 4 * error, key


def events(program, sets, seed):
    found = []
    set_up(program, sets, seed, lambda *event: found.append(event))
    return found


def test_no_piece_is_lost_in_a_game(compiled):
    """After the set-up and some rounds every piece is still in exactly one pile."""
    for program in compiled.programs:
        machine = set_up(program, compiled.sets, 7)
        rounds = Rounds(machine)
        while rounds.round < 3 and not rounds.play_round():
            pass
        assert sorted(piece for pile in machine.piles for piece in pile) == list(range(len(machine.component_of)))


def test_a_seed_gives_the_same_setup_again(compiled):
    """Equal seeds and equal answers give equal events."""
    for program in compiled.programs[:2]:
        assert events(program, compiled.sets, 3) == events(program, compiled.sets, 3)
