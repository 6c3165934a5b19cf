"""The table of a kind's rows from the bytes of its file, wherever the rows are: in a table or in ``game.yaml``."""

from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.records.cells import is_plain, plain_text
from punchboard.load.tables.table import Column, Table, table_from_grid
from punchboard.load.yaml.places import read_yaml
from punchboard.model.game.rows_file import RowsFile
from punchboard.problem import Place


def kind_table(data: bytes, file: str, kind: str, how: RowsFile | None) -> Table:
    """Return the table of a kind's rows.

    Args:
        data: the bytes of the file.
        file: its path, as messages show it.
        kind: the kind's id.
        how: the table with its settings; None for rows in ``game.yaml``.

    Raises:
        ProblemsFound: for an unreadable file, as loading the game does.
    """
    source = TableSource(file, data)
    if how is not None:
        return table_from_grid(read_grid(source, how.sheet, Place(file)), file, how)
    raw, places = read_yaml(source.text(), file)
    path = ("kinds", kind, "rows")
    records = raw["kinds"][kind]["rows"]
    header = tuple(dict.fromkeys(name for record in records for name in record))
    rows = [{name: _cell(record.get(name)) for name in header} for record in records]
    starts = [places[(*path, number)] for number in range(len(records))]

    def cell(row: int, name: str) -> Place:
        return Place(file, places[path].line) if row < 0 else places.get((*path, row, name), starts[row])

    return Table(header, rows, starts, tuple(Column(name, name, at) for at, name in enumerate(header)), cell)


def _cell(value: object) -> str:
    return plain_text(value) if is_plain(value) else ", ".join(map(str, value))  # type: ignore[call-overload]
