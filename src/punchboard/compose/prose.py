"""Prose: rulebook and reference with their counts, numbers and names filled in from the catalog."""

from __future__ import annotations

from typing import Any

from punchboard.compose.faces import game_values, players_in_words
from punchboard.expression import ExpressionError, in_words, template
from punchboard.expression.numbering import numbered, plain, split_front
from punchboard.model.game import Game
from punchboard.model.select import count
from punchboard.problem import Place, Problem, ProblemsFound


def prose_values(game: Game, above: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the names that prose may use: the game's values, and count, row, entries, words, players, text..."""
    rows = {component.id: component.values for component in game.components}

    def row(name: str) -> Any:
        if name not in rows:
            raise ExpressionError(f"there is no component {name!r}")
        return rows[name]

    def entries(name: str) -> Any:
        if name not in game.lists:
            raise ExpressionError(f"there is no list {name!r}")
        return game.lists[name]

    def text(name: str) -> str:
        if name not in game.texts:
            raise ExpressionError(f"there is no text {name!r}")
        if name in above:
            raise ExpressionError(f"the text {name!r} takes itself in")
        return filled(game, name, above)

    return {
        **game_values(game),
        "count": lambda text: count(game, text),
        "row": row,
        "entries": entries,
        "words": in_words,
        "players": players_in_words(game),
        "decks": {name: deck.name for name, deck in game.file.decks.items()},
        "kinds": {
            name: {"name": kind.name, "plural": kind.plural, "count": count(game, name), "shape": kind.trim.name}
            for name, kind in game.kinds.items()
        },
        "dice": {name: {"name": die.name, "copies": die.copies} for name, die in game.file.dice.items()},
        "text": text,
        "texts": tuple(game.texts),
    }


def filled(game: Game, name: str, above: tuple[str, ...] = ()) -> str:
    """Return a text of the game with its templates worked out and its front matter taken off.

    Args:
        game: the game.
        name: the name of the text.
        above: the texts that this one is taken into.

    Raises:
        ProblemsFound: when a template fails, with the line of the text where it stands.
    """
    _front, body = split_front(game.texts[name])
    values = prose_values(game, (*above, name))
    try:
        return plain(str(template(numbered(body))(values)))  # the checker of prose fills the same template
    except ExpressionError as error:
        raise ProblemsFound((_located(game.file_of(name), values, body, error),)) from error


def _located(file: str, values: dict[str, Any], body: str, error: ExpressionError) -> Problem:
    """Find the line that fails: the first whose own template fails alike, else the whole file."""
    message = str(error).split(" in '", 1)[0].split(' in "', 1)[0]
    for number, line in enumerate(body.split("\n"), 1):
        if "{{" not in line:
            continue
        try:
            template(line)(values)
        except ExpressionError as one:
            if str(one).startswith(message):
                return Problem("EXPR001", Place(file, number, line.index("{{") + 1), message)
    return Problem("EXPR001", Place(file), message)
