import pytest
from pydantic import ValidationError

from punchboard.compose.boxes.placement import FaceArea, box_area
from punchboard.compose.boxes.sides import BoxPlace, CachedSides, Sides, shown_boxes
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect, Size
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import trim_from_text


def boxes(**sides):
    """Return boxes by name, each from its sides or from a whole box."""
    made = {name: Box(**(one if "sides" in one or "size" in one else {"sides": one})) for name, one in sides.items()}
    return {name: BoxPlace(name, box, Rect(1, 2, 3, 4)) for name, box in made.items()}


def areas(made, *shown, need=0.0):
    """Return the areas of boxes on a trim of 60 x 90 mm."""
    sides = Sides(made, Size(60, 90), frozenset(shown or made), lambda _name, _width: need)
    return {name: tuple(sides.area(name)) for name in shown or made}


def test_a_box_lies_between_its_sides():
    """Two sides stretch it, one side and a size place it, a size alone centres it."""
    made = boxes(
        wide={"left": 5, "right": "10%", "top": 1, "bottom": 2},
        held={"right": 5, "width": 10, "bottom": 5, "height": "50%"},
        middle={"width": 10, "height": "10% of width"},
    )
    assert areas(made) == {"wide": (5, 1, 49, 87), "held": (45, 40, 10, 45), "middle": (25, 42, 10, 6)}


@pytest.mark.parametrize(
    ("short", "sides"),
    [
        ({"area": "trim"}, {"left": 0, "right": 0, "top": 0, "bottom": 0}),
        ({"area": "bleed"}, {"left": -3, "right": -3, "top": -3, "bottom": -3}),
        ({"area": "safe"}, {"left": 4, "right": 4, "top": 4, "bottom": 4}),
        ({"at": [5, 6], "size": [45, 8]}, {"left": 5, "top": 6, "width": 45, "height": 8}),
        ({"at": [5, 6], "from": "bottom right", "size": [9, 8]}, {"right": 5, "bottom": 6, "width": 9, "height": 8}),
        ({"from": "centre", "size": [9, 8]}, {"width": 9, "height": 8}),
        ({"at": [0, 6], "from": "top", "size": [9, 8]}, {"top": 6, "width": 9, "height": 8}),
    ],
)
def test_the_short_ways_to_place_a_box_are_forms_of_its_sides(short, sides):
    """``area`` and ``at`` with ``size`` give the same place as the sides that they stand for."""
    face = FaceArea(trim_from_text("card 60mm x 90mm"), bleed=3, safe=4)
    assert areas(boxes(one=sides))["one"] == tuple(box_area(Box(**short), face))


def test_a_box_keeps_clear_of_shown_boxes():
    """The furthest of them counts; if none is shown, its own side does."""
    title = {"left": 5, "after": ["cost + 2", "value + 1"], "right": 5, "top": 5, "height": 8}
    made = boxes(
        cost={"left": 4, "width": 10, "top": 4, "height": 10},
        value={"left": 4, "width": 14, "top": 16, "height": 10},
        title=title,
    )
    assert areas(made)["title"] == (19, 5, 36, 8)
    assert areas(made, "cost", "title")["title"] == (16, 5, 39, 8)
    assert areas(made, "title")["title"] == (5, 5, 50, 8)


def test_a_box_can_lie_beside_one_with_a_fixed_place():
    """Boxes with ``at`` and ``size`` are neighbours, too."""
    made = boxes(
        old={"size": [3, 4]}, new={"left": 0, "after": "old + 1", "right": 0, "top": 0, "below": "old", "bottom": 0}
    )
    assert areas(made)["new"] == (5, 6, 55, 84)


def test_a_box_around_others_covers_the_shown_ones():
    """Its own side overrides that; a size alone is a share of the covered span, centred in it."""
    made = boxes(
        one={"left": 10, "width": 10, "top": 10, "height": 10},
        other={"left": 30, "width": 10, "top": 30, "height": 10},
        plate={"around": ["one + 2", "other + 1"]},
        strip={"around": "one", "left": -3},
        dot={"around": "other", "width": "50%", "height": "50%"},
    )
    assert areas(made)["plate"] == (8, 8, 33, 33)
    assert areas(made, "one", "plate")["plate"] == (8, 8, 14, 14)
    assert areas(made)["strip"] == (-3, 10, 23, 10)
    assert areas(made)["dot"] == (32.5, 32.5, 5, 5)


@pytest.mark.parametrize(("need", "top"), [(3, 75), (20, 65), (60, 45), (0, 75)])
def test_a_box_grows_upwards_with_its_text(need, top):
    """Between its least and greatest height, and no further than its top."""
    text = {"left": 0, "right": 0, "top": 40, "bottom": 5, "height": "fit", "least": 10, "most": "50% - 5"}
    ((_, y, _, height),) = areas(boxes(text=text), need=need).values()
    assert (y, y + height) == (top, 85)
    assert areas(boxes(text={**text, "top": 50, "most": "90%"}), need=80)["text"] == (0, 50, 60, 35)


def test_a_box_with_only_a_top_grows_downwards():
    """From its top."""
    assert areas(boxes(text={"left": 0, "right": 0, "top": 40, "height": "fit"}), need=7)["text"] == (0, 40, 60, 7)


@pytest.mark.parametrize(("need", "left", "width"), [(4, 41, 14), (20, 35, 20), (40, 31, 24)])
def test_a_badge_is_as_wide_as_its_text(need, left, width):
    """Between ``least`` and ``most``; what lies beside it moves, and without a side it is centred."""
    fit = {"width": "fit", "least": 14, "most": "40%", "top": 5, "height": 10}
    made = boxes(cost={**fit, "right": 5}, name={"left": 5, "right": 5, "before": "cost + 1", "top": 5, "height": 10})
    found = areas(made, need=need)
    assert found["cost"] == (left, 5, width, 10)
    assert found["name"] == (5, 5, left - 6, 10)
    assert areas(boxes(cost=fit), need=need)["cost"][0] == (60 - width) / 2


@pytest.mark.parametrize("sides", [{"around": "cost", "width": "fit"}, {"width": "fit", "height": "fit"}])
def test_what_cannot_fit_its_text_is_refused(sides):
    """A box around others has no text of its own, and one side at least is given."""
    with pytest.raises(ValidationError, match="fit"):
        Box(sides=sides)


def test_a_text_takes_the_space_of_a_missing_picture():
    """It grows to its greatest size when no box that would share the space is shown."""
    made = boxes(
        picture={"left": 0, "right": 0, "top": 10, "bottom": 5, "above": "text + 2"},
        text={"left": 0, "right": 0, "top": 10, "bottom": 5, "height": "fit", "fills without": "picture"},
    )
    assert areas(made, need=20) == {"picture": (0, 10, 60, 53), "text": (0, 65, 60, 20)}
    assert areas(made, "text", need=20) == {"text": (0, 10, 60, 75)}


def test_a_box_whose_place_depends_on_itself_is_reported():
    """In either direction round the circle."""
    made = boxes(
        one={"width": 5, "top": 0, "below": "other", "bottom": 0},
        other={"width": 5, "top": 0, "below": "one", "bottom": 0},
    )
    with pytest.raises(ExpressionError, match="the place of box 'one' depends on itself"):
        areas(made)


def shown(full, **made):
    return shown_boxes({name: place.box for name, place in boxes(**made).items()}, frozenset(full))


SIZE = {"size": [1, 1]}


def test_boxes_go_with_others_or_stand_in_for_them():
    """One shown box of ``goes with`` is enough; one shown box of ``stands in for`` hides it."""
    made = {
        "cost": SIZE,
        "value": SIZE,
        "plate": {**SIZE, "goes with": ["cost", "value"]},
        "edge": {**SIZE, "stands in for": ["cost", "value"]},
        "line": {**SIZE, "goes with": "plate"},
        "gone": {**SIZE, "goes with": "nothing-here"},
    }
    rest = {"plate", "edge", "line", "gone"}
    assert shown({"cost", *rest}, **made) == {"cost", "plate", "line"}
    assert shown(rest, **made) == {"edge"}


def test_boxes_around_nothing_are_not_shown():
    """A plate is shown only with something on it; two boxes may depend on each other."""
    made = {
        "type": {"sides": {"around": "band", "left": 4}},
        "band": {"goes with": "type", "sides": {"left": 0, "right": 0, "top": 0, "height": 5}},
        "plate": {"sides": {"around": "type"}},
    }
    assert shown({"type", "band", "plate"}, **made) == {"type", "band", "plate"}
    assert shown({"band", "plate"}, **made) == set()


def test_areas_are_computed_once_for_equal_cards():
    """Cards with the same boxes and text heights share them; another height or another box does not."""
    made = boxes(
        title={"left": 5, "right": 5, "top": 5, "height": 8},
        text={"left": 5, "right": 5, "bottom": 5, "height": "fit"},
        art={"left": 5, "right": 5, "top": 5, "below": "title + 1", "bottom": 5, "above": "text + 1"},
    )
    known, all_ = CachedSides(made, Size(60, 90)), frozenset(made)
    first = known.areas(all_, lambda _name, _width: 20.0)
    assert known.areas(all_, lambda _name, _width: 20.0) is first
    assert known.areas(all_, lambda _name, _width: 30.0)["art"] == (5, 14, 50, 40)
    assert known.areas(frozenset({"text", "art"}), lambda _name, _width: 20.0)["art"] == (5, 5, 50, 59)
    assert first["art"] == (5, 14, 50, 50)
