import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.tables import GUTTER, column_slabs, stacked_figure
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import stacked_height
from punchboard.compose.text.lines import merge_texts
from punchboard.compose.text.markdown import Table
from punchboard.scene import Element, Text, flat_items


def table(name, rows=1):
    """Return a table of a name and numbers."""
    head = ((Span(name),), (Span(""),))
    return Table(head, tuple(((Span(f"{name} {row}"),), (Span("7"),)) for row in range(rows)), ("left", "right"))


def places(slab):
    """Return the position of each line of text of a slab, by its words."""
    lines = [line for item in flat_items(slab.draw(0, 0)) if isinstance(item, Text) for line in item.lines]
    return {" ".join(word.text for word in line.words): (line.x, line.y) for line in lines}


def test_one_column_has_ordinary_slabs(look):
    """A page can break between tables; this holds for a single table, too."""
    tables = [table("a"), table("b")]
    plain = list(block_slabs(tables, 100, look))
    assert [slab.height for slab in column_slabs(tables, 1, 100, look)] == [slab.height for slab in plain]
    assert len(list(column_slabs(tables[:1], 3, 100, look))) == len(list(block_slabs(tables[:1], 100, look)))
    assert list(column_slabs([], 2, 100, look)) == []


def test_columns_are_about_equally_high(look):
    """Two short tables are stacked beside a long one; the first is at the top left."""
    (slab,) = column_slabs([table("a"), table("b", 4), table("c")], 2, 120, look)
    at = places(slab)
    assert at["a"][1] == at["b"][1] < at["c"][1]
    assert at["a"][0] == at["c"][0] < at["b"][0]
    assert slab.can_float


def test_tables_in_one_column_are_read_one_after_the_other(look):
    """Each is a part of its own, though they are set alike."""
    (slab,) = column_slabs([table("a"), table("b", 4), table("c")], 2, 120, look)
    tables = [(part.element, part.items[0].element.role) for part in merge_texts(slab.draw(0, 0))]
    assert tables == [(Element("Div", 0), "Table"), (Element("Div", 2), "Table"), (Element("Div", 1), "Table")]


def test_no_more_columns_than_tables(look):
    """Two tables in three columns share the width by two."""
    (slab,) = column_slabs([table("a"), table("b")], 3, 120, look)
    assert places(slab)["b 0"][0] - places(slab)["a 0"][0] == pytest.approx((120 + GUTTER) / 2, abs=0.3)


def test_columns_that_are_too_wide_break_lines(look):
    """Every word of every table is printed within the width."""
    names = ["a rather long name of a pile", "another name, longer than that of the first", "short"]
    (slab,) = column_slabs([table(name, 2) for name in names], 3, 70, look)
    assert slab.overflow_width == 0
    said = " ".join(places(slab))
    assert all(word in said for name in names for word in name.split())


@given(st.lists(st.integers(1, 6), min_size=2, max_size=5), st.integers(2, 3))
def test_columns_are_no_higher_than_one(look, rows, columns):
    """Columns take the height of the highest one, which is at most that of a single column."""
    tables = [table(str(index), number) for index, number in enumerate(rows)]
    (slab,) = column_slabs(tables, columns, 150, look)
    heights = [stacked_height(list(block_slabs((one,), 150, look))) for one in tables]
    assert max(heights) - 1e-6 <= slab.height < stacked_height(list(block_slabs(tables, 150, look))) + 1e-6


def test_slabs_can_become_a_figure(look):
    """It is as high as the stacked slabs."""
    laid = list(block_slabs([table("a"), table("b")], 100, look))
    figure = stacked_figure(laid, 100)
    assert (figure.width, figure.height) == (100, stacked_height(laid))
    assert len(list(figure.draw(0, 0))) == sum(len(list(slab.draw(0, 0))) for slab in laid)
