"""Pips: short texts in a row or a column, such as an icon and a number, each on a plate of its own."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import chain
from math import floor, fsum, inf
from typing import Final, NamedTuple

from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import Row, line_items, line_start, merge_texts
from punchboard.compose.text.paragraphs import styled_lines
from punchboard.compose.text.style import TextStyle
from punchboard.compose.text.text_icons import spans_with_icons
from punchboard.expression import Evaluate
from punchboard.geometry import Rect
from punchboard.model.layout.face import DrawnBox, PlacedBox
from punchboard.model.layout.icon_set import Symbols
from punchboard.model.layout.layout import Box
from punchboard.scene import Item
from punchboard.units import MM_PER_POINT, to_pt

BETWEEN: Final = "|"
"""The sign between two pips in a text."""

PADDING: Final = 0.3
"""Width in em between the text of a pip and the left and the right edge of its plate."""

GAP: Final = 0.22
"""Width in em between two pips."""

_ONE_GROUP_SHARE: Final = 0.85
"""Pips shrink to this share of their full size before they begin a second row or column."""

_TOLERANCE: Final = 0.02
_STEP_PT: Final = 0.25

Plate = Callable[[Rect], Iterator[Item]]
"""Draws the plate behind one pip."""


class _Line(NamedTuple):
    """The text of one pip, and its width in em."""

    row: Row
    width: float


class _Arrangement(NamedTuple):
    """Pips in rows or columns in one style; rows and columns hold numbers of pips, with their size in mm."""

    style: TextStyle
    groups: tuple[tuple[int, ...], ...]
    widths: tuple[float, ...]
    height: float
    gap: float

    def extent(self, count: int) -> float:
        """Return the height in mm of some pips, one below the other."""
        return count * (self.height + self.gap) - self.gap if count else 0.0

    def breadth(self, pips: Sequence[int]) -> float:
        """Return the width in mm of some pips, one beside the other."""
        return fsum(self.widths[pip] + self.gap for pip in pips) - self.gap


def filled_pips(source: Evaluate, symbols: Symbols, *, zeros: bool) -> Evaluate:
    """Return a function from values to the pips of a text that are not empty; an icon alone is empty, as 0 may be."""
    empty = {""} if zeros else {"", "0"}

    def is_filled(pip: str) -> bool:
        spans = spans_with_icons(symbols.protect(pip), symbols)
        return "".join(span.text for span in spans if span.icon is None).strip() not in empty

    return lambda values: BETWEEN.join(filter(is_filled, str(source(values)).split(BETWEEN)))


def pips_height(text: str, box: Box, style: TextStyle, width: float, setter: Typesetter) -> float:
    """Return the height in mm that pips need at their full size, in a box of a width in mm."""
    lines = _lines(text, style, setter)
    arranged = _arranged(lines, box, style, Rect(0, 0, width - 2 * box.inset, inf))
    return 2 * box.inset + arranged.extent(len(arranged.groups) if box.direction == "across" else len(lines))


def pips_in_box(  # noqa: PLR0917 - a box, its text, and how it looks
    name: str, box: Box, area: Rect, text: str, style: TextStyle, setter: Typesetter, plate: Plate | None
) -> DrawnBox:
    """Return pips in a box's area, at the largest size at which all fit; those that do not fit are counted as lost."""
    inner = area.shrink(box.inset)
    lines = _lines(text, style, setter)
    sizes = style.sizes(box.fit and box.fit * MM_PER_POINT, _STEP_PT * MM_PER_POINT)
    slightly = [(tried, 1) for tried in sizes if tried.size >= _ONE_GROUP_SHARE * style.size]
    beside = [(tried, 2) for tried in sizes if box.direction == "edges"]  # the middle is to stay free
    for tried, most_groups in (*slightly, *beside, *((tried, len(lines)) for tried in sizes)):
        arranged = _arranged(lines, box, tried, inner)
        places = _places(arranged, box, inner)
        lost = sum(not _is_inside(place, inner) for place in places.values())
        if not lost and len(arranged.groups) <= most_groups:
            break
    shown = {pip: places[pip] for pip in sorted(places) if _is_inside(places[pip], inner)}
    items = tuple(chain.from_iterable(_drawn(lines[pip], place, arranged.style, plate) for pip, place in shown.items()))
    ink = reduce(Rect.union, shown.values()) if shown else None
    missing = tuple(setter.words_without_glyphs(text))
    return DrawnBox(items, (PlacedBox(name, box, area, "pips", ink, lost, to_pt(arranged.style.size), missing),))


def _lines(text: str, style: TextStyle, setter: Typesetter) -> tuple[_Line, ...]:
    lines = (styled_lines(setter.plain_atoms(" ".join(pip.split()), style), inf, style, setter) for pip in _pips(text))
    return tuple(_Line(line.rows[0], line.widths[0]) for line in lines if line.rows)


def _pips(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.split(BETWEEN)))


def _arranged(lines: Sequence[_Line], box: Box, style: TextStyle, area: Rect) -> _Arrangement:
    """Return pips in rows as wide as an area, or in columns as high as it. All pips of a rack are equally wide."""
    padding = PADDING if box.drawn_shape else 0.0
    widths = [(line.width + 2 * padding) * style.size for line in lines]
    if box.direction != "across":
        widths = [max(widths, default=0.0)] * len(widths)
    arranged = _Arrangement(style, (), tuple(widths), style.leading, GAP * style.size)
    groups: list[tuple[int, ...]] = []
    if box.direction != "across":
        step = arranged.height + arranged.gap
        count = max(1, floor((area.height + arranged.gap + _TOLERANCE) / step)) if area.height < inf else len(lines)
        groups = [tuple(range(len(lines))[at : at + count]) for at in range(0, len(lines), max(count, 1))]
    else:
        for pip in range(len(lines)):
            if groups and arranged.breadth((*groups[-1], pip)) <= area.width + _TOLERANCE:
                groups[-1] = (*groups[-1], pip)
            else:
                groups.append((pip,))
    return arranged._replace(groups=tuple(groups))


def _places(arranged: _Arrangement, box: Box, area: Rect) -> dict[int, Rect]:
    """Return the place of each pip by its number."""
    across = box.direction == "across"
    rows = arranged.groups if across else tuple(_transposed(arranged.groups))
    spare = area.height - arranged.extent(len(rows))
    y = area.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    places = {}
    for row in rows:
        for x, pip in zip(_starts(arranged, box, area, row if across else rows[0]), row, strict=False):
            places[pip] = Rect(round(x, 3), round(y, 3), round(arranged.widths[pip], 3), round(arranged.height, 3))
        y += arranged.height + arranged.gap
    return places


def _starts(arranged: _Arrangement, box: Box, area: Rect, row: Sequence[int]) -> Iterator[float]:
    """Yield where each pip of a row begins; along the edges, the columns are as far apart as the area allows."""
    align, used, gap = arranged.style.align, arranged.breadth(row), arranged.gap
    if box.direction == "edges" and len(row) > 1:
        gap += max((area.width - used) / (len(row) - 1), 0.0)
        used = max(area.width, used)
    x = line_start(align, area.x, area.width, used)
    for pip in row:
        yield x
        x += arranged.widths[pip] + gap


def _transposed(columns: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    for at in range(max(map(len, columns), default=0)):
        yield tuple(column[at] for column in columns if at < len(column))


def _is_inside(place: Rect, area: Rect) -> bool:
    return (
        area.x - _TOLERANCE <= place.x
        and place.right <= area.right + _TOLERANCE
        and area.y - _TOLERANCE <= place.y
        and place.bottom <= area.bottom + _TOLERANCE
    )


def _drawn(line: _Line, place: Rect, style: TextStyle, plate: Plate | None) -> Iterator[Item]:
    """Yield one pip: its plate, and its text in the middle of it."""
    if plate is not None:
        yield from plate(place)
    width = line.width * style.size
    x = place.x + ((place.width - width) / 2 if plate is not None else 0.0)
    baseline = place.y + (place.height + style.cap_height) / 2
    yield from merge_texts(line_items(line.row, style, x, baseline))
