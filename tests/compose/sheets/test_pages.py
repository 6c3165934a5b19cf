"""Pages of sheets: clipped faces in their slots, and marks, rulers and labels that do not overlap."""

from functools import reduce
from itertools import combinations

import pytest

from punchboard.compose.sheets.marks import Marker
from punchboard.compose.sheets.pages import SheetComposer
from punchboard.compose.sheets.sheet_plan import Piece, plan_sheets
from punchboard.geometry import Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place
from punchboard.scene import ComponentMark, Group, Shape, Symbol, Text, Use

A4 = PaperFile(name="A4", width=210, height=297)
LETTER = PaperFile(name="Letter", width=215.9, height=279.4)
WIDE = PaperFile(name="450x320mm", width=450, height=320)
WORDS = {
    "phrases": {
        "sheet": "sheet {{ number }} · page {{ page }} of {{ pages }}",
        "sheet front": "sheet {{ number }} front · page {{ page }} of {{ pages }}",
        "sheet back": "sheet {{ number }} back · page {{ page }} of {{ pages }}",
        "sheet to fold": "sheet {{ number }} to fold · page {{ page }} of {{ pages }}",
        "fold": "fold",
        "fold, glue, cut": "fold, glue, cut",
    }
}


def face(name, shape="poker", bleed=3.0, layout="card"):
    trim = trim_from_text(shape)
    return Face(layout, trim, bleed, 3, Symbol(name, trim.frame(bleed), ()), (), Place("cards.csv"))


def pile(count, shape="poker", back="back"):
    return [
        Piece(face(f"{number}", shape), face(back, shape, layout=back), f"{shape[:4]}-{number}")
        for number in range(count)
    ]


@pytest.fixture
def pages(setter, text_style):
    """Return the pages of pieces on a paper, in a sheet layout with some values changed."""

    def pages(pieces, paper=A4, **changes):
        file = SheetFile(**changes)
        composer = SheetComposer(lambda face: face, Marker(file, text_style(size=2.1), setter), "Tiny 0.1.0", WORDS)
        found = plan_sheets(pieces, paper, file)
        return found, [composer.page(sheet, number, len(found)) for number, sheet in enumerate(found, 1)]

    return pages


def faces_of(page):
    return [item for item in page.items if isinstance(item, Group) and item.clip is not None]


def drawn(page):
    """Return the items of the symbol that pages of one pattern share."""
    return [item for use in page.items if isinstance(use, Use) for item in use.symbol.items]


def words(group):
    return " ".join(
        word.text for item in group.items if isinstance(item, Text) for line in item.lines for word in line.words
    )


def label(page):
    (group,) = (item for item in page.items if isinstance(item, Group) and item.clip is None)
    return group


def rulers(page):
    """Return the rectangles of the rulers."""
    groups = [
        item for item in drawn(page) if isinstance(item, Group) and any(isinstance(one, Shape) for one in item.items)
    ]
    shapes = [next(one for one in group.items[::-1] if isinstance(one, Shape)) for group in groups]
    return [shape.outline.placed(group.transform).bounds for group, shape in zip(groups, shapes, strict=True)]


def text_area(group):
    """Return a rectangle that the words of a group certainly cover, upwards from their baseline."""
    (text,) = (item for item in group.items if isinstance(item, Text))
    start, end = text.lines[0].x, text.lines[-1].x + text.size * 2
    return group.transform.bounds(Rect(start, text.lines[0].y - text.size * 0.6, end - start, text.size * 0.6))


def test_a_page_has_each_face_clipped_in_its_place(pages):
    """At actual size: the group's transform moves and rotates, and does not scale."""
    (side,), (page,) = pages(pile(9))
    assert page.size == Size(210, 297)
    placed = faces_of(page)
    assert [group.items[0].symbol.name for group in placed] == [str(number) for number in range(9)]
    for (slot, lying, _), group in zip(side.faces, placed, strict=True):
        place = group.transform
        assert place == slot.transform(lying.trim)
        assert abs(place.a * place.d - place.b * place.c) == 1
        assert group.clip.bounds.contains(place.bounds(lying.trim.frame()))
        assert Rect(0, 0, 210, 297).contains(group.clip.bounds)


def test_a_page_marks_which_side_of_which_component_lies_where(pages):
    """So that a reader of the file can compare each back with its front."""
    _, made = pages(pile(1), faces="duplex")
    assert [page.side for page in made] == ["front", "back"]
    marks = [group.mark for page in made for group in faces_of(page)]
    assert marks == [
        ComponentMark("poke-0", "front", Size(63.5, 88.9)),
        ComponentMark("poke-0", "back", Size(63.5, 88.9)),
    ]


def test_the_back_of_a_gutterfold_page_is_on_the_page_of_its_front(pages):
    """The page has no other side; its fold is dashed and labelled."""
    _, (page,) = pages(pile(2), faces="gutterfold")
    assert page.side == ""
    assert [(group.mark.component, group.mark.side) for group in faces_of(page)] == [
        ("poke-0", "front"), ("poke-1", "front"), ("poke-0", "back"), ("poke-1", "back"),
    ]  # fmt: skip
    (fold,) = (item for item in drawn(page) if isinstance(item, Shape) and item.stroke.dash)
    assert fold.outline.bounds == Rect(105, 6, 0, 285)
    assert "fold, glue, cut" in [words(item) for item in drawn(page) if isinstance(item, Group)]


@pytest.mark.parametrize(
    ("changes", "said", "labels"),
    [
        ({}, ["sheet 1 · page 1 of 2", "sheet 2 · page 2 of 2"], ["1", "2"]),
        ({"faces": "gutterfold", "gap": 40}, ["sheet 1 to fold · page 1 of 4"], ["1"]),
        (
            {"faces": "duplex"},
            ["sheet 1 front · page 1 of 4", "sheet 1 back · page 2 of 4", "sheet 2 front · page 3 of 4"],
            ["1 front", "1 back", "2 front"],
        ),
        ({"faces": "duplex", "order": "back-front"}, ["sheet 1 back · page 1 of 4"], ["1 back"]),
    ],
)
def test_the_label_names_the_sheet(pages, changes, said, labels):
    """Game, version, sheet, side and page; the page's own label is the sheet and its side."""
    _, made = pages(pile(10), **changes)
    for page, text, name in zip(made, said, labels, strict=False):
        assert words(label(page)) == f"Tiny 0.1.0 · {text}"
        assert page.label == name


def test_pages_of_one_pattern_share_their_marks(pages):
    """Marks and rulers are one symbol for all full sheets."""
    _, (one, two) = pages(pile(18))
    assert one.items[9].symbol is two.items[9].symbol


def test_the_smallest_bleed_of_a_block_counts(pages):
    """A face with 1 mm of bleed is not extended to 3 mm; another block has its own bleed."""
    _, (page,) = pages([Piece(face("a", bleed=1.0), None), Piece(face("b", "square 20mm"), None)])
    sizes = [tuple(group.clip.bounds.size) for group in faces_of(page)]
    assert sorted(map(max, sizes)) == pytest.approx([26, 90.9])


def test_marks_may_be_on_one_side_alone(pages):
    """Of a duplex sheet, its front or back; of a gutterfold sheet, the block of fronts or of backs."""
    for asked in ("fronts", "backs", "both"):
        _, made = pages(pile(9), faces="duplex", **{"marks on": asked})
        marked = [any(isinstance(item, Shape) for item in drawn(page)) for page in made]
        assert marked == [asked != "backs", asked != "fronts"]
    lines = {}
    for asked in ("fronts", "both"):
        _, (page,) = pages(pile(4), faces="gutterfold", **{"marks on": asked})
        lines[asked] = [item.outline.bounds for item in drawn(page) if isinstance(item, Shape) and not item.stroke.dash]
    assert max(bounds.right for bounds in lines["fronts"]) < 105 < max(bounds.right for bounds in lines["both"])


def lots_of(sheet):
    """Return the block of each component of a sheet."""
    return [lot for lot in sheet.blocks for _ in lot.occupied]


def width_of(rects):
    return reduce(Rect.union, rects).width


def height_of(rects):
    return reduce(Rect.union, rects).height


@pytest.mark.parametrize("paper", [A4, LETTER, WIDE], ids=lambda paper: paper.name)
@pytest.mark.parametrize("shapes", [("poker",), ("tarot",), ("hex 50mm",), ("poker", "hex 38mm", "circle 18mm")])
@pytest.mark.parametrize("marks", ["crop", "ticks", "lines"])
@pytest.mark.parametrize("how", [("fronts", 0), ("duplex", 3), ("gutterfold", 0)])
def test_marks_rulers_and_labels_do_not_overlap(pages, paper, shapes, marks, how):
    """Every page has a label and a ruler in each direction that has free paper, or else one on bleed.

    They are off marks and each other, and never between components that are cut straight.
    """
    pieces = [piece for shape in shapes for piece in pile(11, shape)]
    faces, gap = how
    found, made = pages(pieces, paper, faces=faces, gap=gap, marks=marks)
    for sheet, page in zip(found, made, strict=True):
        trims = [
            slot.transform(lot.plan.trim).bounds(lot.plan.trim.frame()) for lot in sheet.blocks for slot in lot.occupied
        ]
        found_rulers = rulers(page)
        assert [max(ruler.size) for ruler in found_rulers] == pytest.approx([50] * len(found_rulers), abs=0.002)
        on_bleed = [ruler for ruler in found_rulers if any(ruler.overlap(face.clip.bounds) for face in faces_of(page))]
        assert len(found_rulers) in {1, 2}
        assert not on_bleed or len(found_rulers) == 1
        areas = [*found_rulers, text_area(label(page))]
        if shapes == ("poker",) or len(shapes) > 1:
            for side in ("front", "back"):
                whole = [trim for trim, lot in zip(trims, lots_of(sheet), strict=True) if lot.side == side]
                around = whole and reduce(Rect.union, whole)
                assert not whole or not any(area.shrink(0.01).overlap(around) for area in areas)
        assert all(sheet.printable.contains(area, 0.01) for area in areas)
        assert not any(area.shrink(0.01).overlap(trim) for area in areas for trim in trims)
        assert not any(one.overlap(other) for one, other in combinations(areas, 2))
        for segment in segments(item for item in drawn(page) if isinstance(item, Shape)):
            assert not any(area.shrink(0.01).overlap(segment) for area in areas)


def test_a_label_stands_in_a_notch_of_hexagons_rather_than_on_their_bleed(pages):
    """Words on dark bleed are hard to read, and a block of hexagons leaves space beside its corners."""
    _, (page,) = pages(pile(8, "hex 50mm"), PaperFile(name="short", width=200, height=280), faces="gutterfold")
    assert not any(text_area(label(page)).overlap(group.clip.bounds) for group in faces_of(page))


def segments(shapes):
    """Yield a thin rectangle for each horizontal or vertical line of shapes."""
    for shape in shapes:
        at = None
        for command, values in shape.outline.segments:
            if command == "L":
                (x1, y1), (x2, y2) = at, values
                if x1 == x2 or y1 == y2:
                    yield Rect(min(x1, x2), min(y1, y2), max(abs(x1 - x2), 1e-4), max(abs(y1 - y2), 1e-4))
            at = values


def test_registration_marks_stay_clear(setter, text_style):
    """Nothing on the front lies in the keep-outs."""
    kept = (Rect(8, 8, 10, 10), Rect(180, 8, 22, 22), Rect(8, 267, 22, 22))
    file = SheetFile(faces="duplex")
    composer = SheetComposer(lambda face: face, Marker(file, text_style(size=2.1), setter), "Tiny 0.1.0", WORDS, kept)
    front, _ = plan_sheets(pile(4), A4, file, keep_out=kept)
    page = composer.page(front, 1, 2)
    areas = [*rulers(page), text_area(label(page)), *(group.clip.bounds for group in faces_of(page))]
    areas += segments(item for item in drawn(page) if isinstance(item, Shape))
    assert not any(area.overlap(rect) for area in areas for rect in kept)
