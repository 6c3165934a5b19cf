"""What a box shows on one card, the templates of this, and the places of copies of its drawing."""

from typing import TYPE_CHECKING, NamedTuple

from punchboard.geometry import Affine, Point, Size
from punchboard.model.layout.box_drawing import RepeatFile
from punchboard.model.layout.face import DrawnBox
from punchboard.model.layout.layout import Box
from punchboard.scene import Group

if TYPE_CHECKING:
    from punchboard.compose.boxes.continued_cards import TextPart


class BoxSpec(NamedTuple):
    """What a box shows for one component: its templates evaluated. The box's drawing depends on nothing else."""

    content: str | None
    fill: str | None
    stroke: str | None
    colour: str | None
    inks: tuple[str, ...]
    extra: tuple[str, ...] = ()
    """The values handed to a nested layout, or those parameters of an ornament that are templates."""
    text_part: "TextPart | None" = None
    """The part of the text on this card, for a text that continues on further cards."""
    grows: bool = False
    """Whether the box takes all the space up to its ``top``, whatever its ``most``."""
    alt: str | None = None
    """What is read aloud instead of the box."""


CompactSpecs = str | tuple[BoxSpec, ...] | None
"""The specs of a box in short form: only its text where nothing else differs from card to card; None if left out."""


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
