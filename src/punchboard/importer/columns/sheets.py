"""The parts of a file that hold components, and the header of each: sheets, lists, blocks, rows or columns."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.importer.columns.column_names import (
    WORD_MATCH,
    is_heading,
    is_known_name,
    name_score,
    normalised_name,
    word_set,
)
from punchboard.importer.columns.profile import BOOLEANS, NUMBER, PICTURE
from punchboard.load.tables import Grid, transpose
from punchboard.load.tables.grid import BETWEEN
from punchboard.load.tables.groups import is_counted

MAX_ROWS_ABOVE: Final = 10
"""How many of the first rows are searched for the header: a title, a remark or a date may come before it."""

MAX_NAMES: Final = 500
"""How many cells of a column may name fields; a longer column is a field of its own."""

MAX_NAME_WORDS: Final = 6
"""The highest number of words in a column name."""


class Orientation(NamedTuple):
    """The orientation of a table: its header, whether rows or columns are components, and the reason."""

    header: int | Literal["none"] | None
    """The line or row (or column) of the header; None when it is the first that is not blank."""
    each: Literal["row", "column"]
    reason: str


def find_orientation(grid: Grid, requested: int | Literal["none"] | None = None) -> Orientation:
    """Return the orientation of a table; ``requested`` is the header that the user requested, if any."""
    if requested is not None:
        return Orientation(requested, "row", "as requested")
    if not grid.has_keys and _is_deck_list(grid.rows):
        return Orientation("none", "row", "each row begins with a number of copies")
    across, sideways = _best_header(grid.rows), _sideways(grid)
    down = _best_header(sideways.rows)
    is_sideways = down[0] >= 2 and down[0] > across[0] and down[1] == 0 and not grid.has_keys
    if is_sideways and not _names_columns(grid.rows[across[1] :]) and not _are_texts(sideways.rows[0][1:]):
        return Orientation(None, "column", f"the names are in a column: {_first_names(sideways.rows[down[1]])}")
    known, top = across
    known = known or _headings(grid.rows[0] if grid.rows else ())
    may_be_component = known == 0 and bool(grid.rows) and not grid.has_keys
    if may_be_component and (because := _component_reason(grid.rows)):
        return Orientation("none", "row", because)
    header = grid.places[top].line if top else None
    names = _first_names(grid.rows[top]) if grid.rows else ""
    if known == 0:
        advice = "" if grid.has_keys else ". If it is a component, add --header none"
        return Orientation(header, "row", f"no name in it is known: {names}{advice}")
    return Orientation(header, "row", f"it names the columns: {names}")


def _is_deck_list(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether rows begin with a number of copies and a name, at least those with more than a heading."""
    wide = [row for row in rows if sum(map(bool, row)) > 1]
    return len(wide) > 1 and all(map(is_counted, wide))


MIN_HEADINGS: Final = 2
"""Fewest names of columns that are not printed, or of sides, in a header without others."""


def _headings(row: Sequence[str]) -> int:
    """Return how many cells of a row name columns of any use; 0 if too few do."""
    count = len({normalised_name(cell) for cell in row if is_heading(cell)})
    return count if count >= MIN_HEADINGS and not _is_card(row) else 0


def _are_texts(cells: Sequence[str]) -> bool:
    """Return whether most cells are questions or sentences, and so no names of columns."""
    return 2 * sum(cell.endswith("?") or _is_sentence(cell) for cell in cells) > len(cells)


def _names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a column has what its name in the first row says: numbers of copies or costs, or sentences.

    Otherwise components called Attack and Health are taken for the names of fields.
    """
    names, *rest = rows
    if len(names) == 2 and all(map(is_known_name, names)):
        return True  # nor is a single component called Type
    for column, name in enumerate(names[1:], 1):
        cells = [row[column] for row in rest if row[column : column + 1] not in ([], [""])]
        is_number = [NUMBER.fullmatch(cell) is not None for cell in cells]
        of_role = {role for role in ("copies", "cost", "text") if name_score(name, role) > WORD_MATCH}
        if len(cells) < 2 or not of_role:
            continue
        has_words = "text" in of_role and 2 * sum(" " in cell for cell in cells) > len(cells)
        if (has_words and not any(is_number)) or (all(is_number) and of_role != {"text"}):
            return True
    return False


def known_header_count(grid: Grid) -> int:
    """Return how many known column names the best header of a table has."""
    return max(_best_header(grid.rows)[0], _best_header(_sideways(grid).rows)[0])


def _sideways(grid: Grid) -> Grid:
    """Return the columns of a table as rows, as far as they may name fields."""
    return transpose(grid._replace(rows=grid.rows[:MAX_NAMES], places=grid.places[:MAX_NAMES]))


def _first_names(names: Sequence[str]) -> str:
    return ", ".join([name for name in names if is_heading(name)][:3] or list(filter(None, names))[:3])


def _best_header(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return the highest number of known column names in a row near the top, and the index of the first such row.

    Without any known name it is the first row, unless that is less than half as full as the fullest one.
    """
    first = rows[:MAX_ROWS_ABOVE]
    counts = [
        len({normalised_name(cell) for cell in row if is_known_name(cell)}) if number == 0 or not _is_card(row) else 0
        for number, row in enumerate(first)
    ]
    if any(counts):
        return max(counts), counts.index(max(counts))
    filled = [sum(map(bool, row)) for row in first]
    return 0, filled.index(max(filled)) if filled and filled[0] * 2 < max(filled) else 0


def _is_card(row: Sequence[str]) -> bool:
    """Return whether a row is data: it has a number, or yes or no, although ``no`` and ``x`` also name columns."""
    return any(NUMBER.fullmatch(cell) or cell.lower() in BOOLEANS for cell in row)


def _is_sentence(cell: str) -> bool:
    """Return whether a cell is too long for a column name or ends like a sentence, unlike ``Sort no.``."""
    ends = cell.endswith((".", "!")) and " " in cell and not is_heading(cell)
    return ends or len(cell.split()) > MAX_NAME_WORDS


def _is_data(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has a number, or a picture, in a column that has only those."""
    first, rest = rows[0], rows[1:]
    return bool(rest) and any(
        pattern.fullmatch(cell)
        and all(pattern.fullmatch(row[column]) for row in rest if column < len(row) and row[column])
        for column, cell in enumerate(first)
        for pattern in (NUMBER, PICTURE)
    )


def _component_reason(rows: Sequence[Sequence[str]]) -> str:
    """Return why the first row is no header but looks like a component; empty if it does not."""
    if any(map(_is_sentence, rows[0])):
        return "the first row looks like a component: it has a sentence"
    if _is_data(rows):
        return "the first row has a number or picture, like the other rows"
    repeated = _repeated_value(rows)
    return f"the first row looks like a component: {repeated!r} is in other rows, too" if repeated else ""


def _repeated_value(rows: Sequence[Sequence[str]]) -> str:
    """Return the first value of the first row that its column has again; empty for none."""
    again = (cell for column, cell in enumerate(rows[0]) if cell and any(cell in row[column:][:1] for row in rows[1:]))
    return next(again, "")


MIN_KNOWN_NAMES: Final = 2
"""The lowest number of known column names in the header of a workbook's sheet with components."""

_MIN_KNOWN_NAMES: Final = MappingProxyType(
    {**dict.fromkeys((".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".md"), 1), ".csv": 0, ".tsv": 0}
)
"""The same for other files: their lists and blocks have been recognised as tables already."""

_GROUP_NAMES: Final = frozenset(
    {"authors", "credits", "editions", "expansions", "meta", "metadata", "packs", "sets", "sources"}
)
"""Names of lists that describe groups of components, or people."""

_PEOPLE: Final = frozenset(
    {"members", "memberships", "users", "people", "assignees", "contributors", "collaborators", "owners", "accounts"}
)
"""Names of lists that are of people who work on a game, where they have no texts."""

_SKIPPED_WORDS: Final = word_set("skipped sheets")
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
        elif normalised_name(name) in _PEOPLE and not any(map(_is_sentence, chain.from_iterable(grid.rows))):
            skipped[name] = "it seems to be of the people who work on it"
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
