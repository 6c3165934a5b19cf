"""Selections of components: ``all``, the id of a kind, the name of a group, or an expression over a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from punchboard.expression import expression
from punchboard.model.game import Component, Game

ALL: Final = "all"

Selection = Callable[[Component], bool]


def selection(game: Game, text: str) -> Selection:
    """Return the test whether a component belongs to a selection.

    Raises:
        ExpressionError: now, when the text is no expression; from the test, for unknown names and failed sums.
    """
    text = source(game, text)
    if text == ALL:
        return lambda _component: True
    if text in game.kinds:
        return lambda component: component.kind == text
    evaluate = expression(text)
    return lambda component: bool(evaluate(component.values))


def source(game: Game, text: str) -> str:
    """Return what the name of a group stands for; any other text stands for itself."""
    seen: set[str] = set()
    while text in game.file.groups and text not in game.kinds and text not in seen:
        seen.add(text)
        text = game.file.groups[text]
    return text


def has_name(game: Game, text: str) -> bool:
    """Tell whether a selection has a name that can be printed: it is ``all``, a kind or a group."""
    return text == ALL or text in game.kinds or text in game.file.groups


def selected(game: Game, text: str) -> tuple[Component, ...]:
    """Return the components of a selection, in the order of the catalog.

    Raises:
        ExpressionError: when the text cannot be read, or be worked out for some component.
    """
    return tuple(filter(selection(game, text), game.components))


def count(game: Game, text: str) -> int:
    """Return how many pieces a selection has, every copy counted.

    Raises:
        ExpressionError: when the text cannot be read, or be worked out for some component.
    """
    return sum(component.copies for component in selected(game, text))
