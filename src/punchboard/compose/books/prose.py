"""Prose: rulebook and reference with their counts, numbers and names filled in from the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from punchboard.compose.faces.composer import game_values, players_in_words
from punchboard.expression import ExpressionError, UnknownNameError, template
from punchboard.expression.budget import spend
from punchboard.expression.line_numbers import number_lines, split_front_matter, strip_line_numbers
from punchboard.model.game.game import Game
from punchboard.model.game.selection import count_pieces
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound


def prose_values(game: Game, above: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the names that prose may use: the game's values, and count, row, entries, words, players, text..."""
    rows = {component.id: component.values for component in game.components}

    def row(name: str) -> Any:
        if name not in rows:
            raise ExpressionError(f"there is no component {name!r}")
        return rows[name]

    def counted(text: str) -> int:
        spend(len(game.components))  # a template pays for each count that it asks for
        return count_pieces(game, text)

    def entries(name: str) -> Any:
        if name not in game.lists:
            raise ExpressionError(f"there is no list {name!r}")
        return game.lists[name]

    def text(name: str) -> str:
        if name not in game.texts:
            raise ExpressionError(f"there is no text {name!r}")
        if name in above:
            raise ExpressionError(f"the text {name!r} takes itself in")
        return filled_text(game, name, above)

    return {
        **game_values(game),
        "count": counted,
        "row": row,
        "entries": entries,
        "players": players_in_words(game),
        "decks": {name: deck.name for name, deck in game.file.decks.items()},
        "kinds": {
            name: {"name": kind.name, "plural": kind.plural, "count": count_pieces(game, name), "shape": kind.trim.name}
            for name, kind in game.kinds.items()
        },
        "dice": {name: {"name": die.name, "copies": die.copies} for name, die in game.file.dice.items()},
        "text": text,
        "texts": tuple(game.texts),
    }


def filled_text(game: Game, name: str, above: tuple[str, ...] = ()) -> str:
    """Return a text of the game with its templates worked out and its front matter taken off.

    Args:
        game: the game.
        name: the name of the text.
        above: the texts that this one is taken into.

    Raises:
        ProblemsFound: when a template fails, with the line of the text where it stands.
    """
    _front, body = split_front_matter(game.texts[name])
    values = prose_values(game, (*above, name))
    try:
        return strip_line_numbers(
            str(template(number_lines(body))(values))
        )  # the checker of prose fills the same template
    except ExpressionError as error:
        raise ProblemsFound(tuple(_located(game.text_file(name), values, body, error))) from error


def _located(file: str, values: dict[str, Any], body: str, error: ExpressionError) -> Iterator[Problem]:
    """Yield a problem for each line that fails by itself; of the whole text where none fails as the text does."""
    message, found = error_reason(error), []
    for number, line in enumerate(body.split("\n"), 1):
        why = _failure(line, values) if "{{" in line else None
        if why is not None:
            found.append(
                Problem("EXPR001", Place(file, number, line.index("{{") + 1), error_reason(why), name_hint(why))
            )
    if not any(one.message.startswith(message) for one in found):
        yield Problem("EXPR001", Place(file, error_line(error)), message, name_hint(error))
    inner = set(_MADE.findall(body))
    yield from (one for one in found if not inner or one.message.startswith(message) or not _names(one.message) & inner)


_MADE: Final = re.compile(r"\{%-?\s*(?:for|set)\s+(\w+)|\bloop\b")
"""Names that a text makes itself: a line by itself does not know them."""


def _names(message: str) -> set[str]:
    return {*re.findall(r"'(\w+)'", message)}


def _failure(line: str, values: dict[str, Any]) -> ExpressionError | None:
    try:
        template(line)(values)
    except ExpressionError as error:
        return error
    return None


def error_line(error: ExpressionError) -> int:
    """Return the line on which a template cannot be read; 0 where that is not known."""
    return int(getattr(error.__cause__, "lineno", 0) or 0)


def error_reason(error: ExpressionError) -> str:
    """Return why an expression fails, without the expression itself."""
    return str(error).split(" in '", 1)[0].split(' in "', 1)[0]


def name_hint(error: ExpressionError) -> str:
    """Return the hint of a name that is not there; nothing for other errors."""
    return did_you_mean(error.name, error.known) if isinstance(error, UnknownNameError) else ""
