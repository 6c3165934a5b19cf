"""Numbers of seats without an upper limit."""

from __future__ import annotations

import pytest

from punchboard.engine.prover.seat_counts import prove_seat_counts

CARDS = {"card": [{"name": "ember", "copies": 40}], "objective": [{"name": "one", "copies": 3}]}
REST = {
    "decks": {"deck": {"name": "deck", "contains": "card"}, "objectives": {"name": "o", "contains": "objective"}},
    "piles": {"chosen": {"name": "chosen"}},
    "each_player_has": {"hand": {"name": "hand"}},
}


@pytest.fixture
def first(boxed, script):
    """Return what trying more and more seats finds."""
    return lambda *lines: prove_seat_counts(boxed(CARDS, players="2+", **REST), script(lines), 2)


def test_the_first_number_that_fails(first):
    """Forty cards are five hands of seven, not six."""
    found = first({"shuffle": "deck"}, {"each player draws": 7, "from": "deck", "to": "hand"})
    assert (found.verdict, found.seat_count, str(found)) == ("fails", 6, "fails with 6")
    assert found.line.step.verb == "draw"
    assert found.failure[:4] == (5, ("deck", None), 7, 5)


def test_a_deal_is_of_each_player(first):
    """Whoever deals, it takes from the deck for every seat."""
    assert str(first({"deal": 10, "from": "deck", "to": "hand"})) == "fails with 5"


def test_every_number_where_seats_take_nothing(first):
    """Where nothing is taken for a seat, one number is as good as any."""
    lines = [{"shuffle": "deck"}, {"choose": 1, "from": "objectives", "to": "chosen"}, {"each player shuffles": "hand"}]
    assert str(first(*lines)) == "every"


def test_not_proved_where_all_is_let_pass(first):
    """What falls short and is let pass never fails, and no number proves the next."""
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
def test_what_goes_by_the_seats_is_no_proof(first, line):
    """A number, a table or a condition that goes by the seats proves nothing for others."""
    assert first(line).verdict != "every"
