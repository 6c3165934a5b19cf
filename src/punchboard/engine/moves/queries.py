"""What a script asks of components and values: components with equal answers form one class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from punchboard.engine.moves.conditions import count_queries, holds
from punchboard.engine.states.component_classes import ComponentQuery, selection_query, take_query
from punchboard.engine.states.state import OF_SEAT
from punchboard.model.game.amounts import formula_names, is_formula
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = [
    "ENDED",
    "MOVED",
    "SHUFFLE_IN",
    "holds",
    "moved_value_name",
    "script_queries",
    "shortage_fallbacks",
    "step_selections",
    "step_take_query",
    "uses_moved_count",
    "value_names",
    "value_names_before",
]

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
        first = step.steps or tuple(one for option in step.choices for one in option[:1])
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
