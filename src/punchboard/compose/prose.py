"""Prose: rulebook and reference with their counts, numbers and names filled in from the catalog."""

from __future__ import annotations

import re
from typing import Any

from punchboard.compose.faces import game_values, players_in_words
from punchboard.expression import ExpressionError, in_words, template
from punchboard.model.game import Game
from punchboard.model.select import count
from punchboard.problem import Place, Problem, ProblemsFound

_FRONT_MATTER = re.compile(r"---\n.*?\n---\n", re.DOTALL)


def prose_values(game: Game) -> dict[str, Any]:
    """Return the names that prose may use: the game's values, and count, row, entries, words, players."""
    rows = {component.id: component.values for component in game.components}

    def row(name: str) -> Any:
        if name not in rows:
            raise ExpressionError(f"there is no component {name!r}")
        return rows[name]

    def entries(name: str) -> Any:
        if name not in game.lists:
            raise ExpressionError(f"there is no list {name!r}")
        return game.lists[name]

    return {
        **game_values(game),
        "count": lambda text: count(game, text),
        "row": row,
        "entries": entries,
        "words": in_words,
        "players": players_in_words(game),
        "decks": {name: deck.name for name, deck in game.file.decks.items()},
        "kinds": {name: {"name": kind.name, "plural": kind.plural} for name, kind in game.kinds.items()},
    }


def filled(game: Game, name: str) -> str:
    """Return a text of the game with its templates worked out and its front matter taken off.

    Raises:
        ProblemsFound: when a template fails, with the line of the text where it stands.
    """
    source = game.texts[name]
    front = _FRONT_MATTER.match(source)
    body = "\n" * front.group().count("\n") + source[front.end() :] if front else source
    try:
        return str(template(body)(prose_values(game)))
    except ExpressionError as error:
        raise ProblemsFound((_located(game, name, body, error),)) from error


def _located(game: Game, name: str, body: str, error: ExpressionError) -> Problem:
    """Find the line that fails: the first whose own template fails alike, else the whole file."""
    file = f"{game.place.file.rsplit('/', 1)[0]}/{name}.md"
    message = str(error).split(" in '", 1)[0].split(' in "', 1)[0]
    values = prose_values(game)
    for number, line in enumerate(body.split("\n"), 1):
        if "{{" not in line:
            continue
        try:
            template(line)(values)
        except ExpressionError as one:
            if str(one).startswith(message):
                return Problem("EXPR001", Place(file, number, line.index("{{") + 1), message)
    return Problem("EXPR001", Place(file), message)
