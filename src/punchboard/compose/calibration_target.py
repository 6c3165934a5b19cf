"""The pages of the calibration target: scales on the front, verniers to be read through the back. Lengths in mm.

A main scale has a line every millimetre; its vernier, on the other side of the paper, has one every 0.9 mm. When the 0
of the vernier is k tenths of a millimetre past a line of the main scale, its k-th line meets a line of the main scale.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.compose.calibration import MAX_BLANK_EDGE, NO_DRIFT, Target
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.markdown import parse_inline
from punchboard.compose.text.style import Styles, TextStyle
from punchboard.expression import template
from punchboard.geometry import Affine, Point, Rect, Size, circle, join_outlines, polyline, rectangle
from punchboard.scene import Document, Group, Item, Page, Shape, Stroke

HAIR: Final = Stroke("#000000", 0.12)
FRAME: Final = Stroke("#000000", 0.2)

LENGTH: Final = 20
"""Length in mm of a main scale: the range of readings, and room for the vernier beyond it."""

VERNIER_STEP: Final = 0.9
"""Mm between the lines of a vernier."""

_VERNIER_PARTS: Final = 10
_SHORT, _LONG, _ZERO = 3.0, 4.6, 7.0
_OVERLAP: Final = 0.8
"""Mm by which the vernier's lines cross the main scale's baseline, so that matching lines visibly meet."""

_STEP: Final = 3.6
"""Width in mm of a step of the stairs."""


class LabelSetter(NamedTuple):
    """Sets short labels centred on a point."""

    styles: Styles
    setter: Typesetter

    def centred(self, text: str, style: TextStyle, middle: Point) -> Iterator[Item]:
        """Yield a word centred on a point, both across and by the height of its capitals."""
        lines = break_lines(self.setter.plain_atoms(text, style), 10_000)
        for row in lines.rows:
            yield from line_items(row, style, middle.x - lines.widest * style.size / 2, middle.y + style.cap_height / 2)


class Axis(NamedTuple):
    """Where a scale lies: the point of its middle reading, `NO_DRIFT`, and its direction, to the right or down."""

    origin: Point
    down: bool = False

    def point(self, along: float, off: float) -> Point:
        """Return the point ``along`` mm from the middle reading and ``off`` mm towards the vernier's side."""
        x, y = self.origin
        return Point(x + off, y + along) if self.down else Point(x + along, y + off)

    def ticks(self, ends: Iterator[tuple[float, float, float]], stroke: Stroke = HAIR) -> Shape:
        """Return lines across the scale, each given as (along, start, end)."""
        lines = (polyline([self.point(along, start), self.point(along, end)]) for along, start, end in ends)
        return Shape(join_outlines(lines), stroke=stroke)


def main_scale(axis: Axis, labels: LabelSetter) -> Iterator[Item]:
    """Yield the scale of the front: a line every mm, a number every 5 mm."""
    style = labels.styles.get("calibrate-figure")
    millimetres = range(LENGTH + 1)
    yield axis.ticks((mm - NO_DRIFT, 0.0, -(_SHORT if mm % 5 else _LONG)) for mm in millimetres)
    yield Shape(polyline([axis.point(-NO_DRIFT, 0), axis.point(LENGTH - NO_DRIFT, 0)]), stroke=HAIR)
    for mm in millimetres[::5]:
        yield from labels.centred(str(mm), style, axis.point(mm - NO_DRIFT, -_LONG - (2.4 if axis.down else 1.7)))


def vernier_scale(axis: Axis, labels: LabelSetter, ink: str = HAIR.colour) -> Iterator[Item]:
    """Yield the scale of the back, as seen through the paper: lines every 0.9 mm, and an arrow at its 0."""
    style = labels.styles.get("calibrate-figure", ink)
    yield axis.ticks(
        (
            (part * VERNIER_STEP, -_OVERLAP, _ZERO if part == 0 else _SHORT if part % 5 else _LONG)
            for part in range(_VERNIER_PARTS + 1)
        ),
        HAIR._replace(colour=ink),
    )
    tip = [axis.point(0, 0.3), axis.point(-0.7, 3.0), axis.point(0.7, 3.0)]
    yield Shape(polyline(tip, closed=True), fill=ink)
    off = 1.9 if axis.down else 1.7
    yield from labels.centred("0", style, axis.point(0, _ZERO + off))
    for part in (5, 10):
        yield from labels.centred(str(part), style, axis.point(part * VERNIER_STEP, _LONG + off))


def frame(target: Target) -> Shape:
    """Return the frame whose sides the user measures."""
    return Shape(rectangle(target.frame), stroke=FRAME)


def edge_stairs(target: Target, labels: LabelSetter) -> Iterator[Item]:
    """Yield the stairs at the four edges: a line at each mm from the edge, with its number behind it."""
    style = labels.styles.get("calibrate-figure")
    for edge in ("top", "right", "bottom", "left"):
        lines = []
        for mm in range(1, int(MAX_BLANK_EDGE)):
            along = (mm - MAX_BLANK_EDGE / 2) * _STEP
            ends = [_from_edge(edge, target.paper, mm, along + side * _STEP / 2) for side in (-1, 1)]
            lines.append(polyline(ends))
            behind = mm + (1.9 if edge in {"left", "right"} else 1.6)
            yield from labels.centred(str(mm), style, _from_edge(edge, target.paper, behind, along))
        yield Shape(join_outlines(lines), stroke=HAIR)


def _from_edge(edge: str, paper: Size, inwards: float, along: float) -> Point:
    """Return the point ``inwards`` mm from an edge and ``along`` mm from the middle of the edge."""
    middle = Rect(0, 0, *paper).centre
    return {
        "top": Point(middle.x + along, inwards),
        "bottom": Point(middle.x + along, paper.height - inwards),
        "left": Point(inwards, middle.y + along),
        "right": Point(paper.width - inwards, middle.y + along),
    }[edge]


_PLACES: Final = ("A", "B")
_PAD: Final = 12.0
"""Mm between the frame and its content."""

_PLACE_SIZE: Final = Point(68, 52)
"""Width and height in mm that the scales of a place take inside the frame."""

_MAX_LINE: Final = 150.0
"""The longest line of text, in mm."""

_TENTHS: Final = 3
"""How many tenths of a mm the example reading is above `NO_DRIFT`."""

_ENLARGED: Final = 2.2
_SAMPLE: Final = Rect(0, 0, 56, 48)
"""The area of the example, which stands beside the steps."""

_STEPS_BESIDE_EXAMPLE: Final = 5
"""The first steps are set narrower on a portrait page, to leave space for the example."""

_NUMERAL: Final = 6.0
_BOX: Final = 8.5
"""Height in mm of a box to write a reading in."""


def target_pages(target: Target, labels: LabelSetter, words: Mapping[str, Any], values: Mapping[str, str]) -> Document:
    """Return the two pages of a target.

    Args:
        target: the paper and the edge on which it is flipped.
        labels: sets labels in the styles ``calibrate-...``.
        words: the texts by name, as templates.
        values: values for the templates: paper, edge, other and command.
    """
    width, height = target.frame.size
    numbers = {"nominal": f"{NO_DRIFT:.1f}", "reading": f"{NO_DRIFT + _TENTHS / 10:.1f}"}
    texts = TextSetter(labels, words, {**values, **numbers, "width": f"{width:g}", "height": f"{height:g}"})
    front = Page(target.paper, tuple(_front(target, texts)), label="front", side="front")
    back = Page(target.paper, tuple(_back(target, texts)), label="back", side="back")
    return Document(f"{words['title']}: {values['paper']}", (front, back))


def _front(target: Target, texts: "TextSetter") -> Iterator[Item]:
    yield frame(target)
    yield from edge_stairs(target, texts.labels)
    yield from _frame_lengths(target, texts)
    for place in _PLACES:
        yield from _place_scales(target, place, texts)
    head, body = _text_areas(target)
    title = texts.named_text("title", "calibrate-title", head)
    lead = texts.named_text("lead", "calibrate-lead", head._replace(y=title.bottom + 2.4))
    yield from (*title.items, *lead.items)
    if target.landscape:
        box = target.frame
        yield from _example(Point(box.right - _PAD - _SAMPLE.width, box.y + _PAD), texts)
        yield from _steps(body, texts)
    else:
        yield from _steps(body, texts, beside=_STEPS_BESIDE_EXAMPLE)
    box = target.frame
    foot = Rect(box.x + _PAD, box.bottom - 6, box.width, 0)
    yield from texts.named_text("foot", "calibrate-caption", foot).items


def _back(target: Target, texts: "TextSetter") -> Iterator[Item]:
    axes = (axis for place in _PLACES for axis in _axes(target, place))
    yield Group(tuple(item for axis in axes for item in vernier_scale(axis, texts.labels)), target.through_paper)
    body = _text_areas(target)[1]
    y = target.paper.height / 2 - 20
    for name, style, gap in (
        ("back title", "calibrate-title", 2.4),
        ("back", "calibrate-lead", 2.0),
        ("back upside down", "calibrate-step", 3.0),
        ("back foot", "calibrate-caption", 0.0),
    ):
        text = texts.named_text(name, style, Rect(body.x, y, min(body.width, 116), 0))
        yield from text.items
        y = text.bottom + gap


def _axes(target: Target, place: str) -> tuple[Axis, Axis]:
    return Axis(target.across_origin(place)), Axis(target.down_origin(place), down=True)


def _place_scales(target: Target, place: str, texts: "TextSetter") -> Iterator[Item]:
    """Yield the two scales of a place, with their names, and the place's letter."""
    across, down = _axes(target, place)
    yield from texts.centred(place, Point(across.origin.x - 12.5, across.origin.y - 2.3), "calibrate-place")
    yield from texts.centred(texts.fill(texts.words["across"]), Point(across.origin.x + 5, across.origin.y - 9.8))
    yield from texts.centred(texts.fill(texts.words["down"]), Point(down.origin.x - 3, down.origin.y - 9.8))
    for axis in (across, down):
        yield from main_scale(axis, texts.labels)


def _frame_lengths(target: Target, texts: "TextSetter") -> Iterator[Item]:
    """Yield the nominal lengths of the frame's sides, set along them."""
    box, style = target.frame, "calibrate-caption"
    yield from texts.centred(texts.fill(texts.words["measure across"]), Point(box.centre.x, box.y + 3.2), style)
    turned = Affine.move(box.x + 3.2, box.centre.y) @ Affine.turn(-90)
    yield Group(tuple(texts.centred(texts.fill(texts.words["measure down"]), Point(0, 0), style)), turned)


def _text_areas(target: Target) -> tuple[Rect, Rect]:
    """Return the area for the title, beside place A, and for the steps, below it.

    On a portrait page the steps end above place B, on a landscape page to the left of it.
    """
    box, across, down = target.frame, _PLACE_SIZE.x + 4, _PLACE_SIZE.y + 4
    right, bottom = (across, _PAD) if target.landscape else (_PAD, down)
    head = Rect(box.x + across, box.y + _PAD, box.width - across - right, 0)
    return head, _limited_width(Rect(box.x + _PAD, box.y + down, box.width - _PAD - right, box.height - down - bottom))


def _limited_width(area: Rect) -> Rect:
    spare = max(0.0, area.width - _MAX_LINE)
    return Rect(area.x + spare / 2, area.y, area.width - spare, area.height)


def _steps(area: Rect, texts: "TextSetter", beside: int = 0) -> Iterator[Item]:
    """Yield the steps from the top of an area, with the example beside the first ``beside`` of them."""
    y, left, steps = area.y, area.x + _NUMERAL, texts.words["steps"]
    for number, step in enumerate(steps, 1):
        taken = _NUMERAL + (_SAMPLE.width + 6 if number <= beside else 0)
        text = texts.paragraph(step, "calibrate-step", Rect(left, y, area.width - taken, 0))
        yield from texts.paragraph(f"{number}", "calibrate-numeral", Rect(area.x, y, _NUMERAL, 0)).items
        yield from text.items
        y = text.bottom + 2.2
        if number == beside:
            yield from _example(Point(area.right - _SAMPLE.width, y - 2.2 - _SAMPLE.height), texts)
        if number == len(steps) - 1:
            form = _reading_boxes(Rect(left, y, area.right - left, 0), texts)
            yield from form.items
            y = form.bottom + 3.4


def _reading_boxes(area: Rect, texts: "TextSetter") -> "SetText":
    """Return a labelled box for each reading, in groups, and below them the command to type."""
    groups: Sequence[Sequence[str]] = texts.words["boxes"]
    gap, group_gap = 1.2, 3.6
    count = sum(map(len, groups))
    width = (area.width - (count - len(groups)) * gap - (len(groups) - 1) * group_gap) / count
    items: list[Item] = []
    x, y = area.x, area.y + 4.2
    for group in groups:
        for name in group:
            items += texts.centred(name, Point(x + width / 2, y - 1.9))
            items.append(Shape(rectangle(Rect(x, y, width, _BOX)), stroke=HAIR))
            x += width + gap
        x += group_gap - gap
    y += _BOX + 3.4
    for line in texts.values["command"].split("\n"):
        command = texts.paragraph(line, "calibrate-command", area._replace(y=y))
        items += command.items
        y = command.bottom
    return SetText(items, y)


def _example(corner: Point, texts: "TextSetter") -> Iterator[Item]:
    """Yield an enlarged example of a reading, with a ring where two lines meet."""
    labels, area = texts.labels, _SAMPLE.moved(*corner)
    ink = labels.styles.get("calibrate-numeral").colour
    past = _TENTHS / 10
    scales = (*main_scale(Axis(Point(0, 0)), labels), *vernier_scale(Axis(Point(past, 0)), labels, ink))
    transform = Affine.move(area.x + 6 + NO_DRIFT * _ENLARGED, area.y + 18) @ Affine.scale(_ENLARGED)
    yield Shape(rectangle(area), stroke=Stroke("#b9b9be", HAIR.width))
    yield Group(scales, transform)
    yield Shape(circle(transform.apply(Point(past + _TENTHS * VERNIER_STEP, 0)), 2.0), stroke=Stroke(ink, 0.3))
    caption = Rect(area.x + 3, area.bottom - 7.4, area.width - 6, 0)
    yield from texts.named_text("example", "calibrate-caption", caption).items


# The texts of the calibration target: paragraphs and labels, set from templates.


class SetText(NamedTuple):
    """The items of a text that was set, and the y in mm where it ends."""

    items: Sequence[Item]
    bottom: float


class TextSetter(NamedTuple):
    """Sets the texts of the target; ``words`` are the templates by name, ``values`` fill them."""

    labels: LabelSetter
    words: Mapping[str, Any]
    values: Mapping[str, str]

    def fill(self, text: str) -> str:
        """Return a template filled with the values."""
        return str(template(text)(self.values))

    def named_text(self, name: str, style: str, area: Rect) -> SetText:
        """Return the text with this name, set from the top of an area in its width."""
        return self.paragraph(self.words[name], style, area)

    def paragraph(self, text: str, style_name: str, area: Rect) -> SetText:
        """Return a paragraph of Markdown, set from the top of an area in its width."""
        style = self.labels.styles.get(style_name)
        atoms = self.labels.setter.atoms(parse_inline(self.fill(text)), style)
        items: list[Item] = []
        rows = break_lines(atoms, area.width / style.size).rows
        for index, row in enumerate(rows):
            items += line_items(row, style, area.x, area.y + style.cap_height + index * style.leading)
        return SetText(items, area.y + len(rows) * style.leading)

    def centred(self, text: str, middle: Point, style: str = "calibrate-figure") -> Iterator[Item]:
        """Yield a word centred on a point."""
        return self.labels.centred(text, self.labels.styles.get(style), middle)
