"""Set-ups played at random agree with the walk, which is independent code: frequencies, sizes and failures."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from math import sqrt
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.engine.program.compiler import Scripts, compile_program
from punchboard.engine.program.machine import Machine
from punchboard.engine.program.parts import Sets
from punchboard.engine.program.rounds import RandomPlayer
from punchboard.engine.program.world import Chance
from punchboard.engine.prover.walk import StepResult, Walk, walk
from punchboard.engine.simulator import Simulation, simulate
from punchboard.load import load_game
from punchboard.model.game.setup import Step

ROOT = Path(__file__).parents[2]
GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")


def _random_scripts() -> ModuleType:
    """Return the module that generates random scripts."""
    spec = spec_from_file_location("random_scripts", Path(__file__).with_name("test_walk_against_oracle.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


random_games = _random_scripts().games


def assert_within(walked: Walk, seen: Simulation, script: Sequence[Step]) -> None:
    """Assert that no run is worse than the walk, and that frequencies lie within four standard errors."""
    safe = {line.path for line in walked.results if line.verdict == "safe"}
    assert not {path for path, _ in seen.failures} & safe
    for key, (low, high) in seen.sizes.items():
        if key in walked.sizes:
            least, most = walked.sizes[key]
            assert least <= low <= high <= most, key
    if not seen.failures and walked.is_complete and not repeated(script):
        for line in walked.results:
            if line.path[0] == "setup":  # sequences are called from several places
                assert_as_often(line, seen, script[int(line.path[1])])


def assert_as_often(line: StepResult, seen: Simulation, whole: Step) -> None:
    """Assert that the events at a step happened as often as they should, within error.

    For a voluntary step, chances hold for players who carry it out.
    """
    willing = line.step.may or whole.may or bool(whole.choices)
    on_condition = line.step.when is not None or whole.when is not None
    for happening in line.event_chances:
        found = seen.draw_tallies.get((line.path, happening.seat))
        if found is None or (willing and on_condition):
            continue
        done = found.draws if willing else seen.runs
        most, least = float(happening.most.chance), float(happening.least.chance)
        assert found.draws_with_refusal <= done * most + 4 * sqrt(done * most * (1 - most)) + 4
        if not on_condition:
            assert found.draws_with_refusal >= done * least - 4 * sqrt(done * least * (1 - least)) - 4


def repeated(script: Sequence[Step]) -> bool:
    """Tell whether a group is repeated, or a step carried out once for each entry of a list."""
    return any(step.times is not None or step.each is not None or repeated(step.steps) for step in script)


@settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    deadline=None,
    max_examples=150,
    derandomize=True,
)
@given(game=random_games(12, 5), seed=st.integers(0, 1000))
def test_runs_stay_within_the_walk(grove, script, game, seed):
    """On random scripts no run fails at a safe step, sizes lie in their ranges, and frequencies agree."""
    decks, copies, players, variant, lines = game
    steps = script(lines)
    walked = walk(grove(decks, copies), steps, players, variant)
    seen = simulate(grove(decks, copies), steps, players, variant, runs=250, seed=seed)
    assert_within(walked, seen, steps)


def ways(game) -> Iterator[tuple[int, str]]:
    """Yield every number of players with every variant."""
    for players in game.file.players.seat_counts:
        yield from ((players, variant) for variant in ("", *(one.key for one in game.file.variants)))


@pytest.mark.parametrize("name", GAMES)
def test_the_five_games_agree_with_their_walks(name):
    """In every game, with every number of players, runs stay within the walk."""
    game = load_game(ROOT / "catalog" / name, ROOT)
    for players in game.file.players.seat_counts:
        seen = simulate(game, game.file.setup, players, runs=300, seed=7)
        assert not seen.failures
        assert_within(walk(game, game.file.setup, players), seen, game.file.setup)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_runs_of_the_five_games_agree_with_their_walks(name):
    """The same with every variant and more runs."""
    game = load_game(ROOT / "catalog" / name, ROOT)
    for players, variant in ways(game):
        seen = simulate(game, game.file.setup, players, variant, runs=5_000, seed=11)
        assert_within(walk(game, game.file.setup, players, variant), seen, game.file.setup)


def test_chances_agree_with_a_calculation():
    """No Devotee among the first seven cards of 48, half of them Devotees: 24C7 / 48C7 = 19/4042, within error."""
    game = load_game(ROOT / "catalog" / "vortex", ROOT)
    seen = simulate(game, game.file.setup, 2, runs=4000, seed=3)
    runs = sum(one.draws for one in seen.draw_tallies.values())
    chance = 19 / 4042
    assert runs == 8000
    assert abs(sum(one.draws_with_refusal for one in seen.draw_tallies.values()) - runs * chance) < 4 * sqrt(
        runs * chance
    )


def test_the_same_seed_gives_the_same_runs(grove, script):
    """A seed repeats a simulation."""
    steps = script([{"shuffle": "pack"}, {"each player draws": "1 or 2", "from": "pack", "to": "hand", "of": "card"}])
    assert simulate(grove(), steps, 2, runs=50, seed=5) == simulate(grove(), steps, 2, runs=50, seed=5)


def test_a_failure_has_a_witness(grove, script):
    """Three players draw 2 cards each of the 4 in the pack: the third cannot."""
    lines = [{"shuffle": "pack"}, {"each player draws": 2, "from": "pack", "to": "hand", "of": "card"}]
    seen = simulate(grove(), script(lines), 3, runs=40, seed=2)
    assert seen.failures == {(("setup", 1), 2): 40}
    witness = seen.witnesses[("setup", 1), 2]
    assert (witness.key, witness.required, witness.available) == (("pack", None), 2, 0)
    assert not seen.sizes


def test_every_order_of_a_shuffled_pile_is_equally_frequent():
    """The six orders of three components occur about a thousand times each."""
    chance, orders = Chance(1), Counter()
    for _ in range(6000):
        pile = [0, 1, 2]
        chance.shuffle(pile)
        orders[tuple(pile)] += 1
    assert len(orders) == 6
    assert all(abs(count - 1000) < 4 * sqrt(1000) for count in orders.values())


def test_a_component_on_a_shuffled_pile_is_drawn_first(grove, script):
    """It is drawn before those below, and a pile put under it comes last."""
    lines = [
        {"place": "all", "of": "pawn", "from": "pack", "to": "discard pile"},
        {"take": 1, "of": "pawn", "from": "discard pile", "to": "out"},
        {"shuffle": "pack"},
        {"place": "all", "from": "out", "to": "pack"},
        {"draw": 6, "from": "pack", "to": "out", "if short": "shuffle in discard pile"},
    ]
    game, sets = grove(), Sets()
    scripts = Scripts(tuple((("setup", number), step) for number, step in enumerate(script(lines))))
    program = compile_program(game, 1, "", sets, scripts)
    machine = Machine(program, sets.members, 4, RandomPlayer(4))
    for _ in range(20):
        machine.restart()
        machine.run("setup")
        out = machine.piles[program.piles.index(("out", None))]
        assert [game.components[machine.component_of[piece]].kind for piece in out] == ["pawn", *["card"] * 4, "pawn"]


def test_every_hand_that_can_be_drawn_is_tried(grove, script):
    """Also a hand of two equal cards: the only one that is good enough among 703 does not come up in 50 draws."""
    lines = [
        {"shuffle": "pack"},
        {
            "draw": 2,
            "from": "pack",
            "to": "out",
            "needs": "count('out', kind='pawn') == 2",
            "otherwise": "shuffle back",
        },
    ]
    copies = {"card-ember": 35, "card-tide": 1, "pawn-ember": 2, "pawn-tide": 0}
    seen = simulate(grove("all in one", copies), script(lines), 1, runs=20, seed=3)
    assert not seen.failures
    few = simulate(grove("all in one", {**copies, "pawn-ember": 1}), script(lines), 1, runs=3, seed=3)
    assert few.failures == {(("setup", 1), None): 3}
