"""What a kind is called: after a value of the column that shares the table out, after its sheet, or after the file."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

from punchboard.expression import slug
from punchboard.importer.columns.column_names import title_case

SUFFIXES: Final = frozenset({".csv", ".tsv", ".xlsx", ".ods", ".json", ".yaml", ".yml"})

GENERIC_NAMES: Final = frozenset(
    {
        *("", "all-card", "card", "card-data", "card-list", "cardlist", "carta", "carte", "karte", "karten", "liste"),
        *("book1", "data", "deck", "export", "game", "list", "mappe1", "my", "my-card", "my-game", "new"),
        *(
            "table",
            "the-card",
            "feuille-1",
            "hoja-1",
            "sheet",
            "sheet1",
            "tabelle1",
            "untitled",
            "untitled-spreadsheet",
        ),
    }
)
"""Names of files and sheets, for one component, that say nothing of what is in them."""

MIN_FILE_NAME: Final = 3
"""So many letters the name of a file has that says something: ``fr.csv`` is a language."""

_GOOGLE: Final = re.compile(r"(.+) - ([^-]+)")
"""The workbook and the sheet, as Google Sheets calls a sheet that is downloaded."""

_BETWEEN: Final = r"[\W_]+"
"""What stands between the words of a title."""

_EDITION: Final = re.compile(r"[\s_-]*(?:\(\d+\)|\bv\d[\d.]*|\bfinal|\bcopy)$", re.IGNORECASE)

_DECK: Final = re.compile(r"(?<=\S)(\s+)deck$", re.IGNORECASE)

_ENDINGS: Final = MappingProxyType({"ies": "y", "oes": "o", "ches": "ch", "shes": "sh", "sses": "ss", "xes": "x"})
"""What one of a name for several ends with, as English makes them; of others an ``s`` is taken off."""


def is_descriptive(source: str) -> bool:
    """Tell whether the name of a file or sheet says what is in it."""
    name = slug(_single(_stem(source)))
    least = MIN_FILE_NAME if PurePosixPath(source).suffix.lower() in SUFFIXES else 1
    return name not in GENERIC_NAMES and len(name) >= least


def strip_title(source: str, title: str) -> str:
    """Return the name of a file without the game's title before it: ``cards.csv`` of ``Dragon Isles cards.csv``."""
    words = re.findall(r"[^\W_]+", title)
    pattern = rf"{_BETWEEN.join(words)}[\s_-]+(?=[^\W_])"
    found = re.match(pattern, source, re.IGNORECASE) if words else None
    return source[found.end() :] if found else source


def kind_key(source: str, taken: Collection[str]) -> str:
    """Return the id of a kind, which no other one has."""
    stem = slug(_single(_stem(source))) if is_descriptive(source) else "card"
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}-{number}", number + 1
    return key


def kind_name(source: str) -> str:
    """Return a kind's name in print."""
    name = " ".join(title_case(_single(_stem(source))).split())[:60]
    return name if is_descriptive(source) or (name and not slug(name)) else "Card"


def kind_plural(source: str) -> str:
    """Return the name of several: what stands in the source when that means several, else nothing."""
    name = " ".join(title_case(_stem(source)).split())[:60]
    return name if name != kind_name(source) and is_descriptive(source) else ""


def _stem(source: str) -> str:
    path = PurePosixPath(source)
    name = path.stem if path.suffix.lower() in SUFFIXES else source
    google = _GOOGLE.fullmatch(name)
    if google:
        name = google[2] if slug(_single(google[2])) not in GENERIC_NAMES else google[1]
    return _DECK.sub(r"\1cards", _EDITION.sub("", name) or name)


def _single(name: str) -> str:
    """Return one of a name for several, as English makes them; other words stay."""
    lower = name.lower()
    for ending, one in _ENDINGS.items():
        if lower.endswith(ending) and len(name) > len(ending) + 1:
            return f"{name[: -len(ending)]}{one}"
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(name) > 3:
        return name[:-1]
    return name
