"""Pictures of the table: components, dice, icons and numbers where they lie, with labels below them."""

from collections.abc import Iterator, Sequence
from functools import reduce
from math import inf
from typing import Final, NamedTuple

from punchboard.compose.books.badges import DISC, Badge, Stepped, badges
from punchboard.compose.books.figures import (
    die_figure,
    face_picture,
    numbered_disc,
    picture_height,
    shown_components,
    side_face,
)
from punchboard.compose.boxes.placement import fit_into
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.lines import break_lines
from punchboard.compose.text.markdown import Paragraph, parse_inline
from punchboard.geometry import Affine, Point, Rect, Size, circle, polyline, rounded_rectangle
from punchboard.model.game.directives import SceneDirective, SceneItem
from punchboard.model.game.game import Game
from punchboard.scene import Item, Shape, Stroke

_LABEL_ROOM: Final = 8.5
"""Least width of a label, as a multiple of its type size."""

_LABEL_GAP: Final = 0.6
"""Space in mm between items and their label."""


def scene_scale(scene: SceneDirective, column: float, magnified: float = 1.0) -> float:
    """Return the scale at which a scene is printed: to its width, or magnified, but no wider than a column in mm."""
    width = (scene.width or scene.size[0]) * magnified
    return min(width, column) / scene.size[0] if scene.width or magnified != 1 else 1.0


def true_scale(scene: SceneDirective, game: Game, composer: FaceComposer) -> float:
    """Return the scale at which the first component of a scene is as large as itself; endless without components.

    Raises:
        ExpressionError: for an unknown id.
    """
    shown = ((item, shown_components(game, item.show)[0]) for item in scene.items if item.show)
    widths = (side_face(composer, one, item.side).trim.size.width / scene.width_of(item) for item, one in shown)
    return min(widths, default=inf)


class TableLayout(NamedTuple):
    """Where all of a scene lies: its size, the items with their areas as turned, labels, and numbers of steps."""

    size: Size
    drawings: tuple[Figure, ...]
    placed: tuple[Rect, ...]
    taken: tuple[Rect, ...]
    labels: tuple["Label", ...]
    badges: tuple[Badge, ...]

    @property
    def covered(self) -> tuple[Rect, ...]:
        """The areas of all items, labels and numbers."""
        return (*self.taken, *(label.ink for label in self.labels), *(badge.area for badge in self.badges))


def table_layout(
    scene: SceneDirective, game: Game, composer: FaceComposer, look: Look, scale: float = 1.0
) -> TableLayout:
    """Return where all of a scene lies at a scale; labels and numbers keep their size."""
    size = Size(scene.size[0] * scale, scene.size[1] * scale)
    drawings = tuple(_scene_item(item, scene.width_of(item) * scale, game, composer, look) for item in scene.items)
    placed = tuple(_placed(scene, *each, scale) for each in zip(scene.items, drawings, strict=True))
    taken = tuple(map(_turned, scene.items, placed))
    labels = tuple(_label(text, area, look, inside=inside) for text, area, inside in _labelled(scene.items, taken))
    below = {label.area: label.ink for label in labels if label.ink.y >= label.area.bottom}
    stepped = tuple(Stepped(steps, area, below.get(area)) for steps, area in _stepped(scene.items, taken))
    covered = (*taken, *(label.ink for label in labels))
    room = Size(size.width, max([size.height, *(area.bottom + DISC / 2 for area in covered)]))
    return TableLayout(size, drawings, placed, taken, labels, badges(stepped, covered, room))


def table_scene(scene: SceneDirective, game: Game, composer: FaceComposer, look: Look, scale: float = 1.0) -> Figure:
    """Return a scene of components on a table at a scale."""
    layout = table_layout(scene, game, composer, look, scale)

    def draw(x: float, y: float) -> Iterator[Item]:
        for figure, area in zip(layout.drawings, layout.placed, strict=True):
            yield from figure.draw(x + area.x, y + area.y)
        for label in layout.labels:
            yield from stacked_items(label.lines, x + label.room.x, y + label.room.y)
        for badge in layout.badges:
            yield from _badge_items(badge, look, x, y)

    over = max((max(-area.x, area.right - layout.size.width) for area in layout.covered), default=0.0)
    height = max([layout.size.height, *(area.bottom for area in layout.covered)])
    return Figure(layout.size.width, height, draw, over=max(0.0, over))


def _badge_items(badge: Badge, look: Look, x: float, y: float) -> Iterator[Item]:
    if badge.line:
        ends = [Point(x + end.x, y + end.y) for end in badge.line]
        for colour, width in ((look.colour("paper"), 0.9), (look.colour("ink"), 0.3)):
            yield Shape(polyline(ends), stroke=Stroke(colour, width, round=True))
            yield Shape(circle(ends[1], 0.4 + width / 2), fill=colour)
    for step, corner in badge.discs:
        yield from numbered_disc(step, DISC, look).draw(x + corner.x, y + corner.y)


def _placed(scene: SceneDirective, item: SceneItem, figure: Figure, scale: float) -> Rect:
    """Return the area of an item: that around the middle of its cells, or that at its place in mm."""
    if middle := scene.middle(item):
        x, y = middle.x * scale - figure.width / 2, middle.y * scale - figure.height / 2
    else:
        x, y = (scale * length for length in item.at or (0.0, 0.0))
    return Rect(x, y, figure.width, figure.height)


def _scene_item(item: SceneItem, width: float, game: Game, composer: FaceComposer, look: Look) -> Figure:
    if item.place is not None:
        return _place_figure(Size(width, item.place[1] * width / item.place[0]), look)
    if item.number is not None:
        return numbered_disc(item.number, item.width, look)
    if item.die is not None:
        return die_figure(game, composer, item.die, width)
    if item.show is None:
        return _icon_figure(item, width, look)
    face = side_face(composer, shown_components(game, item.show)[0], item.side)
    return Figure(width, picture_height(face, width), lambda x, y: iter((face_picture(face, x, y, width, item.turn),)))


def _icon_figure(item: SceneItem, width: float, look: Look) -> Figure:
    outline = look.setter.icon(item.icon or "marker")

    def draw(x: float, y: float) -> Iterator[Item]:
        placed = outline.placed(fit_into(outline, Rect(x, y, width, width)))
        yield Shape(placed, fill=look.colour(item.colour), stroke=Stroke("#ffffff", 0.25))

    return Figure(width, width, draw)


def _place_figure(size: Size, look: Look) -> Figure:
    """Return a dotted frame around a place where nothing lies."""

    def draw(x: float, y: float) -> Iterator[Item]:
        outline = rounded_rectangle(Rect(x, y, *size), min(1.5, *(length / 2 for length in size)))
        yield Shape(outline, stroke=Stroke(look.colour("ink"), 0.3, dash=(0.01, 0.9), round=True))

    return Figure(size.width, size.height, draw)


class Label(NamedTuple):
    """The lines of a label, the room that they are set in, the area that they cover, and that which they name."""

    lines: list[Slab]
    room: Rect
    ink: Rect
    area: Rect


def _labelled(items: Sequence[SceneItem], taken: Sequence[Rect]) -> Iterator[tuple[str, Rect, bool]]:
    """Yield each label with the area of its item or group, and whether it stands inside."""
    groups: dict[str, list[Rect]] = {}
    for item, area in zip(items, taken, strict=True):
        if item.label:
            yield item.label, area, item.place is not None
        if item.group:
            groups.setdefault(item.group, []).append(area)
    yield from ((text, reduce(Rect.union, areas), False) for text, areas in groups.items())


def _stepped(items: Sequence[SceneItem], taken: Sequence[Rect]) -> Iterator[tuple[tuple[int, ...], Rect]]:
    """Yield the numbers of steps with the area that they belong to: that of one item, or of all items of a group."""
    done: set[tuple[str, tuple[int, ...]]] = set()
    for item, area in zip(items, taken, strict=True):
        if item.step and (item.group, item.step) not in done:
            own = [other for one, other in zip(items, taken, strict=True) if item.group and one.group == item.group]
            yield item.step, reduce(Rect.union, own, area)
            if item.group:
                done.add((item.group, item.step))


def _turned(item: SceneItem, area: Rect) -> Rect:
    return Affine.turn(item.turn, area.centre).bounds(area) if item.turn else area


def label_room(width: float) -> float:
    """Return the width in mm that a label has below an item of a width in mm, before it goes on in another line."""
    return max(width * 1.9, 24.0)


def _label(text: str, area: Rect, look: Look, *, inside: bool) -> Label:
    """Return a label below the middle of an area, or inside it."""
    style = look.style("figure-label")
    spans = parse_inline(text, look.setter.symbols)
    room = area.width - 2 * _LABEL_GAP if inside else max(label_room(area.width), _LABEL_ROOM * style.size)
    lines = list(block_slabs((Paragraph(spans, "figure-label"),), room, look))
    ink = min(room, break_lines(look.setter.atoms(spans, style), 1e4).widest * style.size)
    height = stacked_height(lines)
    top = area.centre.y - height / 2 if inside else area.bottom + _LABEL_GAP
    middle = area.centre.x
    return Label(lines, Rect(middle - room / 2, top, room, height), Rect(middle - ink / 2, top, ink, height), area)
