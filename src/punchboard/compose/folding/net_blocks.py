"""Blocks on sheets of nets: a net with its faces, or a strip of stickers, each with a caption beneath."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from math import atan2, degrees
from typing import Final, NamedTuple

from punchboard.compose.folding.nets import Net
from punchboard.compose.sheets.marks import FOLD_LINE
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Affine, Outline, Point, Rect, Size, join_outlines, polyline, rectangle
from punchboard.model.layout.face import Face
from punchboard.problem import Place
from punchboard.scene import ComponentMark, Group, Item, Shape, Stroke, Symbol, Use

CUT: Final = Stroke("#8a8a8a", 0.15)
GLUE: Final = "#e2e2e2"

BLEED: Final = 1.0
"""Mm by which a face extends over cuts and folds, so that an inaccurate fold shows no white."""

STICKER_MARGIN: Final = 1.0
"""Mm by which a sticker is smaller than the side of its die, all round."""

STICKER_GAP: Final = 2 * BLEED
CAPTION_GAP: Final = 2.4

_TAB_PADDING: Final = 0.4
"""Mm kept free round the word on a tab."""


class Block(NamedTuple):
    """A drawing with its caption, its size in mm without bleed, and the place of its definition for problems.

    Blocks with one ``set_name`` share a row.
    """

    symbol: Symbol
    size: Size
    place: Place
    set_name: str = ""


class BlockComposer(NamedTuple):
    """Draws blocks; ``caption`` is the style of captions, ``label`` that of the word ``glue`` on tabs."""

    caption: TextStyle
    label: TextStyle
    setter: Typesetter
    glue: str

    def net_block(
        self, net: Net, faces: Sequence[Face], caption: str, place: Place, marks: Sequence[tuple[str, str]] = ()
    ) -> Block:
        """Return a net with its faces; ``marks`` name the component and side that each panel shows.

        The bleed of every face lies beneath the trims of all faces, so that no face covers its neighbour.
        """
        items: list[Item] = [Shape(outline, fill=GLUE) for outline in (*net.blank_parts, *net.tabs)]
        items += [_clipped_face(faces[panel.face], panel.transform, BLEED) for panel in net.panels]
        for panel, mark in zip_longest(net.panels, marks[: len(net.panels)]):
            face = faces[panel.face]
            items.append(
                _clipped_face(
                    face, panel.transform, 0.0, ComponentMark(mark[0], mark[1], face.trim.size) if mark else None
                )
            )
        items.append(Shape(join_outlines(map(polyline, net.folds)), stroke=FOLD_LINE))
        items.append(Shape(net.cut, stroke=CUT))
        items += [item for tab in net.tabs for item in self._tab_label(tab)]
        return self._with_caption(items, net.size, caption, place)

    def sticker_block(self, faces: Sequence[Face], caption: str, width: float, place: Place) -> Block:
        """Return faces as stickers, a little smaller than the faces, in rows that are at most ``width`` mm wide."""
        edge = faces[0].trim.size.width
        side = edge - 2 * STICKER_MARGIN
        step = side + STICKER_GAP
        columns = min(len(faces), max(1, int((width + STICKER_GAP) / step)))
        rows = -(-len(faces) // columns)
        scale = Affine.scale(side / edge)
        items: list[Item] = []
        cuts: list[Outline] = []
        for index, face in enumerate(faces):
            row, column = divmod(index, columns)
            items.append(_clipped_face(face, Affine.move(column * step, row * step) @ scale, BLEED * edge / side))
            cuts.append(rectangle(Rect(column * step, row * step, side, side)))
        items.append(Shape(join_outlines(cuts), stroke=CUT))
        size = Size(columns * step - STICKER_GAP, rows * step - STICKER_GAP)
        return self._with_caption(items, size, caption, place)

    def _tab_label(self, tab: Outline) -> Iterator[Item]:
        """Yield the word for glue along a tab, clear of the neighbouring face's bleed, if it fits there."""
        start, inner, _, end = (Point(*numbers) for _, numbers in tab.segments if numbers)
        angle = round(degrees(atan2(end.y - start.y, end.x - start.x)))
        level = Affine.turn(-angle, start)
        length, depth = level.apply(end).x - start.x, start.y - level.apply(inner).y
        line, rise = break_lines(self.setter.plain_atoms(self.glue, self.label), 10_000), self.label.cap_height
        width = line.widest * self.label.size
        if width + 2 * _TAB_PADDING > length - depth - BLEED - rise or rise + 2 * _TAB_PADDING > depth - BLEED:
            return
        middle = Affine.turn(angle, start).apply(Point(start.x + length / 2, start.y - (depth + BLEED) / 2))
        turned = Affine.move(*middle) @ Affine.turn((angle + 90) % 180 - 90)  # never upside down
        yield Group(
            tuple(item for row in line.rows for item in line_items(row, self.label, -width / 2, rise / 2)), turned
        )

    def _with_caption(self, items: Iterable[Item], size: Size, caption: str, place: Place) -> Block:
        style = self.caption
        lines = break_lines(self.setter.plain_atoms(caption, style), size.width / style.size, balance=True)
        first = size.height + CAPTION_GAP + style.cap_height
        texts = [
            item
            for number, (row, em) in enumerate(zip(lines.rows, lines.widths, strict=True))
            for item in line_items(row, style, (size.width - em * style.size) / 2, first + number * style.leading)
        ]
        whole = Size(size.width, size.height + CAPTION_GAP + style.height(len(lines.rows)))
        return Block(Symbol(caption, Rect(0, 0, *whole).grow(BLEED), (*items, *texts)), whole, place)


def _clipped_face(face: Face, transform: Affine, bleed: float, mark: ComponentMark | None = None) -> Group:
    """Return a face clipped to its trim, or to ``bleed`` mm outside it as far as the face has that much bleed."""
    clip = rectangle(face.trim.frame(min(bleed, face.bleed)))
    if mark is None:
        return Group((Use(face.symbol, transform),), clip=clip.placed(transform))
    return Group((Use(face.symbol),), transform, clip.placed(transform), mark)
