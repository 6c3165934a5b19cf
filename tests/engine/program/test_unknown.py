"""What the machine cannot tell is left to people: a simulation stops there, with the reason."""

import pytest

from punchboard.engine.simulator import simulate
from punchboard.engine.states.table import UnknownOutcome

DRAW = {"draw": 1, "from": "pack", "to": "out"}

UNKNOWN = {
    "a condition that is no term": ([{**DRAW, "when": "count('pack') is divisibleby 2"}], "cannot tell whether"),
    "a pile that does not exist": ([{**DRAW, "when": "count('attic') == 0"}], "there is no pile 'attic'"),
    "a die that was not rolled": ([{**DRAW, "when": "luck == 1"}], "'luck' has no value"),
    "a number that was not rolled": ([{**DRAW, "draw": "luck"}], "'luck' has no value"),
    "a division by zero": ([{**DRAW, "when": "1 // count('out') == 1"}], "cannot evaluate '1 // 0'"),
    "a seat that was not named": ([{"first player draws": 1, "from": "pack", "to": "hand"}], "no seat has been named"),
    "the others of nobody": ([{"each other player draws": 1, "from": "pack", "to": "hand"}], "where no player acts"),
    "as many as nothing": ([{**DRAW, "draw": "as many"}], "number moved by the step before is not known"),
    "a sequence that does not exist": ([{"do": "nothing"}], "'nothing' is not a sequence"),
    "a draw of equal ones": ([{**DRAW, "same": "realm"}], "a draw with 'same' is not supported"),
    "a seat but the only one": ([{"each player names": "chosen one", "not": "the doer"}], "no seat can be"),
    "an amount below zero": ([{**DRAW, "draw": -1}], "nothing can be done with fewer than 0 components"),
    "the pile of nobody": ([{**DRAW, "when": "count('hand') == 0"}], "no player acts here"),
    "a filter and needs": ([{**DRAW, "of": "pawn", "needs": "count('out') == 1"}], "a filter and 'needs'"),
    "refused ones without a home": (
        [{**DRAW, "of": "pawn", "otherwise": [{"of": "pawn", "to": "discard pile"}]}],
        "'otherwise' has no pile",
    ),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_simulation_stops_with_the_reason(grove, script, name):
    """The reason is that of the prover, or says as much."""
    lines, reason = UNKNOWN[name]
    with pytest.raises(UnknownOutcome, match=reason):
        simulate(grove(), script([{"shuffle": "pack"}, *lines]), 1, runs=20)


def test_a_sentence_moves_nothing(grove, script):
    """What players are told to do themselves stops no simulation."""
    assert simulate(grove(), script([{"say": "Sing."}, DRAW]), 1, runs=1).sizes["out", None] == (1, 1)


def test_a_voluntary_step_that_cannot_be_finished_is_not_begun(grove, script):
    """One card for each part: with one left, either part would have one, so neither has."""
    lines = [
        {"draw": 3, "from": "pack", "to": "out"},
        {"may draw": 1, "from": "pack", "to": "each part"},
    ]
    sizes = simulate(grove("a deck and the box"), script(lines), 2, runs=30).sizes
    assert sizes["pack", None] == (1, 1)
    assert sizes["part 1", None] == (0, 0)


def test_a_voluntary_draw_that_never_has_what_it_needs_is_put_back(grove, script):
    """No draw of one card has two pawns: every card is back in its pile, and nothing fails."""
    line = {"each player may draw": 1, "from": "pack", "to": "hand", "needs": "count('hand', kind='pawn') == 2"}
    seen = simulate(grove(), script([{"shuffle": "pack"}, {**line, "otherwise": "may shuffle back"}]), 2, runs=20)
    assert not seen.failures
    assert seen.sizes["pack", None] == (6, 6)
