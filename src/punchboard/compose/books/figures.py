"""Figures in books, and their texts: components in rows and on a table, dice, and pictures with captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, fsum, radians, sin
from typing import Final

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, in_part, stacked_height, stacked_items
from punchboard.compose.text.markdown import Paragraph, parse_inline
from punchboard.compose.text.paragraphs import text_slabs
from punchboard.compose.text.phrases import phrase
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Outline, Point, Rect, Size, circle, rectangle, rounded_rectangle
from punchboard.model.game.directives import CardsDirective, SceneDirective, SceneItem
from punchboard.model.game.game import Component, Game, die_sides
from punchboard.model.game.selection import selected_components
from punchboard.model.layout.face import Face
from punchboard.model.layout.icon_set import spoken_name
from punchboard.model.layout.trim import Trim
from punchboard.model.values import did_you_mean
from punchboard.scene import Element, Group, Image, Item, Picture, Shape, Stroke, Use
from punchboard.units import MM_PER_INCH


def die_specs(game: Game, composer: FaceComposer, name: str) -> tuple[FaceSpec, ...]:
    """Return the specs of the six faces of a die in the order of its values; empty if the values are missing.

    A layout can use ``value`` (a list entry or a plain value), its ``label``, ``icon`` and ``colour``, the key ``die``
    and ``name`` of the die, and an ``id``.
    """
    die = game.file.dice[name]
    trim = Trim("card", Size(die.size, die.size), "die")
    place = game.place_of("dice", name)
    return tuple(
        composer.face_spec(
            die.face,
            trim,
            {
                "value": side.value,
                "label": side.label,
                "icon": side.icon,
                "colour": side.colour,
                "die": name,
                "name": die.name,
                "id": f"{name}-{number}",
            },
            place,
        )
        for number, side in enumerate(die_sides(die, game.lists), 1)
    )


def draw_die(game: Game, composer: FaceComposer, name: str) -> tuple[Face, ...]:
    """Return the six drawn faces of a die in the order of its values; empty if the values are missing."""
    return tuple(map(composer.draw, die_specs(game, composer, name)))


_CORNER = 2.8
"""Radius in mm of a card's corners in figures."""

MIN_DPI = 200
"""Minimum resolution of a picture: one with fewer pixels is printed smaller."""

_MAX_HEIGHT = 1.2
"""Maximum height of a picture, as a multiple of the column width."""

_NUMBER_SIZE = 0.66
"""Type size of a number in a disc, as a part of its width."""

_EDGE = 0.12
"""Width in mm of the line around a face."""


def shown_components(game: Game, show: str | Sequence[str]) -> tuple[Component, ...]:
    """Return the components that a directive names: ids in their order, or a selection.

    Raises:
        ExpressionError: for an unknown id or name.
    """
    by_id = {component.id: component for component in game.components}
    if isinstance(show, str) and show not in by_id:
        return selected_components(game, show)
    names = (show,) if isinstance(show, str) else tuple(show)
    for name in names:
        if name not in by_id:
            raise ExpressionError(f"there is no component {name!r}", did_you_mean(name, by_id))
    return tuple(by_id[name] for name in names)


def picture_height(face: Face, width: float) -> float:
    """Return the height in mm of a face that is drawn ``width`` mm wide."""
    return width * face.trim.size.height / face.trim.size.width


def face_picture(face: Face, x: float, y: float, width: float, turn: float = 0.0) -> Group:
    """Return a face cut to its trim and turned about its centre by ``turn`` degrees.

    (x, y) is the top left corner before turning.
    """
    scale = width / face.trim.size.width
    frame = face.trim.frame()
    place = Affine.move(x, y) @ Affine.scale(scale) @ Affine.turn(turn, frame.centre)
    outline = _cut_outline(face, frame)
    edge = Shape(outline, stroke=Stroke("#000000", _EDGE / scale))
    return Group((Group((Use(face.symbol),), clip=outline), edge), place)


def _cut_outline(face: Face, frame: Rect) -> Outline:
    return rounded_rectangle(frame, _CORNER) if face.trim.form == "card" else face.trim.outline(frame)


def die_cube(faces: Sequence[Face], width: float) -> Figure:
    """Return a die, ``width`` mm wide, seen from above a corner: its first three sides are left, right and top."""
    across, down = width / 2, width / 2 * sin(radians(30)) / cos(radians(30))
    edge = 2 * down
    places = (
        Affine(across, down, 0, edge, 0, down),
        Affine(across, -down, 0, edge, across, edge),
        Affine(across, down, -across, down, across, 0),
    )

    def draw(x: float, y: float) -> Iterator[Item]:
        for face, place in zip(faces, places, strict=False):
            whole = Affine.move(x, y) @ place @ Affine.scale(1 / face.trim.size.width)
            outline = face.trim.outline(face.trim.frame()).placed(whole)
            yield Group((Use(face.symbol, whole),), clip=outline)
            yield Shape(outline, stroke=Stroke("#000000", _EDGE, round=True))

    return Figure(width, 2 * edge, draw)


def die_figure(game: Game, composer: FaceComposer, name: str, width: float) -> Figure:
    """Return the picture of a die.

    Raises:
        ExpressionError: if there is no such die, or it has no sides.
    """
    faces = draw_die(game, composer, name) if name in game.file.dice else ()
    if not faces:
        raise ExpressionError(f"there is no die {name!r}")
    return die_cube(faces, width)


def side_face(composer: FaceComposer, component: Component, side: str) -> Face:
    """Return a component's front, or its back if ``side`` is ``back`` and it has one."""
    back = composer.back_face(component) if side == "back" else None
    return back or composer.front_face(component)


def side_faces(composer: FaceComposer, component: Component, side: str) -> tuple[Face, ...]:
    """Return the fronts of all cards of a component, or the result of `side_face` for its back."""
    if side == "back":
        return (side_face(composer, component, side),)
    return tuple(map(composer.draw, composer.fronts(component)))


def row_of_faces(faces: Sequence[Face], width: float, column: float) -> Figure:
    """Return faces side by side, each ``width`` mm wide; rows wrap at the column width."""
    gap = min(3.0, width * 0.14)
    per_row = max(1, int((column + gap + 0.01) / (width + gap)))
    rows = [faces[start : start + per_row] for start in range(0, len(faces), per_row)]
    heights = [max(picture_height(face, width) for face in row) for row in rows]
    widest = max((len(row) for row in rows), default=0) * (width + gap) - gap

    def draw(x: float, y: float) -> Iterator[Item]:
        for row, height in zip(rows, heights, strict=True):
            left = x + (widest - len(row) * (width + gap) + gap) / 2
            for face in row:
                yield face_picture(face, left, y + (height - picture_height(face, width)) / 2, width)
                left += width + gap
            y += height + gap

    return Figure(widest, fsum(heights) + gap * (len(heights) - 1), draw)


def numbered_disc(number: int, width: float, look: Look) -> Figure:
    """Return a number in a disc that is ``width`` mm wide."""
    style = look.style("figure-label")
    size = width * _NUMBER_SIZE
    flat = replace(style, size=size, leading=width, align="centre", colour=look.colour("paper"))
    (line,) = text_slabs((Span(str(number), bold=True),), flat, width, look)

    def draw(x: float, y: float) -> Iterator[Item]:
        centre = Point(x + width / 2, y + width / 2)
        yield Shape(circle(centre, width / 2), look.colour("ink"), Stroke(look.colour("paper"), 0.3))
        yield from line.draw(x, y)

    return Figure(width, width, draw)


def picture_figure(image: Image, column: float) -> Figure:
    """Return a picture as wide as the column in mm, or narrower to respect `MIN_DPI` and the maximum height."""
    width = min(column, image.width / MIN_DPI * MM_PER_INCH, _MAX_HEIGHT * column * image.width / image.height)
    height = width * image.height / image.width

    def draw(x: float, y: float) -> Iterator[Item]:
        yield Picture(Rect(x, y, width, height), image)

    return Figure(width, height, draw)


def captioned_figure(figure: Figure, caption: str, width: float, look: Look) -> Slab:
    """Return a figure, centred in a column, with its caption below it, as one floating slab."""
    lines = (
        list(block_slabs((Paragraph(parse_inline(caption, look.setter.symbols), "caption"),), width, look))
        if caption
        else []
    )
    height = figure.height + (stacked_height(lines) + 1.8 if lines else 0.0)

    def draw(x: float, y: float) -> Iterator[Item]:
        yield from figure.items(x + (width - figure.width) / 2, y)
        yield from stacked_items(lines, x, y + figure.height + 1.8)

    wide = max(0.0, figure.width + 2 * figure.over - width)
    return Slab(height, draw, space_before=2.5, space_after=4.0, can_float=True, overflow_width=wide)


_NOTE: Final = (0.31, 8.0)
"""The width of a note beside a text: the part of the column, and the least number of em."""

_NOTE_BAR: Final = (0.9, 2.6)
"""The width in mm of the bar at its start edge, and where its text begins."""


def side_note(spans: Sequence[Span], width: float, look: Look) -> Figure | None:
    """Return a note for a text in a column, which then is narrower; None where its lines would be too short."""
    style = replace(look.style("callout"), indent=0.0)
    bar, inner = _NOTE_BAR
    wide = width * _NOTE[0]
    if wide - inner < style.size * _NOTE[1]:
        return None
    slabs = tuple(in_part(text_slabs(spans, style, wide - inner, look), Element("P")))
    height = stacked_height(slabs)

    def draw(x: float, y: float) -> Iterator[Item]:
        edge, start = (x + wide - bar, x) if look.setter.rtl else (x, x + inner)
        yield Shape(rectangle(Rect(edge, y, bar, height)), fill=look.colour("callout-edge"))
        yield from stacked_items(slabs, start, y)

    return Figure(wide, height, draw)


class FigureTexts:
    """Describes the figures of one game's texts in its language.

    Args:
        composer: the composer of the game's faces.
    """

    def __init__(self, composer: FaceComposer) -> None:
        self._composer, self._game = composer, composer.loaded.game

    def cards(self, model: CardsDirective) -> str:
        """Return what a row of components shows: ``4 Hero cards: ...``.

        Raises:
            ExpressionError: for an unknown id or name.
        """
        shown = shown_components(self._game, model.show)
        names = [self._side(component, model.side) for component in shown]
        kinds = {component.kind for component in shown}
        if len(kinds) != 1:
            return ", ".join(names)
        kind = self._game.kinds[kinds.pop()]
        return f"{len(names)} {kind.plural}: {', '.join(names)}" if len(names) > 1 else f"{kind.name}: {names[0]}"

    def scene(self, model: SceneDirective) -> str:
        """Return what a scene shows, by the names of what lies on the table.

        Raises:
            ExpressionError: for an unknown id or name.
        """
        names = tuple(dict.fromkeys(name for item in model.items for name in self._item(item)))
        return phrase(self._game.words, "table shown", names=names)

    def _item(self, item: SceneItem) -> Iterator[str]:
        """Yield the name of an item on the table, and its label."""
        if item.show is not None:
            yield self._side(shown_components(self._game, item.show)[0], item.side)
        elif item.die is not None:
            yield self._game.file.dice[item.die].name
        elif item.number is not None:
            return
        elif not (item.label or item.group or item.place):
            yield spoken_name(item.icon or "marker")
        for label in filter(None, (item.label, item.group)):
            yield "".join(span.text for span in parse_inline(label, self._composer.tools.setter.symbols))

    def _side(self, component: Component, side: str) -> str:
        name = self._composer.printed_name(component)
        return phrase(self._game.words, "back of", name=name) if side == "back" else name
