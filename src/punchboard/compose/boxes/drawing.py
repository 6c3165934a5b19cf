"""Drawing the boxes of a face: a box's shape, then its content, rotated and repeated as the layout says.

`CompiledBox` draws a box without content; each content is a subclass, which `compile_box` chooses from a table.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from punchboard.compose.boxes.box_spec import BoxSpec, BoxTemplates
from punchboard.compose.boxes.ornament import ornament_drawer, read_motif
from punchboard.compose.boxes.pips import pips_height, pips_in_box
from punchboard.compose.boxes.placement import FaceArea, copy_offset, covering_area, fit_into, shape_outline
from punchboard.compose.boxes.printed_pictures import placed_picture
from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.text import fitting_size, needed_height, needed_width, text_in_box
from punchboard.compose.inks import outlined_icon
from punchboard.compose.text.phrases import phrase
from punchboard.compose.text.style import TextStyle
from punchboard.compose.text.text_icons import icon_use
from punchboard.geometry import Affine, Rect
from punchboard.model.layout.face import DrawnBox, Fault, PlacedBox
from punchboard.model.layout.grid_map import GridMap
from punchboard.model.layout.layout import TEXT_CONTENT, Box
from punchboard.model.values import picture_crop
from punchboard.scene import Group, Item, Shape, Stroke

if TYPE_CHECKING:
    from punchboard.compose.boxes.continued_cards import TextPart
from math import cos, radians, sin

from punchboard.compose.inks import Palette
from punchboard.geometry import Outline, Point
from punchboard.model.layout.box_drawing import GradientPaint, OutlineFile, ShadowFile, gradient_paint
from punchboard.scene import Colour, Gradient, Shadow, Text

DrawNested = Callable[[str, dict[str, str], Rect], DrawnBox]
"""Draws a nested layout: its name, the values handed to it, and the area of the outer face that it fills."""

NOTHING: Final = DrawnBox((), ())


@dataclass(frozen=True, eq=False)
class CompiledBox:
    """A box of a face that is ready to be drawn. This class draws boxes without content."""

    name: str
    box: Box
    area: Rect
    """Where the box lies unless its sides or other boxes move it, in mm."""
    templates: BoxTemplates
    face: FaceArea
    resources: Resources
    is_faint: bool
    """Whether low ink draws the box faintly, or not at all: it belongs to a larger drawing, or lies under text."""
    draw_nested: DrawNested

    content: ClassVar[str | None] = None
    has_plates: ClassVar[bool] = False
    """Whether the content draws the shape itself, once for each of its parts."""

    def draw(self, specs: Sequence[BoxSpec], area: Rect | None = None) -> DrawnBox:
        """Return the drawing of every repetition, the first one over an area; without an area, over the box's own.

        Raises:
            ExpressionError: for colours that the theme lacks.
            KeyError: for icons, pictures and styles that do not exist.
        """
        repeat, area = self.box.repeat, area or self.area
        if repeat is None:
            return self._draw_once(specs[0], area)
        centre, copies = self.face.centre, list[DrawnBox]()
        for index, spec in enumerate(specs):
            copy = self._draw_once(spec, area.moved(*copy_offset(repeat, index, self.face.trim.size)))
            is_turned = repeat.around and index
            copies.append(_turned(copy, Affine.turn(360 * index / len(specs), centre)) if is_turned else copy)
        drawn = joined(copies)
        if not repeat.turns:
            return drawn
        return joined(_turned(drawn, Affine.turn(turn, centre)) if turn else drawn for turn in repeat.turns)

    def text_height(self, spec: BoxSpec, width: float) -> float:
        """Return the height in mm that the box needs for its text at a width; 0 for a box without text."""
        del spec, width
        return 0.0

    def text_width(self, spec: BoxSpec) -> float:
        """Return the width in mm that the box needs for its text on one line; 0 for a box without plain text."""
        del spec
        return 0.0

    def fitting_size(self, spec: BoxSpec, area: Rect) -> float:
        """Return the largest type size in mm at which the box's text fits in an area, or the smallest allowed."""
        del area
        return self.text_style(spec).size

    def _draw_once(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        drawn = self._content(spec, area) if spec.content or self.content == "ornament" else NOTHING
        if self.content in TEXT_CONTENT and drawn.items:
            drawn = drawn._replace(items=self._with_effects(drawn.items))
        boxes = drawn.boxes or (PlacedBox(self.name, self.box, area, None),)
        shape = () if self.has_plates or self.box.drawn_shape is None else self._shape(spec, area)
        drawn = DrawnBox((*shape, *drawn.items), boxes, drawn.faults)
        return _turned(drawn, Affine.turn(self.box.turn, area.centre)) if self.box.turn else drawn

    def _shape(self, spec: BoxSpec, area: Rect) -> Iterator[Item]:
        """Yield the box's shape over an area, unless it has neither fill nor stroke."""
        box, palette, stroke = self.box, self.resources.palette, None
        width = self.resources.stroke_width(box.stroke) if box.stroke else None
        if box.stroke and spec.stroke and width is not None:
            stroke = Stroke(palette.colour(spec.stroke), width, box.stroke.dash, box.stroke.round)
        outline = shape_outline(box, area, self.face)
        yield from cast(outline, box.shadow, palette)
        if spec.fill or stroke:
            fill, blend = painted(spec.fill, area, palette) if spec.fill else (None, None)
            shape = Shape(outline, fill, stroke, gradient=blend)
            yield self.resources.ink_mode.box_shape(shape, self.face.trim.frame())

    def _with_effects(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return the items of a text with the outline and shadow of the box, or else of its style."""
        box, style = self.box, self.resources.styles.get(self.box.style)
        outline, thrown = box.text_outline or style.text_outline, box.text_shadow or style.text_shadow
        return with_effects(items, outline, thrown, self.resources.palette) if outline or thrown else tuple(items)

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        """Return the drawing of the content alone; without a record, the box is recorded as one without content."""
        del spec, area
        return NOTHING

    def text_style(self, spec: BoxSpec) -> TextStyle:
        """Return the style of the box's text, in its colour and alignment."""
        colour = self.resources.palette.colour(spec.colour) if spec.colour else None
        return self.resources.styles.get(self.box.style, colour, self.box.align)


class _TextBox(CompiledBox):
    content = "text"

    def text_height(self, spec: BoxSpec, width: float) -> float:
        inset, setter = self.box.inset, self.resources.setter
        return 2 * inset + needed_height(spec.content or "", self.text_style(spec), width - 2 * inset, setter)

    def text_width(self, spec: BoxSpec) -> float:
        """Return the width in mm of the text on one line in the smallest type that the box allows."""
        text, setter = spec.content or "", self.resources.setter
        return 2 * self.box.inset + needed_width(text, self.text_style(spec), self.box.fit, setter)

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        style, setter = self.text_style(spec), self.resources.setter
        return text_in_box(self.name, self.box, area, spec.content or "", style, setter, spec.largest)

    def fitting_size(self, spec: BoxSpec, area: Rect) -> float:
        """Return the step of the scale at which the text fits in an area."""
        return fitting_size(self.box, area, spec.content or "", self.text_style(spec), self.resources.setter)


class MarkdownBox(CompiledBox):
    """A box with Markdown, the only content that may continue on further cards."""

    content = "markdown"

    def text_height(self, spec: BoxSpec, width: float) -> float:
        """Return the height in mm that the Markdown needs at a width."""
        inset = self.box.inset
        height = self.resources.markdown.needed_height(spec.content or "", self.text_style(spec), width - 2 * inset)
        return 2 * inset + height

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        setter, style, text = self.resources.markdown, self.text_style(spec), spec.content or ""
        if spec.text_part is not None:
            from punchboard.compose.boxes.continued_cards import part_in_box  # noqa: PLC0415 - few layouts continue

            return part_in_box(setter, self.name, self.box, area, text, style, spec.text_part)
        return setter.in_box(self.name, self.box, area, text, style, spec.largest)

    def fitting_size(self, spec: BoxSpec, area: Rect) -> float:
        """Return the size at which the Markdown fits in an area."""
        return self.resources.markdown.fitting_size(self.box, area, spec.content or "", self.text_style(spec))

    def text_parts(self, spec: BoxSpec, areas: Sequence[Rect], *, marked: bool, last: bool) -> "tuple[TextPart, ...]":
        """Return the text split over as many cards as there are areas; empty when it does not fit on them."""
        from punchboard.compose.boxes.continued_cards import text_parts  # noqa: PLC0415 - few layouts continue

        def card_mark(part: int, parts: int) -> str:
            return phrase(self.resources.words, "continued card", part=part, parts=parts)

        text, mark = spec.content or "", card_mark if marked else None
        return text_parts(self.resources.markdown, self.box, areas, text, self.text_style(spec), mark, last=last)


class _PipsBox(CompiledBox):
    content = "pips"
    has_plates = True

    def text_height(self, spec: BoxSpec, width: float) -> float:
        return pips_height(spec.content or "", self.box, self.text_style(spec), width, self.resources.setter)

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        plate = None if self.box.drawn_shape is None else lambda place: self._shape(spec, place)
        text, style = spec.content or "", self.text_style(spec)
        return pips_in_box(self.name, self.box, area, text, style, self.resources.setter, plate)


class _IconBox(CompiledBox):
    content = "icon"

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        outline = self.resources.icons[spec.content or ""]
        transform = fit_into(outline, area.shrink(self.box.inset))
        colour = self.resources.palette.colour(spec.colour or "ink")
        drawn = outlined_icon(outline.placed(transform)) if self.is_faint else icon_use(outline, colour, transform)
        own = self.box.shadow if self.box.drawn_shape is None else None
        beneath = cast(outline.placed(transform), own, self.resources.palette)
        return DrawnBox(
            (*beneath, drawn), (PlacedBox(self.name, self.box, area, "icon", transform.bounds(outline.bounds)),)
        )


class _PictureBox(CompiledBox):
    content = "picture"

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        crop = picture_crop(spec.content or "")
        image = self.resources.pictures[crop.path]
        whole = covering_area(image.width, image.height, area, crop)
        picture = placed_picture(image, whole, self.resources.ink_mode)
        item = Group((picture,), clip=shape_outline(self.box, area, self.face))
        return DrawnBox((item,), (PlacedBox(self.name, self.box, area, "picture", area),))


class _OrnamentBox(CompiledBox):
    content = "ornament"

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        motifs, resources = self.templates.motifs, self.resources
        if not motifs or self.is_faint:
            return NOTHING
        seed, number = read_motif(spec.content or "")
        file = motifs[number % len(motifs)]
        colours = [resources.palette.colour(paint) for paint in (spec.colours or file.colours)]
        params = {**file.params, **dict(zip(self.templates.extra_names, spec.extra, strict=True))}
        draw = ornament_drawer(file.kind, colours, params, resources.ink_mode)
        if file.variants:
            moves = bool(self.box.sides and self.box.sides.varies_by_card)
            style_key = (file.kind, *colours, repr(params))
            items: tuple[Item, ...] = (resources.variants.place(style_key, int(seed), area, draw, moves=moves),)
        else:
            items = draw(seed, area)
        clip = shape_outline(self.box, area, self.face)
        return DrawnBox((Group(items, clip=clip),), (PlacedBox(self.name, self.box, area, "ornament"),))


class _NestedBox(CompiledBox):
    content = "layout"

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        values = dict(zip(self.templates.extra_names, spec.extra, strict=True))
        drawn = self.draw_nested(spec.content or "", values, area)
        if self.box.shape is None or not drawn.items:
            return drawn
        return drawn._replace(items=(Group(drawn.items, clip=shape_outline(self.box, area, self.face)),))


class _MapBox(CompiledBox):
    content = "map"

    def _content(self, spec: BoxSpec, area: Rect) -> DrawnBox:
        from punchboard.compose.boxes.grid_map import draw_map  # noqa: PLC0415 - few games have maps

        return draw_map(self.name, self.box, area, GridMap.model_validate_json(spec.content or ""), self.resources)


_KINDS: Final = {
    kind.content: kind
    for kind in (CompiledBox, _TextBox, MarkdownBox, _PipsBox, _IconBox, _PictureBox, _OrnamentBox, _MapBox, _NestedBox)
}


def compile_box(
    templates: BoxTemplates, area: Rect, face: FaceArea, resources: Resources, nested: DrawNested, *, is_faint: bool
) -> CompiledBox:
    """Return a box that draws what its templates give; the other parameters are fields of `CompiledBox`."""
    kind = _KINDS[templates.content]
    return kind(templates.name, templates.box, area, templates, face, resources, is_faint, nested)


def joined(drawings: Iterable[DrawnBox]) -> DrawnBox:
    """Return several drawings as one, the first at the bottom."""
    items, boxes, faults = list[Item](), list[PlacedBox](), list[Fault]()
    for drawn in drawings:
        items += drawn.items
        boxes += drawn.boxes
        faults += drawn.faults
    return DrawnBox(tuple(items), tuple(boxes), tuple(faults))


def _turned(drawn: DrawnBox, transform: Affine) -> DrawnBox:
    """Return a box's drawing, and the areas recorded for it, under a transform."""
    boxes = tuple(
        placed._replace(area=transform.bounds(placed.area), ink=placed.ink and transform.bounds(placed.ink))
        for placed in drawn.boxes
    )
    return drawn._replace(items=(Group(drawn.items, transform),) if drawn.items else (), boxes=boxes)


def painted(paint: str, area: Rect, palette: Palette) -> tuple[Colour, Gradient | None]:
    """Return the colour that a fill gives, the first of a gradient, and its gradient over an area if it has one.

    Raises:
        ExpressionError: for colours that the theme lacks.
    """
    file = gradient_paint(paint)
    if file is None:
        return palette.fill(paint), None
    stops = tuple(map(palette.fill, file.paints))
    return stops[0], _gradient(stops, file, area) if len({*stops}) > 1 else None


def _gradient(stops: tuple[Colour, ...], file: GradientPaint, area: Rect) -> Gradient:
    x, y = area.centre
    if file.is_radial:
        return Gradient(stops, area.centre, area.centre, max(area.width, area.height) / 2)
    right, down = cos(radians(file.angle)), sin(radians(file.angle))
    reach = (abs(area.width * right) + abs(area.height * down)) / 2  # so that the corners have the colours of the ends
    return Gradient(stops, Point(x - right * reach, y - down * reach), Point(x + right * reach, y + down * reach))


def shadow(file: ShadowFile | None, palette: Palette) -> Shadow | None:
    """Return a shadow in the colours of the palette."""
    if file is None or not file.opacity or palette.ink_mode.is_low:
        return None
    return Shadow(palette.colour(file.colour), *file.at, file.opacity)


def cast(outline: Outline, file: ShadowFile | None, palette: Palette) -> tuple[Shape, ...]:
    """Return the shadow that an outline throws; none without one."""
    thrown = shadow(file, palette)
    if thrown is None:
        return ()
    moved = outline.placed(Affine.move(thrown.right, thrown.down))
    return (Shape(moved, thrown.colour, opacity=thrown.opacity),)


def with_effects(
    items: Iterable[Item], outline: OutlineFile | None, thrown: ShadowFile | None, palette: Palette
) -> tuple[Item, ...]:
    """Return items whose texts have an outline and a shadow."""
    if palette.ink_mode.is_low:
        return tuple(items)
    # twice as wide: the letters hide the inner half
    around = (
        None
        if outline is None or not outline.width
        else Stroke(palette.colour(outline.colour), 2 * outline.width, round=True)
    )
    return tuple(_outlined(items, around, shadow(thrown, palette)))


def _outlined(items: Iterable[Item], around: Stroke | None, thrown: Shadow | None) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Text):
            yield item._replace(outline=around, shadow=thrown)
        elif isinstance(item, Group):
            yield item._replace(items=tuple(_outlined(item.items, around, thrown)))
        else:
            yield item
