"""Conditions made into functions of a world, for the seat that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from punchboard.engine.simulator.terms import compile_term
from punchboard.engine.simulator.world import World
from punchboard.engine.states.component_classes import ComponentQuery, selection_query, where
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.expression import ExpressionError, expression

Test = Callable[[World], bool]
Count = Callable[[World], int]


def compile_condition(
    text: str, table: Table, seat: int | None, known: Mapping[str, Any], names: tuple[str, ...]
) -> Test:
    """Return the test of a condition; ``count_all`` counts the piles of all seats together."""
    counts: dict[object, Count] = {}

    def counter(name: str, only: str | None, fields: Mapping[str, Any], *, everywhere: bool) -> Count:
        key = (name, only, tuple(fields.items()), everywhere)
        if key not in counts:
            asked = [selection_query(only)] if only is not None else []
            asked += [where(fields)] if fields else []
            places = [table.index[one] for one in table.keys_of(name, None if everywhere else seat)]
            counts[key] = _counting(table, places, asked)
        return counts[key]

    made = compile_term(text, known, names, counter)
    if made is not None:
        return _told(text, made)

    def look(world: World) -> bool:
        def count(name: str, only: str | None = None, **fields: Any) -> int:
            return counter(name, only, fields, everywhere=False)(world)

        def count_all(name: str, only: str | None = None, **fields: Any) -> int:
            return counter(name, only, fields, everywhere=True)(world)

        return bool(expression(text)({**known, **world.values, "count": count, "count_all": count_all}))

    return _told(text, look)


def _told(text: str, look: Callable[[World], Any]) -> Test:
    """Return a test that says so when it cannot be worked out."""

    def test(world: World) -> bool:
        try:
            return bool(look(world))
        except (ExpressionError, LookupError, ArithmeticError, TypeError) as error:
            raise UnknownOutcome(f"{text!r} cannot be worked out: {error}") from error

    return test


def _counting(table: Table, places: list[int], asked: list[ComponentQuery]) -> Count:
    """Return the function that counts components of some piles."""
    if any(one not in table.classes.queries for one in asked):
        raise UnknownOutcome("what a condition counts cannot be told before")
    fits = [all(answers) for answers in zip(*map(table.classes.results, asked), strict=True)] if asked else [True]
    if all(fits):
        if len(places) == 1:
            (place,) = places
            return lambda world: len(world.piles[place])
        return lambda world: sum([len(world.piles[place]) for place in places])
    fit = fits.__getitem__
    if len(places) == 1:
        return lambda world: sum(map(fit, world.piles[places[0]]))
    return lambda world: sum([sum(map(fit, world.piles[place])) for place in places])
