"""The sheet that shows how a printer prints: its front tells what to do, its back is read through the paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from punchboard.compose.calibration.marks import HAIR, NONIUS, Axis, Figures, frame, main_scale, nonius, stairs
from punchboard.compose.calibration.readings import TRUE, Target
from punchboard.compose.calibration.texts import Set, Texts
from punchboard.geometry import Affine, Point, Rect, circle, rectangle
from punchboard.scene import Document, Group, Item, Page, Shape, Stroke

_PLACES: Final = ("A", "B")
_PAD: Final = 12.0
"""Mm between the frame and what stands in it."""

_PLACE: Final = Point(68, 52)
"""Mm that a place takes of the frame's width and height."""

_WIDEST: Final = 150.0
"""Mm that a line of text may be long."""

_TENTHS: Final = 3
"""What the example of a reading is above `TRUE`."""

_ENLARGED: Final = 2.2
_SAMPLE: Final = Rect(0, 0, 56, 48)
"""The example, which stands beside the steps."""

_BESIDE: Final = 5
"""Steps that leave room for the example on a high page."""

_NUMERAL: Final = 6.0
_BOX: Final = 8.5
"""Mm that a box to write in is high."""


def target_pages(target: Target, figures: Figures, words: Mapping[str, Any], values: Mapping[str, str]) -> Document:
    """Return the two pages of a target.

    Args:
        target: the paper and the edge about which it is turned over.
        figures: the styles ``calibrate-...`` and what sets them.
        words: the texts by what they are for, as templates.
        values: what the texts tell: paper, edge, other and command.
    """
    width, height = target.frame.size
    numbers = {"nominal": f"{TRUE:.1f}", "reading": f"{TRUE + _TENTHS / 10:.1f}"}
    texts = Texts(figures, words, {**values, **numbers, "width": f"{width:g}", "height": f"{height:g}"})
    front = Page(target.paper, tuple(_front(target, texts)), label="front", side="front")
    back = Page(target.paper, tuple(_back(target, texts)), label="back", side="back")
    return Document(f"{words['title']}: {values['paper']}", (front, back))


def _front(target: Target, texts: Texts) -> Iterator[Item]:
    yield frame(target)
    yield from stairs(target, texts.figures)
    yield from _measures(target, texts)
    for place in _PLACES:
        yield from _place(target, place, texts)
    head, body = _rooms(target)
    title = texts.named("title", "calibrate-title", head)
    lead = texts.named("lead", "calibrate-lead", head._replace(y=title.bottom + 2.4))
    yield from (*title.items, *lead.items)
    if target.landscape:
        box = target.frame
        yield from _example(Point(box.right - _PAD - _SAMPLE.width, box.y + _PAD), texts)
        yield from _steps(body, texts)
    else:
        yield from _steps(body, texts, beside=_BESIDE)
    box = target.frame
    foot = Rect(box.x + _PAD, box.bottom - 6, box.width, 0)
    yield from texts.named("foot", "calibrate-caption", foot).items


def _back(target: Target, texts: Texts) -> Iterator[Item]:
    axes = (axis for place in _PLACES for axis in _axes(target, place))
    yield Group(tuple(item for axis in axes for item in nonius(axis, texts.figures)), target.through)
    body = _rooms(target)[1]
    y = target.paper.height / 2 - 20
    for name, style, gap in (
        ("back title", "calibrate-title", 2.4),
        ("back", "calibrate-lead", 2.0),
        ("back upside down", "calibrate-step", 3.0),
        ("back foot", "calibrate-caption", 0.0),
    ):
        found = texts.named(name, style, Rect(body.x, y, min(body.width, 116), 0))
        yield from found.items
        y = found.bottom + gap


def _axes(target: Target, place: str) -> tuple[Axis, Axis]:
    return Axis(target.across(place)), Axis(target.down(place), down=True)


def _place(target: Target, place: str, texts: Texts) -> Iterator[Item]:
    """Yield the two scales of a place, their names and its letter."""
    across, down = _axes(target, place)
    yield from texts.figure(place, Point(across.true.x - 12.5, across.true.y - 2.3), "calibrate-place")
    yield from texts.figure(texts.say(texts.words["across"]), Point(across.true.x + 5, across.true.y - 9.8))
    yield from texts.figure(texts.say(texts.words["down"]), Point(down.true.x - 3, down.true.y - 9.8))
    for axis in (across, down):
        yield from main_scale(axis, texts.figures)


def _measures(target: Target, texts: Texts) -> Iterator[Item]:
    """Yield what the frame's sides measure, along them."""
    box, style = target.frame, "calibrate-caption"
    yield from texts.figure(texts.say(texts.words["measure across"]), Point(box.centre.x, box.y + 3.2), style)
    turned = Affine.move(box.x + 3.2, box.centre.y) @ Affine.turn(-90)
    yield Group(tuple(texts.figure(texts.say(texts.words["measure down"]), Point(0, 0), style)), turned)


def _rooms(target: Target) -> tuple[Rect, Rect]:
    """Return the room for the title, beside the place A, and for the steps, below it.

    On a high page the steps end above B, on a wide one left of it.
    """
    box, across, down = target.frame, _PLACE.x + 4, _PLACE.y + 4
    right, bottom = (across, _PAD) if target.landscape else (_PAD, down)
    head = Rect(box.x + across, box.y + _PAD, box.width - across - right, 0)
    return head, _narrow(Rect(box.x + _PAD, box.y + down, box.width - _PAD - right, box.height - down - bottom))


def _narrow(room: Rect) -> Rect:
    spare = max(0.0, room.width - _WIDEST)
    return Rect(room.x + spare / 2, room.y, room.width - spare, room.height)


def _steps(area: Rect, texts: Texts, beside: int = 0) -> Iterator[Item]:
    """Yield the steps from the top of an area, the example of a reading beside so many of them."""
    y, left, steps = area.y, area.x + _NUMERAL, texts.words["steps"]
    for number, step in enumerate(steps, 1):
        taken = _NUMERAL + (_SAMPLE.width + 6 if number <= beside else 0)
        found = texts.lines(step, "calibrate-step", Rect(left, y, area.width - taken, 0))
        yield from texts.lines(f"{number}", "calibrate-numeral", Rect(area.x, y, _NUMERAL, 0)).items
        yield from found.items
        y = found.bottom + 2.2
        if number == beside:
            yield from _example(Point(area.right - _SAMPLE.width, y - 2.2 - _SAMPLE.height), texts)
        if number == len(steps) - 1:
            form = _form(Rect(left, y, area.right - left, 0), texts)
            yield from form.items
            y = form.bottom + 3.4


def _form(area: Rect, texts: Texts) -> Set:
    """Return a box for each reading with its name above it, in groups, and below them the command."""
    groups: Sequence[Sequence[str]] = texts.words["boxes"]
    gap, apart = 1.2, 3.6
    count = sum(map(len, groups))
    width = (area.width - (count - len(groups)) * gap - (len(groups) - 1) * apart) / count
    items: list[Item] = []
    x, y = area.x, area.y + 4.2
    for group in groups:
        for name in group:
            items += texts.figure(name, Point(x + width / 2, y - 1.9))
            items.append(Shape(rectangle(Rect(x, y, width, _BOX)), stroke=HAIR))
            x += width + gap
        x += apart - gap
    y += _BOX + 3.4
    for line in texts.values["command"].split("\n"):
        command = texts.lines(line, "calibrate-command", area._replace(y=y))
        items += command.items
        y = command.bottom
    return Set(items, y)


def _example(corner: Point, texts: Texts) -> Iterator[Item]:
    """Yield a reading, enlarged, with a ring where two lines meet."""
    figures, area = texts.figures, _SAMPLE.moved(*corner)
    ink = figures.styles.get("calibrate-numeral").colour
    past = _TENTHS / 10
    scales = (*main_scale(Axis(Point(0, 0)), figures), *nonius(Axis(Point(past, 0)), figures, ink))
    place = Affine.move(area.x + 6 + TRUE * _ENLARGED, area.y + 18) @ Affine.scale(_ENLARGED)
    yield Shape(rectangle(area), stroke=Stroke("#b9b9be", HAIR.width))
    yield Group(scales, place)
    yield Shape(circle(place.apply(Point(past + _TENTHS * NONIUS, 0)), 2.0), stroke=Stroke(ink, 0.3))
    room = Rect(area.x + 3, area.bottom - 7.4, area.width - 6, 0)
    yield from texts.named("example", "calibrate-caption", room).items
