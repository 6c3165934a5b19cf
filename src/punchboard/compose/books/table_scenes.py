"""Pictures of the table: components, dice, icons and numbers where they lie, with labels below them."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

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
from punchboard.geometry import Affine, Rect
from punchboard.model.game.directives import SceneDirective, SceneItem
from punchboard.model.game.game import Game
from punchboard.scene import Item, Shape, Stroke

_LABEL_ROOM: Final = 8.5
"""Least width of a label, as a multiple of its type size."""

_LABEL_GAP: Final = 0.6
"""Space in mm between items and their label."""


def table_scene(
    scene: SceneDirective, game: Game, composer: FaceComposer, look: Look, column: float, *, magnified: float = 1.0
) -> Figure:
    """Return a scene of components on a table for a column in mm; labels keep their type size when it is scaled."""
    width = (scene.width or scene.size[0]) * magnified
    scale = min(width, column) / scene.size[0] if scene.width or magnified != 1 else 1.0
    drawings = [_scene_item(item, scene.width_of(item) * scale, game, composer, look) for item in scene.items]
    placed = [_placed(scene, *each, scale) for each in zip(scene.items, drawings, strict=True)]
    labels = [_label(text, area, look) for text, area in _labelled(scene.items, placed)]
    size = scene.size[0] * scale, scene.size[1] * scale

    def draw(x: float, y: float) -> Iterator[Item]:
        for figure, area in zip(drawings, placed, strict=True):
            yield from figure.draw(x + area.x, y + area.y)
        for label in labels:
            yield from stacked_items(label.lines, x + label.room.x, y + label.room.y)

    taken = [*map(_turned, scene.items, placed), *(label.ink for label in labels)]
    over = max((max(-area.x, area.right - size[0]) for area in taken), default=0.0)
    return Figure(size[0], max([size[1], *(area.bottom for area in taken)]), draw, over=max(0.0, over))


def _placed(scene: SceneDirective, item: SceneItem, figure: Figure, scale: float) -> Rect:
    """Return the area of an item: that around the middle of its cells, or that at its place in mm."""
    if middle := scene.middle(item):
        x, y = middle.x * scale - figure.width / 2, middle.y * scale - figure.height / 2
    else:
        x, y = (scale * length for length in item.at or (0.0, 0.0))
    return Rect(x, y, figure.width, figure.height)


def _scene_item(item: SceneItem, width: float, game: Game, composer: FaceComposer, look: Look) -> Figure:
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


class _Label(NamedTuple):
    """The lines of a label, the room that they are set in, and the area that they cover."""

    lines: list[Slab]
    room: Rect
    ink: Rect


def _labelled(items: Sequence[SceneItem], placed: Sequence[Rect]) -> Iterator[tuple[str, Rect]]:
    """Yield each label with the area that it belongs to: that of one item, or of all items of a group."""
    groups: dict[str, list[Rect]] = {}
    for item, area in zip(items, placed, strict=True):
        if item.label:
            yield item.label, _turned(item, area)
        if item.group:
            groups.setdefault(item.group, []).append(_turned(item, area))
    yield from ((text, reduce(Rect.union, areas)) for text, areas in groups.items())


def _turned(item: SceneItem, area: Rect) -> Rect:
    return Affine.turn(item.turn, area.centre).bounds(area) if item.turn else area


def _label(text: str, area: Rect, look: Look) -> _Label:
    """Return a label below the middle of an area."""
    style = look.style("figure-label")
    spans = parse_inline(text, look.setter.symbols)
    room = max(area.width * 1.9, 24.0, _LABEL_ROOM * style.size)
    lines = list(block_slabs((Paragraph(spans, "figure-label"),), room, look))
    ink = min(room, break_lines(look.setter.atoms(spans, style), 1e4).widest * style.size)
    top, height = area.bottom + _LABEL_GAP, stacked_height(lines)
    middle = area.centre.x
    return _Label(lines, Rect(middle - room / 2, top, room, height), Rect(middle - ink / 2, top, ink, height))
