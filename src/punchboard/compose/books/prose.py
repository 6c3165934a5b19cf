"""Texts of a game (rulebook, reference ...) with their templates filled from the catalog."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from punchboard.compose.books.book_problems import SourcePlaces, word_column
from punchboard.compose.faces.composer import game_values, players_in_words
from punchboard.compose.text.block_layout import anchor_name
from punchboard.compose.text.markdown import parse_inline
from punchboard.expression import ExpressionError, UnknownNameError, template
from punchboard.expression.line_numbers import (
    lines_with_numbers,
    number_lines,
    split_front_matter,
    strip_line_numbers,
)
from punchboard.expression.metering import no_budget, spend
from punchboard.model.game.counting import counted_pieces
from punchboard.model.game.game import BACK_COVER, BOOK_TEXTS, Game
from punchboard.model.game.selection import count_pieces
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound


def prose_values(game: Game, including: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the names that templates in texts can use: the game's values, and count, row, entries, text and others."""
    rows = {component.id: component.values for component in game.components}

    def row(name: str) -> Any:
        if name not in rows:
            raise ExpressionError(f"there is no component {name!r}", did_you_mean(name, rows))
        return rows[name]

    def count(*texts: object, **conditions: object) -> int:
        spend(len(game.components) * max(1, len(texts)))  # each count is charged to the template's work limit
        return counted_pieces(game, *texts, **conditions)

    def entries(name: str) -> Any:
        if name not in game.lists:
            raise ExpressionError(f"there is no list {name!r}")
        return game.lists[name]

    def text(name: str) -> str:
        if name not in game.texts:
            raise ExpressionError(f"there is no text {name!r}")
        if name in including:
            raise ExpressionError(f"the text {name!r} includes itself")
        return filled_text(game, name, including)

    def odds(name: str, players: int | None = None) -> str:
        spend(len(game.components))
        return odds_text(game, name, players)

    return {
        **game_values(game),
        "count": count,
        "row": row,
        "entries": entries,
        "players": players_in_words(game),
        "decks": {name: deck.name for name, deck in game.file.decks.items()},
        "kinds": {
            name: {"name": kind.name, "plural": kind.plural, "count": count_pieces(game, name), "shape": kind.trim.name}
            for name, kind in game.kinds.items()
        },
        "dice": {name: {"name": die.name, "copies": die.copies} for name, die in game.file.dice.items()},
        "odds": odds,
        "text": text,
        "texts": tuple(game.texts),
    }


def odds_text(game: Game, name: str, players: int | None = None) -> str:
    """Return the chance that a question of the game asks for in per cent; from the least to the most where it differs.

    Raises:
        ExpressionError: for a question that the game does not ask, or whose answer is not known.
    """
    question = game.file.odds.get(name)
    if question is None:
        raise UnknownNameError(f"the game asks no question {name!r} about chance", name, game.file.odds, name)
    if players is not None and not isinstance(players, int):
        raise ExpressionError(f"{players!r} is no number of players: write it without quotes")
    from punchboard.engine.odds import answers  # noqa: PLC0415 - few texts ask

    with no_budget():  # the prover limits its states
        chances = [one for one in answers(game, question.when, question.after, players) if not one.variant]
    if not chances:
        raise ExpressionError(f"the game is not for {players} players")
    unknown = next((one.unknown for one in chances if one.unknown), "")
    if unknown:
        raise ExpressionError(f"the chance of {name!r} is not known: {unknown}")
    least, most = _rounded(min(one.least for one in chances)), _rounded(max(one.most for one in chances))
    return f"{least} %" if least == most else f"{least}\N{EN DASH}{most} %"


def _rounded(chance: Fraction) -> str:
    """Return a chance in per cent: whole numbers, with a tenth near none and all; only what is certain is 0 or 100."""
    if 0 < chance < _TENTH or 0 < 1 - chance < _TENTH:
        return "< 0.1" if chance < _TENTH else "> 99.9"
    value = 100 * float(chance)
    return f"{value:.0f}" if _NEAR < chance < 1 - _NEAR else f"{value:.1f}".removesuffix(".0")


_TENTH: Final = Fraction(1, 1000)
_NEAR: Final = Fraction(1, 20)


def filled_text(game: Game, name: str, including: tuple[str, ...] = ()) -> str:
    """Return a text of the game with its templates filled and without its front matter.

    Args:
        game: the game.
        name: the name of the text.
        including: the texts that include this one.

    Raises:
        ProblemsFound: if a template fails, with its line in the text.
    """
    return strip_line_numbers(_numbered_text(game, name, including))


def text_with_places(game: Game, name: str) -> tuple[str, SourcePlaces]:
    """Return a text as `filled_text` does, and where its lines are in its file."""
    return _with_places(game, name)


def book_with_places(game: Game, name: str) -> tuple[str, SourcePlaces]:
    """Return a text as `book_text` does, and where its lines are in their files."""
    if name != "rulebook" or BACK_COVER not in game.texts:
        return _with_places(game, name)
    back, places = _with_places(game, BACK_COVER)
    text, places = _with_places(game, name, places)
    return f"{text}\n\n{back}", places


def _with_places(game: Game, name: str, following: SourcePlaces | None = None) -> tuple[str, SourcePlaces]:
    text, file = _numbered_text(game, name), game.text_file(name)
    lines = tuple(number for number, _line in lines_with_numbers(text))
    return strip_line_numbers(text), SourcePlaces(file, game.texts[name], lines, following)


def _numbered_text(game: Game, name: str, including: tuple[str, ...] = ()) -> str:
    _front, body = split_front_matter(game.texts[name])
    values = prose_values(game, (*including, name))
    try:
        return str(template(number_lines(body))(values))  # the prose checker fills the same template
    except ExpressionError as error:
        file = game.text_file(name)
        places = SourcePlaces(file, game.texts[name])
        raise ProblemsFound(tuple(places.of(_located(file, values, body, error)))) from error


def book_text(game: Game, name: str) -> str:
    """Return the filled text of a book from its first page to its last: the rulebook with that of its back cover.

    Raises:
        ProblemsFound: as `filled_text`.
    """
    parts = (name, BACK_COVER) if name == "rulebook" and BACK_COVER in game.texts else (name,)
    text = "\n\n".join(filled_text(game, part) for part in parts)
    titles = {anchor_name(title): title for title in _HEADING.findall(text)}
    return with_references(text, lambda anchor, _: titles.get(anchor, anchor))


_REFERENCE: Final = re.compile(r"\[(#?)\]\(#([^)\s]+)\)")
_HEADING: Final = re.compile(r"(?m)^#{1,6} +(.+?)(?: +\[#[^\n]*)?$")
"""The title of a heading, without the marks of rules after it."""


def has_references(text: str) -> bool:
    """Return whether a text has links without words."""
    return _REFERENCE.search(text) is not None


def with_references(text: str, called: Callable[[str, bool], str]) -> str:
    """Return a text in which each link without words has those for the heading to which it leads.

    Args:
        text: Markdown, with links such as ``[](#set-up)``, or ``[#](#set-up)`` where the number alone is asked for.
        called: gives the words for an anchor; true if the number alone is asked for.
    """
    return _REFERENCE.sub(lambda link: f"[{called(link[2], bool(link[1]))}](#{link[2]})", text)


def book_title(game: str, name: str, heading: str) -> str:
    """Return the title of a book of a game: that of the game for the rulebook, with its first heading for others."""
    return f"{game}: {heading}" if name in BOOK_TEXTS[1:] and heading else game


_LONGEST_AUTHOR: Final = 60
"""Letters of a line that may be the author of a file; a longer one is a sentence about the game."""


def author(lines: Sequence[str]) -> str:
    """Return the first line of the credits without its markup; empty where it is longer than a name or two."""
    first = "".join(span.text for span in parse_inline(lines[0])).strip() if lines else ""
    return first if len(first) <= _LONGEST_AUTHOR else ""


def _located(file: str, values: dict[str, Any], body: str, error: ExpressionError) -> Iterator[Problem]:
    """Yield a problem for each line that fails alone, and one for the whole text if no line fails in the same way."""
    message, alone = error_reason(error), []
    for number, line in enumerate(body.split("\n"), 1):
        failure = _failure(line, values) if "{{" in line else None
        if failure is not None and (error_line(error) or not error_line(failure)):  # else a tag of several lines
            reason = error_reason(failure)
            column = word_column(line, reason) or line.index("{{") + 1
            alone.append(Problem("EXPR001", Place(file, number, column), reason, name_hint(failure)))
    if not any(one.message.startswith(message) for one in alone):
        yield Problem("EXPR001", Place(file, error_line(error)), message, name_hint(error))
    inner = {name for pair in _OWN_NAMES.findall(body) for name in re.findall(r"\w+", " ".join(pair))}
    yield from (one for one in alone if not inner or one.message.startswith(message) or not _names(one.message) & inner)


_OWN_NAMES: Final = re.compile(r"\{%-?\s*(?:for|set)\s+([\w\s,]+?)\s*(?:=|\bin\b)|\b(loop)\b")
"""Names that a text defines itself, which are unknown when a line is evaluated alone."""


def _names(message: str) -> set[str]:
    return {*re.findall(r"'(\w+)'", message)}


def _failure(line: str, values: dict[str, Any]) -> ExpressionError | None:
    try:
        template(line)(values)
    except ExpressionError as error:
        return error
    return None


def error_line(error: ExpressionError) -> int:
    """Return the line with a template's syntax error; 0 if unknown."""
    return int(getattr(error.__cause__, "lineno", 0) or 0)


def error_reason(error: ExpressionError) -> str:
    """Return why an expression fails, without quoting the expression."""
    return str(error).split(" in '", 1)[0].split(' in "', 1)[0]


def name_hint(error: ExpressionError) -> str:
    """Return the hint for an unknown name; empty for other errors."""
    return did_you_mean(error.name, error.known) if isinstance(error, UnknownNameError) else ""
