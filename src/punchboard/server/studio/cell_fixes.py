"""Fixes of words in cells of a workbook: the cell behind a problem's place, found again when it is written."""

from collections.abc import Iterator
from pathlib import Path

from punchboard.edit.tables.records import Cell
from punchboard.edit.tables.table_file import TableFile, with_cells
from punchboard.load.game import kinds_as_written
from punchboard.load.tables.data_table import Table
from punchboard.problem import Place
from punchboard.server.studio.boxes import outdated_error
from punchboard.server.studio.card_rows import rows_file
from punchboard.server.studio.fixes import WordFix, word_in
from punchboard.server.studio.requests import SeenText
from punchboard.server.studio.seen import changed_error
from punchboard.workspace import game_folder, workspace_root


class SheetCells:
    """The rows of a kind in a sheet of a workbook, as the bytes of its file have them now.

    Args:
        home: the workspace and the game, whose ``game.yaml`` says how its kinds read their files: it need not load.
        data: the bytes of the file.
        sheet: the file and the sheet.
    """

    def __init__(self, home: tuple[Path, str], data: bytes, sheet: Place) -> None:
        self._data = data
        self._table = next(_tables(home, data, sheet), None)
        rows = self._table[1].rows if self._table is not None else ()
        self._texts = [", ".join(f"{name}: {value}" for name, value in row.items() if value) for row in rows]

    def seen(self, fix: WordFix) -> SeenText | None:
        """Return the row that a fix changes, with all its values; None when the misspelt word is not in the cell."""
        cell = self._cell(fix.place)
        if cell is None or word_in(cell[2], fix.wrong) is None:
            return None
        texts, row = self._texts, cell[0]
        return SeenText(text=texts[row], turn=texts[:row].count(texts[row]), count=texts.count(texts[row]))

    def with_word(self, fix: WordFix, seen: SeenText) -> bytes:
        """Return the file's bytes with the right word in the row that was seen, wherever it is by now.

        Raises:
            ProblemsFound: EDIT001 with both versions when the row has changed, EDIT002 when the cell cannot be changed.
        """
        file = fix.place.file
        same = [number for number, text in enumerate(self._texts) if text == seen.text]
        name = self._column(fix.place)
        if self._table is None or name is None:
            raise outdated_error(f"{file} has no such cell any more", file)
        if len(same) != seen.count:
            cell = self._cell(fix.place)
            now = "several such rows" if len(same) > seen.count or cell is None else self._texts[cell[0]]
            raise changed_error(f"row {fix.place.line}", seen.text, now, fix.place)
        at, table = self._table
        value = table.rows[same[seen.turn]][name]
        word = word_in(value, fix.wrong)
        if word is None:
            raise changed_error(f"row {fix.place.line}", fix.wrong, value, fix.place)
        right = value[: word.start()] + fix.right + value[word.end() :]
        return with_cells(at, self._data, [Cell(same[seen.turn], name, right)])

    def _cell(self, place: Place) -> tuple[int, str, str] | None:
        """Return the row, the column and the text of the cell at a place; None if there is none."""
        name = self._column(place)
        if self._table is None or name is None:
            return None
        places, rows = self._table[1].places, self._table[1].rows
        row = next((number for number, one in enumerate(places) if one.line == place.line), None)
        return None if row is None else (row, name, rows[row].get(name, ""))

    def _column(self, place: Place) -> str | None:
        if self._table is None:
            return None
        table = self._table[1]
        return next((one.name for one in table.columns if table.cell(-1, one.name).column == place.column), None)


def _tables(home: tuple[Path, str], data: bytes, sheet: Place) -> Iterator[tuple[TableFile, Table]]:
    """Yield the tables of the kinds whose rows are in a sheet."""
    workspace, game = home
    file, kinds = kinds_as_written(game_folder(game, workspace), workspace_root(workspace))
    for kind in kinds:
        at = rows_file(file, kinds, kind)
        if at.file == sheet.file:
            table = at.table(data)
            if any(place.sheet == sheet.sheet for place in table.places):
                yield at, table
