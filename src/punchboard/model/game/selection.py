"""Selections of components: ``all``, the id of a kind, the name of a group or pile, or an expression."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from punchboard.expression import expression
from punchboard.model.game.expectations import depends_on_players
from punchboard.model.game.game import Component, Game

ALL: Final = "all"

Selection = Callable[[Component], bool]

_NOTHING: Final[Mapping[str, Any]] = {}
_OF_KINDS: Final = re.compile(
    r"kind (?:== (?P<one>'[\w -]+')|in \[(?P<many>'[\w -]+'(?:, *'[\w -]+')*)\])(?P<rest> and .+)?"
)
_OTHER_WAYS: Final = re.compile(r"\b(?:or|if)\b")


def parse_selection(game: Game, text: str, extra_names: Mapping[str, Any] = _NOTHING) -> Selection:
    """Return a function that tests whether a component belongs to a selection.

    Args:
        game: the game.
        text: the selection.
        extra_names: further names that an expression may use, beside those of a component.

    Raises:
        ExpressionError: at once, when the text is not an expression; from the returned function, for unknown names
            and failed evaluations.

    A selection that depends on the number of players has, where that is not given, what it has with any number.
    """
    text = expand_selection(game, text)
    if not extra_names and reads_players(game, text):
        return _selected_with_any_number(game, text)
    if text == ALL:
        return lambda _component: True
    kinds, rest = (frozenset({text}), False) if text in game.kinds else _leading_kinds(text)
    if kinds and not rest:
        return lambda component: component.kind in kinds
    evaluate = expression(text)
    if extra_names:
        return lambda component: bool(evaluate({**extra_names, **component.source_values}))
    if kinds:
        return lambda component: component.kind in kinds and bool(evaluate(component.source_values))
    return lambda component: bool(evaluate(component.source_values))


def reads_players(game: Game, text: str) -> bool:
    """Return whether an expression depends on the number of players; not where ``players`` is a field of some kind."""
    return depends_on_players(text) and not any("players" in kind.fields for kind in game.file.kinds.values())


def _selected_with_any_number(game: Game, text: str) -> Selection:
    tests = [parse_selection(game, text, {"players": number}) for number in game.file.players.seat_counts]
    return lambda component: any(test(component) for test in tests)


def _leading_kinds(text: str) -> tuple[frozenset[str], bool]:
    """Return the kinds that an expression is limited to (empty when unknown), and whether it has further conditions.

    Most expressions begin with a test of the kind. Comparing kinds costs a hundredth of evaluating an expression.
    """
    match = _OF_KINDS.fullmatch(text)
    if match is None or _OTHER_WAYS.search(match["rest"] or ""):
        return frozenset(), True
    return frozenset(name.strip(" '") for name in (match["one"] or match["many"]).split(",")), bool(match["rest"])


def expand_selection(game: Game, text: str) -> str:
    """Return the selection that the name of a group or of a pile with contents stands for, or the text itself."""
    seen: set[str] = set()
    while text not in game.kinds and text not in seen:
        seen.add(text)
        text = game.file.groups.get(text) or pile_contents(game, text) or text
    return text


def pile_contents(game: Game, name: str) -> str | None:
    """Return the selection that a pile contains at the start; None for an unknown pile or one without contents."""
    file = game.file
    pile = file.decks.get(name) or file.piles.get(name)
    return pile.contains if pile is not None else None


def is_named_selection(game: Game, text: str) -> bool:
    """Return whether a selection has a name that can be printed: it is ``all``, a kind or a group."""
    return text == ALL or text in game.kinds or text in game.file.groups


def selected_components(game: Game, text: str, extra_names: Mapping[str, Any] = _NOTHING) -> tuple[Component, ...]:
    """Return the components of a selection in the order of the catalog; the arguments are those of `parse_selection`.

    Raises:
        ExpressionError: when the text is not an expression, or cannot be evaluated for some component.
    """
    return tuple(filter(parse_selection(game, text, extra_names), game.components))


def count_pieces(game: Game, text: str) -> int:
    """Return how many pieces a selection has, counting every copy.

    Raises:
        ExpressionError: when the text is not an expression, or cannot be evaluated for some component.
    """
    return sum(component.copies for component in selected_components(game, text))
