"""The columns of any table, as the checker of rulebooks reads them: which one says what a row is."""

import pytest

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.component_tables import component_tables
from punchboard.importer.table_analysis import SourceTable
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.problem import Place


def kind_column(text):
    """Return the column of a table that says what each row is."""
    grid = read_grid(TableSource("t.csv", text.encode()), None, Place("t.csv"))
    source = SourceTable(table_from_grid(grid, "t.csv"), "t.csv", None, find_orientation(grid))
    (table,) = component_tables([source])
    return table.columns.kind


@pytest.mark.parametrize(
    ("header", "kind"),
    [("holds,type", "type"), ("type,holds", "type"), ("holds,lies on", "holds")],
)
def test_of_two_columns_with_words_for_components_the_one_named_for_types_counts(header, kind):
    """A rulebook that says "take two tokens" means the rows of type token, not those that hold one."""
    assert kind_column(f"name,{header}\nWren,token,card\nOwl,card,token\nEgg,card,token\n") == kind


@pytest.mark.parametrize(("column", "kind"), [("type", "type"), ("home", None)])
def test_without_such_words_the_name_of_a_column_decides(column, kind):
    """A column named for types has kinds that only this game knows; others have none."""
    assert kind_column(f"name,{column}\nWren,wood\nOwl,wood\nEgg,nest\n") == kind
