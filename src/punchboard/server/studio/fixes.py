"""Fixes of problems that have one right answer, and the texts and cells that they change, found again when written."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.checks.faces.fit import SMALLEST_TYPE
from punchboard.edit.tables.records import Cell
from punchboard.edit.tables.table_file import TableFile, with_cells
from punchboard.load.game import kinds_as_written
from punchboard.load.tables.data_table import Table
from punchboard.model.values import closest_word
from punchboard.problem import Place, Problem
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.boxes import outdated_error
from punchboard.server.studio.card_rows import rows_file
from punchboard.server.studio.requests import SeenText
from punchboard.server.studio.seen import changed_error
from punchboard.workspace import game_folder, workspace_root

_MEANT: Final = re.compile(r"did you mean '([^']+)'\?")
_QUOTED: Final = re.compile(r"'([^']+)'")
_BOX: Final = re.compile(r"box '([^']+)' of face '([^']+)'")
_FLOOR: Final = f"shrink to {SMALLEST_TYPE:g}pt"


class WordFix(NamedTuple):
    """A misspelt word behind a place in a text file or in a cell of a workbook, and the right one."""

    label: str
    place: Place
    wrong: str
    right: str


class FitFix(NamedTuple):
    """A box whose text may shrink to the smallest legible size."""

    label: str
    component: str
    side: int
    box: str
    fit: str


Fix = WordFix | FitFix


def fix_of(problem: Problem, snapshot: Snapshot | None) -> Fix | None:
    """Return the fix of a problem; None where there is more than one right answer, or none."""
    meant = _MEANT.search(problem.hint)
    if meant is not None:
        return _word_fix(problem, meant[1])
    box = _BOX.search(problem.message)
    if box is None or snapshot is None:
        return None
    name, face = box[1], box[2]
    if _FLOOR in problem.hint:
        return _fit_fix(f"Let {name} shrink to {SMALLEST_TYPE:g} pt", name, face, snapshot)
    layout = snapshot.composed.loaded.layouts.faces.get(face)  # a page of a book has none
    file = layout.boxes.get(name) if layout is not None and problem.rule == "TYPE001" else None
    if file is not None and file.fit is not None and file.fit < SMALLEST_TYPE:
        return _fit_fix(f"Raise {name} to {SMALLEST_TYPE:g} pt", name, face, snapshot)
    return None


def key_of(problem: Problem) -> str:
    """Return a key for a problem; it stays the same when later checks add problems, and when its line moves."""
    place = Place(problem.place.file, 0)
    return sha256(f"{problem._replace(place=place)} {problem.place.column}".encode()).hexdigest()


def seen_line(lines: Sequence[str], fix: WordFix) -> SeenText | None:
    """Return the line of a file that a fix changes; None when the misspelt word is not there."""
    if not 0 < fix.place.line <= len(lines):
        return None
    number = fix.place.line - 1
    line = lines[number]
    if _word_in_line(line, fix) is None:
        return None
    return SeenText(text=line, turn=lines[:number].count(line), count=lines.count(line))


def with_word(text: str, fix: WordFix, seen: SeenText) -> str:
    """Return a file's text with the right word in the line that was seen, wherever it is by now.

    Raises:
        ProblemsFound: EDIT001 with both versions when the line has changed, or others are the same as it now.
    """
    lines, plain = text.splitlines(keepends=True), text.splitlines()
    same = [number for number, line in enumerate(plain) if line == seen.text]
    match = _word_in_line(seen.text, fix)
    if match is None or len(same) != seen.count:
        here = fix.place.line - 1
        now = plain[here] if len(same) <= seen.count and here < len(plain) else "several such lines"
        raise changed_error(f"line {fix.place.line}", seen.text, now, fix.place)
    line = lines[same[seen.turn]]
    lines[same[seen.turn]] = line[: match.start()] + fix.right + line[match.end() :]
    return "".join(lines)


def word_in(text: str, word: str, start: int = 0) -> re.Match[str] | None:
    """Return the first place of a whole word in a text, not before ``start``; None when it is not there."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(text, start)


def _word_in_line(line: str, fix: WordFix) -> re.Match[str] | None:
    return word_in(line, fix.wrong, max(fix.place.column - 1, 0))


def _word_fix(problem: Problem, right: str) -> WordFix | None:
    wrong = next((word for word in _QUOTED.findall(problem.message) if closest_word(word, [right])), None)
    if wrong is None or wrong == right or not problem.place.line:
        return None
    return WordFix(f"Write {right!r}", problem.place, wrong, right)


def _fit_fix(label: str, box: str, face: str, snapshot: Snapshot) -> FitFix | None:
    for component, keys in snapshot.side_keys.items():
        for side, key in enumerate(keys):
            if snapshot.spec(key).layout == face:
                return FitFix(label, component, side, box, _FLOOR)
    return None


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
