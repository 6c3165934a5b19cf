"""The set-ups of the five games walked: verdicts, sizes and chances from their documents or from a calculation."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from punchboard.engine.prover.walk import walk
from punchboard.load import load

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def walked():
    """Return the set-up of a game of the catalog, walked."""
    games = {}

    def walked(name: str, players: int, variant: str = "", **limits):
        game = games.setdefault(name, load(name, ROOT).game)
        return walk(game, game.file.setup, players, variant, **limits)

    return walked


def only_event(walked, verb, seat=None):
    """Return the one event at the one step with a verb that has events."""
    (line,) = [
        line for line in walked.results if line.step.verb == verb and any(h.seat == seat for h in line.event_chances)
    ]
    return next(happening for happening in line.event_chances if happening.seat == seat)


SEATS = [
    *(("alpha-and-omega", players) for players in (2, 3, 4)),
    *(("alpha-omega", players) for players in (1, 2, 3, 4)),
    *(("alter-ego", players) for players in (2, 3, 4)),
    *(("atmosfear", players) for players in (3, 4, 5, 6)),
    *(("vortex", players) for players in (2, 3, 4)),
]


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_every_set_up_is_safe(walked, game, players):
    """No step of any set-up can fail, with any number of players."""
    found = walked(game, players)
    assert found.is_complete
    assert {line.verdict for line in found.results} == {"safe"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_left_round_the_snake(walked, by_name, players):
    """Of 72 tiles six are around the Snake and three with each player."""
    sizes = by_name(walked("alpha-and-omega", players).sizes)
    expected = {"tile deck": 66 - 3 * players, "ring": 6, "table": 1, "snake": 2 * players, "hand": 3, "space": 1}
    assert {name: size for name, size in sizes.items() if name != "box"} == expected


def test_the_ring_without_a_wrong_draw(walked):
    """Six of sixty good ones among 72: 32.04 percent."""
    happening = only_event(walked("alpha-and-omega", 2), "draw")
    assert happening.is_exact
    assert 1 - happening.least.chance == Fraction(comb(60, 6), comb(72, 6))
    assert round(float(1 - happening.least.chance), 4) == 0.3204
    assert happening.least.expected == Fraction(6 * 12, 61)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_devotee_in_the_first_seven(walked, players):
    """Seven of 24 others among 48, for every seat: 19/4042."""
    found = walked("vortex", players)
    for seat in range(players):
        happening = only_event(found, "draw", seat)
        assert happening.is_exact
        assert happening.event == "again"
        assert happening.least.chance == Fraction(comb(24, 7), comb(48, 7)) == Fraction(19, 4042)
        assert happening.least.expected == Fraction(19, 4042 - 19)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_left_at_the_vortex(walked, by_name, players):
    """Each player has 48 cards of 242; 24 make the Vortex Deck; colours that nobody plays go to the box."""
    sizes = walked("vortex", players).sizes
    named = by_name(sizes)
    assert named["vortex deck"] == 24
    assert named["hand"] == 7
    assert named["field"] == (1, 2)
    assert named["draw pile"] == (39, 40)
    assert "devotees" not in named
    assert named["box"] == 48 - 24 + 24 * (4 - players) + (50 - 12 * players) + (48 - 12 * players)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_cards_left_at_atmosfear(walked, by_name, players):
    """Ten each of 73; an exchange takes up to six more from the pack."""
    left = 73 - 10 * players
    expected = {"pack": (left - 6, left), "keys": 6, "discards": (0, 6), "hand": 10}
    assert by_name(walked("atmosfear", players).sizes) == expected


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_variant_changes_numbers(walked, by_name, players):
    """Quick hands have six cards."""
    sizes = by_name(walked("atmosfear", players, "quick-hands").sizes)
    assert sizes["hand"] == 6
    assert sizes["pack"] == (73 - 6 * players - 6, 73 - 6 * players)


def test_a_seat_too_many_fails(walked):
    """With eight players the pack lacks the ten cards of the last."""
    found = walked("atmosfear", 8)
    (failing,) = [line for line in found.results if line.verdict == "fails"]
    assert failing.step.verb == "deal"
    assert failing.failures[0][:4] == (7, ("pack", None), 10, 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_left_at_alter_ego(walked, by_name, players):
    """Four of each life: twelve cards, of which four are face up and four in hand."""
    sizes = by_name(walked("alter-ego", players).sizes)
    assert [sizes[pile] for pile in ("deck", "hand", "display", "nemesis")] == [4, 4, 4, 1]
    assert sizes["most wanted"] == 3
    assert {sizes["family"], sizes["job"], sizes["community"]} == {24 - 4 * players}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_cards_left_at_alpha_omega(walked, by_name, players):
    """Seven each of the common deck of 72."""
    sizes = by_name(walked("alpha-omega", players).sizes)
    assert sizes["good deck"] == 72 - 7 * players
    assert sizes["hand"] == 7
    assert sizes["objective"] == 1


@pytest.mark.parametrize(("game", "players"), SEATS)
def test_bounds_hold_with_too_many_states(walked, game, players):
    """If a walk gives up at once, it still gives sizes that nothing exceeds, and never calls a step failing."""
    exact, bounded = walked(game, players), walked(game, players, max_states=0)
    assert not bounded.is_complete
    assert {line.verdict for line in bounded.results} <= {"safe", "not proved"}
    for key, (low, high) in exact.sizes.items():
        assert bounded.sizes[key][0] <= low <= high <= bounded.sizes[key][1]
