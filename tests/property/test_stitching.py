"""Properties of saddle stitching: computed cutting, stacking, folding and reading of any book, booklet and paper."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from punchboard.compose.booklets import booklet_imposition, page_scale, paper_sides, placed_pages
from punchboard.geometry import Point, Rect, Size

NEAR = 0.01
A4, LETTER, A5 = Size(210, 297), Size(215.9, 279.4), Size(148, 210)
papers = st.sampled_from([A4, LETTER, Size(297, 420), Size(279.4, 431.8), Size(250, 250)])
booklet_pages = st.sampled_from([Size(148, 210), Size(105, 148), Size(139.7, 215.9), Size(107.95, 139.7), Size(60, 90)])
counts = st.integers(1, 16).map(lambda sheets: 4 * sheets)
book_pages = st.builds(Size, st.integers(60, 260).map(float), st.integers(60, 330).map(float))
creeps = st.sampled_from([0.0, 0.1, 0.25])


@st.composite
def stitches(draw):
    found = booklet_imposition(draw(papers), draw(booklet_pages))
    assume(found is not None)
    return found


def laid(how, count, trim=A5, creep=0.0, bleed=3.0, *, rtl=False):
    """Return each side of the paper with its pages in their positions."""
    trims = [Rect(bleed, bleed, *trim)] * count
    bleeds = [Rect(0, 0, *trim.grown(bleed))] * count
    return [
        (side, list(placed_pages(how, side, trims, bleeds, creep)))
        for side in paper_sides(count, how.spreads_per_side, rtl=rtl)
    ]


def middle(one):
    return one.trim.centre


def halves(how, found):
    """Cut each sheet of paper: return, from the top down, its parts as (front pages, back pages), left to right.

    A page belongs to the part and the half that its middle lies in; a back is found behind its front by turning the
    paper about its upright middle. Nothing is known of how the sides were made.
    """
    parts = []
    for (_, fronts), (_, backs) in zip(found[::2], found[1::2], strict=True):
        sheet = []
        for part in range(how.spreads_per_side):
            room = how.spread_area(part)
            front = sorted(
                (one for one in fronts if room.y <= middle(one).y <= room.bottom), key=lambda one: middle(one).x
            )
            behind = sorted(
                (one for one in backs if room.y <= middle(one).y <= room.bottom), key=lambda one: middle(one).x
            )
            sheet.append((front, behind))
        parts.append(sheet)
    return parts


def read(how, found):
    """Return the pages in reading order: cut, the upper pile put on the lower, turned over, folded to the reader."""
    cut = halves(how, found)
    pile = [
        sheet[part] for part in range(how.spreads_per_side) for sheet in cut if sheet[part][0]
    ]  # fronts up, the first on top
    outside_in = [([one.page for one in front], [one.page for one in back]) for front, back in pile]
    opening = [page for (_, right), (left, _) in outside_in for page in (right, left)]
    closing = [page for (left, _), (_, right) in reversed(outside_in) for page in (right, left)]
    return opening + closing


@given(stitches(), counts)
def test_the_folded_pile_reads_in_order(how, count):
    """For any arrangement on the paper, the booklet has every page once, from the first to the last."""
    assert read(how, laid(how, count)) == list(range(1, count + 1))


@given(stitches(), counts)
def test_a_book_that_is_bound_on_the_right_reads_in_order(how, count):
    """It is the mirror image of a book that is bound on the left: reversed, it reads from first to last."""
    turned = [
        (side, [one._replace(trim=one.trim.moved(how.sheet.width - one.trim.x - one.trim.right, 0)) for one in pages])
        for side, pages in laid(how, count, rtl=True)
    ]
    assert read(how, turned) == list(range(1, count + 1))


@given(counts, st.sampled_from([1, 2]))
def test_pages_side_by_side_add_up_to_one_more_than_there_are(count, up):
    """The printer's rule of thumb holds on each side of each sheet, and every page appears once."""
    found = [spread for side in paper_sides(count, up) for spread in side.spreads]
    assert {sum(spread.pages) for spread in found} == {count + 1}
    assert Counter(page for spread in found for page in spread.pages) == Counter(range(1, count + 1))


@given(st.integers(1, 200), st.sampled_from([1, 2]))
def test_a_book_of_any_length_is_filled_up_to_whole_sheets(pages, up):
    """Filled up to a multiple of four, fronts and backs alternate, and no side is without a page."""
    found = list(paper_sides(pages + -pages % 4, up))
    assert [side.side for side in found] == ["front", "back"] * (len(found) // 2)
    assert all(1 <= len(side.spreads) <= up for side in found)


@given(stitches(), counts, book_pages, creeps)
def test_a_page_has_its_other_side_behind_it(how, count, trim, creep):
    """Turned about the vertical middle of the paper, the back of a leaf lies upright behind its front, with creep."""
    found = laid(how, count, trim, creep)
    width = how.sheet.width
    for (_, fronts), (_, backs) in zip(found[::2], found[1::2], strict=True):
        for one in fronts:
            behind = Rect(width - one.trim.right, one.trim.y, one.trim.width, one.trim.height)
            (other,) = [back for back in backs if back.trim == pytest.approx(behind, abs=NEAR)]
            assert {one.page, other.page} in ({page, page + 1} for page in range(1, count, 2))
            for place in (one.transform, other.transform):
                assert (place.b, place.c) == (0, 0)
                assert place.a == place.d > 0


@given(stitches(), counts, book_pages)
def test_a_page_stands_at_the_fold_and_is_never_larger(how, count, trim):
    """The spine lies on the fold, and the page is vertically centred in its part; larger pages are scaled to fit."""
    scale = page_scale(trim, how.page)
    assert scale <= 1
    assert trim.width * scale <= how.page.width + NEAR
    assert trim.height * scale <= how.page.height + NEAR
    assert scale == 1 or max(trim.width * scale - how.page.width, trim.height * scale - how.page.height) > -NEAR
    for _, pages in laid(how, count, trim):
        for index, one in enumerate(pages):
            room = how.spread_area(index // 2)
            spine = one.trim.x if index % 2 else one.trim.right
            assert spine == pytest.approx(room.centre.x, abs=NEAR)
            assert middle(one).y == pytest.approx(room.centre.y, abs=NEAR)
            assert room.contains(one.trim, NEAR)


@given(stitches(), counts, creeps)
def test_pages_of_each_sheet_creep_to_the_fold_by_one_thickness(how, count, creep):
    """Sheet s, counted from the outermost, moves by s thicknesses, left pages right and right pages left."""
    still, crept = laid(how, count), laid(how, count, creep=creep)
    for (side, before), (_, after) in zip(still, crept, strict=True):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            sheet = side.spreads[index // 2].sheet
            assert sheet == min(one.page - 1, count - one.page) // 2
            inwards = -1 if index % 2 else 1
            assert other.trim.x - one.trim.x == pytest.approx(inwards * sheet * creep, abs=1e-9)
            assert other.trim.y == one.trim.y


@given(stitches(), counts, book_pages, creeps)
def test_pages_stay_on_their_side_of_the_fold_and_on_their_part(how, count, trim, creep):
    """The fold does not move: clips meet there, and none leaves its part of the paper."""
    for _, pages in laid(how, count, trim, creep):
        for index, one in enumerate(pages):
            room = how.spread_area(index // 2)
            half = Rect(room.centre.x if index % 2 else room.x, room.y, room.width / 2, room.height)
            assert half.contains(one.clip, NEAR)
            corner = one.transform.apply(Point(3, 3))
            assert corner == pytest.approx((one.trim.x, one.trim.y), abs=NEAR)


@given(papers, booklet_pages)
def test_as_many_spreads_as_fit_lie_on_a_side(paper, page):
    """At most two, with the paper in either orientation; none if not even one fits."""
    found = booklet_imposition(paper, page)
    fits = [
        min(2, int((sheet.height + NEAR) / page.height))
        for sheet in (paper, paper.turned())
        if sheet.width + NEAR >= 2 * page.width
    ]
    assert (found.spreads_per_side if found else 0) == max(fits, default=0)
    if found:
        areas = [found.spread_area(index) for index in range(found.spreads_per_side)]
        assert all(2 * page.width <= area.width + NEAR and page.height <= area.height + NEAR for area in areas)
        assert found.flip == ("short edge" if found.sheet.width > found.sheet.height else "long edge")
