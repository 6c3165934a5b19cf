"""Diagrams in books: before and after, the phases of a turn, comparisons of components, and charts of questions."""

from collections.abc import Iterator
from dataclasses import replace
from math import fsum
from typing import Final, NamedTuple, assert_never

from punchboard.compose.books.anatomy import named_box
from punchboard.compose.books.decisions import arrow, decision_chart, diagram_words, plain
from punchboard.compose.books.figures import FigureTexts, face_picture, picture_height, shown_components
from punchboard.compose.books.table_scenes import scene_scale, table_scene
from punchboard.compose.boxes.placement import fit_into
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.markdown import Paragraph, parse_inline
from punchboard.compose.text.paragraphs import text_slabs
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Outline, Point, Rect, circle, polyline
from punchboard.model.game.directives import (
    AnyDiagram,
    BeforeAfterDirective,
    ComparisonDirective,
    ComparisonPair,
    DecisionDirective,
    TurnTrackDirective,
)
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.values import did_you_mean
from punchboard.scene import Item, Shape, Stroke


def diagram(model: AnyDiagram, composer: FaceComposer, look: Look, width: float) -> Figure:
    """Return a diagram for a column of a width in mm.

    Raises:
        ExpressionError: for a component, list, phase or box that is not there.
    """
    match model:
        case BeforeAfterDirective():
            return _before_after(model, composer, look, width)
        case TurnTrackDirective():
            return _turn_track(model, composer, look, width)
        case ComparisonDirective():
            return _comparison(model, composer, look, width)
        case DecisionDirective():
            return decision_chart(model, look, width)
        case _:
            assert_never(model)


# Before and after

_BETWEEN: Final = 9.0
"""Width in mm of the arrow between two pictures, with its space."""


def _before_after(model: BeforeAfterDirective, composer: FaceComposer, look: Look, width: float) -> Figure:
    game, scenes = composer.loaded.game, (model.before, model.after)
    wanted = [scene_scale(scene, scene.width or scene.size[0]) for scene in scenes]
    whole = fsum(scene.size[0] * scale for scene, scale in zip(scenes, wanted, strict=True))
    fit = min(1.0, (width - _BETWEEN) / whole)
    figures = [
        table_scene(scene, game, composer, look, scale * fit) for scene, scale in zip(scenes, wanted, strict=True)
    ]
    captions = [
        tuple(
            block_slabs((Paragraph(parse_inline(scene.caption, look.setter.symbols), "caption"),), figure.width, look)
        )
        if scene.caption
        else ()
        for scene, figure in zip(scenes, figures, strict=True)
    ]
    tall = max(figure.height for figure in figures)
    under = max((stacked_height(lines) + 1.2 for lines in captions if lines), default=0.0)
    first, second = figures

    def draw(x: float, y: float) -> Iterator[Item]:
        for figure, lines, left in zip(figures, captions, (x, x + first.width + _BETWEEN), strict=True):
            yield from figure.draw(left, y + (tall - figure.height) / 2)
            yield from stacked_items(lines, left, y + tall + 1.2)
        at = Point(x + first.width + 1.8, y + tall / 2)
        yield from arrow(at, Point(at.x + _BETWEEN - 3.6, at.y), look)

    texts = FigureTexts(composer)
    read = " \u2192 ".join(
        ". ".join(filter(None, (texts.scene(scene).rstrip("."), plain(scene.caption, look)))) for scene in scenes
    )
    over = max(figure.over for figure in figures)
    return Figure(first.width + _BETWEEN + second.width, tall + under, draw, read, over)


# The phases of a turn

_STRIP: Final = 12.5
"""Height in mm of the strip."""

_LOW: Final = 7.2
"""Height in mm of the strip that shows the present phase."""

_POINT: Final = 2.2
"""How far in mm a phase points into the next one."""


def _turn_track(model: TurnTrackDirective, composer: FaceComposer, look: Look, width: float) -> Figure:
    lists = composer.loaded.game.lists
    if model.phases not in lists:
        raise ExpressionError(f"there is no list {model.phases!r}", did_you_mean(model.phases, lists))
    phases = lists[model.phases]
    if model.now is not None and model.now not in phases:
        raise ExpressionError(f"{model.now!r} is no entry of {model.phases!r}", did_you_mean(model.now, phases))
    names = [str(phase.properties["name"]) for phase in phases]
    icons = [str(phase.properties.get("icon", "")) for phase in phases]
    is_low = model.now is not None and all(icons)
    lit = [phase == model.now for phase in phases]
    height, narrow = (_LOW, 11.0) if is_low else (_STRIP, 0.0)
    wide = (width - _POINT - narrow * (len(phases) - 1)) if is_low else (width - _POINT) / len(phases)
    widths = [wide if not is_low or is_lit else narrow for is_lit in lit]

    def draw(x: float, y: float) -> Iterator[Item]:
        for name, icon, is_lit, cell in zip(names, icons, lit, widths, strict=True):
            area = Rect(x, y, cell, height)
            yield Shape(
                _chevron(area),
                fill=look.colour("ink") if is_lit else look.fill("callout"),
                stroke=Stroke(look.colour("paper"), 0.6),
            )
            label = name if is_lit or not is_low else ""
            yield from _phase(label, icon, area, look, "paper" if is_lit else "ink", beside=is_low)
            x += cell

    read = " \u2192 ".join(names) if model.now is None else names[lit.index(True)]
    return Figure(width, height, draw, read)


def _chevron(area: Rect) -> Outline:
    x, y, right, foot, middle = area.x, area.y, area.right, area.bottom, area.centre.y
    corners = (x, y), (right, y), (right + _POINT, middle), (right, foot), (x, foot), (x + _POINT, middle)
    return polyline([Point(*corner) for corner in corners], closed=True)


def _phase(name: str, icon: str, area: Rect, look: Look, colour: str, *, beside: bool) -> Iterator[Item]:
    """Yield the icon of a phase, and its name below or beside it."""
    left, room = area.x + _POINT + 0.6, area.width - _POINT - 0.6
    size = 4.6
    lines = (
        diagram_words(
            name,
            look,
            room - size - 2 if beside and icon else room,
            colour,
            align="left" if beside else "centre",
            bold=True,
        )
        if name
        else ()
    )
    high = stacked_height(lines)
    if not icon:
        yield from stacked_items(lines, left, area.centre.y - high / 2)
        return
    if beside:
        start = left + 0.8 if name else left + (room - size) / 2
        yield _icon(icon, Rect(start, area.centre.y - size / 2, size, size), look, colour)
        yield from stacked_items(lines, left + size + 2, area.centre.y - high / 2)
        return
    top = area.centre.y - (size + 0.6 + high) / 2
    yield _icon(icon, Rect(left + (room - size) / 2, top, size, size), look, colour)
    yield from stacked_items(lines, left, top + size + 0.6)


def _icon(name: str, area: Rect, look: Look, colour: str) -> Item:
    outline = look.setter.icon(name)
    return Shape(outline.placed(fit_into(outline, area)), fill=look.colour(colour))


# Comparisons

_SIGN: Final = 8.0
"""Width in mm of the sign between two components, with its space."""

_ROW_GAP: Final = 3.0
"""Space in mm between two pairs."""

_NOTE, _LEAST_NOTE = 4.0, 20.0
"""Space before a note, and its least width, in mm."""


class _Pair(NamedTuple):
    """Two components with their rings, the sign between them and the note beside them."""

    left: Figure
    right: Figure
    sign: tuple[Slab, ...]
    note: tuple[Slab, ...]

    @property
    def height(self) -> float:
        return max(self.left.height, self.right.height, stacked_height(self.note))


def _comparison(model: ComparisonDirective, composer: FaceComposer, look: Look, width: float) -> Figure:
    pairs = [_pair(pair, model.width, composer, look, width) for pair in model.pairs]
    has_notes = any(pair.note for pair in model.pairs)
    widest = max(pair.left.width + _SIGN + pair.right.width for pair in pairs)
    whole = max(width, widest) if has_notes else widest

    def draw(x: float, y: float) -> Iterator[Item]:
        for pair in pairs:
            middle, right = y + pair.height / 2, x + pair.left.width + _SIGN
            yield from pair.left.draw(x, middle - pair.left.height / 2)
            yield from pair.right.draw(right, middle - pair.right.height / 2)
            yield from stacked_items(pair.sign, x + pair.left.width, middle - stacked_height(pair.sign) / 2)
            yield from stacked_items(
                pair.note, right + pair.right.width + _NOTE, middle - stacked_height(pair.note) / 2
            )
            y += pair.height + _ROW_GAP

    height = fsum(pair.height for pair in pairs) + _ROW_GAP * (len(pairs) - 1)
    return Figure(whole, height, draw, ". ".join(_read(pair, composer, look) for pair in model.pairs))


def _pair(pair: ComparisonPair, width: float, composer: FaceComposer, look: Look, column: float) -> _Pair:
    """Return a pair in true proportions, the left component in a width in mm."""
    game, symbols = composer.loaded.game, look.setter.symbols
    cards = [shown_components(game, (name,))[0] for name in (pair.left, pair.right)]
    faces = [composer.front_face(card) for card in cards]
    scale = width / faces[0].trim.size.width
    boxes = (pair.compare * 2)[:2] or ("", "")
    left, right = (
        _ringed(face, named_box(face, name, card.id) if name else None, scale, look)
        for face, card, name in zip(faces, cards, boxes, strict=True)
    )
    label = look.style("figure-label")
    large = replace(label, size=label.size * 2, leading=label.leading * 2, align="centre", colour=look.colour("ink"))
    sign = [span._replace(bold=True) for span in parse_inline(pair.sign, symbols)]
    room = max(_LEAST_NOTE, column - left.width - _SIGN - right.width - _NOTE)
    note = block_slabs((Paragraph(parse_inline(pair.note, symbols)),), room, look) if pair.note else ()
    return _Pair(left, right, tuple(text_slabs(sign, large, _SIGN, look)), tuple(note))


def _ringed(face: Face, box: PlacedBox | None, scale: float, look: Look) -> Figure:
    """Return a component at a scale, with a ring around one of its boxes."""
    width = face.trim.size.width * scale

    def draw(x: float, y: float) -> Iterator[Item]:
        yield face_picture(face, x, y, width)
        if box is None:
            return
        area = Affine.scale(scale).bounds((box.ink and box.ink.overlap(box.area)) or box.area)
        centre = Point(x + area.centre.x, y + area.centre.y)
        ring = circle(centre, max(area.width, area.height) / 2 + 1.0)
        for colour, thickness in (("paper", 1.5), ("ink", 0.8)):
            yield Shape(ring, stroke=Stroke(look.colour(colour), thickness))

    return Figure(width, picture_height(face, width), draw)


def _read(pair: ComparisonPair, composer: FaceComposer, look: Look) -> str:
    left, right = (
        composer.printed_name(shown_components(composer.loaded.game, (name,))[0]) for name in (pair.left, pair.right)
    )
    return " ".join(filter(None, (left, plain(pair.sign, look), f"{right}.", plain(pair.note, look).rstrip("."))))
