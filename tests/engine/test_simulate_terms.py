"""Conditions compiled to functions mean the same as in the expression language."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from punchboard.engine.simulator.terms import compile_term
from punchboard.engine.simulator.world import World
from punchboard.expression import expression

KNOWN: dict[str, Any] = {"players": 3, "variant": "quick", "few": 2, "numbers": {"few": 2, "most wanted": 4}}

CONDITIONS = (
    "count('hand') >= 2",
    "count('hand') == 0 and count_all('hand') > few",
    "not count('hand') or luck in [1, 3]",
    "2 * count('hand', 'ember') - 3 * count_all('hand', realm='tide') < -1",
    "count('hand') <= numbers['most wanted'] * (players - 2)",
    "count('hand') < numbers.few if variant == 'quick' else true",
    "luck not in (1, 2)",
    "count('hand') // 2 + count('hand') % 2 == 1",
    "false or none == luck",
    """
    count('hand') == 1
      and luck != 2
    """,
)


def counter(name, only, fields, *, everywhere):
    """Count something that depends on all arguments."""
    plus = len(name) + len(only or "") + 3 * len(fields) + 5 * everywhere
    return lambda world: (world.values["there"] + plus) % 5


def counts(world):
    """Return the count functions of the expression language."""

    def count(name, only=None, **fields):
        return counter(name, only, fields, everywhere=False)(world)

    def count_all(name, only=None, **fields):
        return counter(name, only, fields, everywhere=True)(world)

    return {"count": count, "count_all": count_all}


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_compiled_condition_agrees_with_the_expression_language(text):
    """For all contents and every roll, both ways to evaluate a condition agree."""
    made = compile_term(text, KNOWN, ("luck", "there"), counter)
    assert made is not None
    for there in range(5):
        for luck in (1, 2, 3):
            world = World([], Random(1))
            world.values = {"there": there, "luck": luck}
            assert bool(made(world)) == bool(expression(text)({**KNOWN, **world.values, **counts(world)}))


@pytest.mark.parametrize(
    "text", ["count('hand') is divisibleby 2", "[1, 2] | length == 2", "count(pile) == 1", "1 < 2 < 3", "nobody"]
)
def test_other_syntax_is_left_to_the_expression_language(text):
    """Filters, tests, unknown names and computed pile names are not compiled."""
    assert compile_term(text, KNOWN, (), counter) is None
