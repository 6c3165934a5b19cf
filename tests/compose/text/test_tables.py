from types import SimpleNamespace

import pytest

from punchboard.compose.text.column import stacked_items
from punchboard.compose.text.markdown import parse_blocks
from punchboard.compose.text.table_layout import CELL_PAD, table_slabs
from punchboard.scene import Shape, Text, Use, flat_items


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


def test_icons_without_words_can_be_larger_and_stand_at_the_middle_of_their_row(look, text_style):
    """Icons beside words keep their size; the words stand level with the icon, and no icon reaches a rule."""

    def drawn(**keys):
        of_keys = SimpleNamespace(**{**vars(look), "style": lambda role: text_style(name=role, **keys)})
        rows = table("| | |\n|---|---|\n| :square: | a |\n| :square: b | c |\n", 60, of_keys)
        items = [*flat_items(stacked_items(rows, 0, 0))]
        icons = []
        for item in items:
            if isinstance(item, Use):
                box = item.symbol.items[0].outline.bounds
                icons.append((item.transform.d * box.y + item.transform.f, item.transform.d * box.height))
        rules = [item.outline.bounds.y for item in items if isinstance(item, Shape)]
        words = [line.y for item in items if isinstance(item, Text) for line in item.lines]
        return icons, rules, words

    ((_, small), (_, beside)), _, _ = drawn()
    ((top, large), (_, same)), (rule, _), (word, *_) = drawn(cell_icons=2.0)
    assert large == pytest.approx(2 * small)
    assert same == pytest.approx(beside)
    assert 0 < top < top + large < rule
    assert word - text_style().cap_height / 2 == pytest.approx(top + large / 2, abs=0.01)
