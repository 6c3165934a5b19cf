"""Drawing one box: its shape beneath, then its content, turned and repeated as the box asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard import ornament
from punchboard.compose.boxtext import MarkdownSetter, text_in_box
from punchboard.compose.inks import WAYS, Inks
from punchboard.compose.inline import Setter
from punchboard.compose.paint import Palette
from punchboard.compose.style import Styles, TextStyle
from punchboard.expression import ExpressionError, expression, template
from punchboard.geometry import Affine, Outline, Point, Rect, circle, hexagon, polyline, rectangle, rounded
from punchboard.model.face import Drawn, PlacedBox
from punchboard.model.layout import Box
from punchboard.model.material import Material
from punchboard.model.trim import Trim
from punchboard.scene import Group, Item, Picture, Shape, Stroke

Values = Mapping[str, Any]
Nest = Callable[[str, dict[str, str], Rect], "Drawn"]
"""Draws a layout, with values of its own, into an area of another."""

_MOST_REPEATS: Final = 200


class Room(NamedTuple):
    """What boxes are placed on: the trim, its bleed and safe margins in mm."""

    trim: Trim
    bleed: float
    safe: float

    @property
    def middle(self) -> Point:
        """The middle of the trim."""
        return self.trim.frame().centre


class Asked(NamedTuple):
    """A box's templates worked out for one component: all that its drawing depends on."""

    content: str | None
    fill: str | None
    stroke: str | None
    colour: str | None
    inks: tuple[str, ...]
    extra: tuple[str, ...] = ()
    """The values handed to a nested layout, or the parameters of an ornament that templates make."""


class Tools:
    """What drawing needs besides the box: styles, colours, words, shelves."""

    def __init__(self, material: Material, inks: Inks = WAYS["full"]) -> None:
        theme = material.layouts.theme
        self.inks = inks
        self.palette = Palette(theme.colours, inks)
        self.styles = Styles(theme.styles, material.families, self.palette)
        self.setter = Setter(material.icons, material.game.file.language)
        self.markdown = MarkdownSetter(self.styles, self.palette, self.setter)
        self.icons = material.icons
        self.pictures = material.pictures


class BoxProgram:
    """A box with its templates compiled: `ask` works them out, `draw` draws what was asked."""

    def __init__(self, name: str, box: Box, room: Room, tools: Tools, nest: Nest) -> None:
        self.name, self.box, self.room, self._tools = name, box, room, tools
        self.area = area_of(box, room)
        self.part = box.part
        """Whether an icon is part of a drawing, or an ornament lies under what is read."""
        self.content, self._form = box.content, box.form
        self._nest = nest
        self._when = expression(box.when) if box.when else None
        paints = (_source(box), box.fill, box.stroke.colour if box.stroke else None, box.colour)
        inks = box.ornament.colours if box.ornament else ()
        self._source, *self._paints = (None if text is None else template(text) for text in paints)
        self._inks = [template(text) for text in inks]
        self._extra_names, extra = tuple(_extra(box)), _extra(box).values()
        self._extra = [template(text) for text in extra]
        self._each = expression(box.repeat.each) if box.repeat and box.repeat.each else None
        self._alike = self._constant((*paints[1:], *inks, *extra))
        self.plain = self._alike is not None
        """Whether colours and parameters are the same for all components."""
        dynamic = self._alike is None or (paints[0] is not None and "{" in paints[0])
        self.fixed = not dynamic and self._when is None and self._each is None and box.layout is None

    def _constant(self, sources: tuple[str | None, ...]) -> Asked | None:
        """Return what is asked apart from the content, when that is the same for all components."""
        if any(text is not None and "{" in text for text in sources):
            return None
        return self._paint({})

    def ask(self, values: Values) -> tuple[Asked, ...] | None:
        """Return what the box shows for these values, once for each repetition; None when it is left out.

        Raises:
            ExpressionError: for templates that cannot be worked out.
        """
        if self._when is not None and not self._when(values):
            return None
        if self._each is None:
            return (self._ask(values),)
        repeat = self.box.repeat
        assert repeat is not None
        items = self._each(values)
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise ExpressionError(f"{str(items)!r} is no list to repeat over: {repeat.each!r}")
        items = list(items)
        if len(items) > _MOST_REPEATS:
            raise ExpressionError(f"{repeat.each!r} repeats more than {_MOST_REPEATS} times")
        return tuple(self._ask({**values, repeat.as_: item, "index": index}) for index, item in enumerate(items))

    def _ask(self, values: Values) -> Asked:
        content = None if self._source is None else str(self._source(values))
        rest = self._paint(values) if self._alike is None else self._alike
        return Asked(content, *rest[1:])

    def _paint(self, values: Values) -> Asked:
        fill, stroke, colour = (None if work is None else str(work(values)) for work in self._paints)
        inks, extra = (tuple(str(work(values)) for work in works) for works in (self._inks, self._extra))
        return Asked(None, fill, stroke, colour, inks, extra)

    def draw(self, asked: tuple[Asked, ...]) -> Drawn:
        """Return the drawing of every repetition.

        Raises:
            ExpressionError: for colours that the theme does not have.
            KeyError: for icons, pictures and styles that do not exist.
        """
        repeat = self.box.repeat
        if repeat is None:
            return self._draw_once(asked[0], self.area)
        items: list[Item] = []
        boxes: list[PlacedBox] = []
        for index, one in enumerate(asked):
            row, column = divmod(index, repeat.columns) if repeat.columns else (0, index)
            dx = repeat.step[0] * column + repeat.row[0] * row
            dy = repeat.step[1] * column + repeat.row[1] * row
            drawn = self._draw_once(one, self.area.moved(dx, dy))
            items += drawn.items
            boxes += drawn.boxes
        if repeat.turns:
            return _turned_copies(Drawn(tuple(items), tuple(boxes)), repeat.turns, self.room.middle)
        return Drawn(tuple(items), tuple(boxes))

    def _draw_once(self, asked: Asked, area: Rect) -> Drawn:
        content = self._content(asked, area)
        drawn = Drawn(content.items, content.boxes or (PlacedBox(self.name, self.box, area, None),))
        if self._form is not None:
            drawn = Drawn((*self._shape(asked, area), *content.items), drawn.boxes)
        if not self.box.turn:
            return drawn
        return _turned(drawn, Affine.turn(self.box.turn, area.centre))

    def _shape(self, asked: Asked, area: Rect) -> Iterator[Item]:
        box, palette = self.box, self._tools.palette
        stroke = None
        if box.stroke and asked.stroke:
            stroke = Stroke(palette.colour(asked.stroke), box.stroke.width, box.stroke.dash, box.stroke.round)
        fill = palette.fill(asked.fill) if asked.fill else None
        if fill or stroke:
            shape = Shape(shape_outline(box, area, self.room), fill, stroke)
            yield self._tools.inks.plate(shape, self.room.trim.frame())

    def _content(self, asked: Asked, area: Rect) -> Drawn:
        kind = self.content
        if kind is None or (not asked.content and kind != "ornament"):
            return Drawn((), ())
        return getattr(self, f"_{kind}")(asked, area)  # type: ignore[no-any-return]

    def _text(self, asked: Asked, area: Rect) -> Drawn:
        return text_in_box(self.name, self.box, area, asked.content or "", self._style(asked), self._tools.setter)

    def _markdown(self, asked: Asked, area: Rect) -> Drawn:
        return self._tools.markdown.in_box(self.name, self.box, area, asked.content or "", self._style(asked))

    def _style(self, asked: Asked) -> TextStyle:
        colour = self._tools.palette.colour(asked.colour) if asked.colour else None
        return self._tools.styles.get(self.box.style, colour, self.box.align)

    def _icon(self, asked: Asked, area: Rect) -> Drawn:
        outline = self._tools.icons[asked.content or ""]
        room = area.shrink(self.box.inset)
        placed = fitted(outline, room)
        colour = self._tools.palette.colour(asked.colour or "ink")
        shape = self._tools.inks.icon(placed, colour, part=self.part)
        return Drawn((shape,), (PlacedBox(self.name, self.box, area, "icon", placed.bounds),))

    def _picture(self, asked: Asked, area: Rect) -> Drawn:
        image = self._tools.inks.picture(self._tools.pictures[asked.content or ""])
        scale = max(area.width / image.width, area.height / image.height)
        width, height = image.width * scale, image.height * scale
        whole = Rect(area.centre.x - width / 2, area.centre.y - height / 2, width, height)
        item = Group((Picture(whole, image),), clip=shape_outline(self.box, area, self.room))
        return Drawn((item,), (PlacedBox(self.name, self.box, area, "picture", area),))

    def _layout(self, asked: Asked, area: Rect) -> Drawn:
        values = dict(zip(self._extra_names, asked.extra, strict=True))
        return self._nest(asked.content or "", values, area)

    def _ornament(self, asked: Asked, area: Rect) -> Drawn:
        file = self.box.ornament
        assert file is not None
        if self._tools.inks.low and self.part:
            return Drawn((), ())
        inks = [self._tools.palette.colour(ink) for ink in asked.inks]
        params = {**file.params, **dict(zip(self._extra_names, asked.extra, strict=True))}
        marks = ornament.draw(file.kind, area, asked.content or "", params)
        items = tuple(self._tools.inks.mark(_ink(mark, inks[mark.ink % len(inks)])) for mark in marks)
        clip = shape_outline(self.box, area, self.room)
        return Drawn((Group(items, clip=clip),), (PlacedBox(self.name, self.box, area, "ornament"),))


def _source(box: Box) -> str | None:
    """Return the template of a box's content; an ornament's is its seed."""
    if box.ornament is not None:
        return box.ornament.seed
    source = getattr(box, box.content) if box.content else None
    return None if source is None else str(source)


def _extra(box: Box) -> dict[str, str]:
    """Return the templates beside the content: values for a nested layout, parameters of an ornament."""
    if box.ornament is None:
        return box.with_
    return {name: value for name, value in box.ornament.params.items() if isinstance(value, str) and "{" in value}


def _ink(mark: ornament.Mark, colour: str) -> Shape:
    if mark.width is None:
        return Shape(mark.outline, fill=colour)
    return Shape(mark.outline, stroke=Stroke(colour, mark.width, round=True))


def fitted(outline: Outline, room: Rect) -> Outline:
    """Return an outline of the 512-unit grid scaled into a room, centred by what it covers."""
    bounds = outline.bounds
    scale = min(room.width / max(bounds.width, 1e-9), room.height / max(bounds.height, 1e-9))
    centre = Affine.move(-bounds.centre.x, -bounds.centre.y)
    return outline.placed(Affine.move(*room.centre) @ Affine.scale(scale) @ centre)


def area_of(box: Box, room: Room) -> Rect:
    """Return where a box lies on the trim."""
    if box.area is not None:
        return room.trim.frame({"trim": 0.0, "bleed": room.bleed, "safe": -room.safe}[box.area])
    assert box.size is not None
    width, height = box.size
    whole = room.trim.size
    dx, dy = box.at
    side = box.from_
    x = dx if "left" in side else whole.width - width - dx if "right" in side else (whole.width - width) / 2 + dx
    y = dy if "top" in side else whole.height - height - dy if "bottom" in side else (whole.height - height) / 2 + dy
    return Rect(round(x, 3), round(y, 3), width, height)


def shape_outline(box: Box, area: Rect, room: Room) -> Outline:
    """Return the outline of a box's shape."""
    match box.form:
        case "rounded":
            return rounded(area, box.radius)
        case "circle":
            return circle(area.centre, min(area.width, area.height) / 2)
        case "hexagon":
            return hexagon(area)
        case "trim":
            return room.trim.outline(area)
        case "line":
            return polyline([(area.x, area.y), (area.right, area.bottom)])
    return rectangle(area)


def _turned(drawn: Drawn, transform: Affine) -> Drawn:
    boxes = tuple(
        placed._replace(area=transform.bounds(placed.area), ink=placed.ink and transform.bounds(placed.ink))
        for placed in drawn.boxes
    )
    return Drawn((Group(drawn.items, transform),) if drawn.items else (), boxes)


def _turned_copies(drawn: Drawn, turns: tuple[float, ...], about: Point) -> Drawn:
    copies = [drawn if not turn else _turned(drawn, Affine.turn(turn, about)) for turn in turns]
    return Drawn(
        tuple(item for copy in copies for item in copy.items), tuple(placed for copy in copies for placed in copy.boxes)
    )
