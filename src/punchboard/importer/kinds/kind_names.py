"""Names of kinds, made from a value of the kind column, from the sheet or from the file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath
from typing import Final

from punchboard.expression import slug
from punchboard.importer.columns.column_names import title_case, word_set

DEFAULT_NAME: Final = "Card"
"""The name of a kind whose source has none that describes it."""

SUFFIXES: Final = frozenset({".csv", ".tsv", ".xlsx", ".ods", ".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".md"})

_ENDINGS_OF_FILES: Final = SUFFIXES | word_set("endings of files")

GENERIC_NAMES: Final = word_set("generic names")
"""Names of files and sheets, in the singular, that do not describe their content."""

MIN_FILE_NAME: Final = 3
"""The shortest name of a file that can describe its content: ``fr.csv`` is a language."""

_GOOGLE: Final = re.compile(r"(.+) - ([^-]+)")
"""The workbook and the sheet in the name of a file downloaded from Google Sheets."""

_BLOCK: Final = re.compile(r"block-\d+|table(?:-\d+)?")
"""Names that the reader gives to parts of a file that have none."""

_BETWEEN: Final = r"[\W_]+"
"""The characters between the words of a title."""

_EDITION: Final = re.compile(
    r"(?:[\s_-]*(?:\(\d+\)|\(?\b(?:v\d[\d.]*|final|copy|grid view|[0-9a-f]{16}|[0-9a-f]{32}(?:_all)?)\)?))+$",
    re.IGNORECASE,
)
"""What programs and people put after a name: the number of a copy, a version, the view or the page of an export."""

_CARDS: Final = frozenset({"card", "carta", "carte", "karte", "karten"})
"""Names of sheets of cards, which say as much as the name of a workbook."""

_DECK: Final = re.compile(r"(?<=\S)(\s+)deck$", re.IGNORECASE)

_ENDINGS: Final[Mapping[str, str]] = {"ies": "y", "oes": "o", "ches": "ch", "shes": "sh", "sses": "ss", "xes": "x"}
"""English plural endings with their singulars; other plurals lose an ``s``."""


def is_descriptive(source: str) -> bool:
    """Return whether the name of a file or sheet describes its content."""
    name = slug(_single(_stem(source)))
    least = MIN_FILE_NAME if PurePosixPath(source).suffix.lower() in SUFFIXES else 1
    return name not in GENERIC_NAMES and not _BLOCK.fullmatch(name) and len(name) >= least


def strip_title(source: str, title: str) -> str:
    """Return the name of a file without the game's title at its start: ``cards.csv`` for ``Dragon Isles cards.csv``.

    A file that has only the title for a name says nothing about its content: it is ``card``.
    """
    if slug(_single(_stem(source))) == slug(_single(title)):
        return "card"
    words = re.findall(r"[^\W_]+", title)
    pattern = rf"{_BETWEEN.join(words)}[\s_-]+(?=[^\W_])"
    match = re.match(pattern, source, re.IGNORECASE) if words else None
    return source[match.end() :] if match else source


def kind_key(source: str, taken: Collection[str]) -> str:
    """Return a unique id for a kind."""
    stem = slug(_single(_stem(source))) if is_descriptive(source) else "card"
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}-{number}", number + 1
    return key


def kind_name(source: str) -> str:
    """Return the printed name of a kind."""
    name = " ".join(title_case(_single(_stem(source))).split())[:60]
    return name if is_descriptive(source) or (name and not slug(name)) else DEFAULT_NAME


def kind_plural(source: str) -> str:
    """Return the plural name of a kind if the source is in the plural; otherwise empty."""
    name = " ".join(title_case(_stem(source)).split())[:60]
    return name if name != kind_name(source) and is_descriptive(source) else ""


def without_endings(name: str) -> str:
    """Return the name of a file without its ending, and without those of what it was made from: ``crew.xml.csv``."""
    while (path := PurePosixPath(name)).suffix.lower() in _ENDINGS_OF_FILES:
        name = path.stem
    return name


def _stem(source: str) -> str:
    name = without_endings(source)
    google = _GOOGLE.fullmatch(name)
    if google:
        name = google[2] if slug(_single(google[2])) not in GENERIC_NAMES - _CARDS else google[1]
    return _DECK.sub(r"\1cards", _EDITION.sub("", name) or name)


def _single(name: str) -> str:
    """Return the singular of an English plural; other words stay the same."""
    lower = name.lower()
    for plural, singular in _ENDINGS.items():
        if lower.endswith(plural) and len(name) > len(plural) + 1:
            return f"{name[: -len(plural)]}{singular}"
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(name) > 3:
        return name[:-1]
    return name
