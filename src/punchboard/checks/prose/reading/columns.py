"""The roles of the columns in a table of components, guessed from their names and cells."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.checks.prose.english.words import fold
from punchboard.checks.prose.reading.vocabulary import GENERIC

Rows = Sequence[Mapping[str, str]]

Cells = Mapping[str, Sequence[str]]
"""The cells of each column that are not empty."""

_HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "name|card|card name|title|component|piece|item|what",
        "copies": "copies|count|qty|quantity|amount|how many|pieces|num|n|x|#",
        "number": "number|total|no.|cards",
        "kind": "kind|type|category|class|card type|sort|deck",
        "text": "text|effect|effects|rules|rules text|card text|description|reads",
        "aside": "flavou?r|flavou?r text|quote|artist|illustrat(?:or|ion)|art|image|picture|notes?|comments?|credits?",
        "suit": "suits?",
        "rank": "ranks?|value|number|pips|face",
    }
)
"""Patterns of column names that say what a column is."""

_WHOLE: Final = re.compile(r"[+\-\u2212]?\d{1,9}")
_SENTENCE: Final = re.compile(r"\S+\s+\S+\s+\S+.*|.*[.!]$", re.DOTALL)
MAX_ROWS_PER_NAME: Final = 4
"""A column of names has at most this many rows for each name, on average."""


class Columns(NamedTuple):
    """The column names of a table, by role."""

    name: str | None
    copies: str | None
    kind: str | None
    lists: tuple[str, ...]
    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    suit: str | None
    rank: str | None


def columns_of(header: Sequence[str], rows: Rows) -> Columns:
    """Return the role of each column of a table. Columns that are not part of the game, such as artists, have none."""
    cells = {
        head: found
        for head in header
        if not has_role(head, "aside") and (found := [row[head] for row in rows if row[head]])
    }
    numbers = [head for head, found in cells.items() if all(map(_WHOLE.fullmatch, found))]
    copies = _copies(cells, numbers)
    texts = [head for head in cells if head not in numbers and (has_role(head, "text") or _is_prose(cells[head]))]
    rest = [head for head in cells if head not in {*numbers, *texts}]
    name = _name(cells, rest, len(rows))
    lists = [head for head in rest if head != name]
    kind = _kind(cells, lists, len(rows))
    return Columns(
        name,
        copies,
        kind,
        tuple(head for head in lists if head != kind),
        tuple(head for head in numbers if head != copies),
        tuple(texts),
        next((head for head in cells if has_role(head, "suit")), None),
        next((head for head in cells if has_role(head, "rank")), None),
    )


def has_role(header: str, role: str) -> bool:
    """Return whether a column's name says that it has a role."""
    return re.fullmatch(_HEADERS[role], header.strip(), re.IGNORECASE) is not None


def _copies(cells: Cells, numbers: Sequence[str]) -> str | None:
    """Return the column of copies. ``number`` may also be a rank or a running number."""
    by_name = next((head for head in numbers if has_role(head, "copies")), None)
    return by_name or next((head for head in numbers if has_role(head, "number") and _repeats(cells[head])), None)


def _name(cells: Cells, heads: Sequence[str], rows: int) -> str | None:
    by_name = next(
        (head for head in heads if has_role(head, "name") and not _repeats(cells[head], MAX_ROWS_PER_NAME)), None
    )
    return by_name or next((head for head in heads if len(set(cells[head])) == rows > 1), None)


def _kind(cells: Cells, heads: Sequence[str], rows: int) -> str | None:
    """Return the column that says what kind a piece is: by its name, or because it contains words such as ``token``."""
    by_name = next((head for head in heads if has_role(head, "kind")), None)
    generic = [head for head in heads if any(fold(value) in GENERIC for value in cells[head])]
    full = (head for head in generic if len(cells[head]) == rows)
    return by_name or next((*full, *generic).__iter__(), None)


def _repeats(values: Sequence[str], times: int = 1) -> bool:
    return len(values) > times * len(set(values))


def _is_prose(values: Sequence[str]) -> bool:
    sentences = sum(bool(_SENTENCE.fullmatch(value)) for value in values)
    spaced, ended = any(" " in value for value in values), any(value.endswith(".") for value in values)
    return 2 * sentences > len(values) and spaced and ended
