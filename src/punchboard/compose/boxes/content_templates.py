"""The templates that a box contains, and the places of copies of its drawing."""

from __future__ import annotations

from punchboard.geometry import Affine, Point, Size
from punchboard.model.layout.box_drawing import RepeatFile
from punchboard.model.layout.face import DrawnBox
from punchboard.model.layout.layout import Box
from punchboard.scene import Group


def content_template(box: Box) -> str | None:
    """Return the template of a box's content; for an ornament, of its seed."""
    if box.ornament is not None:
        return box.ornament.seed
    source = getattr(box, box.content) if box.content else None
    return None if source is None else str(source)


def extra_templates(box: Box) -> dict[str, str]:
    """Return a box's other templates by name: the values for a nested layout, or parameters of an ornament."""
    if box.ornament is None:
        return box.with_
    return {name: value for name, value in box.ornament.params.items() if isinstance(value, str) and "{" in value}


def copy_offset(repeat: RepeatFile, index: int, trim: Size) -> Point:
    """Return how far the copy with this number, from 0, lies from the first one on a trim, in mm."""
    row, column = divmod(index, repeat.columns) if repeat.columns else (0, index)
    (across, down), (row_across, row_down) = repeat.step, repeat.row
    return Point(
        across.length_on(trim, "width") * column + row_across.length_on(trim, "width") * row,
        down.length_on(trim, "height") * column + row_down.length_on(trim, "height") * row,
    )


def turn_drawing(drawn: DrawnBox, transform: Affine) -> DrawnBox:
    """Return a box's drawing, and the areas recorded for it, under a transform."""
    boxes = tuple(
        placed._replace(area=transform.bounds(placed.area), ink=placed.ink and transform.bounds(placed.ink))
        for placed in drawn.boxes
    )
    return DrawnBox((Group(drawn.items, transform),) if drawn.items else (), boxes)


def turn_copies(drawn: DrawnBox, turns: tuple[float, ...], about: Point) -> DrawnBox:
    """Return a box's drawing repeated for each angle, in degrees clockwise about a point."""
    copies = [drawn if not turn else turn_drawing(drawn, Affine.turn(turn, about)) for turn in turns]
    return DrawnBox(
        tuple(item for copy in copies for item in copy.items), tuple(placed for copy in copies for placed in copy.boxes)
    )
