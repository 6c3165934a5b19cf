"""Properties of the import: any text table that a spreadsheet could write becomes a game that loads."""

import csv
import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.writing.imported_game import guess_report, imported_files
from punchboard.load import load_game
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import selected_rows, table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check
from punchboard.problem import Place, ProblemsFound, Severity

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
LIKELY = st.sampled_from(
    [
        "",
        "",
        "1",
        "2",
        "007",
        "3.0",
        "yes",
        "Wolf",
        "Owl",
        "a.png",
        "../b.png",
        "**Now.**",
        "{{ x }}",
        "# a",
        "x\ny",
        "“q”",
        "null",
    ]
)
HEADS = st.sampled_from(
    [
        "Name",
        "Title",
        "Cost",
        "Qty",
        "Type",
        "Kind",
        "Text",
        "id",
        "kind",
        "copies",
        "standing",
        "stated",
        "class",
        "Art",
        "",
        "not",
    ]
)


@st.composite
def tables(draw):
    """Return rows of equal length, the first of them with letters in it."""
    width = draw(st.integers(1, 6))
    head = draw(st.lists(HEADS | TEXT, min_size=width, max_size=width))
    body = draw(st.lists(st.lists(LIKELY | TEXT, min_size=width, max_size=width), min_size=1, max_size=8))
    return [head, *body]


def made(text, folder, file="cards.csv"):
    """Import a table as the command does, and return the draft, the table and the loaded game."""
    grid = read_grid(TableSource(file, text.encode()), None, Place(file))
    lie = find_orientation(grid)
    table = table_from_grid(grid, file, RowsFile(table=file, header=lie.header, each=lie.each))
    if not table.rows:
        return None
    draft = draft_game([SourceTable(table, file, None, lie)], ImportContext(frozenset(), builtin_boxes))
    home = folder / "catalog" / "game"
    home.mkdir(parents=True, exist_ok=True)
    (home / file).write_bytes(text.encode())
    for name, content in imported_files(draft, NewGameOptions("game", "Game")).items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    assert all(line.isprintable() for line in guess_report(draft))
    return draft, table, load_game(home, folder)


def written(rows, delimiter):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(tables(), st.sampled_from([",", ";", "\t"]))
def test_any_table_becomes_a_game_with_a_component_for_each_row(tmp_path, rows, delimiter):
    """It loads without problems and has a component for each row (or column) that is not blank.

    Totals, headings and other rows that the import leaves out are told by the values that it names.
    """
    if not any(cell.strip() for row in rows for cell in row):
        return
    if len(rows[0]) == 1 and any(separator in row[0] for row in rows for separator in ",;\t"):
        return  # one column with a separator in a cell cannot be told from two columns
    found = made(written(rows, delimiter), tmp_path)
    if found is None:
        return
    draft, table, game = found
    kept = selected_rows(table, RowsFile(table="cards.csv", unless=draft.parts[0].table.unless))
    assert len(game.components) == len(kept)
    if draft.parts[0].table.each == "row" and draft.parts[0].table.header is None:
        filled = [row for row in rows if any(cell.strip() for cell in row)]
        assert len(table.rows) == len(filled) - 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(tables())
def test_an_imported_game_has_no_errors_in_its_files(tmp_path, rows):
    """Once laid out, texts may not fit and fonts may lack characters, but keys, values and tables are valid.

    Braces in a cell are a template, which may be invalid.
    """
    if len(rows[0]) == 1 or not any(cell.strip() for row in rows for cell in row):
        return
    if made(written(rows, ","), tmp_path) is None:
        return
    try:
        problems = check(
            "game", BuildOptions(tmp_path, tmp_path / "output", ("sheets/duplex",), ("a4",))
        ).findings.problems
    except ProblemsFound as found:
        problems = found.problems
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    of_files = {"KEY", "VALUE", "TABLE", "ID", "YAML", "FILE"} | ({"EXPR"} if "{" not in str(rows) else set())
    assert not {problem.rule[:-3] for problem in errors} & of_files, errors
