import pytest

from punchboard.compose.cutting import CutPattern, cut_page, keep_out_areas, mark_keep_outs, print_page
from punchboard.geometry import Rect, Size, polyline, rectangle
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.destinations import MachineFile
from punchboard.scene import Page

A4 = Size(210, 297)
CARD = rectangle(Rect(20, 30, 63.5, 88.9))
FOLD = polyline([(105, 0), (105, 297)])


def machine(**keys):
    return MachineFile.model_validate(keys)


def test_a_cut_page_has_a_layer_for_each_kind_of_line():
    """The page outline first, cuts on top; there are no empty layers."""
    plain = cut_page(A4, CutPattern((CARD,)), machine())
    assert [layer.layer for layer in plain.items] == ["page", "cut"]
    full = cut_page(A4, CutPattern((CARD,), (FOLD,)), machine(registration={}))
    assert [layer.layer for layer in full.items] == ["page", "marks", "fold", "cut"]
    assert full.items[-1].items[0].outline == CARD


def test_lines_have_the_width_and_colours_of_the_machine():
    """A laser that recognises cuts by green hairlines gets them."""
    page = cut_page(A4, CutPattern((CARD,)), machine(line=0.02, colours={"cut": "#00ff00"}))
    assert page.items[-1].items[0].stroke[:2] == ("#00ff00", 0.02)


def test_a_machine_without_marks_and_plate_does_not_change_the_print():
    """The page stays as it was."""
    page = Page(A4, ())
    assert print_page(page, CutPattern((CARD,)), machine()) == page


def test_a_spot_plate_has_all_paths_as_one_outline():
    """With the plate's name, and not filled."""
    (item,) = print_page(Page(A4, ()), CutPattern((CARD, FOLD)), machine(cut="spot", plate="Thru-cut")).items
    assert (item.fill, item.stroke.spot) == (None, "Thru-cut")
    assert item.outline == CARD + FOLD


@pytest.mark.parametrize(("shape", "more"), [("poker", 0), ("circle 20mm", 0), ("hex 50mm", 0.1547)])
def test_forms_that_bleed_further_are_kept_further_away(shape, more):
    """A hexagon's points bleed 2/sqrt(3) times as far as its sides."""
    asked = machine(registration={}, sheet={"bleed": 1})
    plain, found = mark_keep_outs(A4, asked.registration), keep_out_areas(A4, asked, [trim_from_text(shape)])
    assert [tuple(rect.grow(more)) for rect in plain] == [pytest.approx(tuple(rect), abs=1e-4) for rect in found]
    assert keep_out_areas(A4, machine(), [trim_from_text(shape)]) == ()
