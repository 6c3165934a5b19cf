"""Edition mark: small type in the margin between the safe area and the trim, the same on every face."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from typing import Final, Literal, NamedTuple

from punchboard.compose.boxes.placement import FaceArea, box_area
from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.text.paragraphs import styled_lines
from punchboard.compose.text.style import TextStyle
from punchboard.expression import ExpressionError
from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, rounded_rectangle
from punchboard.model.layout.box_drawing import EditionPlace
from punchboard.model.layout.face import EDITION_BOX, DrawnBox, Fault
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place, Problem, Severity
from punchboard.scene import Group, Item, Picture, Shape, Text, Use
from punchboard.srgb import contrast
from punchboard.units import MM_PER_POINT

PAPER_WHITE: Final = "#ffffff"
"""The colour of unprinted paper."""

_TOLERANCE: Final = 1e-6


class _Leaf(NamedTuple):
    item: Item
    at: Affine
    bounds: Rect


def background_colour(items: Sequence[Item], area: Rect) -> str | None:
    """Return the colour (``#rrggbb``) that fills the whole of an area; None for several colours or a picture.

    Returns None, too, when it cannot be sure that a shape covers the area: for curves, rotated shapes and strokes.

    Args:
        items: what is drawn, the bottom item first, in the coordinates of the area.
        area: the area in mm.
    """
    colour: str | None = PAPER_WHITE
    for leaf in _leaves(items, IDENTITY):
        if _overlap(leaf.bounds, area):
            colour = _covering_colour(leaf, area)
    return colour


def _covering_colour(leaf: _Leaf, area: Rect) -> str | None:
    """Return the colour of a leaf that certainly covers the whole area, else None."""
    item = leaf.item
    if not isinstance(item, Shape) or item.stroke or item.gradient or leaf.at.b or leaf.at.c:
        return None
    return item.fill if leaf.bounds.contains(area) and _outline_contains(item.outline, leaf.at, area) else None


def _outline_contains(outline: Outline, at: Affine, area: Rect) -> bool:
    """Tell whether a convex outline with straight sides (a rectangle, a hexagon) contains an area."""
    points = [at.apply(Point(*numbers)) for command, numbers in outline.segments if command in {"M", "L"}]
    if len(points) < 3 or any(command == "C" for command, _ in outline.segments):
        return False
    corners = [Point(x, y) for x in (area.x, area.right) for y in (area.y, area.bottom)]
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
        for x, y in corners
    ]
    return all(turn >= -_TOLERANCE for turn in turns) or all(turn <= _TOLERANCE for turn in turns)


def _leaves(items: Sequence[Item], at: Affine) -> Iterator[_Leaf]:
    for item in items:
        match item:
            case Group():
                yield from _leaves(item.items, at @ item.transform)
            case Use():
                yield from _leaves(item.symbol.items, at @ item.transform)
            case Shape():
                reach = item.stroke.width / 2 if item.stroke else 0.0
                yield _Leaf(item, at, at.bounds(item.outline.bounds.grow(reach)))
            case Picture():
                yield _Leaf(item, at, at.bounds(item.area))
            case Text():
                yield from (_Leaf(item, at, at.bounds(bounds)) for bounds in _lines(item))
            case _:
                pass


def _lines(text: Text) -> Iterator[Rect]:
    for line in text.lines:
        width = fsum(word.width for word in line.words) + text.face.space.width * (len(line.words) - 1)
        yield Rect(line.x, line.y - text.size, width * text.size, text.size * 1.25)


def _overlap(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


TYPE_SIZE: Final = 5.0
"""Type size in points."""

CLEARANCE: Final = 0.7
"""Distance in mm between the mark and the trim."""

_DEFAULT_MARGIN: Final = 3.0
"""Assumed margin in mm of faces whose safe area reaches to the trim."""

_MAX_RISE: Final = 8.0
"""How far in mm a mark may move up from the lower edge of a shape that is narrow there."""

_MIN_CONTRAST: Final = 4.5
"""Minimum contrast of the mark to its background."""

_PAD: Final = 0.35
"""Margin in mm of the plate around the mark."""


class EditionMark:
    """The edition mark of a game.

    Args:
        words: its text.
        resources: fonts, styles and colours.
        place: where the game defines it.
    """

    def __init__(self, words: str, resources: Resources, place: Place) -> None:
        self._words, self._resources, self._place = words, resources, place
        self._styles: dict[str, TextStyle] = {}

    def draw(
        self, items: Sequence[Item], face: FaceArea, place: EditionPlace | Literal[False] | None, card: Place
    ) -> DrawnBox:
        """Return the mark for a face that has these items already; only a fault if there is no space for it.

        Args:
            items: what is drawn on the face.
            face: the face's trim and margins.
            place: the position and colour that the layout gives, if any.
            card: where the card of the face is written.
        """
        where = place if isinstance(place, EditionPlace) else EditionPlace.model_validate({})
        area = self._area(face, where)
        if area is None:
            message = f"there is no space for the edition mark {self._words!r} on {face.trim.name!r}"
            hint = "make the mark shorter, or switch it off with 'edition: false' in the layout"
            problem = Problem("EDITION001", self._place, message, hint, Severity.WARNING)
            return DrawnBox((), (), (Fault(problem, card),))
        return self._draw_at(area, self._paints(items, area, where.colour))

    def _area(self, face: FaceArea, where: EditionPlace) -> Rect | None:
        """Return the area of the mark: where the layout places it, or the first free place in the margin."""
        style, setter = self._style("ink"), self._resources.setter
        width = styled_lines(setter.plain_atoms(self._words, style), 1e4, style, setter).widest
        size = (round(width * style.size + 0.1, 3), round(style.height(1) + 0.01, 3))
        if where.at is not None:
            return box_area(Box.model_construct(at=where.at, from_=where.from_, size=size), face)
        return next((area for area in _possible_areas(face, *size) if _contains(face.trim, area.grow(CLEARANCE))), None)

    def _style(self, paint: str) -> TextStyle:
        """Return the style of sheet labels, at the mark's size and in a paint."""
        style = self._styles.get(paint)
        if style is None:
            label = self._resources.styles.get("label", self._resources.palette.colour(paint), "centre")
            style = self._styles[paint] = label.at_size(TYPE_SIZE * MM_PER_POINT)
        return style

    def _paints(self, items: Sequence[Item], area: Rect, requested: str | None) -> tuple[str, str | None]:
        """Return the paint of the mark, and the paint of its plate if it needs one."""
        if requested is not None:
            return requested, None
        ground = background_colour(items, area)
        for paint in ("ink", "paper", "#000000", "#ffffff") if ground is not None else ():
            try:
                if contrast(self._resources.palette.colour(paint), ground or "") >= _MIN_CONTRAST:
                    return paint, None
            except ExpressionError:
                continue  # a theme need not have colours of these names
        return "#000000", "#ffffff"

    def _draw_at(self, area: Rect, paints: tuple[str, str | None]) -> DrawnBox:
        paint, plate = paints
        box = Box.model_construct(size=tuple(area.size), text=self._words, style="label", overlaps=True)
        drawn = text_in_box(EDITION_BOX, box, area, self._words, self._style(paint), self._resources.setter)
        if plate is None:
            return drawn
        under = Shape(rounded_rectangle(area.grow(_PAD), _PAD), fill=self._resources.palette.fill(plate))
        return DrawnBox((under, *drawn.items), drawn.boxes)


def _possible_areas(face: FaceArea, width: float, height: float) -> Iterator[Rect]:
    """Yield possible areas for the mark: bottom right, bottom left, then centred, from the lower edge upwards."""
    whole = face.trim.frame()
    margin = max(face.safe, _DEFAULT_MARGIN)
    y = whole.height - max((margin + height) / 2, height + CLEARANCE)
    yield Rect(whole.width - margin - width, y, width, height)
    yield Rect(margin, y, width, height)
    for step in range(int(_MAX_RISE / 0.25)):
        yield Rect((whole.width - width) / 2, y - step * 0.25, width, height)


def _contains(trim: Trim, area: Rect) -> bool:
    """Tell whether a trim contains an area."""
    whole = trim.frame()
    corners = [(x, y) for x in (area.x, area.right) for y in (area.y, area.bottom)]
    within = _IS_WITHIN.get(trim.form, _in_frame)
    middle = whole.centre
    return all(within(abs(x - middle.x) / whole.width * 2, (y - middle.y) / whole.height * 2) for x, y in corners)


def _in_frame(across: float, down: float) -> bool:
    return across <= 1 and abs(down) <= 1


_IS_WITHIN: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "circle": lambda across, down: across**2 + down**2 <= 1,
    "hex": lambda across, down: across <= 1 and abs(down) <= 1 - across / 2,
    "triangle": lambda across, down: down <= 1 and across <= (1 + down) / 2,
}
"""Whether a shape contains a point, given its distance from the centre, across to either side and down, as parts of
half the width and height."""
