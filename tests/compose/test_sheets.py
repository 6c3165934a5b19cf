import pytest

from punchboard.compose.marks import Marker
from punchboard.compose.sheets import Piece, SheetComposer, sheets
from punchboard.geometry import Rect, Size
from punchboard.model.face import Face
from punchboard.model.layout import PaperFile, SheetFile
from punchboard.model.trim import trim_from_text
from punchboard.problem import Place, ProblemsFound
from punchboard.scene import Group, Mark, Symbol, Text, Use

A4 = PaperFile(name="A4", width=210, height=297)


def face(name, shape="poker", bleed=3.0, layout="card"):
    trim = trim_from_text(shape)
    return Face(layout, trim, bleed, 3, Symbol(name, trim.frame(bleed), ()), (), Place("cards.csv"))


@pytest.fixture
def composer(setter, text_style):
    """A composer of duplex sheets."""
    return SheetComposer(Marker(SheetFile(faces="duplex"), text_style(size=2.1), setter), "Tiny 0.1.0")


def faces_of(page):
    return [item for item in page.items if isinstance(item, Group) and item.clip is not None]


def said(page):
    return " ".join(
        word.text
        for group in page.items
        if isinstance(group, Group)
        for item in group.items
        if isinstance(item, Text)
        for line in item.lines
        for word in line.words
    )


def test_each_front_is_followed_by_its_backs():
    """So that a printer that prints on both sides gets it right."""
    pieces = [Piece(face(str(number)), face("back")) for number in range(10)]
    made = sheets(pieces, A4, SheetFile(faces="duplex"))
    assert [sheet.name for sheet in made] == ["1 front", "1 back", "2 front", "2 back"]
    assert [len(sheet.faces) for sheet in made] == [9, 9, 1, 1]
    assert made[3].faces[0][0] == made[2].plan.backs("long edge").slots[0]


def test_a_piece_without_a_back_leaves_its_place_blank():
    """Those after it still lie under their fronts."""
    pieces = [Piece(face("a"), None), Piece(face("b"), face("back"))]
    front, back = sheets(pieces, A4, SheetFile(faces="duplex", gap=6))
    assert [slot for slot, _, _ in back.faces] == [front.plan.backs().slots[1]]


def test_different_kinds_of_back_share_no_cut():
    """A cut that is a little off would mark a card by its neighbour's back; with a gap there is no such cut."""
    apart = [Piece(face("a"), face("x")), Piece(face("k"), face("y", layout="key-back"))]
    made = sheets(apart, A4, SheetFile(faces="duplex"))
    fronts = [[lying.symbol.name for _, lying, _ in side.faces] for side in made]
    assert fronts == [["a"], ["x"], ["k"], ["y"]]
    assert len(sheets(apart, A4, SheetFile(faces="duplex", gap=6))) == 2
    assert len(sheets(apart, A4, SheetFile())) == 1


def test_shapes_lie_on_sheets_of_their_own():
    """Cards are not mixed with tiles; their order stays within each shape."""
    pieces = [Piece(face("a"), None), Piece(face("t", "hex 50mm"), None), Piece(face("b"), None)]
    one, two = sheets(pieces, A4, SheetFile())
    assert [lying.symbol.name for _, lying, _ in one.faces] == ["a", "b"]
    assert [lying.symbol.name for _, lying, _ in two.faces] == ["t"]


def test_what_is_larger_than_the_paper_is_a_problem():
    """The message has both sizes and the margin."""
    with pytest.raises(ProblemsFound) as caught:
        sheets([Piece(face("a", "square 250mm"), None)], A4, SheetFile())
    (problem,) = caught.value.problems
    assert problem.rule == "SHEET001"
    assert "'square 250mm' is 250 x 250 mm and does not fit on A4 with margins of 5 mm" in problem.message


def test_a_page_has_each_face_clipped_in_its_place(composer):
    """In true size: the group's transform moves and turns and does not scale."""
    (side,) = sheets([Piece(face(str(number)), None) for number in range(9)], A4, SheetFile())
    page = composer.page(side, 1, 1)
    assert page.size == Size(210, 297)
    placed = faces_of(page)
    assert [group.items[0].symbol.name for group in placed] == [str(number) for number in range(9)]
    for (slot, lying, _), group in zip(side.faces, placed, strict=True):
        place = group.transform
        assert place == slot.transform(lying.trim)
        assert abs(place.a * place.d - place.b * place.c) == 1
        assert group.clip.bounds.contains(place.bounds(lying.trim.frame()))
        assert Rect(0, 0, 210, 297).contains(group.clip.bounds)


def test_a_page_marks_which_side_of_which_component_lies_where(composer):
    """So that who reads the file can hold each back against its front."""
    front, back = sheets([Piece(face("a"), face("b"), "red-07")], A4, SheetFile(faces="duplex"))
    pages = [composer.page(side, number, 2) for number, side in enumerate((front, back), 1)]
    assert [page.side for page in pages] == ["front", "back"]
    marks = [group.mark for page in pages for group in faces_of(page)]
    assert marks == [Mark("red-07", "front", Size(63.5, 88.9)), Mark("red-07", "back", Size(63.5, 88.9))]


def test_the_label_says_which_sheet_it_is(composer):
    """Game, version, sheet and page."""
    front, _ = sheets([Piece(face("a"), face("b"))], A4, SheetFile(faces="duplex"))
    page = composer.page(front, 3, 8)
    assert "Tiny 0.1.0" in said(page)
    assert "sheet 1 front" in said(page)
    assert "page 3 of 8" in said(page)
    assert page.label == "1 front"


def test_pages_of_one_pattern_share_their_marks(composer):
    """Marks and ruler are one symbol for all full sheets."""
    one, two = sheets([Piece(face(str(number)), None) for number in range(18)], A4, SheetFile())
    marks = [composer.page(side, 1, 2).items[0] for side in (one, two)]
    assert all(isinstance(item, Use) for item in marks)
    assert marks[0].symbol is marks[1].symbol


def test_the_smallest_bleed_of_a_sheet_counts(composer):
    """A face that bleeds 1 mm is not asked for three."""
    (side,) = sheets([Piece(face("a", bleed=1.0), None)], A4, SheetFile())
    (group,) = faces_of(composer.page(side, 1, 1))
    assert tuple(group.clip.bounds.size) == pytest.approx((65.5, 90.9))
