"""What a script asks of components, and its conditions: what tells classes apart, and what holds in a state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from punchboard.expression import ExpressionError, expression
from punchboard.model.game import Game
from punchboard.model.setup import Step
from punchboard.play.classes import Question, field, select, where
from punchboard.play.piles import size, total
from punchboard.play.table import State, Table, plain_values

MOVED: Final = "moved"
"""How many components the line before has moved, for ``as many``."""

ENDED: Final = "ended"
"""Set once a shortage ends the game."""

_WORD: Final = re.compile(r"[A-Za-z_]\w*")

_MANY = 10_000
"""Counted once as none and once as so many, conditions tell of all that they count, whatever they make of it."""


def questions(game: Game, script: Iterable[Step]) -> Iterator[Question]:
    """Yield what the lines of a script, and those within them, ask of components."""
    for step in script:
        yield from of_step(game, step)
        yield from questions(game, step.steps)
        for option in step.choices:
            yield from questions(game, option)


def of_step(game: Game, step: Step) -> Iterator[Question]:
    """Yield what one line asks."""
    yield from map(select, selections(game, step))
    yield from (field(name) for name in (step.same, step.each) if name is not None)
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        if "of" in rule:
            yield select(rule["of"])
    for text in (step.needs, step.when):
        if text is not None:
            yield from _counted(text)


def selections(game: Game, step: Step) -> tuple[str, ...]:
    """Return the selections that a component must be of to be taken by a line."""
    number = step.amount.number if step.amount is not None else None
    kind = number if isinstance(number, str) and number in game.kinds else None
    return tuple(text for text in (kind, step.kind, step.of, step.only) if text is not None)


def names(script: Iterable[Step]) -> Iterator[str]:
    """Yield the names of values that the lines of a script need: dice, what lines are called, ``moved``."""
    for step in script:
        if step.amount is not None:
            if isinstance(step.amount.number, str):
                yield step.amount.number
            if step.amount.mode == "as many":
                yield MOVED
        for text in (step.needs, step.when):
            yield from _WORD.findall(text or "")
        yield from names(step.steps)
        for option in step.choices:
            yield from names(option)


def _counted(text: str) -> Iterator[Question]:
    """Yield the questions of a condition's counts, by working it out with a count that listens."""
    heard: list[Question] = []
    for answer in (0, _MANY):

        def listen(_name: str, only: str | None = None, *, _answer: int = answer, **fields: Any) -> int:
            if only is not None:
                heard.append(select(only))
            if fields:
                heard.append(where(fields))
            return _answer

        try:
            expression(text)({"count": listen, "players": 0, "variant": "", "numbers": {}})
        except ExpressionError:
            continue  # a name that only a running script knows; what was counted before it has been heard
    yield from heard


def holds(text: str, table: Table, state: State, seat: int | None) -> bool:
    """Tell whether a condition holds for a seat in a state.

    Raises:
        ExpressionError: for names that do not exist.
    """

    def count(name: str, only: str | None = None, **fields: Any) -> int:
        pile = table.pile(state, table.key(name, seat))
        asked = [select(only)] if only is not None else []
        asked += [where(fields)] if fields else []
        if not asked:
            return size(pile)
        fits = [all(answers) for answers in zip(*(table.classes.of(one) for one in asked), strict=True)]
        counts = total(pile, len(table.classes))
        return sum(number for number, fit in zip(counts, fits, strict=True) if fit)

    return bool(expression(text)({**plain_values(table, state), "count": count}))
