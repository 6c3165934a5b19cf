"""Selections of components: ``all``, the id of a kind, the name of a group, or an expression over a row."""

from __future__ import annotations

from collections.abc import Callable

from punchboard.expression import expression
from punchboard.model.game import Component, Game

Selection = Callable[[Component], bool]


def selection(game: Game, text: str) -> Selection:
    """Return the test whether a component belongs to a selection.

    Raises:
        ExpressionError: now, when the text is no expression; from the test, for unknown names and failed sums.
    """
    if text == "all":
        return lambda _component: True
    if text in game.kinds:
        return lambda component: component.kind == text
    evaluate = expression(source(game, text))
    return lambda component: bool(evaluate(component.values))


def source(game: Game, text: str) -> str:
    """Return the expression behind a group's name; any other text is an expression itself."""
    return game.file.groups.get(text, text)


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
