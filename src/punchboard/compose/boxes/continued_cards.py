"""Texts that continue on further cards: what does not fit in a box goes on in the same box of the next card.

A text breaks between cards as it does between pages: no first or last line of a paragraph stands alone, and a heading
stays with what follows it. All cards of a text have one type size: the largest that needs the fewest cards.

This module only splits a text and draws its parts. `FaceProgram.continues` says which box may continue, and
`FaceComposer.fronts` whether a component's text needs further cards and how many.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from punchboard.compose.boxes.text import STEP_PT, MarkdownSetter
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.column import Slab, chunks, stacked_height
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Rect
from punchboard.model.layout.face import DrawnBox
from punchboard.model.layout.layout import Box
from punchboard.units import MM_PER_POINT


class TextPart(NamedTuple):
    """The part of a text on one card: the slabs ``start`` to ``end`` (exclusive) of its column.

    ``scale`` is the type size relative to the style's. ``mark`` is the card's number, such as ``1/3``; it is empty
    where the layout prints the number itself.
    """

    start: int
    end: int
    scale: float
    mark: str = ""


CardMark = Callable[[int, int], str]
"""Returns the mark of a card, such as ``1/3``, from its number and the number of cards."""


def text_parts(  # noqa: PLR0917 - as `MarkdownSetter.in_box`, and the mark
    setter: MarkdownSetter,
    box: Box,
    areas: Sequence[Rect],
    text: str,
    style: TextStyle,
    card_mark: CardMark | None,
    *,
    last: bool,
) -> tuple[TextPart, ...]:
    """Return a text split over as many cards as there are areas; empty when it does not fit on them.

    Args:
        setter: sets Markdown.
        box: the box that continues.
        areas: where the box lies on each card.
        text: the Markdown.
        style: the text style at full size.
        card_mark: returns the mark that each card gets beneath the text; None for no marks.
        last: whether no further card is allowed; then the parts are returned even if the last one overflows.
    """
    sizes = style.sizes(box.fit and box.fit * MM_PER_POINT, STEP_PT * MM_PER_POINT)

    def split(scale: float) -> tuple[tuple[TextPart, ...], bool]:
        """Return the parts at a scale of the type size, and whether each fits on its card."""
        mark = _mark_line(setter, "1", style, scale, areas[0].width).height if card_mark else 0.0
        heights = [area.height - 2 * box.inset - mark for area in areas]
        column = setter.column(text, style, scale, areas[0].width - 2 * box.inset)
        spans = split_column(column, heights)
        parts = tuple(
            TextPart(start, end, scale, card_mark(number, len(spans)) if card_mark else "")
            for number, (start, end) in enumerate(spans, 1)
        )
        used = (stacked_height(column[start:end]) for start, end in spans)
        return parts, all(one <= height + 1e-6 for one, height in zip(used, heights, strict=False))

    smallest, fits = split(sizes[-1].size / style.size)
    if not fits:
        return smallest if last else ()
    tried = (split(one.size / style.size) for one in sizes)
    return next((parts for parts, fits in tried if fits), smallest)


def split_column(column: Sequence[Slab], heights: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Return a column split over areas of these heights in mm, as (start, end); the last area takes all that is left.

    Slabs that must stay together do, unless they are higher than an area.
    """
    spans: list[tuple[int, int]] = []
    start = end = 0
    for count in _unbreakable_runs(column, min(heights)):
        after = end + count
        if (
            end > start
            and len(spans) < len(heights) - 1
            and stacked_height(column[start:after]) > heights[len(spans)] + 1e-6
        ):
            spans.append((start, end))
            start = end
        end = after
    return (*spans, (start, end))


def _unbreakable_runs(column: Sequence[Slab], height: float) -> Iterable[int]:
    """Yield the length of each run of slabs that stay together, in order; runs over the height are broken up."""
    for chunk in chunks(column):
        if stacked_height(chunk) <= height + 1e-6:
            yield len(chunk)
        else:
            yield from (1 for _ in chunk)


def part_in_box(  # noqa: PLR0917 - as `MarkdownSetter.in_box`, and the part
    setter: MarkdownSetter, name: str, box: Box, area: Rect, text: str, style: TextStyle, part: TextPart
) -> DrawnBox:
    """Return one card's part of a text set in the box's area, with the card's number in the lower right corner."""
    inner = area.shrink(box.inset)
    column = setter.column(text, style, part.scale, inner.width)[part.start : part.end]
    if not part.mark:
        drawn = setter.set_column(name, box, area, inner, text, column, style.size * part.scale)
        return drawn._replace(boxes=tuple(placed._replace(continues=True) for placed in drawn.boxes))
    mark = _mark_line(setter, part.mark, style, part.scale, inner.width)
    above = Rect(inner.x, inner.y, inner.width, inner.height - mark.height)
    drawn = setter.set_column(name, box, area, above, text, column, style.size * part.scale)
    items = (*drawn.items, *mark.draw(inner.x, above.bottom))
    boxes = tuple(
        placed._replace(
            ink=placed.ink and placed.ink.union(Rect(inner.x, above.bottom, inner.width, mark.height)), continues=True
        )
        for placed in drawn.boxes
    )
    return DrawnBox(items, boxes)


def _mark_line(setter: MarkdownSetter, mark: str, style: TextStyle, scale: float, width: float) -> Slab:
    """Return the line with the card's number, aligned right."""
    right = replace(style, align="right", indent=0.0, hyphenate=False)
    (slab,) = setter.line((Span(mark),), right, scale, width)
    return slab
