"""The anatomy of a component: its picture with call-outs, and the numbered list that explains them."""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import Final, NamedTuple

from punchboard.compose.books.call_outs import DISC, CallOut, Part, call_outs, margin
from punchboard.compose.books.figures import face_picture, numbered_disc, picture_height, shown_components, side_face
from punchboard.compose.books.tables import list_columns
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.block_layout import GUTTER, block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.markdown import ListBlock, Paragraph, parse_blocks, parse_inline
from punchboard.compose.text.phrases import phrase
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Point, Rect, Size, circle, polyline
from punchboard.model.game.directives import AnatomyDirective
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.values import did_you_mean
from punchboard.scene import Group, Item, Shape, Stroke, Text, Use

_LEAST_LEGEND: Final = 8.5
"""The least width of a list beside its component, as a multiple of its type size; a narrower one stands below."""

_INSET, _WIDE, _CLEAR = 1.5, 12.0, 1.1
"""How far in mm a line goes into a part that is not text and is wider than this; how far from others it ends."""

_NEAR: Final = 0.8
"""How far in mm a line of text may stand out of the area of its box."""

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
        columns = list_columns(self.legend, width, look)
        top = self.picture.height + 2.5
        step = (width + GUTTER) / len(columns)

        def draw(x: float, y: float) -> Iterator[Item]:
            yield from self.picture.items(x + (width - self.picture.width) / 2, y)
            for at, column in enumerate(reversed(columns) if look.setter.rtl else columns):
                yield from stacked_items(column, x + at * step, y + top)

        return Figure(max(width, self.picture.width), top + max(map(stacked_height, columns)), draw)


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
    lines = tuple(_line_areas(face.symbol.items, Affine.scale(scale)))
    named = [named_box(face, name, component.id) for name in model.parts]
    parts = [_part(box, lines, scale) for box in named]
    size = Size(face.trim.size.width * scale, picture_height(face, face.trim.size.width * scale))
    icons = [Affine.scale(scale).bounds(box.area) for box in face.boxes if box.box.icon]
    placed = call_outs(parts, size, disc, [*lines, *icons])
    text = phrase(game.words, "parts shown", name=composer.printed_name(component), parts=tuple(model.parts))
    items = tuple(tuple(parse_blocks(words, symbols=symbols)) for words in model.parts.values())
    return Anatomy(_picture(face, size, placed, disc, look)._replace(text=text), ListBlock(items, start=1))


def named_box(face: Face, name: str, component: str) -> PlacedBox:
    """Return a box of a component by its name in the layout.

    Raises:
        ExpressionError: for a box that the component does not show.
    """
    for box in face.boxes:
        if box.name == name:
            return box
    shown = {box.name for box in face.boxes}
    raise ExpressionError(f"{name!r} is not a box that {component!r} shows", did_you_mean(name, shown))


def _part(box: PlacedBox, lines: Sequence[Rect], scale: float) -> Part:
    """Return where a line to a box may end: just outside a line of its text, or in a picture."""
    area = Affine.scale(scale).bounds((box.ink and box.ink.overlap(box.area)) or box.area)
    own = [line for line in lines if box.size and area.grow(_NEAR).contains(line)]
    if own:
        left = min(own, key=lambda line: (round(line.x, 1), abs(line.centre.y - area.centre.y)))
        right = max(own, key=lambda line: (round(line.right, 1), -abs(line.centre.y - area.centre.y)))
        return Part(Point(left.x - _CLEAR, left.centre.y), Point(right.right + _CLEAR, right.centre.y))
    inset = _INSET if not box.size and area.width > _WIDE else -_CLEAR
    return Part(Point(area.x + inset, area.centre.y), Point(area.right - inset, area.centre.y))


def _line_areas(items: Iterable[Item], place: Affine) -> Iterator[Rect]:
    """Yield the areas of all lines of text in a drawing, from the tops of small letters to their baseline."""
    for item in items:
        if isinstance(item, Group):
            yield from _line_areas(item.items, place @ item.transform)
        elif isinstance(item, Use):
            yield from _line_areas(item.symbol.items, place @ item.transform)
        elif isinstance(item, Text):
            high = item.face.x_height * item.size
            for line in item.lines:
                gaps = item.face.space.width * (len(line.words) - 1)
                spread = item.tracking * sum(len(word.glyphs) for word in line.words)
                width = (fsum(word.width for word in line.words) + gaps) * item.size + spread
                yield place.bounds(Rect(line.x, line.y - high, width, high))


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
