"""Games for any number of players."""

from __future__ import annotations

import pytest

from punchboard.engine.prover.walk import prove_seat_counts

CARDS = {"card": [{"name": "ember", "copies": 40}], "objective": [{"name": "one", "copies": 3}]}
REST = {
    "decks": {"deck": {"name": "deck", "contains": "card"}, "objectives": {"name": "o", "contains": "objective"}},
    "piles": {"chosen": {"name": "chosen"}},
    "each_player_has": {"hand": {"name": "hand"}},
}


@pytest.fixture
def first(boxed, script):
    """Return the result of trying more and more seats."""
    return lambda *lines: prove_seat_counts(boxed(CARDS, players="2+", **REST), script(lines), 2)


def test_the_first_seat_count_that_fails(first):
    """Forty cards make five hands of seven, not six."""
    found = first({"shuffle": "deck"}, {"each player draws": 7, "from": "deck", "to": "hand"})
    assert (found.verdict, found.seat_count, str(found)) == ("fails", 6, "fails with 6")
    assert found.result.step.verb == "draw"
    assert found.failure[:4] == (5, ("deck", None), 7, 5)


def test_a_deal_takes_for_each_player(first):
    """Whichever seat deals, it takes from the deck for every seat."""
    assert str(first({"deal": 10, "from": "deck", "to": "hand"})) == "fails with 5"


def test_every_seat_count_if_seats_take_nothing(first):
    """If nothing is taken for a seat, one count proves all."""
    lines = [{"shuffle": "deck"}, {"choose": 1, "from": "objectives", "to": "chosen"}, {"each player shuffles": "hand"}]
    assert str(first(*lines)) == "every"


def test_tolerated_shortages_are_not_proved(first):
    """A tolerated shortage never fails, and no count proves the next."""
    lines = [{"each player draws": 7, "from": "deck", "to": "hand", "if short": "stop"}]
    assert str(first(*lines)) == "not proved up to 40"


@pytest.mark.parametrize(
    "line",
    [
        {"draw": "players", "from": "deck", "to": "chosen"},
        {"draw": {2: 1, 3: 2}, "from": "deck", "to": "chosen"},
        {"draw": 50, "from": "deck", "to": "chosen", "when": "players > 20"},
        {"take": "all", "from": "each hand", "to": "chosen"},
    ],
)
def test_a_step_that_depends_on_the_seat_count_proves_nothing(first, line):
    """A number, a table or a condition by seats proves nothing for other counts."""
    assert first(line).verdict != "every"
