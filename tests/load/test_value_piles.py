"""Piles with ``for each``: one pile for each value of a field."""

from __future__ import annotations

import pytest

from punchboard.checks import check_game
from punchboard.engine.proof import leftovers, proof_of

ROWS = "[{name: alder, copies: 3}, {name: birch, realm: tide, copies: 2}, {name: cedar, realm: tide}]"
SUPPLY = "piles: {supply: {name: the supply, contains: card, for each: realm}}\n"


@pytest.fixture
def supply(tiny_game):
    """Return the tiny game with a supply and further lines."""
    return lambda more="", pile=SUPPLY, rows=ROWS: tiny_game(rows=rows, more=pile + more).game


def test_each_value_has_a_pile_with_its_components(supply):
    """Named by the value, and printed with the name of its list entry."""
    game = supply("setup: [{take: 1, from: supply tide, to: box}]\n")
    assert game.pile_families == {"supply": ("supply ember", "supply tide")}
    assert [pile.name for pile in game.file.piles.values()] == ["the supply (Ember)", "the supply (Tide)"]
    rows = {row.pile: row.sizes[0] for row in leftovers(proof_of(game).setup_walks)}
    assert rows == {"supply ember": (3, 3), "supply tide": (2, 2), "box": (1, 1)}
    assert list(check_game(game)) == []


@pytest.mark.parametrize("field", ["name", "copies", "kind"])
def test_any_field_can_tell_the_piles_apart(supply, field):
    """Text, numbers, and the kind."""
    game = supply(pile=SUPPLY.replace("realm", field))
    assert game.pile_families["supply"] == tuple(
        f"supply {value}" for value in dict.fromkeys(one.values[field] for one in game.components)
    )
    assert list(check_game(game)) == []


def test_a_step_can_mean_all_of_them(supply):
    """``each supply`` in steps; ``count`` and ``empty`` of the supply in conditions."""
    ends = "end: {one is empty: {when: \"empty('supply') >= 1\", check: round}}\n"
    game = supply("round: [{take: 1, from: each supply, to: box}]\n" + ends)
    assert list(check_game(game)) == []
    assert {(turns.rounds.least, turns.rounds.most) for turns in proof_of(game).turns} == {(3, 3)}


def test_any_of_them_may_run_out_first(supply):
    """Whoever takes from piles of three and three empties both after six turns, and one after three to five."""
    take = "{one of: [[{take: 1, from: supply ember, to: box}], [{take: 1, from: supply tide, to: box}]]}"
    ends = "end: {one is empty: {when: \"empty('supply') >= 1\", check: round}}\n"
    game = supply(f"round: [{take}]\n" + ends)
    assert list(check_game(game)) == []
    assert {(turns.rounds.least, turns.rounds.most) for turns in proof_of(game).turns} == {(3, 5)}


@pytest.mark.parametrize(
    ("pile", "problem"),
    [
        (SUPPLY.replace("realm", "relam"), "no field of all that it contains 'relam'"),
        (SUPPLY.replace("contains: card, ", ""), "'for each' needs 'contains', whose components have the field"),
        (SUPPLY.replace("for each: realm", "for each: realm, many: 2"), "'for each' excludes 'many'"),
    ],
)
def test_a_field_that_is_not_there_is_an_error(supply, pile, problem):
    """At the line of the pile."""
    from punchboard.problem import ProblemsFound

    try:
        found = tuple(check_game(supply(pile=pile)))
    except ProblemsFound as error:
        found = error.problems
    assert [problem in one.message for one in found] == [True], found
    assert found[0].place.line > 1


def test_a_misspelt_field_is_told_once(supply):
    """The piles that it would make are named by steps and conditions; these names are no faults of their own."""
    draw = "{draw: 1, from: supply ember, to: box, when: \"count('supply ember') > 0\"}"
    found = check_game(
        supply(
            f"round: [{draw}]\nend: {{gone: {{when: \"empty('supply') == 2\"}}}}\n",
            pile=SUPPLY.replace("realm", "relam"),
        )
    )
    assert ["relam" in one.message for one in found] == [True]


def test_a_pile_that_no_value_has_is_an_error(supply):
    """With the names of those that exist."""
    game = supply("setup: [{take: 1, from: supply tied, to: box}]\n")
    (problem,) = check_game(game)
    assert (problem.rule, problem.message) == ("REF001", "no pile 'supply tied'")
    assert "supply tide" in problem.hint
