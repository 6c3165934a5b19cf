"""Conditions as terms mean the same as in the expression language."""

from __future__ import annotations

from typing import Any

import pytest

from punchboard.engine.moves.conditions import COUNTS
from punchboard.engine.program.acts import TermWriter, UnsupportedTermError
from punchboard.engine.program.world import value_of
from punchboard.expression import expression

KNOWN: dict[str, Any] = {"players": 3, "variant": "quick", "few": 2, "numbers": {"few": 2, "most wanted": 4}}

CONDITIONS = (
    "count('hand') >= 2",
    "count('hand') == 0 and total('hand') > few",
    "most('hand') >= 4 or least('hand', 'ember') == 0",
    "not count('hand') or luck in [1, 3]",
    "2 * count('hand', 'ember') - 3 * total('hand', realm='tide') < -1",
    "count('hand') <= numbers['most wanted'] * (players - 2)",
    "count('hand') < numbers.few if variant == 'quick' else true",
    "luck not in (1, 2)",
    "count('hand') // 2 + count('hand') % 2 == 1",
    "false or none == luck",
    "0 < count('hand') <= luck < players",
    """
    count('hand') == 1
      and luck != 2
    """,
)


class Contents:
    """A table whose counts depend on one number, and on what is counted."""

    def __init__(self, there, luck):
        self.there, self.values = there, {"luck": luck}

    def count(self, places, members):
        """Return the number, and what is counted, as one."""
        return (self.there + places[0]) % 5

    def value(self, name):
        """Return what was rolled."""
        return self.values[name]

    def functions(self):
        """Return the count functions of the expression language."""

        def function(its_name):
            return lambda name, only=None, **fields: self.count((plus(its_name, name, only, fields),), None)

        return {name: function(name) for name in COUNTS}


def plus(function, name, only, fields):
    """Return a number that depends on all arguments."""
    return len(name) + len(only or "") + 3 * len(fields) + 6 * sorted(COUNTS).index(function)


def writer(values=()):
    return TermWriter(
        KNOWN,
        frozenset(values),
        lambda call: ("count", (plus(call.function, call.pile, call.only, call.fields),), None),
    )


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_term_agrees_with_the_expression_language(text):
    """For all contents and every roll, both ways to evaluate a condition agree."""
    term = writer({"luck"}).term(text)
    for there in range(5):
        for luck in (1, 2, 3):
            table = Contents(there, luck)
            expected = expression(text)({**KNOWN, **table.values, **table.functions()})
            assert bool(value_of(term, table)) == bool(expected)


@pytest.mark.parametrize(
    "text", ["count('hand') is divisibleby 2", "[1, 2] | length == 2", "count(pile) == 1", "luck is odd", "nobody"]
)
def test_other_syntax_is_no_term(text):
    """Filters, tests, unknown names and computed pile names are left to the players."""
    with pytest.raises(UnsupportedTermError):
        writer().term(text)
