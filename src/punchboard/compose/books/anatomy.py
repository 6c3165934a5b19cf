"""The anatomy of a component: its picture with call-outs, and the numbered list that explains them.

A call-out is a numbered disc beside the component, with a line to the part that it explains.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations
from math import dist
from typing import Final, NamedTuple

from punchboard.compose.books.figures import face_picture, numbered_disc, picture_height, shown_components, side_face
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.block_layout import GUTTER, block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, in_part, stacked_height, stacked_items
from punchboard.compose.text.markdown import ListBlock, Paragraph, parse_blocks, parse_inline
from punchboard.compose.text.phrases import phrase
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Point, Rect, Size, circle, polyline
from punchboard.model.game.directives import AnatomyDirective
from punchboard.model.layout.face import Face
from punchboard.model.values import did_you_mean
from punchboard.scene import Element, Group, Item, Shape, Stroke

DISC: Final = 4.6
"""Width in mm of a disc."""

_APART: Final = 0.8
"""Least space in mm between two discs."""

_GAP: Final = 2.4
"""Space in mm between the component and the discs."""


class CallOut(NamedTuple):
    """A disc, by its centre, and its line from the edge of the disc to a point of the part."""

    disc: Point
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The length of the line."""
        return dist(self.start, self.end)


def margin(disc: float) -> float:
    """Return what discs that are ``disc`` mm wide take on each side of a component, in mm."""
    return disc + _GAP


def call_outs(parts: Sequence[Rect], size: Size, disc: float = DISC) -> tuple[CallOut, ...]:
    """Return a call-out for each part of a component of a size, in the order of the parts.

    The discs are in a column left and one right of the component, and no line crosses another one.
    """
    order = sorted(range(len(parts)), key=lambda at: (parts[at].centre.x, at))
    return min((_with_left(parts, order, count, size, disc) for count in range(len(parts) + 1)), key=_cost)


def _cost(placed: Sequence[CallOut]) -> float:
    """Return the length of all lines, and more where the discs of one side take more height than those of the other."""
    left = sum(one.disc.x < 0 for one in placed)
    return sum(one.length for one in placed) + abs(len(placed) - 2 * left)


def _with_left(parts: Sequence[Rect], order: Sequence[int], count: int, size: Size, disc: float) -> tuple[CallOut, ...]:
    """Return the call-outs with the discs of the first ``count`` parts of an order on the left.

    A line on the left ends left of its part's centre, one on the right ends right of it, so that they never meet.
    """
    by_part: dict[int, CallOut] = {}
    for chosen, right in ((order[:count], False), (order[count:], True)):
        ends = [_end(parts[at], right=right) for at in chosen]
        by_part.update(zip(chosen, _one_side(ends, size, disc, right=right), strict=True))
    return tuple(by_part[at] for at in range(len(parts)))


def _end(part: Rect, *, right: bool) -> Point:
    return Point(part.right if right else part.x, part.centre.y)


def _one_side(ends: Sequence[Point], size: Size, disc: float, *, right: bool) -> list[CallOut]:
    """Return call-outs to some points from one side.

    Two lines that cross exchange their discs, which makes both together shorter. So this ends, and none cross.
    """
    heights = _spread(sorted(end.y for end in ends), size.height, disc)
    edge, centre = (size.width + _GAP, size.width + _GAP + disc / 2) if right else (-_GAP, -_GAP - disc / 2)
    starts = [Point(edge, y) for y in heights]
    discs = dict(zip(sorted(range(len(ends)), key=lambda at: ends[at].y), starts, strict=True))
    crossed = True
    while crossed:
        crossed = False
        for one, other in combinations(discs, 2):
            swapped = dist(discs[other], ends[one]) + dist(discs[one], ends[other])
            if swapped < dist(discs[one], ends[one]) + dist(discs[other], ends[other]) - 1e-9:
                discs[one], discs[other] = discs[other], discs[one]
                crossed = True
    return [CallOut(Point(centre, discs[at].y), discs[at], end) for at, end in enumerate(ends)]


def _spread(wanted: Sequence[float], height: float, disc: float) -> list[float]:
    """Return heights near the wanted ones, in their order, a step apart, beside the component if they fit there."""
    step = disc + _APART
    firsts = [y - at * step for at, y in enumerate(wanted)]  # where the first disc would be for each to be in place
    below = accumulate(firsts, max)
    above = reversed(tuple(accumulate(reversed(firsts), min)))
    most = max(height - disc / 2 - (len(wanted) - 1) * step, disc / 2)
    between = ((one + other) / 2 for one, other in zip(below, above, strict=True))
    return [min(max(y, disc / 2), most) + at * step for at, y in enumerate(between)]


_LEAST_LEGEND: Final = 8.5
"""The least width of a list beside its component, as a multiple of its type size; a narrower one stands below."""

_COLUMN: Final = 48.0
"""The least width in mm of each of two columns of a list below its component."""

_INSET, _WIDE, _CLEAR = 1.5, 12.0, 1.1
"""How far in mm a line goes into a part that is not text and is wider than this; how far from others it ends."""

_LINE, _HALO, _DOT = 0.3, 0.9, 0.55
"""Widths in mm of a line and of the paper around it, and the radius of the dot at its end."""


class Anatomy(NamedTuple):
    """The picture of a component with its call-outs, and the list of what they show."""

    picture: Figure
    legend: ListBlock

    def slab(self, model: AnatomyDirective, width: float, look: Look) -> Slab:
        """Return picture, list and caption as one slab for a column that is ``width`` mm wide."""
        beside = width - self.picture.width - GUTTER
        least = _LEAST_LEGEND * look.style("list").size
        if model.legend == "below" or (model.legend is None and beside < least):
            body = self._below(width, look)
        else:
            body = self._beside(max(beside, least), look)
        lines = Paragraph(parse_inline(model.caption, look.setter.symbols), "caption")
        caption = list(block_slabs((lines,), width, look)) if model.caption else []
        under = stacked_height(caption) + 1.8 if caption else 0.0

        def draw(x: float, y: float) -> Iterator[Item]:
            yield from body.draw(x + (width - body.width) / 2, y)
            yield from stacked_items(caption, x, y + body.height + 1.8)

        wide = max(0.0, body.width - width)
        return Slab(body.height + under, draw, 2.5, 4.0, can_float=True, overflow_width=wide)

    def _beside(self, room: float, look: Look) -> Figure:
        picture, legend = self.picture, list(block_slabs((self.legend,), room, look))
        height = max(picture.height, stacked_height(legend))
        left, right = (room + GUTTER, 0.0) if look.setter.rtl else (0.0, picture.width + GUTTER)

        def draw(x: float, y: float) -> Iterator[Item]:
            yield from picture.items(x + left, y + (height - picture.height) / 2)
            yield from stacked_items(legend, x + right, y + (height - stacked_height(legend)) / 2)

        return Figure(picture.width + GUTTER + room, height, draw)

    def _below(self, width: float, look: Look) -> Figure:
        columns = _columns(self.legend, width, look)
        top = self.picture.height + 2.5
        step = (width + GUTTER) / len(columns)

        def draw(x: float, y: float) -> Iterator[Item]:
            yield from self.picture.items(x + (width - self.picture.width) / 2, y)
            for at, column in enumerate(reversed(columns) if look.setter.rtl else columns):
                yield from stacked_items(column, x + at * step, y + top)

        return Figure(max(width, self.picture.width), top + max(map(stacked_height, columns)), draw)


def _columns(legend: ListBlock, width: float, look: Look) -> list[list[Slab]]:
    """Return a list in two columns of nearly equal height where there is room, else in one."""
    room = (width - GUTTER) / 2
    if room < _COLUMN or len(legend.items) < 2:
        return [list(block_slabs((legend,), width, look))]
    halves = (
        [
            list(in_part(block_slabs((part,), room, look), Element("Div", key)))
            for key, part in enumerate((ListBlock(legend.items[:cut], 1), ListBlock(legend.items[cut:], cut + 1)))
        ]
        for cut in range(1, len(legend.items))
    )
    return min(halves, key=lambda columns: max(map(stacked_height, columns)))


def anatomy(
    model: AnatomyDirective, composer: FaceComposer, look: Look, column: float = 0.0, *, magnified: float = 1.0
) -> Anatomy:
    """Return the anatomy of a component; magnified, its picture is not made wider than a column in mm.

    Raises:
        ExpressionError: for an unknown component or an unknown part.
    """
    game, symbols = composer.loaded.game, look.setter.symbols
    component = shown_components(game, (model.show,))[0]
    face = side_face(composer, component, model.side)
    scale, disc = model.scale / 100, DISC * max(1.0, magnified)
    if magnified > 1:
        scale = max(scale, min(scale * magnified, (column - 2 * margin(disc)) / face.trim.size.width))
    areas = [_area(face, name, component.id) for name in model.parts]
    size = Size(face.trim.size.width * scale, picture_height(face, face.trim.size.width * scale))
    placed = call_outs([Rect(*(value * scale for value in area)) for area in areas], size, disc)
    text = phrase(game.words, "parts shown", name=composer.printed_name(component), parts=tuple(model.parts))
    items = tuple(tuple(parse_blocks(words, symbols=symbols)) for words in model.parts.values())
    return Anatomy(_picture(face, size, placed, disc, look)._replace(text=text), ListBlock(items, start=1))


def _area(face: Face, name: str, component: str) -> Rect:
    """Return the area at whose left or right edge the line to a part ends: just outside its ink, or in a picture."""
    for box in face.boxes:
        if box.name == name:
            area = (box.ink and box.ink.overlap(box.area)) or box.area
            inset = _INSET if not box.size and area.width > _WIDE else -_CLEAR
            return Rect(area.x + inset, area.y, area.width - 2 * inset, area.height)
    shown = {box.name for box in face.boxes}
    raise ExpressionError(f"{name!r} is not a box that {component!r} shows", did_you_mean(name, shown))


def _picture(face: Face, size: Size, placed: Sequence[CallOut], disc: float, look: Look) -> Figure:
    """Return a face with its call-outs; their discs stand out above and below where there are many."""
    ends = [one.disc.y for one in placed]
    top, bottom = max(0.0, disc / 2 - min(ends)), max(size.height, max(ends) + disc / 2)
    ink, paper = look.colour("ink"), look.colour("paper")
    discs = [numbered_disc(number, disc, look) for number in range(1, len(placed) + 1)]

    def draw(x: float, y: float) -> Iterator[Item]:
        yield Group(tuple(drawn()), Affine.move(x + margin(disc), y + top))

    def drawn() -> Iterator[Item]:
        yield face_picture(face, 0, 0, size.width)
        for colour, width in ((paper, _HALO), (ink, _LINE)):
            for call_out in placed:
                yield Shape(polyline((call_out.start, call_out.end)), stroke=Stroke(colour, width, round=True))
                yield Shape(circle(call_out.end, _DOT + (width - _LINE) / 2), fill=colour)
        for numbered, call_out in zip(discs, placed, strict=True):
            yield from numbered.draw(call_out.disc.x - disc / 2, call_out.disc.y - disc / 2)

    return Figure(size.width + 2 * margin(disc), top + bottom, draw)
