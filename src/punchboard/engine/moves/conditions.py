"""Conditions: what they count, and whether they hold in a state."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from punchboard.engine.states.component_classes import ComponentQuery, selection_query, where
from punchboard.engine.states.piles import pile_counts, pile_size
from punchboard.engine.states.state import State, UnknownOutcome
from punchboard.engine.states.table import Table, condition_values
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game

_MANY: Final = 10_000
"""Counted once as none and once as so many, conditions tell of most that they count, whatever they make of it."""


def count_queries(game: Game, text: str) -> Iterator[ComponentQuery]:
    """Yield the questions of a condition's counts: those that are written, and those heard by working it out."""
    heard: list[ComponentQuery] = []

    def hear(only: object, fields: Mapping[str, Any]) -> None:
        if isinstance(only, str):
            heard.append(selection_query(only))
        if fields:
            heard.append(where(fields))

    numbers = {name: number.value for name, number in game.file.numbers.items()}
    names = {"players": 0, "variant": "", "numbers": numbers, **numbers, **dict.fromkeys(game.file.dice, 0)}
    for answer in (0, _MANY):

        def listen(_pile: str, only: str | None = None, /, _answer: int = answer, **fields: Any) -> int:
            hear(only, fields)
            return _answer

        with suppress(ExpressionError):  # a name that only a running script knows
            expression(text)({**names, "count": listen, "count_all": listen})
    for call in _counts(text):
        with suppress(ValueError):  # an argument that is no plain value
            fields = {one.arg: ast.literal_eval(one.value) for one in call.keywords if one.arg}
            hear(ast.literal_eval(call.args[1]) if len(call.args) > 1 else None, fields)
    yield from heard


def counts_only(text: str, piles: frozenset[str]) -> bool:
    """Tell whether a condition counts nothing but these piles; if unsure, it does not."""
    if "count" not in text:
        return True
    calls = _counts(text)
    named = [call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant)]
    return len(named) == text.count("count") and piles.issuperset(named)


def piles_if_constant(table: Table, text: str) -> frozenset[str] | None:
    """Return the piles that a condition asks for and nothing besides; None when that is not so or not sure.

    Only then nothing but what changes these piles changes whether it holds.
    """
    constant = {"count", "players", "variant", "numbers", *table.numbers}
    if not _names(text) or not _names(text) <= constant or not counts_only(text, table.shared_pile_names):
        return None
    named = [call.args[0].value for call in _counts(text) if isinstance(call.args[0], ast.Constant)]
    return frozenset(key for name in named for key, _ in table.keys_of(str(name), None))


def check_names(table: Table, text: str, values: frozenset[str]) -> None:
    """Check that a condition asks for nothing that cannot be there: other than these values, numbers and piles.

    Raises:
        Unknown: when it does, or cannot be read so far.
    """
    strange = _names(text) - values - {"count", "count_all", "players", "variant", "numbers", *table.numbers}
    if strange or not _nodes(text):
        raise UnknownOutcome(f"{text!r} asks for {', '.join(sorted(strange)) or 'something'} that nothing tells")
    for call in _counts(text):
        for pile in call.args[:1]:
            if isinstance(pile, ast.Constant):
                table.keys_of(str(pile.value), 0)


@lru_cache(maxsize=1024)
def _nodes(text: str) -> tuple[ast.AST, ...]:
    """Return the parts of a condition, as far as it reads like one of Python."""
    try:
        return tuple(ast.walk(ast.parse(text.strip(), mode="eval")))
    except SyntaxError:
        return ()


def _names(text: str) -> frozenset[str]:
    return frozenset(node.id for node in _nodes(text) if isinstance(node, ast.Name))


def _counts(text: str) -> tuple[ast.Call, ...]:
    """Return the counts that are written in a condition."""
    calls = (node for node in _nodes(text) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return tuple(call for call in calls if isinstance(call.func, ast.Name) and call.func.id in {"count", "count_all"})


def holds(text: str, table: Table, state: State, seat: int | None) -> bool:
    """Tell whether a condition holds for a seat in a state; a pile that every seat has counts in all for nobody.

    ``count_all('hand')`` counts the hands of all seats, whoever asks.

    Raises:
        Unknown: when it cannot be worked out, for names that nothing has fixed.
    """
    classes = table.classes

    def count_for(owner: int | None, name: str, only: str | None, fields: Mapping[str, Any]) -> int:
        piles = [table.pile(state, key) for key in table.keys_of(name, owner)]
        asked = [selection_query(only)] if only is not None else []
        asked += [where(fields)] if fields else []
        if not asked:
            return sum(map(pile_size, piles))
        if any(one not in classes.queries for one in asked):
            raise UnknownOutcome(f"what {text!r} counts cannot be told before")
        fits = [all(answers) for answers in zip(*map(classes.results, asked), strict=True)]
        counts = [pile_counts(pile, len(classes)) for pile in piles]
        return sum(number for each in counts for number, fit in zip(each, fits, strict=True) if fit)

    def count(name: str, only: str | None = None, /, **fields: Any) -> int:
        return count_for(seat, name, only, fields)

    def count_all(name: str, only: str | None = None, **fields: Any) -> int:
        return count_for(None, name, only, fields)

    try:
        return bool(expression(text)({**condition_values(table, state), "count": count, "count_all": count_all}))
    except ExpressionError as error:
        raise UnknownOutcome(str(error)) from error
