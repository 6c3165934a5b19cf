"""The tables of a game that have a link in ``sources``, and how its kinds read them. Nothing here fetches a link."""

from pathlib import Path, PurePosixPath
from typing import NamedTuple

from punchboard.load.files import MAX_TABLE_BYTES, display_path, read_bytes, resolve_inside
from punchboard.load.kinds import rows_spec
from punchboard.load.tables import TableSource, check_suffix, read_grid
from punchboard.load.tables.data_table import DEFAULT_ROWS_FILE, Table, table_from_grid
from punchboard.load.yaml.places import read_yaml_file
from punchboard.load.yaml.validate import place_of, validated
from punchboard.model.game.game_file import GameFile, KindFile
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail
from punchboard.workspace import GAME_FILE


class LinkedTable(NamedTuple):
    """A table with a link."""

    file: str
    """Its path in the folder of the game."""
    name: str
    """Its path as messages show it."""
    path: Path
    link: str
    place: Place
    """The place of the link in ``game.yaml``."""
    kinds: tuple[tuple[str, KindFile], ...]
    """The kinds whose rows it contains, by id."""

    @property
    def suffix(self) -> str:
        """The suffix of the file in lower case."""
        return PurePosixPath(self.file).suffix.lower()

    def current_data(self) -> bytes | None:
        """Return the bytes of the file; None when there is none.

        Raises:
            ProblemsFound: FILE001 for a file that cannot be read.
        """
        return read_bytes(self.path, self.place, self.name, MAX_TABLE_BYTES) if self.path.exists() else None


class LinkedSheet(NamedTuple):
    """One table as kinds read it: a sheet with its header, and these kinds."""

    how: RowsFile
    kinds: tuple[tuple[str, KindFile], ...]
    table: Table


def linked_tables(folder: Path, workspace: Path) -> tuple[LinkedTable, ...]:
    """Return the tables of a game that have a link, in the order of ``sources``. Only ``game.yaml`` is read.

    Raises:
        ProblemsFound: the problems of ``game.yaml``; REF001 for a table that no kind reads.
    """
    name = display_path(folder / GAME_FILE, workspace)
    raw, places = read_yaml_file(folder / GAME_FILE, name)
    places.setdefault((), Place(name, 1))
    file = validated(GameFile, raw, places, name)
    linked = []
    for table, link in file.sources.items():
        place = place_of(places, ("sources", table), places[()])
        kinds = tuple((key, kind) for key, kind in file.kinds.items() if _rows_file(kind).table == table)
        if not kinds:
            known = {_rows_file(kind).table for kind in file.kinds.values()} - {""}
            raise fail("REF001", place, f"no kind reads the table {table!r}", did_you_mean(table, known))
        check_suffix(table, place)
        path = resolve_inside(folder, table, place)
        linked.append(LinkedTable(table, display_path(folder / table, workspace), path, link, place, kinds))
    return tuple(linked)


def read_sheets(linked: LinkedTable, data: bytes) -> tuple[LinkedSheet, ...]:
    """Return the sheets of a table that kinds read, from some state of its file.

    Raises:
        ProblemsFound: TABLE001 and others for data that cannot be read, and for sheets without rows.
    """
    users: dict[str, list[tuple[str, KindFile]]] = {}
    for key, kind in linked.kinds:
        how = _rows_file(kind)
        users.setdefault(f"{how.sheet}\n{how.header}\n{how.each}", []).append((key, kind))
    sheets = []
    for kinds in users.values():
        how = _rows_file(kinds[0][1])
        table = table_from_grid(read_grid(TableSource(linked.name, data), how.sheet, linked.place), linked.name, how)
        if not table.rows:
            hint = "a table needs a line with the names of its columns, then a row for each component"
            place = Place(linked.name, sheet=how.sheet or "")
            raise fail("TABLE001", place, "the table contains no components", hint)
        sheets.append(LinkedSheet(how, tuple(kinds), table))
    return tuple(sheets)


def _rows_file(kind: KindFile) -> RowsFile:
    return rows_spec(kind) or DEFAULT_ROWS_FILE
