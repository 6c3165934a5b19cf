"""Turns on the page: lengths, ends and shortages, as found by playing."""

from fractions import Fraction

from punchboard.engine.turns import EndResult, Spread
from punchboard.products.web.checks.turns import end_text, spread_text

TURN = """\
decks: {pack: {name: the pack, contains: card}}
each player has: {hand: {name: hand}}
setup: [{shuffle: pack}]
turn: [{draw: 2, from: pack, to: hand, if short: stop}]
end: {the pack is empty: {when: "count('pack') == 0"}}
variants: [{name: Two rounds <more>, text: Long., numbers: {again: 2}}]
numbers: {again: {value: 1, stated: Here}}
"""


def test_turns_rounds_ends_and_piles_by_number_of_players(composed, plain, page):
    """Five cards, two a turn: the third turn finds one card, and is the last."""
    made = page(composed(("a4",), ("checks",), texts=(), game=plain + TURN))
    rows = made.texts("tr")
    assert "Rounds 2 1 1" in rows
    assert "Turns of seat 1 2 1 1" in rows
    assert "Turns of seat 4 \u2013 \u2013 0" in rows
    assert "Equally many turns no yes no" in rows
    assert any(row.startswith("the pack is empty ") for row in rows)
    assert "The pack 2 1 1" in rows
    (finding,) = made.texts("ul", **{"class": "findings"})[:1]
    assert "can find 1 of 2 in the pack" in finding
    assert "Two rounds <more>" in made.texts("h3")


def test_ranges_as_text():
    """One number, a range with and without its mean, an open end, and an unknown one."""
    cases = [Spread(9, 9, 9), Spread(8, Fraction(19, 2), 12), Spread(8, None, 12), Spread(8, None, None), None]
    assert [spread_text(one) for one in cases] == ["9", "8 to 12, 9.5 on average", "8 to 12", "8 or more", "?"]


def test_ends_as_text():
    """Always, in a share of games, reached at all, never, and not seen."""
    ends = [
        EndResult("a", is_reached=True, share=1),
        EndResult("a", is_reached=True, share=Fraction(1, 4)),
        EndResult("a", is_reached=True, share=None),
        EndResult("a", is_reached=False, share=0),
    ]
    assert [end_text(end, 0) for end in ends] == ["always", "in 25.00 %", "met", "never"]
    assert end_text(ends[1], 500) == "in 125 of 500 games"
    assert end_text(ends[0], 1) == "in 1 of 1 game"
    assert end_text(EndResult("a", is_reached=None, share=None), 500) == "not met in 500 games"
    assert end_text(EndResult("a", is_reached=None, share=None), 0) == "not known"
