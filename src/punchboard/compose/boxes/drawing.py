"""Drawing one box of a face: its shape, then its content, rotated and repeated as the layout says."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from punchboard.compose.boxes.box_spec import (
    BoxSpec,
    CompactSpecs,
    content_template,
    copy_offset,
    extra_templates,
    turn_copies,
    turn_drawing,
)
from punchboard.compose.boxes.ornament import motif_seed, ornament_drawer, read_motif
from punchboard.compose.boxes.pips import filled_pips, pips_height, pips_in_box
from punchboard.compose.boxes.placement import FaceArea, box_area, covering_area, fit_into, shape_outline
from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.text import needed_height, text_in_box
from punchboard.compose.inks import outlined_icon
from punchboard.compose.text.icons import icon_use
from punchboard.compose.text.phrases import phrase
from punchboard.compose.text.style import TextStyle
from punchboard.expression import ExpressionError, expression, template
from punchboard.geometry import Affine, Rect
from punchboard.model.layout.box_drawing import OrnamentFile
from punchboard.model.layout.face import DrawnBox, PlacedBox
from punchboard.model.layout.layout import TEXT_CONTENT, Box, field_of
from punchboard.model.values import picture_crop
from punchboard.scene import Group, Item, Picture, Shape, Stroke

if TYPE_CHECKING:
    from punchboard.compose.boxes.continued_cards import TextPart

Values = Mapping[str, Any]
DrawNested = Callable[[str, dict[str, str], Rect], "DrawnBox"]
"""Draws a nested layout: its name, the values handed to it, and the area of the outer face that it fills."""

_MAX_REPEATS: Final = 200

_NOTHING: Final = DrawnBox((), ())


class BoxProgram:
    """A box with its templates compiled: `specs` evaluates them for a component, `draw` draws the specs."""

    def __init__(self, name: str, box: Box, room: FaceArea, tools: Resources, nest: DrawNested) -> None:
        self.name, self.box, self.room, self._tools = name, box, room, tools
        self.area = box_area(box, room) if box.sides is None else Rect(0, 0, 0, 0)
        """Where the box lies unless its sides or other boxes move it, in mm."""
        self.part = box.is_decorative
        """Whether the box belongs to a larger drawing or lies under text; low-ink printing draws it faintly or not."""
        self.content, self._form = box.content, box.drawn_shape
        self._nest = nest
        self._when = expression(box.when) if box.when else None
        paints = (content_template(box), box.fill, box.stroke.colour if box.stroke else None, box.colour)
        self.motifs: tuple[OrnamentFile, ...] = tools.motifs(box.ornament) if box.ornament else ()
        """The drawings of which the box shows one: the theme's, or the one of the box itself."""
        inks = box.ornament.colours if box.ornament and self.motifs == (box.ornament,) else ()
        self._source, *self._paints = (None if text is None else template(text) for text in paints)
        if box.pips is not None and self._source is not None:
            self._source = filled_pips(self._source, tools.setter.symbols)
        if box.ornament is not None and self._source is not None:
            self._source = motif_seed(self._source, box.ornament, self.motifs)
        self._field = field_of(name)
        self._is_optional = box.slot is not None and paints[0] == f"{{{{ {self._field} }}}}"
        self._inks = [template(text) for text in inks]
        self._extra_names, extra = tuple(extra_templates(box)), extra_templates(box).values()
        self._extra = [template(text) for text in extra]
        self._alt = None if box.alt is None else template(box.alt)
        self._each = expression(box.repeat.each) if box.repeat and box.repeat.each else None
        self._constant_spec = self._constant_paints((*paints[1:], *inks, *extra, box.alt))
        self.has_constant_paints = self._constant_spec is not None
        """Whether colours and parameters are the same for all components, whatever the content."""
        dynamic = self._constant_spec is None or (paints[0] is not None and "{" in paints[0])
        stays = not (
            box.icon_of
            or len(self.motifs) > 1
            or box.goes_with
            or box.stands_in_for
            or (box.sides and box.sides.varies_by_card)
        )
        self.is_constant = stays and not dynamic and self._when is None and self._each is None and box.layout is None
        self._constant_specs: tuple[BoxSpec, ...] | None = None
        """The specs of a constant box, once they were evaluated."""
        self._is_compact = self._constant_spec is not None and self._each is None and self._source is not None
        self._compact_template = self._source if self._is_compact and self._when is None and box.slot is None else None
        self._constant_fields = () if self._constant_spec is None else self._constant_spec[1:]
        self._plain_style: TextStyle | None = None
        self._draw_content: Callable[[BoxSpec, Rect], DrawnBox] | None = getattr(self, f"_{box.content}", None)

    def _constant_paints(self, sources: tuple[str | None, ...]) -> BoxSpec | None:
        """Return a spec without content if these templates give the same for all components, else None."""
        if any(text is not None and "{" in text for text in sources):
            return None
        return self._paint({})

    def compact_specs(self, values: Values) -> CompactSpecs:
        """Return what `specs` returns, in short form where possible; `expand` restores it.

        Raises:
            ExpressionError: for templates that cannot be evaluated.
        """
        if self.is_constant:
            self._constant_specs = self._constant_specs or self.specs(values)
            return self._constant_specs
        if self._compact_template is not None:
            return str(self._compact_template(values))
        specs = self.specs(values)
        return specs[0].content if self._is_compact and specs is not None else specs

    def expand(self, compact: CompactSpecs) -> tuple[BoxSpec, ...] | None:
        """Return the full specs from their short form."""
        return (BoxSpec(compact, *self._constant_fields),) if type(compact) is str else compact  # type: ignore[return-value]

    def specs(self, values: Values) -> tuple[BoxSpec, ...] | None:
        """Return what the box shows for these values, one spec for each repetition; None when the box is left out.

        Raises:
            ExpressionError: for templates that cannot be evaluated, and for a repetition over no list.
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
            raise ExpressionError(f"cannot repeat over {str(items)!r}, which is not a list: {repeat.each!r}")
        items = list(items)
        if len(items) > _MAX_REPEATS:
            raise ExpressionError(
                f"{repeat.each!r} has {len(items)} entries, but a box repeats at most {_MAX_REPEATS} times"
            )
        return tuple(self._spec({**values, repeat.as_: item, "index": index}) for index, item in enumerate(items))

    def _slot_specs(self, values: Values) -> tuple[BoxSpec, ...] | None:
        """Return what a slot shows; None when its field is missing or has no value."""
        if self._is_optional and values.get(self._field) is None:
            if self.name != "title" or values.get("kind") not in self._tools.kinds_titled_by_name:
                return None
            values = {**values, "title": values["name"]}
        spec = self._spec({name: "" if value is None else value for name, value in values.items()})
        return (spec,) if spec.content or self.content == "ornament" else None

    def _spec(self, values: Values) -> BoxSpec:
        content = None if self._source is None else str(self._source(values))
        rest = self._paint(values) if self._constant_spec is None else self._constant_spec
        return BoxSpec(content, *rest[1:])

    def _paint(self, values: Values) -> BoxSpec:
        fill, stroke, colour = (None if paint is None else str(paint(values)) for paint in self._paints)
        inks, extra = (tuple(str(text(values)) for text in texts) for texts in (self._inks, self._extra))
        alt = None if self._alt is None else str(self._alt(values))
        return BoxSpec(None, fill, stroke, colour, inks, extra, alt=alt)

    def has_content(self, compact: CompactSpecs) -> bool:
        """Tell whether the box has something to show."""
        if compact is None:
            return False
        if self.content in {None, "ornament"}:
            return True
        return bool(compact) if isinstance(compact, str) else any(spec.content for spec in compact)

    def text_height(self, specs: tuple[BoxSpec, ...], width: float) -> float:
        """Return the height in mm that the box needs for its text at a width; 0 for a box without text."""
        spec, inset = specs[0], self.box.inset
        if self.content not in TEXT_CONTENT:
            return 0.0
        if self.content == "pips":
            return pips_height(spec.content or "", self.box, self._style(spec), width, self._tools.setter)
        measure = needed_height if self.content == "text" else self._tools.markdown.needed_height
        return 2 * inset + measure(spec.content or "", self._style(spec), width - 2 * inset, self._tools.setter)

    def draw(self, specs: tuple[BoxSpec, ...], area: Rect | None = None) -> DrawnBox:
        """Return the drawing of every repetition, the first one over an area; without an area, over the box's own.

        Raises:
            ExpressionError: for colours that the theme lacks.
            KeyError: for icons, pictures and styles that do not exist.
        """
        repeat, area = self.box.repeat, area or self.area
        if repeat is None:
            return self._draw_once(specs[0], area)
        items: list[Item] = []
        boxes: list[PlacedBox] = []
        for index, spec in enumerate(specs):
            drawn = self._draw_once(spec, area.moved(*copy_offset(repeat, index, self.room.trim.size)))
            if repeat.around and index:
                drawn = turn_drawing(drawn, Affine.turn(360 * index / len(specs), self.room.centre))
            items += drawn.items
            boxes += drawn.boxes
        if repeat.turns:
            return turn_copies(DrawnBox(tuple(items), tuple(boxes)), repeat.turns, self.room.centre)
        return DrawnBox(tuple(items), tuple(boxes))

    def _draw_once(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        content = drawn = self._content(spec, area)
        if not content.boxes:
            drawn = DrawnBox(content.items, (PlacedBox(self.name, self.box, area, None),))
        if self._form is not None and self.content != "pips":
            drawn = DrawnBox((*self._shape(spec, area), *content.items), drawn.boxes)
        if not self.box.turn:
            return drawn
        return turn_drawing(drawn, Affine.turn(self.box.turn, area.centre))

    def _shape(self, spec: BoxSpec, area: Rect) -> Iterator[Item]:
        box, palette = self.box, self._tools.palette
        stroke = None
        width = self._tools.stroke_width(box.stroke) if box.stroke else None
        if box.stroke and spec.stroke and width is not None:
            stroke = Stroke(palette.colour(spec.stroke), width, box.stroke.dash, box.stroke.round)
        fill = palette.fill(spec.fill) if spec.fill else None
        if fill or stroke:
            shape = Shape(shape_outline(box, area, self.room), fill, stroke)
            yield self._tools.inks.box_shape(shape, self.room.trim.frame())

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        if self._draw_content is None or (not spec.content and self.content != "ornament"):
            return _NOTHING
        return self._draw_content(spec, area)

    def _text(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        return text_in_box(self.name, self.box, area, spec.content or "", self._style(spec), self._tools.setter)

    def _markdown(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        setter, style, text = self._tools.markdown, self._style(spec), spec.content or ""
        if spec.text_part is not None:
            from punchboard.compose.boxes.continued_cards import part_in_box  # noqa: PLC0415 - few layouts continue

            return part_in_box(setter, self.name, self.box, area, text, style, spec.text_part)
        return setter.in_box(self.name, self.box, area, text, style)

    def _pips(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        plate = None if self._form is None else lambda place: self._shape(spec, place)
        return pips_in_box(self.name, self.box, area, spec.content or "", self._style(spec), self._tools.setter, plate)

    def text_parts(self, spec: BoxSpec, areas: Sequence[Rect], *, marked: bool, last: bool) -> "tuple[TextPart, ...]":
        """Return the text split over as many cards as there are areas; empty when it does not fit on them."""
        from punchboard.compose.boxes.continued_cards import text_parts  # noqa: PLC0415 - few layouts continue

        def card_mark(part: int, parts: int) -> str:
            return phrase(self._tools.words, "continued card", part=part, parts=parts)

        mark = card_mark if marked else None
        return text_parts(self._tools.markdown, self.box, areas, spec.content or "", self._style(spec), mark, last=last)

    def _style(self, spec: BoxSpec) -> TextStyle:
        if self._plain_style is not None:
            return self._plain_style
        colour = self._tools.palette.colour(spec.colour) if spec.colour else None
        style = self._tools.styles.get(self.box.style, colour, self.box.align)
        if self.has_constant_paints:
            self._plain_style = style
        return style

    def _icon(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        outline = self._tools.icons[spec.content or ""]
        transform = fit_into(outline, area.shrink(self.box.inset))
        colour = self._tools.palette.colour(spec.colour or "ink")
        faint = self.part and self._tools.inks.is_low
        drawn = outlined_icon(outline.placed(transform)) if faint else icon_use(outline, colour, transform)
        return DrawnBox((drawn,), (PlacedBox(self.name, self.box, area, "icon", transform.bounds(outline.bounds)),))

    def _picture(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        crop = picture_crop(spec.content or "")
        image = self._tools.inks.picture(self._tools.pictures[crop.path])
        whole = covering_area(image.width, image.height, area, crop)
        item = Group((Picture(whole, image),), clip=shape_outline(self.box, area, self.room))
        return DrawnBox((item,), (PlacedBox(self.name, self.box, area, "picture", area),))

    def _layout(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        values = dict(zip(self._extra_names, spec.extra, strict=True))
        return self._nest(spec.content or "", values, area)

    def _ornament(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        if not self.motifs or (self._tools.inks.is_low and self.part):
            return DrawnBox((), ())
        seed, number = read_motif(spec.content or "")
        file = self.motifs[number % len(self.motifs)]
        inks = [self._tools.palette.colour(ink) for ink in (spec.inks or file.colours)]
        params = {**file.params, **dict(zip(self._extra_names, spec.extra, strict=True))}
        draw = ornament_drawer(file.kind, inks, params, self._tools.inks)
        if file.variants:
            moves, style_key = bool(self.box.sides and self.box.sides.varies_by_card), (file.kind, *inks, repr(params))
            items: tuple[Item, ...] = (self._tools.variants.place(style_key, int(seed), area, draw, moves=moves),)
        else:
            items = draw(seed, area)
        clip = shape_outline(self.box, area, self.room)
        return DrawnBox((Group(items, clip=clip),), (PlacedBox(self.name, self.box, area, "ornament"),))
