"""Pages of booklet sheets: fold, trim, cut and staple marks, labels, and type size."""

import pytest

from punchboard.compose.booklets import (
    BookletComposer,
    BookletImposition,
    Labels,
    booklet_imposition,
    fold_marks,
    smallest_type_size,
    staple_marks,
    trim_marks,
)
from punchboard.geometry import Affine, Rect, Size
from punchboard.model.printing.sheet import BookletFile
from punchboard.scene import Group, Line, Page, Shape, Symbol, Text, Use

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
A5 = Size(148, 210)
LABELLED = "The Grove 2.1 · sheet 1 front"


def book(count=8, size=A5):
    return [Page(size.grown(3), (), Rect(3, 3, *size), Rect(0, 0, *size.grown(3)), str(n)) for n in range(1, count + 1)]


def made(paper=A4, page="half", labels=None, count=8, **options):
    file = BookletFile(page=page, **options)
    how = booklet_imposition(paper, file.size(paper))
    return BookletComposer(file, how, labels).pages(book(count))


def strokes(page):
    """Return the shapes drawn on a page, which are its marks."""
    return [item for item in page.items if isinstance(item, Shape)]


def bounds(outlines):
    return [outline.bounds for outline in outlines]


def test_sides_are_labelled_with_sheet_and_side():
    """Both the label and the side of a page say front or back."""
    pages = made()
    assert [page.label for page in pages] == ["sheet 1 front", "sheet 1 back", "sheet 2 front", "sheet 2 back"]
    assert [page.side for page in pages] == ["front", "back"] * 2
    assert {page.size for page in pages} == {A4.turned()}


def test_with_two_spreads_on_a_side_the_label_says_which_half_goes_on_top():
    """A6 on A4: portrait, cut across the middle, upper halves on the lower ones."""
    pages = made(page="a6", count=16)
    assert {page.size for page in pages} == {A4}
    assert pages[0].label == "sheet 1 front, upper half on top"
    for page in pages:
        (cut,) = [item for item in strokes(page) if item.outline.bounds == (0, 148.5, 210, 0)]
        assert cut.stroke.dash


def test_an_odd_number_of_sheets_leaves_half_a_paper_empty():
    """Twelve pages are three sheets: the second paper has the third sheet above and nothing below."""
    pages = made(page="a6", count=12)
    shown = [sum(isinstance(item, Group) and item.clip is not None for item in page.items) for page in pages]
    assert shown == [4, 4, 2, 2]


def test_fold_marks_stand_outside_the_trim_where_there_is_space():
    """Half letter pages have 8.8 mm above and below, 2.8 mm of it bleed; A5 on A4 has no space."""
    spread, room = Rect(0, 8.8, 279.4, 198.3), Rect(0, 0, 279.4, 215.9)
    upper, lower = bounds(fold_marks(spread, room, 2.8))
    assert upper == pytest.approx((139.7, 1.6, 0, 4))
    assert lower == pytest.approx((139.7, 210.3, 0, 4))
    assert list(fold_marks(Rect(0.5, 0, 296, 210), Rect(0, 0, 297, 210), 0)) == []


def test_a_mark_keeps_its_least_length_where_the_bleed_leaves_no_space():
    """With 2 mm of space and 3 mm of bleed, the mark is 1 mm long."""
    (upper, _) = bounds(fold_marks(Rect(20, 2, 100, 96), Rect(0, 0, 140, 100), 3))
    assert upper == pytest.approx((70, 0, 0, 1))


def test_cuts_are_marked_at_both_ends():
    """A spread in the middle of its paper has eight marks; at the paper's edge they lie on the cut itself."""
    room = Rect(0, 0, 215.9, 279.4)
    spread = Rect(20, 60, 175.9, 148)
    marks = bounds(trim_marks(spread, room, 3))
    assert len(marks) == 8
    assert not any(mark.overlap(spread.grow(3)) for mark in marks)
    flush = bounds(trim_marks(Rect(0, 60, 215.9, 148), room, 3))
    assert flush == [(0, 60, 4, 0), pytest.approx((211.9, 60, 4, 0)), (0, 208, 4, 0), pytest.approx((211.9, 208, 4, 0))]
    assert list(trim_marks(Rect(0.5, 0, 296, 210), Rect(0, 0, 297, 210), 0)) == []


def test_staples_go_through_the_fold_of_the_outermost_sheet():
    """Two on the first front, a quarter of the height from head and foot; none if the layout has no staples."""
    assert [mark.centre for mark in bounds(staple_marks(Rect(0.5, 0, 296, 210), 148.5))] == [
        (148.5, 52.5),
        (148.5, 157.5),
    ]
    assert [len(strokes(page)) for page in made()] == [1, 0, 0, 0]
    assert [len(strokes(page)) for page in made(staples=False)] == [0, 0, 0, 0]


def test_fold_marks_can_be_turned_off():
    """On Letter there are trim marks and, by default, fold marks."""
    assert [len(strokes(page)) for page in made(LETTER, staples=False)] == [2] * 4
    assert [len(strokes(page)) for page in made(LETTER, staples=False, fold=False)] == [1] * 4


def test_the_label_is_printed_where_there_is_space_above_the_pages(text_style, setter):
    """A6 on Letter leaves 6 cm above the pages; A5 on A4 leaves none, so only the file names the side."""
    labels = Labels("The Grove 2.1", text_style(size=2.1), setter)
    first, *_ = made(LETTER, "a6", labels)
    (text,) = [item for item in first.items if isinstance(item, Text)]
    assert " ".join(word.text for line in text.lines for word in line.words) == LABELLED
    assert not any(isinstance(item, Text) for page in made(A4, "half", labels) for item in page.items)


def test_pages_are_placed_as_whole_symbols():
    """Each page is one symbol, placed once, with a clip; its content is not drawn again."""
    names = [
        use.symbol.name
        for page in made()
        for group in page.items
        if isinstance(group, Group)
        for use in group.items
        if isinstance(use, Use)
    ]
    assert sorted(names) == [f"page {number}" for number in range(1, 9)]


def test_the_smallest_type_ignores_scaled_pictures(typeface):
    """Text of pages and of symbols at full size counts; a card shown smaller does not."""
    line = Line(0, 0, (typeface.word("fall"),))
    small, smaller = (Text(typeface, size, "#000000", (line,)) for size in (3.0, 2.0))
    card = Use(Symbol("card", Rect(0, 0, 10, 10), (smaller,)), Affine.scale(0.5))
    page = Use(Symbol("page", Rect(0, 0, 10, 10), (small,)), Affine.move(3, 3))
    pages = [Page(A5, (Group((page, card), Affine.move(1, 1)),))]
    assert smallest_type_size(pages) == pytest.approx(3 / 25.4 * 72)
    assert smallest_type_size([]) == float("inf")


def test_each_spread_has_its_own_part_of_the_paper():
    """The parts lie one below another and fill the paper."""
    how = BookletImposition(A4, Size(105, 148), 2)
    assert (how.spread_area(0), how.spread_area(1)) == ((0, 0, 210, 148.5), (0, 148.5, 210, 148.5))
