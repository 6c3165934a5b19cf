import pytest
from pydantic import ValidationError

from punchboard.geometry import Size
from punchboard.model.layout.box_drawing import Neighbour, RelativeLength, SidesFile
from punchboard.model.layout.layout import Box, FaceFile

POKER = Size(63.5, 88.9)


@pytest.mark.parametrize(
    ("written", "mm"),
    [
        (5, 5),
        ("5mm", 5),
        ("0.5in", 12.7),
        ("-3", -3),
        ("50%", 44.45),
        ("50% - 4", 40.45),
        ("10% + 1cm", 18.89),
        ("20% of width", 12.7),
        ("20% of width + 2", 14.7),
    ],
)
def test_a_side_is_a_length_or_a_percentage_of_the_trim(written, mm):
    """Percentages refer to the direction that is measured along, unless they name ``width`` or ``height``."""
    sides = SidesFile(top=written, bottom=0, width="10%")
    assert sides.top.length_on(POKER, "height") == pytest.approx(mm)


@pytest.mark.parametrize("written", ["", "wide", "5 4", "50% 4", "3 furlongs", True, "300%", 5000, "5 +"])
def test_other_texts_are_not_lengths(written):
    """The message shows what can be written."""
    with pytest.raises(ValidationError, match=r"not a length; write|too long; write"):
        SidesFile(top=written, bottom=0, width=5)


def test_neighbours_are_named_with_a_gap():
    """One name or a list, with or without a gap in mm."""
    sides = SidesFile(left=0, after=["cost + 1.6", "value"], right=0, top=0, height=5)
    assert sides.after == (Neighbour("cost", 1.6), Neighbour("value", 0))
    assert sides.varies_by_card
    assert sides.box_names == {"cost", "value"}


@pytest.mark.parametrize("written", ["cost +", "+ 2", 7, "cost + wide"])
def test_other_texts_are_not_neighbours(written):
    """The message shows what can be written."""
    with pytest.raises(ValidationError, match="is not the name of a box; write 'title'"):
        SidesFile(left=0, after=written, right=0, top=0, height=5)


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ({"left": 1, "top": 1, "height": 2}, "give two of 'left', 'right' and 'width'"),
        ({"left": 1, "right": 1, "width": 5, "top": 1, "height": 2}, "give two of 'left'"),
        ({"width": 5, "top": 1}, "give two of 'top', 'bottom' and 'height'"),
        ({"width": 5, "bottom": 1, "height": 5, "below": "title"}, "'below' needs 'top'"),
        ({"left": 5, "width": 5, "before": "icon", "height": 5}, "'before' needs 'right'"),
    ],
)
def test_in_each_direction_a_box_has_two_sides_or_is_centred(sides, said):
    """Fewer are ambiguous, more contradict one another; a neighbour needs the side that applies without it."""
    with pytest.raises(ValidationError, match=said):
        SidesFile(**sides)


def test_a_box_needs_a_position():
    """Its size, its sides, or an area."""
    with pytest.raises(ValidationError, match="needs 'size'"):
        Box(text="x")
    assert Box(text="x", sides={"width": 5, "height": 5}).sides.width == RelativeLength(0, "", 5)


def test_a_slot_without_content_holds_the_field_of_its_own_name():
    """Slots are filled in faces only; content that is given stays."""
    box = {"area": "trim", "slot": "markdown"}
    face = FaceFile(boxes={"text": box, "title": {**box, "slot": "text", "text": "{{ name }}"}, "gone": None})
    assert face.boxes["text"].markdown == "{{ text }}"
    assert (face.boxes["title"].text, face.boxes["title"].markdown) == ("{{ name }}", None)
    assert face.boxes["gone"] is None
