"""Single kinds of ornaments: windows, borders, newsprint, rain, masks."""

import pytest

from punchboard.geometry import Rect
from punchboard.ornament import draw
from punchboard.ornament.pen import drawings_of

AREA = Rect(0, 0, 60, 80)


def test_a_broken_rose_window_differs_for_each_seed():
    """Whole windows are all the same; each broken one has lost other panes."""
    whole = draw("rose-window", AREA, "a", {})
    broken = {draw("rose-window", AREA, f"card-{index}", {"broken": 0.6}) for index in range(8)}
    assert len(broken) == 8
    assert draw("rose-window", AREA, "b", {}) == whole
    panes = sum(mark.ink > 0 for mark in whole)
    assert all(sum(mark.ink > 0 for mark in marks) < panes for marks in broken)


def test_a_rose_window_is_as_large_as_possible():
    """The stone of a whole window touches the sides of its area and stays inside."""
    bounds = draw("rose-window", AREA, "", {})[0].outline.bounds
    assert bounds.size == pytest.approx((60, 60), abs=0.01)


@pytest.mark.parametrize("flower", sorted(drawings_of("broadside")["flowers"]))
@pytest.mark.parametrize("rules", [0, 1, 2])
def test_a_broadside_leaves_the_middle_free(flower, rules):
    """Text stands inside; the border is only along the edges of its area."""
    size = 4.0
    middle = AREA.shrink(size * 1.7)
    marks = draw("broadside", AREA, "", {"flower": flower, "rules": rules, "size": size})
    assert not any(mark.width is None and mark.outline.bounds.overlap(middle) for mark in marks)
    assert all(AREA.grow(0.01).contains(mark.outline.bounds) for mark in marks)


def test_a_worn_broadside_has_lost_flowers():
    """Wear differs by seed."""
    whole = draw("broadside", AREA, "", {})
    worn = [draw("broadside", AREA, seed, {"wear": 1}) for seed in "ab"]
    assert worn[0] != worn[1]
    assert all(len(marks) < len(whole) for marks in worn)


def test_print_stays_on_the_page():
    """Headlines and columns stay within the page, whatever is torn off."""
    for torn in ("foot", "sides", "all"):
        for index in range(10):
            marks = draw("torn-page", AREA, f"card-{index}", {"torn": torn, "rough": 0.6})
            paper = marks[1].outline.bounds
            assert all(paper.contains(mark.outline.bounds) for mark in marks[2:])


def test_more_rain_is_more_streaks():
    """The rain is the first ink, windows the second, signs the third."""
    light, heavy = (draw("rain", AREA, "x", {"drops": drops}) for drops in (0.5, 2))
    assert sum(mark.ink == 0 for mark in light) < sum(mark.ink == 0 for mark in heavy)
    assert {mark.ink for mark in heavy} == {0, 1, 2}
    assert {mark.ink for mark in draw("rain", AREA, "x", {"windows": 0, "signs": 0})} == {0}


@pytest.mark.parametrize("form", sorted(drawings_of("mask")["forms"]))
def test_a_mask_fits_its_area(form):
    """A mask lies entirely within its area, and differs by seed."""
    area = Rect(0, 0, 40, 30)
    drawn = {draw("mask", area, f"card-{index}", {"form": form}) for index in range(20)}
    assert len(drawn) == 20
    assert all(area.grow(0.5).contains(mark.outline.bounds) for marks in drawn for mark in marks)


@pytest.mark.parametrize("shape", ["disc", "burst", "porthole"])
@pytest.mark.parametrize(("area", "line"), [(AREA, 0.0), (Rect(0, 0, 0, 0), 0.05)])
def test_an_emblem_without_a_line_or_without_room_is_drawn(shape, area, line):
    """A long text may leave an emblem no room at all, and a theme may leave out its line."""
    assert draw("emblem", area, "", {"shape": shape, "line": line})
