import pytest

from punchboard.compose.text.column import stacked_items
from punchboard.compose.text.markdown import parse_blocks
from punchboard.compose.text.table_layout import CELL_PAD, table_slabs
from punchboard.scene import Shape, Text, flat_items


def table(text, width, look):
    (block,) = parse_blocks(text)
    return list(table_slabs(block, width, look))


def lines(column):
    return [
        (" ".join(word.text for word in line.words), line.x)
        for item in flat_items(stacked_items(column, 0, 0))
        if isinstance(item, Text)
        for line in item.lines
    ]


ROWS = "| Name | Effect |\n|---|---|\n"


def test_a_table_has_a_slab_for_each_row(look):
    """Header and rows each have a rule below; those of the header and the last row are heavier."""
    column = table(ROWS + "| a | b |\n| c | d |\n| e | f |\n", 60, look)
    widths = [item.stroke.width for item in flat_items(stacked_items(column, 0, 0)) if isinstance(item, Shape)]
    assert widths == [0.35, 0.12, 0.12, 0.35]
    assert [text for text, _ in lines(column)] == ["Name", "Effect", "a", "b", "c", "d", "e", "f"]


def test_a_small_table_is_never_broken(look):
    """All of its rows are kept together."""
    column = table(ROWS + "| a | b |\n" * 5, 60, look)
    assert [row.keep_with_next for row in column] == [True] * 5 + [False]


def test_a_long_table_breaks_between_its_inner_rows(look):
    """The header stays with the first two rows, the last row with the one before it."""
    column = table(ROWS + "| a | b |\n" * 14, 60, look)
    assert [row.keep_with_next for row in column] == [True, True, *[False] * 11, True, False]


def test_a_table_with_a_blank_header_has_no_header(look):
    """A first row of blank cells is left out."""
    assert [text for text, _ in lines(table("| | |\n|---|---|\n| a | b |\n", 60, look))] == ["a", "b"]


def test_columns_fill_the_width(look):
    """Width that short texts do not need is shared evenly; rules are as long as the column is wide."""
    column = table(ROWS + "| a | b |\n", 60, look)
    rules = [item.outline.bounds for item in flat_items(stacked_items(column, 0, 0)) if isinstance(item, Shape)]
    assert [rule.width for rule in rules] == [pytest.approx(60, abs=0.002)] * 2


def test_long_texts_wrap_and_short_ones_keep_their_word(look):
    """Every column is at least as wide as its longest word."""
    column = table(ROWS + f"| Verdigris | {'word ' * 30}|\n", 60, look)
    found = lines(column)
    assert ("Verdigris", CELL_PAD) in found
    assert sum(text.startswith("word") for text, _ in found) > 2


@pytest.mark.parametrize(("marks", "order"), [(":--", 0), (":-:", 1), ("--:", 2)])
def test_cells_are_aligned(look, marks, order):
    """Left, centre, right: each starts further right than the one before."""
    starts = [lines(table(f"| Headline |\n|{m}|\n| x |\n", 60, look))[1][1] for m in (":--", ":-:", "--:")]
    assert starts == sorted(set(starts))
    assert lines(table(f"| Headline |\n|{marks}|\n| x |\n", 60, look))[1][1] == starts[order]
