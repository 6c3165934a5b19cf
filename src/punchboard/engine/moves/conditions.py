"""Conditions of steps, and what scripts ask of components and values: those with equal answers form one class."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from punchboard.engine.states.piles import (
    ComponentQuery,
    fields_query,
    pile_counts,
    pile_size,
    selection_query,
    take_query,
)
from punchboard.engine.states.table import OF_SEAT, PileKey, State, Table, UnknownOutcome, condition_values
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.amounts import formula_names, is_formula
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

COUNTS: Final = frozenset({"count", "total", "most", "least", "empty"})
"""The functions of conditions that count piles: what is in that of the seat that acts, or in those of all seats
together; the most and the least that any seat has; and how many of them are empty."""

_LARGE_COUNT: Final = 10_000
"""Conditions are evaluated with counts of 0 and of this number, to see which components they count."""


def count_queries(game: Game, text: str) -> Iterator[ComponentQuery]:
    """Yield the component queries of a condition's counts: those written in it, and those made while evaluating it."""
    queries: list[ComponentQuery] = []

    def add(only: object, fields: Mapping[str, Any]) -> None:
        if isinstance(only, str):
            queries.append(selection_query(only))
        if fields and all(isinstance(value, str | int | float | None) for value in fields.values()):
            queries.append(fields_query(fields))

    numbers = {name: number.value for name, number in game.file.numbers.items()}
    names = {"players": 0, "variant": "", "numbers": numbers, **numbers, **dict.fromkeys(game.file.dice, 0)}
    for count in (0, _LARGE_COUNT):

        def record(_pile: str, only: str | None = None, /, _count: int = count, **fields: Any) -> int:
            add(only, fields)
            return _count

        with suppress(ExpressionError):  # a name that has a value only in a running script
            expression(text)({**names, **dict.fromkeys(COUNTS, record)})
    for call in count_calls(text):
        with suppress(ValueError):  # an argument that is not a literal
            fields = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}
            add(ast.literal_eval(call.args[1]) if len(call.args) > 1 else None, fields)
    yield from queries


def counts_only(text: str, piles: frozenset[str]) -> bool:
    """Tell whether a condition counts nothing but these piles; False if unsure."""
    calls = count_calls(text)
    named = [call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant)]
    return bool(condition_nodes(text)) and len(named) == len(calls) and piles.issuperset(named)


def looks_at_all_seats(text: str) -> bool:
    """Tell whether a condition reads the piles of all seats; True if unsure."""
    return not condition_nodes(text) or not COUNTS.isdisjoint(_names(text) - {"count"})


def piles_if_constant(table: Table, text: str) -> frozenset[str] | None:
    """Return the piles that a condition counts, if it reads nothing else that can change; None otherwise or if unsure.

    Such a condition changes only when one of these piles changes.
    """
    constant_names = {"count", "players", "variant", "numbers", *table.numbers}
    if not _names(text) or not _names(text) <= constant_names or not counts_only(text, table.shared_pile_names):
        return None
    named = [call.args[0].value for call in count_calls(text) if isinstance(call.args[0], ast.Constant)]
    return frozenset(key for name in named for key, _ in table.keys_of(str(name), None))


def check_names(table: Table, text: str, values: frozenset[str], seat: int | None) -> None:
    """Check that a condition of a seat reads only these values, numbers and piles.

    Raises:
        UnknownOutcome: when it reads anything else, or cannot be parsed.
    """
    unknown_names = _names(text) - values - COUNTS - {"players", "variant", "numbers", *table.numbers}
    if unknown_names or not condition_nodes(text):
        raise UnknownOutcome(
            f"{text!r} uses {', '.join(sorted(unknown_names)) or 'something'}, which has no value here"
        )
    for call in count_calls(text):
        for pile in call.args[:1]:
            if isinstance(pile, ast.Constant):
                table.keys_of(str(pile.value), 0)
                if isinstance(call.func, ast.Name) and call.func.id == "count":
                    table.acting_owner(str(pile.value), seat)


@lru_cache(maxsize=1024)
def condition_nodes(text: str) -> tuple[ast.AST, ...]:
    """Return the parts of a condition; none if it says more than counts, values and operators can."""
    try:
        return tuple(ast.walk(ast.parse(" ".join(text.split()), mode="eval")))
    except SyntaxError:
        return ()


def _names(text: str) -> frozenset[str]:
    return frozenset(node.id for node in condition_nodes(text) if isinstance(node, ast.Name))


def count_calls(text: str) -> tuple[ast.Call, ...]:
    """Return the calls of ``COUNTS`` written in a condition."""
    calls = (node for node in condition_nodes(text) if isinstance(node, ast.Call))
    return tuple(call for call in calls if isinstance(call.func, ast.Name) and call.func.id in COUNTS)


def holds(text: str, table: Table, state: State, seat: int | None) -> bool:
    """Tell whether a condition holds for a seat in a state, as `value_of` says.

    Raises:
        UnknownOutcome: when it cannot be evaluated.
    """
    return bool(value_of(text, table, state, seat))


def value_of(text: str, table: Table, state: State, seat: int | None) -> Any:
    """Return the value of a condition or formula for a seat in a state.

    ``count('hand')`` counts the hand of the seat, ``total('hand')`` the hands of all seats; ``most('hand')`` and
    ``least('hand')`` are those of the largest and of the smallest hand, and ``empty('hand')`` is how many are empty.

    Raises:
        UnknownOutcome: when it cannot be evaluated: a name has no value, or no seat acts whose pile could be counted.
    """
    try:
        return expression(text)({**condition_values(table, state), **_counts(text, table, state, seat)})
    except ExpressionError as error:
        raise UnknownOutcome(str(error)) from error


def _counts(text: str, table: Table, state: State, seat: int | None) -> Mapping[str, Callable[..., int]]:
    """Return the functions that count piles of a state, for a seat."""
    classes = table.classes

    def within(keys: Iterable[PileKey], only: str | None, fields: Mapping[str, Any]) -> int:
        piles = [table.pile(state, key) for key in keys]
        queries = [selection_query(only)] if only is not None else []
        queries += [fields_query(fields)] if fields else []
        if not queries:
            return sum(map(pile_size, piles))
        if any(query not in classes.queries for query in queries):
            raise UnknownOutcome(f"what {text!r} counts is only known during play")
        fits = [all(results) for results in zip(*map(classes.results, queries), strict=True)]
        counts = [pile_counts(pile, len(classes)) for pile in piles]
        return sum(number for each in counts for number, fit in zip(each, fits, strict=True) if fit)

    def count(name: str, only: str | None = None, /, **fields: Any) -> int:
        return within(table.keys_of(name, table.acting_owner(name, seat)), only, fields)

    def total(name: str, only: str | None = None, /, **fields: Any) -> int:
        return within(table.keys_of(name, None), only, fields)

    def of_seats(name: str, only: str | None = None, /, **fields: Any) -> list[int]:
        return [within(table.keys_of(name, owner), only, fields) for owner in range(table.players)]

    def empty(name: str, only: str | None = None, /, **fields: Any) -> int:
        return sum(not within((key,), only, fields) for key in table.keys_of(name, None))

    def most(name: str, only: str | None = None, /, **fields: Any) -> int:
        return max(of_seats(name, only, **fields))

    def least(name: str, only: str | None = None, /, **fields: Any) -> int:
        return min(of_seats(name, only, **fields))

    return {"count": count, "total": total, "most": most, "least": least, "empty": empty}


MOVED: Final = "moved"
"""The value that holds how many components the previous step moved, for ``as many``."""

ENDED: Final = "ended"
"""The value that is set when a shortage ends the game."""

SHUFFLE_IN: Final = "shuffle in "
"""The start of an ``if short`` fallback that names a pile."""

_WORD: Final = re.compile(r"[A-Za-z_]\w*")


def script_queries(game: Game, script: Iterable[Step]) -> Iterator[ComponentQuery]:
    """Yield the component queries of all steps of a script, including nested ones."""
    for step in script:
        yield from step_queries(game, step)
        if step.when is not None:
            yield from condition_queries(game, step.when)
        yield from script_queries(game, step.steps)
        for option in step.choices:
            yield from script_queries(game, option)


def step_queries(game: Game, step: Step) -> Iterator[ComponentQuery]:
    """Yield the component queries of one step, except those of its ``when``."""
    if step.amount is not None:
        yield step_take_query(game, step)
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        if "of" in rule:
            yield selection_query(rule["of"])
    for text in (step.needs, step.formula):
        if text is not None:
            yield from condition_queries(game, text)


def condition_queries(game: Game, text: str) -> Iterator[ComponentQuery]:
    """Yield the component queries of a condition."""
    yield from count_queries(game, text)


def step_selections(game: Game, step: Step) -> tuple[str, ...]:
    """Return the selections that a component must belong to so that a step may take it."""
    number = step.amount.number if step.amount is not None else None
    kind = number if isinstance(number, str) and number in game.kinds else None
    return tuple(text for text in (kind, step.kind, step.of, step.only) if text is not None)


def step_take_query(game: Game, step: Step) -> ComponentQuery:
    """Return the query whether a step may take a component, with the fields that the step compares."""
    return take_query(step_selections(game, step), (name for name in (step.same, step.each) if name is not None))


def shortage_fallbacks(step: Step) -> tuple[str, ...]:
    """Return what a step does about a shortage, in order."""
    return (step.if_short,) if isinstance(step.if_short, str) else step.if_short or ()


def moved_value_name(seat: int | None) -> str:
    """Return the name of the value that holds how many components a seat moved; without a seat, the step itself."""
    return MOVED if seat is None else f"{MOVED}{OF_SEAT}{seat}"


def uses_moved_count(script: Iterable[Step]) -> bool | None:
    """Tell whether the first step that moves anything uses the number moved by the step before it.

    None when no step moves anything.
    """
    for step in script:
        first = step.steps or tuple(inner_step for option in step.choices for inner_step in option[:1])
        uses_it = step.amount.mode == "as many" if step.amount is not None else uses_moved_count(first)
        if uses_it is not None:
            return uses_it
    return None


def value_names_before(script: Sequence[Step], after: frozenset[str]) -> frozenset[str]:
    """Return the names of values that some steps, or the steps after them, may read; what is rolled again is not."""
    names = after
    for step in reversed(script):
        is_sure = step.when is None and not step.may and step.who != "each other player"
        if is_sure and step.traits.operand in {"die", "seat"}:
            names -= {step.called or step.operand}
        names |= frozenset(value_names((step,)))
    return names


def value_names(script: Iterable[Step]) -> Iterator[str]:
    """Yield the names of values that steps may read: dice, named seats, names in conditions."""
    for step in script:
        amounts = (step.amount.number if step.amount is not None else None, step.times)
        for name in (*amounts, step.who, step.excepting):
            if isinstance(name, str):
                yield name
                yield from formula_names(name) if is_formula(name) else ()
        for text in (step.needs, step.when):
            yield from _WORD.findall(text or "")
        yield from value_names(step.steps)
        for option in step.choices:
            yield from value_names(option)
