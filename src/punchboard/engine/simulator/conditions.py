"""Conditions compiled to functions of a world, for the seat that they apply to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from punchboard.engine.simulator.terms import compile_term
from punchboard.engine.simulator.world import World
from punchboard.engine.states.component_classes import ComponentQuery, fields_query, selection_query
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.expression import ExpressionError, expression

Test = Callable[[World], bool]
Count = Callable[[World], int]


def compile_condition(
    text: str, table: Table, seat: int | None, constants: Mapping[str, Any], names: tuple[str, ...]
) -> Test:
    """Return a condition as a function of a world; ``count_all`` counts the piles of all seats together."""
    counts: dict[object, Count] = {}

    def counter(name: str, only: str | None, fields: Mapping[str, Any], *, everywhere: bool) -> Count:
        key = (name, only, tuple(fields.items()), everywhere)
        if key not in counts:
            queries = [selection_query(only)] if only is not None else []
            queries += [fields_query(fields)] if fields else []
            places = [table.index[one] for one in table.keys_of(name, None if everywhere else seat)]
            counts[key] = _count_function(table, places, queries)
        return counts[key]

    compiled = compile_term(text, constants, names, counter)
    if compiled is not None:
        return _with_errors(text, compiled)

    def evaluate(world: World) -> bool:
        def count(name: str, only: str | None = None, **fields: Any) -> int:
            return counter(name, only, fields, everywhere=False)(world)

        def count_all(name: str, only: str | None = None, **fields: Any) -> int:
            return counter(name, only, fields, everywhere=True)(world)

        return bool(expression(text)({**constants, **world.values, "count": count, "count_all": count_all}))

    return _with_errors(text, evaluate)


def _with_errors(text: str, evaluate: Callable[[World], Any]) -> Test:
    """Return a test that raises an UnknownOutcome when the condition cannot be evaluated."""

    def test(world: World) -> bool:
        try:
            return bool(evaluate(world))
        except (ExpressionError, LookupError, ArithmeticError, TypeError) as error:
            raise UnknownOutcome(f"cannot evaluate {text!r}: {error}") from error

    return test


def _count_function(table: Table, places: list[int], queries: list[ComponentQuery]) -> Count:
    """Return the function that counts the components of some piles that match all queries."""
    if any(one not in table.classes.queries for one in queries):
        raise UnknownOutcome("what a condition counts is only known during play")
    fits = [all(answers) for answers in zip(*map(table.classes.results, queries), strict=True)] if queries else [True]
    if all(fits):
        if len(places) == 1:
            (place,) = places
            return lambda world: len(world.piles[place])
        return lambda world: sum([len(world.piles[place]) for place in places])
    fit = fits.__getitem__
    if len(places) == 1:
        return lambda world: sum(map(fit, world.piles[places[0]]))
    return lambda world: sum([sum(map(fit, world.piles[place])) for place in places])
