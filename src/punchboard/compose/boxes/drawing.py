"""Drawing one box: its shape beneath, then its content, turned and repeated as the box asks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.compose.boxes.ornament import ornament_drawer
from punchboard.compose.boxes.ornament_variants import shared_seed
from punchboard.compose.boxes.placement import FaceArea, box_area, fit_into, shape_outline
from punchboard.compose.boxes.templates import content_template, extra_templates, turn_copies, turn_drawing
from punchboard.compose.boxes.text import needed_height, text_in_box
from punchboard.compose.boxes.tools import Tools
from punchboard.compose.inks.inks import outlined_icon
from punchboard.compose.text.icons import icon_use
from punchboard.compose.text.style import TextStyle
from punchboard.expression import ExpressionError, expression, template
from punchboard.geometry import Affine, Rect
from punchboard.model.layout.face import DrawnBox, PlacedBox
from punchboard.model.layout.layout import Box
from punchboard.scene import Group, Item, Picture, Shape, Stroke

if TYPE_CHECKING:
    from punchboard.compose.boxes.continued_cards import TextPart

Values = Mapping[str, Any]
DrawNested = Callable[[str, dict[str, str], Rect], "DrawnBox"]
"""Draws a layout, with values of its own, into an area of another."""

_MOST_REPEATS: Final = 200

_NOTHING: Final = DrawnBox((), ())


class BoxSpec(NamedTuple):
    """A box's templates worked out for one component: all that its drawing depends on."""

    content: str | None
    fill: str | None
    stroke: str | None
    colour: str | None
    inks: tuple[str, ...]
    extra: tuple[str, ...] = ()
    """The values handed to a nested layout, or the parameters of an ornament that templates make."""
    text_part: "TextPart | None" = None
    """The part of the content that stands on this card, where a text goes on on others."""


CompactSpecs = str | tuple[BoxSpec, ...] | None
"""What a box was asked to show; its words alone, where nothing but they differs from card to card."""


class BoxProgram:
    """A box with its templates compiled: `ask` works them out, `draw` draws what was asked."""

    def __init__(self, name: str, box: Box, room: FaceArea, tools: Tools, nest: DrawNested) -> None:
        self.name, self.box, self.room, self._tools = name, box, room, tools
        self.area = box_area(box, room) if box.sides is None else Rect(0, 0, 0, 0)
        """Where the box lies when nothing moves it."""
        self.part = box.is_decorative
        """Whether an icon is part of a drawing, or an ornament lies under what is read."""
        self.content, self._form = box.content, box.drawn_shape
        self._nest = nest
        self._when = expression(box.when) if box.when else None
        paints = (content_template(box), box.fill, box.stroke.colour if box.stroke else None, box.colour)
        inks = box.ornament.colours if box.ornament else ()
        self._source, *self._paints = (None if text is None else template(text) for text in paints)
        if box.ornament is not None and box.ornament.variants and self._source is not None:
            self._source = shared_seed(self._source, box.ornament.variants)
        self._is_optional = box.slot is not None and paints[0] == f"{{{{ {name} }}}}"
        self._inks = [template(text) for text in inks]
        self._extra_names, extra = tuple(extra_templates(box)), extra_templates(box).values()
        self._extra = [template(text) for text in extra]
        self._each = expression(box.repeat.each) if box.repeat and box.repeat.each else None
        self._constant_spec = self._constant_paints((*paints[1:], *inks, *extra))
        self.has_constant_paints = self._constant_spec is not None
        """Whether colours and parameters are the same for all components."""
        dynamic = self._constant_spec is None or (paints[0] is not None and "{" in paints[0])
        stays = not (box.goes_with or box.stands_in_for or (box.sides and box.sides.varies_by_card))
        self.is_constant = stays and not dynamic and self._when is None and self._each is None and box.layout is None
        self._constant_specs: tuple[BoxSpec, ...] | None = None
        """What a fixed box shows, when it has been asked."""
        self._is_compact = self._constant_spec is not None and self._each is None and self._source is not None
        self._compact_template = self._source if self._is_compact and self._when is None and box.slot is None else None
        self._constant_fields = () if self._constant_spec is None else self._constant_spec[1:]
        self._plain_style: TextStyle | None = None
        self._draw_content: Callable[[BoxSpec, Rect], DrawnBox] | None = (
            getattr(self, f"_{box.content}") if box.content else None
        )

    def _constant_paints(self, sources: tuple[str | None, ...]) -> BoxSpec | None:
        """Return what is asked apart from the content, when that is the same for all components."""
        if any(text is not None and "{" in text for text in sources):
            return None
        return self._paint({})

    def compact_specs(self, values: Values) -> CompactSpecs:
        """Return what `ask` does, in brief where that can be.

        Raises:
            ExpressionError: for templates that cannot be worked out.
        """
        if self.is_constant:
            self._constant_specs = self._constant_specs or self.specs(values)
            return self._constant_specs
        if self._compact_template is not None:
            return str(self._compact_template(values))
        asked = self.specs(values)
        return asked[0].content if self._is_compact and asked is not None else asked

    def expand(self, wished: CompactSpecs) -> tuple[BoxSpec, ...] | None:
        """Return in full what the box was asked to show."""
        return (BoxSpec(wished, *self._constant_fields),) if type(wished) is str else wished  # type: ignore[return-value]

    def specs(self, values: Values) -> tuple[BoxSpec, ...] | None:
        """Return what the box shows for these values, once for each repetition; None when it is left out.

        Raises:
            ExpressionError: for templates that cannot be worked out.
        """
        if self._when is not None and not self._when(values):
            return None
        if self.box.slot is not None:
            return self._slot_specs(values)
        if self._each is None:
            return (self._spec(values),)
        repeat = self.box.repeat
        assert repeat is not None
        items = self._each(values)
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise ExpressionError(f"{str(items)!r} is no list to repeat over: {repeat.each!r}")
        items = list(items)
        if len(items) > _MOST_REPEATS:
            raise ExpressionError(f"{repeat.each!r} repeats more than {_MOST_REPEATS} times")
        return tuple(self._spec({**values, repeat.as_: item, "index": index}) for index, item in enumerate(items))

    def _slot_specs(self, values: Values) -> tuple[BoxSpec, ...] | None:
        """Return what a slot shows; nothing when its field is not there or has no value."""
        if self._is_optional and values.get(self.name) is None:
            if self.name != "title" or values.get("kind") not in self._tools.kinds_titled_by_name:
                return None
            values = {**values, "title": values["name"]}
        asked = self._spec({name: "" if value is None else value for name, value in values.items()})
        return (asked,) if asked.content or self.content == "ornament" else None

    def _spec(self, values: Values) -> BoxSpec:
        content = None if self._source is None else str(self._source(values))
        rest = self._paint(values) if self._constant_spec is None else self._constant_spec
        return BoxSpec(content, *rest[1:])

    def _paint(self, values: Values) -> BoxSpec:
        fill, stroke, colour = (None if work is None else str(work(values)) for work in self._paints)
        inks, extra = (tuple(str(work(values)) for work in works) for works in (self._inks, self._extra))
        return BoxSpec(None, fill, stroke, colour, inks, extra)

    def has_content(self, wished: CompactSpecs) -> bool:
        """Tell whether there is something to show."""
        if wished is None:
            return False
        if self.content in {None, "ornament"}:
            return True
        return bool(wished) if isinstance(wished, str) else any(one.content for one in wished)

    def text_height(self, asked: tuple[BoxSpec, ...], width: float) -> float:
        """Return the height in mm that the box needs for its text at a width; nothing for what is no text."""
        one, inset = asked[0], self.box.inset
        if self.content not in {"text", "markdown"}:
            return 0.0
        work = needed_height if self.content == "text" else self._tools.markdown.needed_height
        return 2 * inset + work(one.content or "", self._style(one), width - 2 * inset, self._tools.setter)

    def draw(self, asked: tuple[BoxSpec, ...], area: Rect | None = None) -> DrawnBox:
        """Return the drawing of every repetition, the first of them over an area, the box's own if none is given.

        Raises:
            ExpressionError: for colours that the theme does not have.
            KeyError: for icons, pictures and styles that do not exist.
        """
        repeat, area = self.box.repeat, area or self.area
        if repeat is None:
            return self._draw_once(asked[0], area)
        items: list[Item] = []
        boxes: list[PlacedBox] = []
        for index, one in enumerate(asked):
            row, column = divmod(index, repeat.columns) if repeat.columns else (0, index)
            dx = repeat.step[0] * column + repeat.row[0] * row
            dy = repeat.step[1] * column + repeat.row[1] * row
            drawn = self._draw_once(one, area.moved(dx, dy))
            items += drawn.items
            boxes += drawn.boxes
        if repeat.turns:
            return turn_copies(DrawnBox(tuple(items), tuple(boxes)), repeat.turns, self.room.centre)
        return DrawnBox(tuple(items), tuple(boxes))

    def _draw_once(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        content = drawn = self._content(asked, area)
        if not content.boxes:
            drawn = DrawnBox(content.items, (PlacedBox(self.name, self.box, area, None),))
        if self._form is not None:
            drawn = DrawnBox((*self._shape(asked, area), *content.items), drawn.boxes)
        if not self.box.turn:
            return drawn
        return turn_drawing(drawn, Affine.turn(self.box.turn, area.centre))

    def _shape(self, asked: BoxSpec, area: Rect) -> Iterator[Item]:
        box, palette = self.box, self._tools.palette
        stroke = None
        if box.stroke and asked.stroke:
            stroke = Stroke(palette.colour(asked.stroke), box.stroke.width, box.stroke.dash, box.stroke.round)
        fill = palette.fill(asked.fill) if asked.fill else None
        if fill or stroke:
            shape = Shape(shape_outline(box, area, self.room), fill, stroke)
            yield self._tools.inks.box_shape(shape, self.room.trim.frame())

    def _content(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        if self._draw_content is None or (not asked.content and self.content != "ornament"):
            return _NOTHING
        return self._draw_content(asked, area)

    def _text(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        return text_in_box(self.name, self.box, area, asked.content or "", self._style(asked), self._tools.setter)

    def _markdown(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        setter, style, text = self._tools.markdown, self._style(asked), asked.content or ""
        if asked.text_part is not None:
            from punchboard.compose.boxes.continued_cards import part_in_box

            return part_in_box(setter, self.name, self.box, area, text, style, asked.text_part)
        return setter.in_box(self.name, self.box, area, text, style)

    def text_parts(self, asked: BoxSpec, areas: Sequence[Rect], *, marked: bool, last: bool) -> "tuple[TextPart, ...]":
        """Return the parts of the text on as many cards as there are areas; none when they do not hold it."""
        from punchboard.compose.boxes.continued_cards import text_parts

        return text_parts(
            self._tools.markdown, self.box, areas, asked.content or "", self._style(asked), marked=marked, last=last
        )

    def _style(self, asked: BoxSpec) -> TextStyle:
        if self._plain_style is not None:
            return self._plain_style
        colour = self._tools.palette.colour(asked.colour) if asked.colour else None
        style = self._tools.styles.get(self.box.style, colour, self.box.align)
        if self.has_constant_paints:
            self._plain_style = style
        return style

    def _icon(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        outline = self._tools.icons[asked.content or ""]
        place = fit_into(outline, area.shrink(self.box.inset))
        colour = self._tools.palette.colour(asked.colour or "ink")
        faint = self.part and self._tools.inks.is_low
        drawn = outlined_icon(outline.placed(place)) if faint else icon_use(outline, colour, place)
        return DrawnBox((drawn,), (PlacedBox(self.name, self.box, area, "icon", place.bounds(outline.bounds)),))

    def _picture(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        image = self._tools.inks.picture(self._tools.pictures[asked.content or ""])
        scale = max(area.width / image.width, area.height / image.height)
        width, height = image.width * scale, image.height * scale
        whole = Rect(area.centre.x - width / 2, area.centre.y - height / 2, width, height)
        item = Group((Picture(whole, image),), clip=shape_outline(self.box, area, self.room))
        return DrawnBox((item,), (PlacedBox(self.name, self.box, area, "picture", area),))

    def _layout(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        values = dict(zip(self._extra_names, asked.extra, strict=True))
        return self._nest(asked.content or "", values, area)

    def _ornament(self, asked: BoxSpec, area: Rect) -> DrawnBox:
        file = self.box.ornament
        assert file is not None
        if self._tools.inks.is_low and self.part:
            return DrawnBox((), ())
        inks = [self._tools.palette.colour(ink) for ink in asked.inks]
        params = {**file.params, **dict(zip(self._extra_names, asked.extra, strict=True))}
        draw, seed = ornament_drawer(file.kind, inks, params, self._tools.inks), asked.content or ""
        if file.variants:
            moves, manner = bool(self.box.sides and self.box.sides.varies_by_card), (file.kind, *inks, repr(params))
            items: tuple[Item, ...] = (self._tools.variants.place(manner, int(seed), area, draw, moves=moves),)
        else:
            items = draw(seed, area)
        clip = shape_outline(self.box, area, self.room)
        return DrawnBox((Group(items, clip=clip),), (PlacedBox(self.name, self.box, area, "ornament"),))
