"""Selections of components: ``all``, the id of a kind, the name of a group or pile, or an expression over a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from punchboard.expression import expression
from punchboard.model.game.game import Component, Game

ALL: Final = "all"

Selection = Callable[[Component], bool]

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_OF_KINDS: Final = re.compile(
    r"kind (?:== (?P<one>'[\w-]+')|in \[(?P<many>'[\w-]+'(?:, *'[\w-]+')*)\])(?P<rest> and .+)?"
)
_OTHER_WAYS: Final = re.compile(r"\b(?:or|if)\b")


def parse_selection(game: Game, text: str, extra_names: Mapping[str, Any] = _NOTHING) -> Selection:
    """Return the test whether a component belongs to a selection.

    Args:
        game: the game.
        text: the selection.
        extra_names: names beside those of a component that its expression may use.

    Raises:
        ExpressionError: now, when the text is no expression; from the test, for unknown names and failed sums.
    """
    text = expand_selection(game, text)
    if text == ALL:
        return lambda _component: True
    if text in game.kinds:
        return lambda component: component.kind == text
    kinds, rest = _leading_kinds(text)
    if kinds and not rest:
        return lambda component: component.kind in kinds
    evaluate = expression(text)
    if extra_names:
        return lambda component: bool(evaluate({**extra_names, **component.source_values}))
    if kinds:
        return lambda component: component.kind in kinds and bool(evaluate(component.source_values))
    return lambda component: bool(evaluate(component.source_values))


def _leading_kinds(text: str) -> tuple[frozenset[str], bool]:
    """Return the kinds outside which an expression is false, none when it does not say; and whether it asks more.

    Most expressions begin with them, and to compare a kind costs a hundredth of what an expression does.
    """
    match = _OF_KINDS.fullmatch(text)
    if match is None or _OTHER_WAYS.search(match["rest"] or ""):
        return frozenset(), True
    return frozenset(name.strip(" '") for name in (match["one"] or match["many"]).split(",")), bool(match["rest"])


def expand_selection(game: Game, text: str) -> str:
    """Return what the name of a group, or of a pile that says what it contains, stands for; or the text itself."""
    seen: set[str] = set()
    while text not in game.kinds and text not in seen:
        seen.add(text)
        text = game.file.groups.get(text) or pile_contents(game, text) or text
    return text


def pile_contents(game: Game, name: str) -> str | None:
    """Return the selection that a pile contains at the start; None when there is no such pile, or it does not say."""
    file = game.file
    pile = file.decks.get(name) or file.piles.get(name) or file.each_player_has.get(name)
    return pile.contains if pile is not None else None


def is_named_selection(game: Game, text: str) -> bool:
    """Tell whether a selection has a name that can be printed: it is ``all``, a kind or a group."""
    return text == ALL or text in game.kinds or text in game.file.groups


def selected_components(game: Game, text: str, extra_names: Mapping[str, Any] = _NOTHING) -> tuple[Component, ...]:
    """Return the components of a selection, in the order of the catalog; `selection` tells the arguments.

    Raises:
        ExpressionError: when the text cannot be read, or be worked out for some component.
    """
    return tuple(filter(parse_selection(game, text, extra_names), game.components))


def count_pieces(game: Game, text: str) -> int:
    """Return how many pieces a selection has, every copy counted.

    Raises:
        ExpressionError: when the text cannot be read, or be worked out for some component.
    """
    return sum(component.copies for component in selected_components(game, text))
