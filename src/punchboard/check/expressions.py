"""EXPR001: an expression cannot be worked out.

What: a group, a deck, an expectation or a step of the set-up holds an expression that cannot be read, or that uses a
name which some component does not have.

Why: an expression is asked of every component. A field of one kind is unknown to the others, so the kind comes first.

Bad::

    groups:
      Harbingers: "symbol == 'crown'"

Good::

    groups:
      Harbingers: "kind == 'character' and symbol == 'crown'"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from punchboard.check.walk import is_lost_name, selections, steps
from punchboard.expression import ExpressionError, expression
from punchboard.model.game import Component, Game
from punchboard.model.select import selection
from punchboard.problem import Problem

ID: Final = "EXPR001"

MOST_SEATS: Final = 8
"""Numbers of players that a condition is tried with, when the game sets no limit."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each expression that fails."""
    for text, path in selections(game):
        found = None if is_lost_name(game, text) else _over_components(game, text)
        if found is not None:
            yield found._replace(place=game.place_of(*path))
    for step, path in steps(game):
        for key, condition in (("when", step.when), ("needs", step.needs)):
            error = None if condition is None else _over_situations(game, condition)
            if error is not None:
                yield Problem(ID, game.place_of(*path, key), str(error))


def _over_components(game: Game, text: str) -> Problem | None:
    """Return what is wrong with a selection, told of the first component that it fails for."""
    current: Component | None = None
    try:
        test = selection(game, text)
        for current in game.components:
            test(current)
    except ExpressionError as error:
        if current is None:
            return Problem(ID, game.place, str(error))
        hint = f"it fails for {current.id!r}: begin with \"kind == '...' and\" where only some kinds have the field"
        return Problem(ID, game.place, str(error), hint)
    return None


def _over_situations(game: Game, text: str) -> ExpressionError | None:
    """Return why a condition of the set-up fails for some number of players and variant."""
    try:
        work = expression(text)
        for values in _situations(game):
            work(values)
    except ExpressionError as error:
        return error
    return None


def _situations(game: Game) -> Iterator[dict[str, Any]]:
    low, high = game.file.players.bounds
    called = {step.called: 1 for step, _path in steps(game) if step.called}
    numbers = {name: number.value for name, number in game.file.numbers.items()}
    for variant in ("", *(variant.name for variant in game.file.variants)):
        for seats in range(low, min(high or MOST_SEATS, low + MOST_SEATS) + 1):
            for found in (0, 1):
                yield {
                    **called,
                    "numbers": numbers,
                    "variant": variant,
                    "players": seats,
                    "count": lambda *_piles, found=found, **_fields: found,
                }
