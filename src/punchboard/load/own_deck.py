"""A player's own deck: a table with a column for the card and one for its copies, or a plain list of cards.

A line of a plain list is ``3 Flaming Sword`` or ``Flaming Sword``; lines that begin with ``#`` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from punchboard.load.files.paths import read_text
from punchboard.load.tables.table import detect_delimiter, read_table
from punchboard.model.game.own_deck import DeckLine, DeckList
from punchboard.problem import Place, Problem, fail

CARD_HEADERS: Final = ("id", "card", "name", "card name", "title")
"""Names of columns that say which card a row is, the surest first."""

COPIES_HEADERS: Final = ("copies", "count", "number", "quantity", "qty", "amount")
"""Names of columns that say how often it is there."""

MAX_COPIES: Final = 10_000

_LINE: Final = re.compile(r"\s*(?:(?P<copies>\d+)\s*[x\u00d7]?\s+)?(?P<card>\S.*?)\s*")
_NUMBER: Final = re.compile(r"[x\u00d7]?\s*(\d+)\s*[x\u00d7]?")
_BREAK: Final = re.compile(r"\r\n|\r|\n")


def read_deck(path: Path, file: str) -> DeckList:
    """Return the cards of a player's list; a line that cannot be read is a VALUE001 among its problems.

    Args:
        path: a ``.csv`` or ``.tsv`` table, or a plain list with any other ending.
        file: how messages call it.

    Raises:
        ProblemsFound: FILE001 and others for a file that cannot be read, TABLE001 for a table that is none or has no
            column of cards.
    """
    if path.suffix.lower() in {".xlsx", ".xls", ".ods", ".numbers"}:
        raise fail("TABLE001", Place(file), f"{path.name!r} is not a table that can be read", "save it as .csv")
    text = read_text(path, Place(file), file)
    found = list((_of_table if path.suffix.lower() in {".csv", ".tsv"} else _of_list)(text, file))
    problems = tuple(one for one in found if isinstance(one, Problem))
    return DeckList(file, tuple(one for one in found if isinstance(one, DeckLine)), problems)


def _of_list(text: str, file: str) -> Iterator[DeckLine | Problem]:
    for number, line in enumerate(_BREAK.split(text.removeprefix("\ufeff")), 1):
        match = _LINE.fullmatch(line)
        if match is not None and not match["card"].startswith("#"):
            copies = Place(file, number, match.start("copies" if match["copies"] else "card") + 1)
            yield _line(match["card"], match["copies"] or "", Place(file, number, match.start("card") + 1), copies)


def _of_table(text: str, file: str) -> Iterator[DeckLine | Problem]:
    table = read_table(text, file)
    heads = {head.casefold(): head for head in reversed(table.header)}
    cards = [heads[name] for name in CARD_HEADERS if name in heads]
    if not cards:
        hint = f"call it {', '.join(map(repr, CARD_HEADERS[:-1]))} or {CARD_HEADERS[-1]!r}"
        raise fail("TABLE001", Place(file, 1), "no column says which card a row is", hint)
    copies = next((heads[name] for name in COPIES_HEADERS if name in heads), None)
    lines, separator = _BREAK.split(text.removeprefix("\ufeff")), detect_delimiter(text)
    for row, place in zip(table.rows, table.places, strict=True):
        columns = dict(zip(table.header, _columns(lines[place.line - 1], separator), strict=False))
        card = next((name for name in cards if row[name]), None)
        if card is None:
            yield Problem("VALUE001", place, f"the row has no {cards[0]!r}", "name the card, or delete the row")
        else:
            yield _line(
                row[card], row[copies] if copies else "", _at(place, columns, card), _at(place, columns, copies)
            )


def _at(place: Place, columns: Mapping[str, int], name: str | None) -> Place:
    return place._replace(column=columns.get(name or "", 0))


def _columns(line: str, separator: str) -> list[int]:
    """Return the column in which each cell of a line begins."""
    starts, quoted = [0], False
    for at, sign in enumerate(line):
        quoted ^= sign == '"'
        if sign == separator and not quoted:
            starts.append(at + 1)
    return [start + len(line[start:]) - len(line[start:].lstrip(" ")) + 1 for start in starts]


def _line(card: str, copies: str, place: Place, copies_place: Place) -> DeckLine | Problem:
    match = _NUMBER.fullmatch(copies.strip() or "1")
    number = int(match[1]) if match is not None and len(match[1]) < 9 else None
    if number is None or number > MAX_COPIES:
        hint = "write a whole number, such as 2"
        return Problem("VALUE001", copies_place, f"{copies!r} is not a number of copies of {card!r}", hint)
    return DeckLine(card, number, place, copies_place)
