"""The command ``punchboard sync``: tables fetched from their links again."""

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import typer

from punchboard.cli.commands.diff import change_lines
from punchboard.cli.exit_status import PENDING, PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_games
from punchboard.cli.options import GAMES, HERE, AllowHttp, AllowPrivate, Verbose, Workspace, option, options_from_record
from punchboard.cli.report import display_path, print_line, show_problems, with_display_paths
from punchboard.download.connection import Permissions
from punchboard.download.fetch import fetch
from punchboard.download.formats import TEXT_SUFFIXES, declared_as_utf8, file_name, is_same_format, table_suffix
from punchboard.download.links import NO_TABLE, display_link, export_address, split_link
from punchboard.load.files import MAX_TABLE_BYTES, read_bytes
from punchboard.load.sources import LinkedTable, linked_tables, read_sheets
from punchboard.load.tables import is_text_table
from punchboard.load.tables.grid import convert_to_utf8
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.revisions.comparison import SheetDifference, compare_sheets
from punchboard.workspace import game_folder, workspace_root
from punchboard.write.atomic_file import copy_path, replace_with_copy


class SyncRequest(NamedTuple):
    """The arguments and options of ``punchboard sync``."""

    games: Annotated[tuple[str, ...], GAMES] = ()
    yes: Annotated[bool, option("--yes", "Write without a question.")] = False
    undo: Annotated[bool, option("--undo", "Restore the tables from before the last sync.")] = False
    allow_http: AllowHttp = False
    allow_private: AllowPrivate = False
    verbose: Verbose = False
    workspace: Workspace = HERE

    @property
    def permissions(self) -> Permissions:
        """What may be fetched."""
        return Permissions(self.allow_http, self.allow_private)


class FetchedTable(NamedTuple):
    """A table from a link: a name for its file, its bytes, and notes for the user."""

    name: str
    data: bytes
    notes: tuple[str, ...] = ()


def fetch_table(link: str, place: Place, permissions: Permissions, known_suffix: str = "") -> FetchedTable:
    """Return the table behind a link.

    Args:
        link: the address of a table, or a share link of an online spreadsheet.
        place: where the link is written.
        permissions: what the user permits beyond https to public addresses.
        known_suffix: the suffix of the table file that the data replace, if there is one.

    Raises:
        ProblemsFound: LINK001 when nothing can be fetched, LINK002 for a link that is not permitted, LINK003 for
            anything but a table, and for a table in another format than the file that it replaces.
    """
    split_link(link, place)
    export = export_address(link, place)
    download = fetch(export.address, place, permissions)
    suffix = table_suffix(download, export, place, known_suffix)
    if known_suffix and not is_same_format(suffix, known_suffix):
        message = f"{display_link(link)} now sends {suffix}, but the table is a {known_suffix} file"
        hint = f"change the link, or name a {suffix} file in 'sources' and 'rows'"
        raise fail(NO_TABLE, place, message, hint)
    data = declared_as_utf8(download) if suffix in TEXT_SUFFIXES else download.data
    return FetchedTable(file_name(download, suffix), data, (export.note,) if export.note else ())


MAX_SHOWN: Final = 60
"""How many lines of changes are shown for each sheet, unless all are requested."""

_HINT: Final = "add `sources: {cards.csv: https://…}` to game.yaml, with the link of the table"


class Update(NamedTuple):
    """A table that was fetched: its present content, the new one, and how the two differ."""

    old: bytes | None
    new: bytes
    differences: tuple[SheetDifference, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_needed(self) -> bool:
        """Whether the components, or the columns that describe them, would change."""
        return self.old is None or not all(difference.is_empty for difference in self.differences)


@options_from_record
def command(request: SyncRequest) -> int:
    """Fetch tables from their links again, show what would change, and write them if you agree."""
    try:
        games = select_games(request.workspace, request.games)
    except ProblemsFound as error:
        show_problems(error.problems)
        return USAGE_ERROR
    statuses, count = [SUCCESS], 0
    for game in games:
        try:
            tables = linked_tables(game_folder(game, request.workspace), workspace_root(request.workspace))
        except ProblemsFound as error:
            statuses.append(_reported(error, request))
            continue
        count += len(tables)
        statuses += [_sync(game, table, request) for table in tables]
    if not count and max(statuses) == SUCCESS:
        print_line(f"no table of {', '.join(games)} has a link; {_HINT}")
    return PROBLEMS if PROBLEMS in statuses else max(statuses)


def _sync(game: str, table: LinkedTable, request: SyncRequest) -> int:
    name = display_path(table.path)
    try:
        if request.undo:
            print_line(f"{game}: {_undo_table(table)}")
            return SUCCESS
        update = _fetch(table, request)
        if not update.is_needed:
            print_line(f"{game}: {name} is up to date")
            return SUCCESS
        _show(game, name, update, request)
        if not _is_agreed(name, request):
            return PENDING
        replace_with_copy(table.path, update.old, update.new)
    except ProblemsFound as error:
        return _reported(error, request)
    kept = "" if update.old is None else f"; the old one is {copy_path(table.path).name}, `sync --undo` restores it"
    print_line(f"{game}: wrote {name}{kept}")
    return SUCCESS


def _fetch(table: LinkedTable, request: SyncRequest) -> Update:
    """Return a table as its link gives it now.

    Raises:
        ProblemsFound: LINK001 to LINK003 when it cannot be fetched; TABLE001 and others when it cannot be read.
    """
    fetched = fetch_table(table.link, table.place, request.permissions, table.suffix)
    data, notes = fetched.data, fetched.notes
    converted = convert_to_utf8(data) if is_text_table(table.file) else None
    if converted is not None:
        data = converted.data
        notes = (*notes, f"it is not UTF-8; in {converted.encoding} it contains {converted.word!r}")
    try:
        sheets = read_sheets(table, data)
    except ProblemsFound as error:
        raise ProblemsFound(tuple(_of_fetched(problem, table) for problem in error.problems)) from None
    old = table.current_data()
    try:
        before = read_sheets(table, old) if old is not None else ()
    except ProblemsFound:
        before = ()  # a broken table is replaced as a whole
    return Update(old, data, compare_sheets(before, sheets), notes)


def _of_fetched(problem: Problem, table: LinkedTable) -> Problem:
    """Return a problem of data that are not saved yet."""
    return problem._replace(message=f"in the table that was fetched for {table.file}: {problem.message}")


def _show(game: str, name: str, update: Update, request: SyncRequest) -> None:
    print_line(f"{game}: {name} {'would change' if update.old is not None else 'would be new'}")
    for note in update.notes:
        print_line(f"  note: {note}")
    for difference in update.differences:
        for line in _limited(tuple(_lines(difference)), verbose=request.verbose):
            print_line(f"  {line}")
    show_problems(with_display_paths((p for d in update.differences for p in d.problems), request.workspace))


def _lines(difference: SheetDifference) -> Iterator[str]:
    states = {"new": 0, "changed": 0, "gone": 0}
    for change in difference.changes:
        states[change.state] += 1
    sheet = f"sheet {difference.sheet!r}: " if difference.sheet else ""
    counts = ", ".join(f"{count} {state}" for state, count in states.items())
    order = "; the rows are in another order" if difference.is_reordered else ""
    yield f"{sheet}{counts}{order}"
    yield from change_lines(difference.changes)


def _limited(lines: Sequence[str], *, verbose: bool) -> Sequence[str]:
    if verbose or len(lines) <= MAX_SHOWN:
        return lines
    return (*lines[:MAX_SHOWN], f"and {len(lines) - MAX_SHOWN:,} more lines; --verbose shows them all")


def _is_agreed(name: str, request: SyncRequest) -> bool:
    """Return whether to write: asked at a terminal; otherwise only with ``--yes``."""
    if request.yes:
        return True
    if sys.stdin.isatty() and sys.stdout.isatty():
        return typer.confirm(f"write {name}?", default=False)
    print_line("nothing was written; add --yes to write it")
    return False


def _reported(error: ProblemsFound, request: SyncRequest) -> int:
    show_problems(with_display_paths(error.problems, request.workspace))
    return PROBLEMS


def _undo_table(table: LinkedTable) -> str:
    """Exchange a table with its copy, so that a second call takes the first back; return what was done.

    Raises:
        ProblemsFound: FILE001 when there is no copy; FILE004 when a file cannot be written.
    """
    copy = copy_path(table.path)
    if not copy.is_file():
        message = f"there is no {copy.name} to restore"
        raise fail("FILE001", table.place, message, "only a sync that replaces a table keeps a copy of it")
    kept = read_bytes(copy, table.place, copy.name, MAX_TABLE_BYTES)
    replace_with_copy(table.path, table.current_data(), kept)
    return f"restored {display_path(table.path)} from {copy.name}; --undo again takes that back"
