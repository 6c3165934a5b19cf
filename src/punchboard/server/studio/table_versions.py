"""A new version of a game's table: which table it is, what differs from the one there, and its bytes in its place."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field

from punchboard.edit.game_files import FileChange, decoded, fingerprint
from punchboard.edit.tables.records import value_at
from punchboard.edit.yaml_edit import set_value
from punchboard.importer.source_tables import as_utf8
from punchboard.load.kinds import rows_spec
from punchboard.load.tables import TableSource
from punchboard.load.tables.data_table import Table
from punchboard.load.tables.rows import EVERY_ROW, field_columns
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.game import Game
from punchboard.problem import Place, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.boxes import outdated_error
from punchboard.server.studio.card_edits import Deck
from punchboard.server.studio.card_rows import id_columns, kind_rows, table_file
from punchboard.server.studio.requests import ShowingRequest
from punchboard.server.studio.session import Outcome, Session

MOST_SHOWN: Final = 200
"""How many rows of a sort the page shows."""


class TableRequest(ShowingRequest):
    """A new version of a table, whose bytes come behind this line; ``seen`` is the file that it was compared with."""

    label: Annotated[str, Field(max_length=400)] = ""
    name: Annotated[str, Field(max_length=1000)]
    seen: Annotated[str, Field(max_length=100)] = ""


class _Version(NamedTuple):
    """The path of a table in the workspace, its bytes, and the new ones."""

    file: str
    before: bytes
    after: bytes


def _version(session: Session, game: Game, name: str, data: bytes) -> _Version:
    """Return the table of a game that a file replaces: that of its name, else the only one in its format.

    Raises:
        ProblemsFound: EDIT002 when it may be several, or none; EDIT001 when the table is gone.
    """
    tables = [table_file(game, kind) for kind in game.file.kinds]
    files = list(dict.fromkeys(one.file for one in tables if one.how is not None))
    new = PurePosixPath(name.replace("\\", "/").rpartition("/")[2])
    named = [file for file in files if PurePosixPath(file).name.casefold() == new.name.casefold()]
    alike = named or [file for file in files if PurePosixPath(file).suffix.lower() == new.suffix.lower()]
    if len(alike) != 1:
        names = " or ".join(PurePosixPath(file).name for file in files) or "game.yaml, and has no table"
        hint = "give the file the name of the table that it replaces, then drop it again"
        raise fail("EDIT002", Place(game.place.file), f"the game reads {names}, and not {new.name}", hint)
    before = session.read(alike[0])
    if before is None:
        raise outdated_error(f"{alike[0]} no longer exists", alike[0])
    return _Version(alike[0], before, as_utf8(TableSource(alike[0], data))[0].data)


def compare_table(session: Session, snapshot: Snapshot, request: TableRequest, data: bytes) -> dict[str, Any]:
    """Return what a new version of a table changes, as plain data for the page; nothing is written.

    Raises:
        ProblemsFound: as `_version`, and those of a file that is no table or has values that the game refuses.
    """
    game = snapshot.game
    version = _version(session, game, request.name, data)
    kinds = [kind for kind in game.file.kinds if table_file(game, kind).file == version.file]
    if not any(_new_columns(game, kind, version) for kind in kinds):  # these are not read before they are left out
        for kind in kinds:
            Deck(game, session.workspace, kind).check(version.after)
    return {
        "file": version.file,
        "seen": fingerprint(version.before),
        "same": version.before == version.after,
        "kinds": [_kind_changes(game, kind, version) for kind in kinds],
    }


def replace_table(session: Session, snapshot: Snapshot, request: TableRequest, data: bytes) -> Outcome:
    """Write a new version of a table over the one that it was compared with, as one step.

    Raises:
        ProblemsFound: as `compare_table`; EDIT001 when the table has changed since, FILE004 when it cannot be written.
    """

    def changes() -> Iterator[FileChange]:
        version = _version(session, snapshot.game, request.name, data)
        if fingerprint(version.before) != request.seen:
            raise outdated_error(f"{version.file} was changed elsewhere since you compared it", version.file)
        yield FileChange(version.file, version.before, version.after)
        yield from _left_out(session, snapshot.game, version)

    return session.do(request.label, changes)


def _left_out(session: Session, game: Game, version: _Version) -> Iterator[FileChange]:
    """Yield the change of ``game.yaml`` with which new columns are not printed, as an import leaves out what it can."""
    file = game.place.file
    before = session.read(file) or b""
    text = decoded(before, file)
    changed, written = text.text, read_yaml_value(text.text, file)
    for kind, model in game.file.kinds.items():
        how = rows_spec(model)
        new = _new_columns(game, kind, version) if table_file(game, kind).file == version.file else []
        if how is None or not new:
            continue
        path = ("kinds", kind, "rows")
        rows = value_at(written, path)
        is_short = isinstance(rows, str)
        old = value_at(rows, ("ignore",)) or ()
        ignore = [*([old] if isinstance(old, str) else old), *new]
        value = {"table": rows, "ignore": ignore} if is_short else ignore
        changed = set_value(changed, path if is_short else (*path, "ignore"), value)
    if changed != text.text:
        yield FileChange(file, before, text.encoded(changed))


def _new_columns(game: Game, kind: str, version: _Version) -> list[str]:
    """Return the columns that only the new version has and that no field reads."""
    at = table_file(game, kind)
    old, new = ([column.name for column in at.table(data).columns] for data in (version.before, version.after))
    known = {field.column or name for name, field in game.file.kinds[kind].fields.items()}
    return [name for name in new if name not in old and name not in known and name not in EVERY_ROW]


class _Rows(NamedTuple):
    """The rows of a kind in one version of its table: by the values of their ids, where these are different."""

    table: Table
    by_key: Mapping[str, Mapping[str, str]]
    names: Mapping[str, str]


def _rows(game: Game, kind: str, data: bytes) -> _Rows:
    model, table = game.file.kinds[kind], table_file(game, kind).table(data)
    columns, ids = field_columns(model, table), id_columns(model, table)
    rows = [table.rows[number] for number in kind_rows(model, table)]
    keys = ["\n".join(row.get(name, "") for name in ids).strip() for row in rows]
    times = Counter(keys)
    # a row without an id of its own is known by all of its cells
    unique = [
        key if key and times[key] == 1 else repr(sorted(row.items())) for key, row in zip(keys, rows, strict=True)
    ]
    title = columns.get("name") or columns.get("title") or ""
    names = {key: row.get(title, "") or key.replace("\n", " ") for key, row in zip(unique, rows, strict=True)}
    return _Rows(table, dict(zip(unique, rows, strict=True)), names)


def _kind_changes(game: Game, kind: str, version: _Version) -> dict[str, Any]:
    """Return the rows of a kind that are new, gone or changed, and the columns that are new or gone."""
    old, new = (_rows(game, kind, data) for data in (version.before, version.after))
    changed = [
        {"name": new.names[key], "cells": cells}
        for key, row in new.by_key.items()
        if key in old.by_key and (cells := list(_cells(old.by_key[key], row)))
    ]
    columns = [[column.name for column in rows.table.columns] for rows in (old, new)]
    changes: dict[str, list[Any]] = {
        "new": [new.names[key] for key in new.by_key if key not in old.by_key],
        "gone": [old.names[key] for key in old.by_key if key not in new.by_key],
        "changed": changed,
    }
    return {
        "name": game.kinds[kind].plural,
        "counts": {what: len(rows) for what, rows in changes.items()},
        **{what: rows[:MOST_SHOWN] for what, rows in changes.items()},
        "columns": {"new": _without(columns[1], columns[0]), "gone": _without(columns[0], columns[1])},
    }


def _cells(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for column in dict.fromkeys((*old, *new)):
        was, now = old.get(column, ""), new.get(column, "")
        if was != now:
            yield column, was, now


def _without(names: Sequence[str], others: Sequence[str]) -> list[str]:
    return [name for name in names if name not in others]
