from punchboard.compose.cutting import net_cut_pattern, page_on_paper, paper_within_marks
from punchboard.compose.net_sheets import CUT
from punchboard.compose.sheets.marks import FOLD_LINE
from punchboard.geometry import Affine, Rect, Size, polyline, rectangle
from punchboard.model.printing.destinations import RegistrationFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.scene import Group, Page, Shape, Symbol, Use

A4 = PaperFile(name="A4", width=210, height=297)
MARKS = RegistrationFile()
SQUARE = rectangle(Rect(0, 0, 20, 20))
CREASE = polyline([(0, 10), (20, 10)])


def block(*items):
    return Use(Symbol("net", Rect(0, 0, 20, 20), items), Affine.move(30, 40))


LEGEND = Use(Symbol("legend", Rect(0, 0, 210, 297), (Shape(SQUARE, stroke=CUT),)))
NET = block(Group((Shape(CREASE, stroke=CUT),)), Shape(SQUARE, stroke=CUT), Shape(CREASE, stroke=FOLD_LINE))


def test_the_lines_of_blocks_are_found_where_they_are_printed():
    """Lines of the legend and of faces are not cut."""
    found = net_cut_pattern(Page(A4.size, (LEGEND, NET)))
    assert found.paths == (SQUARE.placed(Affine.move(30, 40)),)
    assert found.folds == (CREASE.placed(Affine.move(30, 40)),)


def test_a_page_between_the_marks_moves_with_its_lines():
    """It is composed for the area between the marks, then moved onto the whole paper."""
    room = paper_within_marks(A4, MARKS)
    assert (room.width, room.height) == (210 - 58, 297 - 34)
    page = page_on_paper(Page(room.size, (LEGEND, NET)), A4.size, MARKS)
    assert page.size == Size(210, 297)
    assert net_cut_pattern(page).paths == (SQUARE.placed(Affine.move(59, 57)),)


def test_without_marks_the_page_is_the_paper():
    """Nothing moves."""
    page = Page(A4.size, (LEGEND, NET))
    assert paper_within_marks(A4, None) == A4
    assert page_on_paper(page, A4.size, None) == page
