"""A box that is dragged ends where it was dropped, by the keys that hold it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from punchboard.compose.boxes.placement import FaceArea, box_area
from punchboard.compose.boxes.sides import BoxPlace, Sides
from punchboard.edit.face_edit import Around, moved_box
from punchboard.geometry import Rect, Size
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim

TRIM = Size(60, 90)

NEIGHBOURS = {
    "title": BoxPlace(
        "title", Box.model_validate({"sides": {"left": 5, "width": 20, "top": 6, "height": 8}}), Rect(0, 0, 0, 0)
    ),
    "text": BoxPlace(
        "text", Box.model_validate({"sides": {"left": 30, "width": 9, "top": 60, "height": 20}}), Rect(0, 0, 0, 0)
    ),
}


def placed(raw: dict[str, Any]) -> tuple[Box, Rect, Around]:
    """Return a box with its area, and what it lies among."""
    box = Box.model_validate(raw)
    boxes = {**NEIGHBOURS, "box": BoxPlace("box", box, Rect(0, 0, 0, 0))}
    sides = Sides(boxes, TRIM, frozenset(boxes), lambda name, width: 12.0)
    return box, sides.area("box"), Around(TRIM, {name: sides.area(name) for name in boxes})


def changed(raw: dict[str, Any], changes: Any) -> dict[str, Any]:
    """Return a raw box with changes applied."""
    new = {key: dict(value) if isinstance(value, dict) else value for key, value in raw.items()}
    for path, value in changes.items():
        inner = new
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    return new


@pytest.mark.parametrize(
    ("sides", "move", "expected"),
    [
        ({"left": 8, "width": 10, "top": 3, "height": 5}, (1.5, 0), {("sides", "left"): 9.5}),
        ({"left": 8, "right": 8, "top": 3, "height": 5}, (2, 0), {("sides", "left"): 10, ("sides", "right"): 6}),
        ({"left": "40%", "width": 10, "top": 3, "height": 5}, (-1.5, 0), {("sides", "left"): "40% - 1.5"}),
        (
            {"left": 8, "width": 10, "top": 3, "below": "title + 2", "height": 5},
            (0, 1.2),
            {("sides", "below"): "title + 3.2"},
        ),
        (
            {"left": 8, "width": 10, "bottom": 3, "above": ["text + 2", "title"], "height": "fit"},
            (0, -1),
            {("sides", "above"): ["text + 2", "title + 1"]},
        ),
        (
            {"left": 8, "width": 10, "top": 3, "below": ["title + 9.2"], "height": 5},
            (1, -9),
            {("sides", "left"): 9, ("sides", "below"): "title + 0.2"},
        ),
        ({"left": 8, "width": 10, "top": 3, "below": ["title + 9.2"], "height": 5}, (1, -9.5), {("sides", "left"): 9}),
        ({"width": 20, "top": 3, "height": 5}, (4, 0), {("sides", "left"): 24}),
        ({"around": ["title"]}, (4, 0), {("sides", "left"): 9, ("sides", "right"): 31}),
        ({"around": ["title"], "left": 2}, (4, 0), {("sides", "left"): 6, ("sides", "right"): 31}),
        ({"around": ["title"], "right": 2}, (4, 0), {("sides", "left"): 9, ("sides", "right"): -2}),
        ({"around": ["title"], "left": 2, "right": 3}, (1, 0), {("sides", "left"): 3, ("sides", "right"): 2}),
    ],
)
def test_a_dragged_box_changes_what_holds_it(sides: dict[str, Any], move: tuple[float, float], expected: Any) -> None:
    """A drag changes a side's length, the offset of a share, or the gap to the neighbour; it never removes a gap."""
    box, area, among = placed({"sides": sides})
    assert moved_box(box, among, area, area._replace(x=area.x + move[0], y=area.y + move[1])) == expected


def test_a_badge_that_is_made_wider_no_longer_fits_its_text() -> None:
    """It gets the width that it was given; a move alone leaves it as wide as its text."""
    box, area, among = placed({"sides": {"left": 5, "width": "fit", "top": 5, "height": 10}})
    assert moved_box(box, among, area, area._replace(width=14)) == {("sides", "width"): 14}
    assert moved_box(box, among, area, area._replace(x=7)) == {("sides", "left"): 7}


def test_a_box_from_a_corner_keeps_its_corner() -> None:
    """The offset of a box that is measured from the bottom right grows inwards."""
    box = Box.model_validate({"at": [3, 4], "from": "bottom right", "size": [10, 5]})
    old = box_area(box, FaceArea(Trim("rectangle", TRIM, "card"), 3, 3))
    changes = moved_box(box, Around(TRIM, {}), old, old._replace(x=old.x - 2))
    assert changes == {("at",): [5, 4]}


MM = st.integers(0, 120).map(lambda tenths: tenths / 10)
SHARES = st.one_of(MM, st.sampled_from(["20%", "10% + 1.5", "9% of width", "5% of height - 0.5"]))


@st.composite
def axes(draw: st.DrawFn, names: str) -> dict[str, Any]:
    """Return the keys of one direction."""
    start, end, extent, behind, ahead = names.split()
    given_ = draw(st.sampled_from([(start, extent), (end, extent), (start, end), (extent,)]))
    keys: dict[str, Any] = {key: draw(SHARES) for key in given_}
    if extent in keys:
        keys[extent] = draw(st.sampled_from([12, "20%", "10% + 4"]))
    if start in keys and draw(st.booleans()):
        keys[behind] = "title + 2"
    if end in keys and draw(st.booleans()):
        keys[ahead] = ["text", "title + 1"]
    return keys


@given(
    axes("left right width after before"),
    axes("top bottom height below above"),
    st.tuples(MM, MM, MM, MM),
)
def test_a_box_lies_where_it_was_dropped(across: dict[str, Any], down: dict[str, Any], move: tuple[float, ...]) -> None:
    """After a move, the box has the new area unless a neighbour blocks it."""
    raw = {"sides": across | down}
    box, old, among = placed(raw)
    assume(old.width > 0 and old.height > 0)
    new = Rect(old.x + move[0], old.y + move[1], old.width + move[2], old.height + move[3])
    _, found, _ = placed(changed(raw, moved_box(box, among, old, new)))
    pressed = {"before", "above"} & {*across, *down}  # a gap is never less than nothing
    if not pressed:
        assert (found.x, found.y, found.right, found.bottom) == pytest.approx(
            (new.x, new.y, new.right, new.bottom), abs=0.002
        )


TOGETHER = {
    "below what moves": {"left": 8, "width": 10, "top": 3, "below": "title + 2", "height": 5},
    "after and above": {"after": "title + 1", "width": 10, "left": 1, "bottom": 3, "above": "text + 2", "height": 5},
    "around": {"around": ["title"]},
    "around, with one side": {"around": ["title"], "left": 2},
    "around, with both sides": {"around": ["title"], "left": 2, "right": 30},
}


@pytest.mark.parametrize("name", TOGETHER)
@pytest.mark.parametrize("others", [("title",), ("title", "text")])
def test_boxes_that_are_moved_together_keep_their_gaps(name: str, others: tuple[str, ...]) -> None:
    """Each ends where it was dropped, and a gap to a box that moves with it stays as it is."""
    raw, (dx, dy) = {"sides": TOGETHER[name]}, (1.5, 2.0)
    box, old, among = placed(raw)
    moved = {one: among.areas[one].moved(dx, dy) for one in others}
    changes = moved_box(box, among._replace(moved=moved), old, old.moved(dx, dy))
    held = {key: value for key, value in TOGETHER[name].items() if key in {"after", "below"}}
    after = changed(raw, changes)
    assert {key: after["sides"][key] for key in held} == held
    shifted = {
        one: place._replace(box=place.box.model_copy(update={"sides": None}), area=moved.get(one, among.areas[one]))
        for one, place in NEIGHBOURS.items()
    }
    boxes = {**shifted, "box": BoxPlace("box", Box.model_validate(after), Rect(0, 0, 0, 0))}
    assert Sides(boxes, TRIM, frozenset(boxes), lambda _name, _width: 12.0).area("box") == old.moved(dx, dy)
