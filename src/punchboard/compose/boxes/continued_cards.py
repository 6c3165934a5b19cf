"""Continued texts: what finds no room in a box goes on in the same box of a second card, a third and a fourth.

A text breaks between cards as it does between pages: no first or last line of a paragraph stands alone, a heading stays
with what follows it. All its cards have one size of type: the largest with which it needs the fewest cards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from punchboard.compose.boxes.text import STEP_PT, MarkdownSetter
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.layout.column import Slab, stacked_height
from punchboard.compose.text.layout.flow import chunks
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Rect
from punchboard.model.layout.face import DrawnBox
from punchboard.model.layout.layout import Box
from punchboard.units import MM_PER_POINT


class TextPart(NamedTuple):
    """The part of a text that stands on one card: lines of its column from ``start`` to ``end``.

    ``scale`` is the size of the type as a part of the style's, ``mark`` what tells which card it is; nothing where the
    layout tells it itself.
    """

    start: int
    end: int
    scale: float
    mark: str = ""


def text_parts(
    setter: MarkdownSetter, box: Box, areas: Sequence[Rect], text: str, style: TextStyle, *, marked: bool, last: bool
) -> tuple[TextPart, ...]:
    """Return the runs of a text that is to stand on as many cards as there are areas; none when they do not hold it.

    Args:
        setter: sets Markdown.
        box: the box that continues.
        areas: where it lies on each card.
        text: the Markdown.
        style: its style at its full size.
        marked: whether each card bears a mark of its own beneath the text.
        last: whether there can be no more cards, so that these take what they can.
    """
    found: tuple[TextPart, ...] = ()
    for tried in style.sizes(box.fit and box.fit * MM_PER_POINT, STEP_PT * MM_PER_POINT):
        scale = tried.size / style.size
        mark = _card_mark(setter, "1", style, scale, areas[0].width).height if marked else 0.0
        rooms = [area.height - 2 * box.inset - mark for area in areas]
        column = setter.column(text, style, scale, areas[0].width - 2 * box.inset)
        spans = split_column(column, rooms)
        count = len(spans)
        found = tuple(
            TextPart(start, end, scale, f"{number}/{count}" if marked else "")
            for number, (start, end) in enumerate(spans, 1)
        )
        if all(
            stacked_height(column[start:end]) <= room + 1e-6 for (start, end), room in zip(spans, rooms, strict=False)
        ):
            return found
    return found if last else ()


def split_column(column: Sequence[Slab], rooms: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Return the slabs that stand in each of several rooms, as (start, end); the last takes all that is left.

    Slabs that are glued stay together, unless they are higher than a room.
    """
    spans: list[tuple[int, int]] = []
    start = end = 0
    for unit in _unbreakable_runs(column, min(rooms)):
        after = end + unit
        if (
            end > start
            and len(spans) < len(rooms) - 1
            and stacked_height(column[start:after]) > rooms[len(spans)] + 1e-6
        ):
            spans.append((start, end))
            start = end
        end = after
    return (*spans, (start, end))


def _unbreakable_runs(column: Sequence[Slab], room: float) -> Iterable[int]:
    """Yield how many slabs stay together, from the first to the last."""
    for chunk in chunks(column):
        if stacked_height(chunk) <= room + 1e-6:
            yield len(chunk)
        else:
            yield from (1 for _ in chunk)


def part_in_box(
    setter: MarkdownSetter, name: str, box: Box, area: Rect, text: str, style: TextStyle, run: TextPart
) -> DrawnBox:
    """Return one card's part of a text set in the box's area, with its mark in the lower right corner."""
    room = area.shrink(box.inset)
    column = setter.column(text, style, run.scale, room.width)[run.start : run.end]
    if not run.mark:
        return setter.set_column(name, box, area, room, text, column, style.size * run.scale)
    mark = _card_mark(setter, run.mark, style, run.scale, room.width)
    above = Rect(room.x, room.y, room.width, room.height - mark.height)
    drawn = setter.set_column(name, box, area, above, text, column, style.size * run.scale)
    items = (*drawn.items, *mark.draw(room.x, above.bottom))
    boxes = tuple(
        one._replace(ink=one.ink and one.ink.union(Rect(room.x, above.bottom, room.width, mark.height)))
        for one in drawn.boxes
    )
    return DrawnBox(items, boxes)


def _card_mark(setter: MarkdownSetter, mark: str, style: TextStyle, scale: float, width: float) -> Slab:
    """Return the line that tells which card this is."""
    right = replace(style, align="right", indent=0.0, hyphenate=False)
    (slab,) = setter.line((Span(mark),), right, scale, width)
    return slab
