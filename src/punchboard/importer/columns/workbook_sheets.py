"""Choice of the sheets, lists or blocks of a file that hold components; each of them becomes a kind."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.orientation import known_header_count
from punchboard.load.tables import Grid
from punchboard.load.tables.grid import BETWEEN

MIN_KNOWN_NAMES: Final = 2
"""The lowest number of known column names in the header of a workbook's sheet with components."""

_MIN_KNOWN_NAMES: Final = MappingProxyType(
    {**dict.fromkeys((".json", ".jsonl", ".ndjson", ".yaml", ".yml"), 1), ".csv": 0, ".tsv": 0}
)
"""The same for other files: their lists and blocks have been recognised as tables already."""

_GROUP_NAMES: Final = frozenset(
    {"authors", "credits", "editions", "expansions", "meta", "metadata", "packs", "sets", "sources"}
)
"""Names of lists that describe groups of components, or people."""

_SKIPPED_WORDS: Final = frozenset(
    {
        *("archive", "backup", "changelog", "changes", "config", "copy", "cut", "example", "graveyard", "idea"),
        *(
            "ideas",
            "legend",
            "log",
            "lookup",
            "note",
            "notes",
            "old",
            "playtest",
            "readme",
            "rules",
            "settings",
            "stats",
        ),
        *("summary", "template", "todo", "totals", "unused"),
        *("alt", "archiv", "beispiel", "ideen", "kopie", "notizen", "regeln", "ubersicht", "verworfen", "vorlage"),
        *("ancien", "brouillon", "copie", "exemple", "idees", "modele", "regles"),
        *("antiguo", "apuntes", "borrador", "copia", "ejemplo", "notas", "plantilla", "reglas"),
    }
)
"""Words in the names of sheets that are skipped: notes, drafts, old versions."""

_VERSION: Final = re.compile(r"\bv?\d+\b")


class SheetChoice(NamedTuple):
    """The sheets to import, and the skipped ones with their reasons."""

    taken: tuple[str, ...]
    skipped: Mapping[str, str]


def choose_sheets(grids: Mapping[str, Grid], file: str) -> SheetChoice:
    """Return which sheets of a file to import: those with known column names in their header.

    Of two versions of a sheet, only the later one is imported. If no sheet qualifies, the one with the most known
    column names is.
    """
    skipped: dict[str, str] = {}
    by_suffix = _MIN_KNOWN_NAMES.get(PurePosixPath(file).suffix.lower(), MIN_KNOWN_NAMES)
    for name, grid in grids.items():
        least = 0 if BETWEEN in name else by_suffix
        if _is_skipped(name):
            skipped[name] = "its name suggests notes or an old copy"
        elif known_header_count(grid) < least:
            skipped[name] = f"its header has {'no' if least == 1 else f'fewer than {least}'} known column names"
    taken = [name for name in grids if name not in skipped]
    for name in taken:
        later = next((other for other in taken if other != name and _is_later_version(name, other, grids)), None)
        if later is not None:
            skipped[name] = f"{later!r} is a later version of it"
    chosen = tuple(name for name in taken if name not in skipped)
    if chosen:
        return SheetChoice(chosen, skipped)
    best = max(grids, key=lambda name: (not _is_skipped(name), known_header_count(grids[name])))
    return SheetChoice((best,), {name: why for name, why in skipped.items() if name != best})


def _is_skipped(name: str) -> bool:
    words = normalised_name(name)
    return words in _GROUP_NAMES or not _SKIPPED_WORDS.isdisjoint(words.split())


def _is_later_version(name: str, other: str, grids: Mapping[str, Grid]) -> bool:
    """Return whether ``other`` is a later version of a sheet: the same name but for a higher number, half the words."""
    old, new = normalised_name(name), normalised_name(other)
    if _VERSION.sub("", old).split() != _VERSION.sub("", new).split() or _number(old) >= _number(new):
        return False
    old_words, new_words = _words(grids[name]), _words(grids[other])
    return 2 * len(old_words & new_words) > min(len(old_words), len(new_words))


def _number(name: str) -> int:
    return max((int(number.lstrip("v")) for number in _VERSION.findall(name)), default=0)


def _words(grid: Grid) -> frozenset[str]:
    return frozenset(cell for row in grid.rows[1:] for cell in row if len(cell) > 3 and not cell[0].isdigit())
