"""The rows of a request in the table as it is now: the moved are followed, the changed refused."""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from punchboard.load.tables.rows import field_columns
from punchboard.load.tables.table import Table
from punchboard.model.game.game_file import KindFile
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.studio.boxes import gone
from punchboard.server.studio.cards.requests import CellValue, ShownRow


def id_columns(kind: KindFile, table: Table) -> tuple[str, ...]:
    """Return the columns of the fields that a kind's ids are made of."""
    columns = field_columns(kind, table)
    return tuple(columns[name] for name in columns if re.search(rf"\b{re.escape(name)}\b", kind.id))


def shown_row(number: int, row: Mapping[str, str], ids: Sequence[str]) -> dict[str, Any]:
    """Return a row's number, the fingerprint of its cells and the values of its id, as a request names it."""
    filled = sorted((name, value) for name, value in row.items() if value)
    key = "\n".join(row.get(name, "") for name in ids).strip()
    return {"row": number, "mark": sha256(repr(filled).encode("utf-8", "surrogatepass")).hexdigest()[:32], "id": key}


class RowFinder(NamedTuple):
    """The rows of a kind in its table as it is now."""

    file: str
    table: Table
    rows: Sequence[ShownRow]

    def numbers(self, shown: Iterable[ShownRow]) -> Mapping[int, int]:
        """Return the present number of each shown row, by its number there.

        A row is known by its cells, wherever it lies now; one whose cells have changed by the values of its id.

        Raises:
            ProblemsFound: EDIT001 for a row that is not there any more.
        """
        found, free = dict[int, int](), {one.row: one.mark for one in self.rows}
        by_mark, by_id = dict[str, list[int]](), dict[str, list[int]]()
        for one in self.rows:
            by_mark.setdefault(one.mark, []).append(one.row)
            by_id.setdefault(one.id, []).append(one.row)
        wanted = {one.row: one for one in shown}.values()
        for one in sorted(wanted, key=lambda one: free.get(one.row) != one.mark):  # those that stayed come first
            same_id = by_id.get(one.id, []) if one.id else []
            same = by_mark.get(one.mark) or (same_id if len(same_id) == 1 else [])
            here = one.row if free.get(one.row) == one.mark else next((row for row in same if row in free), -1)
            if here < 0:
                raise gone(
                    f"{_name(one)} is not in {self.file} any more, or has changed; nothing is written", self.file
                )
            found[one.row] = here
            del free[here]
        return found

    def refuse_changed(self, cells: Iterable[CellValue], numbers: Mapping[int, int]) -> None:
        """Refuse to write a cell that has another text now than the page has shown.

        Raises:
            ProblemsFound: EDIT001 with both texts.
        """
        for cell in cells:
            now = self.table.rows[numbers[cell.row]].get(cell.column, "")
            if now not in {cell.was, cell.value.strip()}:
                place = self.table.places[numbers[cell.row]]
                raise changed(f"{cell.column!r} was {cell.was!r} here, and is {now!r} in the file now", place)

    def refuse_other(self, shown: Iterable[ShownRow], numbers: Mapping[int, int]) -> None:
        """Refuse to remove a row that has other cells now than the page has shown.

        Raises:
            ProblemsFound: EDIT001.
        """
        marks = {one.row: one.mark for one in self.rows}
        for one in shown:
            if marks[numbers[one.row]] != one.mark:
                raise changed(f"{_name(one)} has other cells in the file now", self.table.places[numbers[one.row]])


def _name(row: ShownRow) -> str:
    return repr(row.id.replace("\n", " ")) if row.id else f"row {row.row + 1}"


def changed(message: str, place: Place) -> ProblemsFound:
    """Return the problem of a row or cell that another program has changed since the page showed it."""
    return fail("EDIT001", place, f"{message}; nothing is written", "do it again to replace what is in the file")
