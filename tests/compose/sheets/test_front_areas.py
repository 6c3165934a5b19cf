"""The areas for fronts on papers that are printed on both sides or folded."""

import pytest

from punchboard.compose.sheets.front_areas import effective_margins, front_areas, fullest_plan
from punchboard.compose.sheets.imposition import Plan, Slot, plan_slots
from punchboard.geometry import Point, Rect, Size
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Margins, SheetFile

A4 = Size(210, 297)
UNEVEN = Margins(4, 6, 12, 8)


def test_the_larger_margins_apply():
    """Side by side; without a printer, the layout's."""
    file = SheetFile(margin=(5, 5, 5, 5))
    assert effective_margins(file) == (5, 5, 5, 5)
    assert effective_margins(file, PrinterFile(margins=(3, 6, 12, 4))) == (5, 6, 12, 5)


@pytest.mark.parametrize(
    ("changes", "rooms"),
    [
        ({"faces": "fronts"}, [Rect(8, 4, 196, 281)]),
        ({"faces": "duplex"}, [Rect(8, 4, 194, 281)]),
        ({"faces": "duplex", "flip": "short edge"}, [Rect(8, 12, 196, 273)]),
        ({"faces": "gutterfold"}, [Rect(8, 4, 91, 281), Rect(8, 154.5, 196, 130.5)]),
    ],
)
def test_a_front_area_can_be_printed_on_both_sides(changes, rooms):
    """For folded paper it is half the paper less a gutter; the printable area stays the same."""
    fields = front_areas(A4, UNEVEN, SheetFile(**changes))
    assert [field.area for field in fields] == rooms
    assert {field.printable for field in fields} == {Rect(8, 4, 196, 281)}
    assert all((field.fold is not None) == (len(rooms) == 2) for field in fields)


def test_a_gutter_is_wide_enough_for_the_bleed():
    """However wide the bleed is."""
    (upright, level) = front_areas(A4, UNEVEN, SheetFile(faces="gutterfold", bleed=8))
    assert upright.area.right == 105 - 11
    assert level.area.y == 148.5 + 11


@pytest.mark.parametrize(("paper", "flip", "edge"), [
    (A4, "long edge", "long edge"), (A4.turned(), "long edge", "short edge"), (A4.turned(), "short edge", "long edge"),
])  # fmt: skip
def test_a_landscape_paper_flips_like_a_portrait_one_on_its_other_edge(paper, flip, edge):
    """The long edge of a landscape sheet is its upper one."""
    (field,) = front_areas(paper, UNEVEN, SheetFile(faces="duplex", flip=flip))
    assert field.flip == edge


def test_folded_backs_may_be_turned_like_a_notepad():
    """Rotated by 180 degrees from those turned like a book."""
    upright, _ = front_areas(A4, UNEVEN, SheetFile(faces="gutterfold"))
    fronts = Plan(A4, trim_from_text("poker"), 0, (Slot(Point(50, 60), 90),))
    assert upright.back_plan(fronts).slots == (Slot(Point(160, 60), 270),)
    assert upright.back_plan(fronts, "short edge").slots == (Slot(Point(160, 60), 90),)


def test_the_fullest_area_is_used_and_of_equals_one_whose_tops_meet():
    """Four poker cards either way on A4: they lie on their sides beside a vertical fold."""
    fields = front_areas(A4, Margins(5, 5, 5, 5), SheetFile(faces="gutterfold"))
    trim = trim_from_text("poker")
    plans = [(field, plan_slots(A4, trim, gap=0, room=field.area, turns=field.turns)) for field in fields]
    assert [len(found.slots) for _, found in plans] == [4, 4]
    field, found = fullest_plan(plans)
    assert field.tops_meet(found)
    assert found.slots[0].turn == 90
    assert fullest_plan([(field, None)]) is None
