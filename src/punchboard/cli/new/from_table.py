"""``punchboard new --from``: a table of the designer's becomes a game; the guesses are told with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from punchboard.cli.new.first_build import TABLE_PRODUCTS, first_build
from punchboard.cli.output.report import print_line
from punchboard.importer.columns.orientation import find_orientation
from punchboard.importer.columns.workbook_sheets import choose_sheets
from punchboard.importer.draft import Draft
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.options import NewGameOptions
from punchboard.importer.pictures import picture_paths
from punchboard.importer.writing.imported_game import guess_report, imported_files
from punchboard.importer.yaml_text import quoted
from punchboard.load.files.paths import read_bytes
from punchboard.load.layout_files.search_path import game_search_path
from punchboard.load.layouts.builtin_faces import builtin_boxes
from punchboard.load.pictures.find import find_pictures
from punchboard.load.tables import Grid, TableSource, is_text_table, read_grid, sheet_names
from punchboard.load.tables.encodings import convert_to_utf8
from punchboard.load.tables.table import table_from_grid
from punchboard.model.game.rows_file import RowsFile
from punchboard.problem import Place, fail
from punchboard.workspace import builtin_folder
from punchboard.write.new_folder import replace_file, write_new_folder

if TYPE_CHECKING:
    from punchboard.cli.new.request import NewGameRequest

MAX_SHEETS: Final = 20
"""So many sheets of a workbook are looked at."""


def make_from_table(asked: NewGameRequest, wished: NewGameOptions, folder: Path) -> int:
    """Make the game from its table, tell what was guessed, and build; return the exit status.

    Raises:
        ProblemsFound: for a table that cannot be read, with the place in it; FILE004 where nothing can be written.
    """
    assert asked.table is not None
    source, changed = _as_utf8(
        TableSource(asked.table.name, read_bytes(asked.table, Place("--from"), str(asked.table)))
    )
    given, left = _read_tables(source, asked)
    icons = game_search_path(wished.name, asked.workspace, builtin_folder()).icon_names()
    draft = draft_game(given, ImportContext(icons, builtin_boxes, wished.shape, wished.layout, wished.title))
    draft = draft._replace(warnings=(*changed, *draft.warnings, *left))
    pictures = picture_paths(draft, [one.table for one in given])
    found = find_pictures(asked.table.parent, pictures)
    files = {name: text.encode() for name, text in imported_files(draft, wished).items()}
    write_new_folder(folder, {**found, **files, source.name: source.data}, allow_empty=asked.force)
    _report_guesses(folder, source, draft, len(found), len(pictures))
    again = partial(_write_overrides, folder, draft, wished)
    edit = (source.name, "game.yaml", *(f"layouts/faces/{kind.key}.yaml" for kind in draft.kinds))
    return first_build(asked.workspace, folder, edit, only=TABLE_PRODUCTS if asked.build else None, downgrade=again)


def _as_utf8(source: TableSource) -> tuple[TableSource, tuple[str, ...]]:
    """Return a table as UTF-8, and what is said of it where it was something else."""
    made = convert_to_utf8(source.data) if is_text_table(source.name) else None
    if made is None:
        return source, ()
    then = "when you export it again, save it as 'CSV UTF-8' (a choice of its own in Excel)"
    told = f"{source.name} is not UTF-8; read as {made.encoding} it says {made.word!r}. Your copy is UTF-8 now: {then}"
    return source._replace(data=made.data), (told,)


def _read_tables(source: TableSource, asked: NewGameRequest) -> tuple[list[SourceTable], list[str]]:
    """Return the table, or those of the sheets that hold components, and what is said of sheets that were left out.

    Raises:
        ProblemsFound: TABLE001 for what cannot be read, and where there is no component.
    """
    place, names = Place(source.name), sheet_names(source)
    if asked.sheets or len(names) < 2:
        wanted: tuple[str | None, ...] = asked.sheets or (None,)
        found = [_read_table(source, name, read_grid(source, name, place), asked.header) for name in wanted]
        left = {name: "it was not asked for" for name in names if name not in wanted} if asked.sheets else {}
    else:
        grids = {name: read_grid(source, name, place) for name in names[:MAX_SHEETS]}
        taken, why = choose_sheets(grids)
        found = [_read_table(source, name, grids[name], asked.header) for name in taken]
        left = {**why, **dict.fromkeys(names[MAX_SHEETS:], "there are many before it")}
    full = [one for one in found if one.table.rows]
    if not full:
        hint = "a table has the names of its columns first, and a row for each component"
        raise fail("TABLE001", place, "there is no component in the table", hint)
    left |= {one.sheet: "it has a header and no row" for one in found if one.sheet and not one.table.rows}
    return full, [f"left out the sheet {name!r}: {why}; --sheet {quoted(name)} takes it" for name, why in left.items()]


def _read_table(source: TableSource, sheet: str | None, grid: Grid, header: str) -> SourceTable:
    lie = find_orientation(grid, "none" if header == "none" else int(header) if header else None)
    how = RowsFile(table=source.name, sheet=sheet, header=lie.header, each=lie.each)
    return SourceTable(table_from_grid(grid, source.name, how), source.name, sheet, lie)


def _report_guesses(folder: Path, source: TableSource, draft: Draft, found: int, wanted: int) -> None:
    """Say what was made, and every guess with its reason."""
    copies = sum(kind.copies for kind in draft.kinds)
    rows = sum(kind.rows for kind in draft.kinds)
    many = f"{rows} different components, {copies} in all" if rows != 1 else f"1 component, {copies} of it"
    print_line(f"made {folder.as_posix()}/ from {source.name}: {many}")
    if wanted:
        print_line(_pictures_text(found, wanted))
    print_line("")
    for line in guess_report(draft):
        print_line(line)
    print_line("")
    print_line(
        f"wrong? each guess has a line in {(folder / 'game.yaml').as_posix()}; boxes are in layouts/faces/ beside it"
    )


def _pictures_text(found: int, wanted: int) -> str:
    pictures = f"{found} of {wanted} pictures" if wanted > 1 else f"{'a' if found else 'no'} picture"
    if found == wanted:
        return f"took {pictures} along" if wanted == 1 else f"took all {wanted} pictures along"
    missing = wanted - found
    rest = f"{missing} are not there yet: put them" if missing > 1 else "1 is not there yet: put it"
    return f"took {pictures} along; {rest} into the folder"


def _write_overrides(folder: Path, draft: Draft, wished: NewGameOptions, codes: Sequence[str]) -> None:
    """Write ``game.yaml`` once more so that problems of some codes are warnings."""
    text = imported_files(draft, wished, codes)["game.yaml"]
    replace_file(folder / "game.yaml", text.encode())
