"""Sizes, overlaps and printer transforms."""

from itertools import combinations
from math import sqrt

import pytest
from counted import steps
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from punchboard.compose.sheets.imposition import plan_slots
from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.expected_pdf import ExpectedPart, ExpectedPdf
from punchboard.model.printing.printer import PrinterFile
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import ComponentMark, Document, Group, Page
from punchboard.verify import prove
from punchboard.verify.page_reader import page_dictionaries, read_pages
from punchboard.verify.pdf_file import PdfFile
from punchboard.verify.sheet import (
    PlacedSide,
    folds,
    match_backs,
    paper_corners,
    placement_clashes,
    printer_transform,
    shape_fault,
    turned_over,
)

CARD = Size(60, 90)
PAGE = Size(210, 297)
tenths = st.integers(150, 1200).map(lambda value: value / 10)
trims = st.one_of(
    st.builds(lambda w, h: Trim("card", Size(w, h), "card"), tenths, tenths),
    tenths.map(lambda width: Trim("hex", Size(width, width * 2 / sqrt(3)), "hex")),
    tenths.map(lambda width: Trim("circle", Size(width, width), "circle")),
)
papers = st.builds(Size, st.integers(120, 450).map(float), st.integers(120, 450).map(float))


def at(x, y, turn=0, size=CARD):
    return paper_corners(Affine.move(x, y) @ Affine.turn(turn, Point(size.width / 2, size.height / 2)), size, None)


@pytest.mark.parametrize("turn", [0, 90, 180, 33.3])
def test_a_component_may_be_rotated(turn):
    """Its size is measured along its own sides."""
    assert shape_fault(at(50, 50, turn), CARD) == ""
    assert shape_fault(at(50, 50, turn), Size(60.1, 90)) != ""


@pytest.mark.parametrize(
    ("form", "two", "over"),
    [
        ("card", (69.96, 10), False),
        ("card", (69.9, 10), True),
        ("card", (69.9, 100), False),
        ("circle", (52.5, 52.5), False),
        ("circle", (52, 52), True),
        ("hex", (40, 62), False),
        ("hex", (40, 61), True),
    ],
)
def test_overlaps_are_those_of_outlines_not_frames(form, two, over):
    """Circles and hexagons may be closer than their frames; shapes that touch do not overlap."""
    size = {"circle": Size(60, 60), "hex": Size(60, 120 / sqrt(3))}.get(form, CARD)
    shapes = ((form, at(10, 10, size=size)), (form, at(*two, size=size)))
    assert placement_clashes(shapes, PAGE) == (((0, 1),) if over else ())


def test_a_component_that_leaves_the_page_is_reported():
    """On each side of the page, by more than 0.05 mm."""
    places = [(-0.04, 0), (-0.06, 100), (150.04, 0), (150.06, 100), (75, 207.06), (0, 207.04)]
    shapes = tuple(("card", at(*place)) for place in places)
    assert placement_clashes(shapes, PAGE) == ((1, None), (3, None), (4, None))


@given(st.lists(st.tuples(st.integers(0, 150), st.integers(0, 207)), max_size=30))
def test_every_overlapping_pair_is_found(places):
    """Comparing only neighbours finds the same pairs as comparing all."""
    shapes = tuple(("card", at(*place)) for place in places)
    pairs = combinations(range(len(places)), 2)
    over = [(a, b) for a, b in pairs if all(abs(places[a][k] - places[b][k]) < (60, 90)[k] for k in (0, 1))]
    assert placement_clashes(shapes, PAGE) == tuple(over)


def test_a_page_of_two_thousand_tokens_does_not_compare_all_pairs():
    """Two million pairs would take that many steps or more; this takes less than a fifth."""
    size = Size(4, 4)
    shapes = tuple(("circle", at(5 * (n % 40), 5 * (n // 40), size=size)) for n in range(2000))
    clashes = []
    taken = steps(lambda: clashes.extend(placement_clashes(shapes, PAGE)))
    assert clashes == []
    assert taken < 400_000


measures = st.integers(-200, 200).map(lambda value: value / 10)
printers = st.builds(
    PrinterFile,
    x=measures,
    y=measures,
    angle=st.integers(-50, 50).map(lambda value: value / 10),
    **dict.fromkeys(("scale x", "scale y"), st.integers(90, 110).map(lambda value: value / 100)),
    flip=st.sampled_from(["long edge", "short edge"]),
    landscape=st.booleans(),
)


@given(printers, papers, st.sampled_from(["long edge", "short edge"]), st.booleans())
def test_the_printer_transform_follows_the_profile(printer, size, flip, back):
    """Two implementations that share no arithmetic agree."""
    ours, theirs = (
        printer_transform(printer, size, flip, back=back),
        printer.print_transform(size, "back" if back else "front", flip),
    )
    for corner in (Point(0, 0), Point(size.width, 0), Point(17, 230)):
        assert ours.apply(corner) == pytest.approx(theirs.apply(corner), abs=1e-9)


def test_a_landscape_sheet_turns_about_its_other_axis():
    """The long edge of a landscape page is its upper edge."""
    assert turned_over(PAGE, "long edge")(Point(10, 20)) == (200, 20)
    assert turned_over(PAGE, "short edge")(Point(10, 20)) == (10, 277)
    assert turned_over(PAGE.turned(), "long edge")(Point(10, 20)) == (10, 190)
    assert turned_over(PAGE.turned(), "short edge")(Point(10, 20)) == (287, 20)


def test_copies_are_matched_with_their_own_fronts():
    """If one front is missing, one back has no front; the others still match."""
    fronts = [PlacedSide("elm", "front", 1, at(x, 10)) for x in (75, 145)]
    backs = [PlacedSide("elm", "back", 2, at(x, 10)) for x in (145, 75, 5)]
    pairs = match_backs(fronts, backs, turned_over(PAGE, "long edge"), heads_down=False)
    assert [pair.offset for pair in pairs] == [None, 0, 0]


def test_folded_backs_are_upside_down_behind_their_fronts():
    """At a horizontal fold, the back is upside down while the sheet is flat."""
    front, back = PlacedSide("elm", "front", 1, at(75, 160)), PlacedSide("elm", "back", 1, at(75, 47, 180))
    _, level = folds(PAGE)
    assert match_backs([front], [back], level, heads_down=False)[0].offset == 0
    assert match_backs([front], [back], level, heads_down=True)[0].offset > 50


@settings(max_examples=40)
@given(papers, trims, st.sampled_from([0.0, 1.0, 6.0]), st.data())
def test_any_plan_is_read_back_as_planned(paper, trim, gap, data):
    """Every component is within 0.001 mm of its place, and the sheet passes the proof."""
    made = plan_slots(paper, trim, gap=gap, margin=5.0)
    assume(made is not None)
    flip = data.draw(st.sampled_from(["long edge", "short edge"]))
    upright = paper.height >= paper.width
    behind_ = made.back_plan(flip if upright else {"long edge": "short edge", "short edge": "long edge"}[flip])
    sides = [("front", made.slots), ("back", behind_.slots)]
    document = Document("a plan", tuple(_page(paper, trim, side, slots) for side, slots in sides))
    written = render_pdf(document)
    file = PdfFile(written)
    for (_, slots), page in zip(sides, read_pages(file, page_dictionaries(file)), strict=True):
        for slot, component in zip(slots, page.components, strict=True):
            for corner in (Point(0, 0), Point(*trim.size)):
                wanted = slot.transform(trim).apply(corner)
                assert component.place.apply(corner) == pytest.approx(wanted, abs=0.001)
    parts = {f"c-{number}": ExpectedPart(trim.size, 1, 1, trim.form) for number in range(len(made.slots))}
    proof = prove("plan.pdf", written, ExpectedPdf(paper, pages=2, parts=parts, backing=flip, first="front"))
    assert proof.problems == ()
    assert proof.record["pairs"] == len(made.slots)


def _page(paper, trim, side, slots):
    groups = tuple(
        Group((), slot.transform(trim), trim.outline(trim.frame()).placed(slot.transform(trim)), mark)
        for number, slot in enumerate(slots)
        for mark in (ComponentMark(f"c-{number}", side, trim.size),)
    )
    return Page(paper, groups, Rect(0, 0, *paper), side=side)
