"""How a table lies: where its header is, and whether each row or each column is a component."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from punchboard.importer.columns.column_names import is_known_name, normalised_name
from punchboard.importer.columns.profile import NUMBER, PICTURE
from punchboard.load.tables import Grid, transpose

MAX_ROWS_ABOVE: Final = 10
"""So many rows may stand above a header: a title, a remark, the date."""


MAX_NAME_WORDS: Final = 6
"""So many words the name of a column has at most."""


class Orientation(NamedTuple):
    """How a table lies, and why it is thought so."""

    header: int | Literal["none"] | None
    """The line or row (or column) of the header; None when it is the first that is not blank."""
    each: Literal["row", "column"]
    reason: str


def find_orientation(grid: Grid, wanted: int | Literal["none"] | None = None) -> Orientation:
    """Return how a table lies; ``wanted`` is the header that was asked for."""
    if wanted is not None:
        return Orientation(wanted, "row", "asked for")
    across, sideways = _best_header(grid.rows), transpose(grid)
    down = _best_header(sideways.rows)
    if down[0] >= 2 and down[0] > across[0]:
        column = sideways.places[down[1]].column if down[1] else None
        return Orientation(column, "column", f"the names stand below one another: {_some(sideways.rows[down[1]])}")
    known, top = across
    if known == 0 and grid.rows and _has_sentence(grid.rows[0]):
        return Orientation("none", "row", "the first row looks like a component: it has a sentence")
    if known == 0 and grid.rows and _is_data(grid.rows):
        return Orientation(
            "none", "row", "the first row looks like a component: it has a number where the others have one"
        )
    header = grid.places[top].line if top else None
    names = _some(grid.rows[top]) if grid.rows else ""
    if known == 0:
        return Orientation(header, "row", f"it comes first; no name is known: {names}. A component? Add --header none")
    return Orientation(header, "row", f"it names the columns: {names}")


def known_header_count(grid: Grid) -> int:
    """Return how many names of columns that designers use the header of a table has."""
    return max(_best_header(grid.rows)[0], _best_header(transpose(grid).rows)[0])


def _some(names: Sequence[str]) -> str:
    return ", ".join([name for name in names if is_known_name(name)][:3] or list(filter(None, names))[:3])


def _best_header(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return how many names of columns the row has that has most, and its number; of equals the first.

    Without any name that is known it is the first row that is as full as any near the top.
    """
    first = rows[:MAX_ROWS_ABOVE]
    counts = [len({normalised_name(cell) for cell in row if is_known_name(cell)}) for row in first]
    if any(counts):
        return max(counts), counts.index(max(counts))
    full = [sum(map(bool, row)) for row in first]
    return 0, full.index(max(full)) if full and full[0] * 2 < max(full) else 0


def _has_sentence(row: Sequence[str]) -> bool:
    """Tell whether a cell of the row says more than the name of a column does."""
    return any(len(cell.split()) > MAX_NAME_WORDS or (cell.endswith((".", "!")) and " " in cell) for cell in row)


def _is_data(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row has a number, or a picture, in a column of nothing else."""
    first, rest = rows[0], rows[1:]
    return bool(rest) and any(
        pattern.fullmatch(cell)
        and all(pattern.fullmatch(row[column]) for row in rest if column < len(row) and row[column])
        for column, cell in enumerate(first)
        for pattern in (NUMBER, PICTURE)
    )
