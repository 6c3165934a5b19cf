"""Reading a player's own deck: a table with a column for the card and one for copies, or a plain list of cards.

A line of a plain list is ``3 Flaming Sword`` or ``Flaming Sword``. Lines that begin with ``#`` are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from punchboard.load.files import read_text
from punchboard.load.tables.data_table import detect_delimiter, read_table
from punchboard.model.game.expectations import DeckLine, DeckList
from punchboard.problem import Place, Problem, fail

CARD_HEADERS: Final = ("id", "card", "name", "card name", "title")
"""Headers of the column that names the card, in order of preference."""

COPIES_HEADERS: Final = ("copies", "count", "number", "quantity", "qty", "amount")
"""Headers of the column with the number of copies."""

MAX_COPIES: Final = 10_000

_LINE: Final = re.compile(r"\s*(?:(?P<copies>\d+)\s*[x\u00d7]?\s+)?(?P<card>\S.*?)\s*")
_NUMBER: Final = re.compile(r"[x\u00d7]?\s*(\d+)\s*[x\u00d7]?")
_BREAK: Final = re.compile(r"\r\n|\r|\n")


def read_deck(path: Path, file: str) -> DeckList:
    """Return the cards of a player's deck list. Its problems hold a VALUE001 for each line that cannot be read.

    Args:
        path: a ``.csv`` or ``.tsv`` table, or a plain list with any other suffix.
        file: the path that messages show.

    Raises:
        ProblemsFound: FILE001 and others for a file that cannot be read, TABLE001 for an invalid table or one without a
            column of cards.
    """
    if path.suffix.lower() in {".xlsx", ".xls", ".ods", ".numbers"}:
        raise fail("TABLE001", Place(file), f"cannot read {path.name!r} as a deck list", "save it as .csv")
    text = read_text(path, Place(file), file)
    lines = list((_of_table if path.suffix.lower() in {".csv", ".tsv"} else _of_list)(text, file))
    problems = tuple(line for line in lines if isinstance(line, Problem))
    return DeckList(file, tuple(line for line in lines if isinstance(line, DeckLine)), problems)


def _of_list(text: str, file: str) -> Iterator[DeckLine | Problem]:
    for number, line in enumerate(_BREAK.split(text.removeprefix("\ufeff")), 1):
        match = _LINE.fullmatch(line)
        if match is not None and not match["card"].startswith("#"):
            copies = Place(file, number, match.start("copies" if match["copies"] else "card") + 1)
            yield _line(match["card"], match["copies"] or "", Place(file, number, match.start("card") + 1), copies)


def _of_table(text: str, file: str) -> Iterator[DeckLine | Problem]:
    table = read_table(text, file)
    headers = {header.casefold(): header for header in reversed(table.header)}
    cards = [headers[name] for name in CARD_HEADERS if name in headers]
    if not cards:
        hint = f"name that column {', '.join(map(repr, CARD_HEADERS[:-1]))} or {CARD_HEADERS[-1]!r}"
        raise fail("TABLE001", Place(file, 1), "no column names the cards", hint)
    copies = next((headers[name] for name in COPIES_HEADERS if name in headers), None)
    lines, separator = _BREAK.split(text.removeprefix("\ufeff")), detect_delimiter(text)
    for row, place in zip(table.rows, table.places, strict=True):
        columns = dict(zip(table.header, _cell_columns(lines[place.line - 1], separator), strict=False))
        card = next((name for name in cards if row[name]), None)
        if card is None:
            yield Problem("VALUE001", place, f"the row has no {cards[0]!r}", "name the card or delete the row")
        else:
            number = row[copies] if copies else ""
            yield _line(row[card], number, _at(place, columns, card), _at(place, columns, copies))


def _at(place: Place, columns: Mapping[str, int], name: str | None) -> Place:
    return place._replace(column=columns.get(name or "", 0))


def _cell_columns(line: str, separator: str) -> list[int]:
    """Return the column number at which each cell of a line begins, from 1."""
    starts, quoted = [0], False
    for at, character in enumerate(line):
        quoted ^= character == '"'
        if character == separator and not quoted:
            starts.append(at + 1)
    return [start + len(line[start:]) - len(line[start:].lstrip(" ")) + 1 for start in starts]


def _line(card: str, copies: str, place: Place, copies_place: Place) -> DeckLine | Problem:
    match = _NUMBER.fullmatch(copies.strip() or "1")
    number = int(match[1]) if match is not None and len(match[1]) < 9 else None
    if number is None or number > MAX_COPIES:
        hint = f"write a whole number up to {MAX_COPIES:,}, such as 2"
        return Problem("VALUE001", copies_place, f"{copies!r} is not a valid number of copies of {card!r}", hint)
    return DeckLine(card, number, place, copies_place)
