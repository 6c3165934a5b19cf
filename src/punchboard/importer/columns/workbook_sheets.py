"""Which sheets of a workbook hold components: each of them becomes a kind."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.orientation import known_header_count
from punchboard.load.tables import Grid

MIN_KNOWN_NAMES: Final = 2
"""So many names of columns that designers use the header of a sheet with components has."""

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
"""Words of sheets that are put aside."""

_VERSION: Final = re.compile(r"\bv?\d+\b")


class SheetChoice(NamedTuple):
    """The sheets that are taken, and those that are left out, each with the reason."""

    taken: tuple[str, ...]
    skipped: Mapping[str, str]


def choose_sheets(grids: Mapping[str, Grid]) -> SheetChoice:
    """Return which of several sheets are taken: those whose header names columns as designers do.

    Of two editions of one sheet it is the later; where no header is known, the one that names most columns.
    """
    left: dict[str, str] = {}
    for name, grid in grids.items():
        if _is_skipped(name):
            left[name] = "by its name it is put aside"
        elif known_header_count(grid) < MIN_KNOWN_NAMES:
            left[name] = "its header names no columns of components"
    taken = [name for name in grids if name not in left]
    for name in taken:
        later = next((other for other in taken if other != name and _is_later_version(name, other, grids)), None)
        if later is not None:
            left[name] = f"{later!r} is a later edition of it"
    found = tuple(name for name in taken if name not in left)
    if found:
        return SheetChoice(found, left)
    best = max(grids, key=lambda name: (not _is_skipped(name), known_header_count(grids[name])))
    return SheetChoice((best,), {name: why for name, why in left.items() if name != best})


def _is_skipped(name: str) -> bool:
    return not _SKIPPED_WORDS.isdisjoint(normalised_name(name).split())


def _is_later_version(name: str, other: str, grids: Mapping[str, Grid]) -> bool:
    """Tell whether another sheet is a later edition of one: called so but for a number, with half of its words."""
    one, two = normalised_name(name), normalised_name(other)
    if _VERSION.sub("", one).split() != _VERSION.sub("", two).split() or _number(one) >= _number(two):
        return False
    words, others = _words(grids[name]), _words(grids[other])
    return 2 * len(words & others) > min(len(words), len(others))


def _number(name: str) -> int:
    return max((int(number.lstrip("v")) for number in _VERSION.findall(name)), default=0)


def _words(grid: Grid) -> frozenset[str]:
    return frozenset(cell for row in grid.rows[1:] for cell in row if len(cell) > 3 and not cell[0].isdigit())
