"""What playing the five games' turns shows: how long they last, who comes short, which ends are met.

Every number here was worked out by hand first; the docstring of each test says how. Simulated games cannot prove that
something never happens, so of those only what was seen is held.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from punchboard.engine.proof import proof_of
from punchboard.engine.prover.walk import Walk, walk
from punchboard.engine.turns import TurnsResult, play_turns
from punchboard.load import load_game
from punchboard.model.game.game import Game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")


@cache
def game_of(name: str) -> Game:
    return load_game(ROOT / "catalog" / name, ROOT)


@cache
def played(name: str, players: int, variant: str = "", runs: int | None = None) -> TurnsResult:
    return play_turns(game_of(name), players, variant, runs=runs)


def set_up(name: str, players: int, variant: str = "") -> Walk:
    game = game_of(name)
    return walk(game, game.file.setup, players, variant)


def met(shown: TurnsResult) -> set[str]:
    """Return the ends that were met."""
    return {end.name for end in shown.ends if end.is_reached}


def short_at(shown: TurnsResult, rule: str) -> set[tuple[int | None, int, int, int]]:
    """Return who came short at the lines that carry out a rule: seat, round, what was wanted and what was there."""
    return {
        (passed.seat, passed.round, passed.required, passed.available)
        for line in shown.results
        if rule in line.step.rule
        for passed in line.tolerated_shortages
    }


@pytest.mark.parametrize(
    ("variant", "players", "by_seat"),
    [
        ("", 2, (16, 16)),
        ("", 3, (11, 11, 10)),
        ("", 4, (9, 8, 8, 8)),
        ("first-world", 2, (14, 14)),
        ("first-world", 3, (10, 9, 9)),
        ("first-world", 4, (8, 7, 7, 7)),
        ("short-world", 2, (11, 11)),
        ("short-world", 3, (8, 7, 7)),
        ("short-world", 4, (6, 6, 6, 5)),
        ("fair-share", 3, (10, 10, 10)),
        ("fair-share", 4, (8, 8, 8, 8)),
    ],
)
def test_the_snake_takes_so_many_turns(variant: str, players: int, by_seat: tuple[int, ...]) -> None:
    """Of 72 tiles four are special and six lie in the ring: 62 are placed, two a turn, but one in most last turns."""
    shown = played("alpha-and-omega", players, variant)
    assert (shown.method, shown.is_complete) == ("exact", True)
    assert tuple((one.least, one.most) for one in shown.turns_by_seat) == tuple((turn, turn) for turn in by_seat)
    assert shown.has_equal_turns == (len(set(by_seat)) == 1)
    assert met(shown) == {"the world is complete"}


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, {(0, 16), (1, 16)}), (3, {(0, 11), (1, 11)}), (4, {(0, 9), (1, 8), (2, 8), (3, 8)})],
)
def test_somebody_must_place_two_tiles_with_one_in_hand(players: int, seats: set[tuple[int, int]]) -> None:
    """Three tiles in hand at the last full refill are two and then one; the third of three is refilled to two only."""
    asked = short_at(played("alpha-and-omega", players), "must-place")
    assert {(seat, at) for seat, at, _, _ in asked} == seats
    assert {(wanted, there) for _, _, wanted, there in asked} == {(2, 1)}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("variant", "rounds", "end"),
    [
        ("", 6, "all Key cards are won"),
        ("quick-hands", 6, "all Key cards are won"),
        ("half-the-ring", 3, "half the Key cards are won"),
    ],
)
def test_atmosfear_lasts_a_round_for_each_key_card(players: int, variant: str, rounds: int, end: str) -> None:
    """A round gives away one of six Key cards, and half a game gives away three."""
    shown = played("atmosfear", players, variant)
    assert shown.rounds is not None
    assert (shown.rounds.least, shown.rounds.most) == (rounds, rounds)
    assert met(shown) == {end}


@pytest.mark.parametrize(("players", "there"), [(6, 13), (7, 3)])
def test_a_seventh_hand_leaves_too_few_cards_for_the_exchange(players: int, there: int) -> None:
    """Seven hands of ten leave 3 cards of 73, and the Duel Die may ask for six; six hands leave 13."""
    lines = {line.step.rule: line for line in set_up("atmosfear", players).results if line.step.rule}
    failures = lines["exchange-replace",].failures
    assert bool(failures) == (players == 7)
    assert {failure.available for failure in failures} <= {there}


def test_quick_hands_are_of_six_cards() -> None:
    """Six cards are dealt, and an exchange fills the hand up again."""
    assert set_up("atmosfear", 6, "quick-hands").sizes["hand", 5] == (6, 6)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["", "without-rogations"])
def test_the_vortex_lasts_24_rounds(players: int, variant: str) -> None:
    """One of 24 Vortex cards is turned up a round, and the round of the last one is played."""
    shown = played("vortex", players, variant)
    assert shown.rounds is not None
    assert (shown.rounds.least, shown.rounds.most) == (24, 24)
    assert met(shown) == {"the last Vortex card is played"}


@pytest.mark.parametrize(("variant", "own"), [("", 48), ("without-rogations", 36)])
def test_a_deck_of_the_vortex_has_so_many_cards(variant: str, own: int) -> None:
    """24 Devotees, 12 Frenzies and 12 Rogations or none: seven in hand, one or two in play, the rest to draw."""
    assert set_up("vortex", 4, variant).sizes["draw pile", 0] == (own - 9, own - 8)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_first_turn_can_ask_for_more_family_cards_than_there_are(players: int) -> None:
    """Four cards are left of twelve; three Family cards in a first display, 1 in 15, ask for six of them."""
    asked = short_at(played("alter-ego", players, runs=60), "family-cards")
    assert any(at == 1 and (wanted, there) == (2, 0) for _, at, wanted, there in asked)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_of_alter_ego_lacks_four_cards_to_play(players: int) -> None:
    """Twelve cards and one more a turn are a display of five, a hand of four and three to draw at the least."""
    assert not short_at(played("alter-ego", players, runs=60), "play-four")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_end_of_alter_ego_is_met(players: int) -> None:
    """A CIV pool can run dry, the third Arch Villain can fall first, and only in the race a Nemesis ends the game."""
    assert met(played("alter-ego", players, runs=60)) == {"the city is saved", "a shortage"}
    assert "a Nemesis is beaten" in met(played("alter-ego", players, "every-mask-for-itself", runs=60))


def test_a_game_of_alter_ego_ends_within_a_round() -> None:
    """The game is over in the turn in which it is decided, so not all have had equally many."""
    assert played("alter-ego", 3, runs=60).has_equal_turns is False


def test_one_city_deals_no_nemesis() -> None:
    """In this ending nobody has a Nemesis; in the others everybody has one."""
    assert set_up("alter-ego", 4, "one-city").sizes["nemesis", 3] == (0, 0)
    assert set_up("alter-ego", 4).sizes["nemesis", 3] == (1, 1)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_objectives_change_the_set_up(players: int) -> None:
    """Seven cards in hand are five after The Narrow Gate, six after Watch by Night, eight among the Witnesses."""
    sizes = set_up("alpha-omega", players, "objectives").sizes
    assert sizes["hand", 0] == (5, 8)
    assert sizes["play", 0] == (0, 1)
    assert sizes["callings", 0] == (0, 1)
    assert sizes["place", None] == (0, 1)
    assert sizes["opponent deck", None] == (59, 60)
    assert sizes["good deck", None] == (72 - 8 * players, 72 - 7 * players)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_first_objective_leaves_one_set_up(players: int) -> None:
    """And There Was… asks for nothing before the first turn: seven cards each, and nothing in play."""
    sizes = set_up("alpha-omega", players).sizes
    assert {sizes[name, 0] for name in ("play", "callings")} == {(0, 0)}
    assert sizes["hand", 0] == (7, 7)
    assert sizes["opponent deck", None] == (60, 60)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_balance_ends_alpha_omega_for_either_side(players: int) -> None:
    """Fast Play asks 25 points of both sides, which a few Persons have; only All or Nothing asks for the whole deck."""
    assert met(played("alpha-omega", players, "fast-play", runs=40)) == {
        "the Objective is achieved",
        "the Opponents lead by its points",
    }
    assert "the Opponent deck is defeated" in met(played("alpha-omega", players, "all-or-nothing", runs=40))


@pytest.mark.parametrize(("players", "last"), [(1, 65), (2, 29), (3, 17), (4, 11)])
def test_the_good_deck_is_left_after_so_many_single_cards(players: int, last: int) -> None:
    """72 Good cards less seven a player, one card a turn: the ruling says in which round the last one is drawn."""
    least, most = set_up("alpha-omega", players).sizes["good deck", None]
    assert least == most
    assert (most - 1) // players + 1 == last


@pytest.mark.every_case
@pytest.mark.parametrize("name", GAMES)
def test_no_step_of_the_five_games_fails(name: str) -> None:
    """Whatever the documents leave without an answer has a ruling, and the scripts carry it out."""
    for shown in proof_of(game_of(name)).turns:
        assert [line.path for line in shown.results if line.failures] == [], (shown.players, shown.variant)
