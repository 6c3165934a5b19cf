"""Tables as slabs, one to a row: columns are as wide as their longest words, the rest is shared by need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.blocks import Table
from punchboard.compose.text.layout.column import Look, Slab
from punchboard.compose.text.layout.paragraphs import text_slabs
from punchboard.compose.text.lines import break_lines
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Rect, rectangle
from punchboard.scene import Item, Shape, Stroke

CELL_PAD = 1.2
"""Room in mm left and right of a table cell's text; half as much above and below."""


_ONE_LINE = 10_000
"""A width in em that no cell's text reaches."""

_WHOLE = 9
"""A table of fewer rows is never broken."""


def table_slabs(block: Table, width: float, look: Look) -> Iterator[Slab]:
    """Yield the rows of a table set in a column of a width in mm; head and first row stay together."""
    head, body = look.style("table-head"), look.style("table")
    columns = _columns(block, head, body, width, look)
    rule = look.colour("rule")
    has_head = any(span.text.strip() or span.icon for cell in block.header for span in cell)
    rows = [(block.header, head)] if has_head else []
    rows += [(row, body) for row in block.rows]
    last = len(rows) - 1
    for index, (cells, style) in enumerate(rows):
        is_head = has_head and index == 0
        slab = _table_row(
            cells, style, columns, block.aligns, look, Stroke(rule, 0.35 if is_head or index == last else 0.12)
        )
        glued = last < _WHOLE or is_head or index == last - 1 or (index == int(has_head) and last > 1)
        yield replace(
            slab,
            keep_with_next=glued and index != last,
            space_before=body.space_before if index == 0 else 0.0,
            space_after=body.space_after if index == last else 0.0,
            overflow_width=max(slab.overflow_width, sum(columns) - width),
        )


def natural_width(block: Table, look: Look) -> float:
    """Return the width in mm of a table in which no cell needs a second line."""
    return sum(_widths(block, look.style("table-head"), look.style("table"), _ONE_LINE, look))


def _columns(block: Table, head: TextStyle, body: TextStyle, width: float, look: Look) -> tuple[float, ...]:
    """Share the width: every column gets its longest word, then short texts their line, then long ones the rest."""
    least, wanted = (_widths(block, head, body, em, look) for em in (0, _ONE_LINE))
    if sum(wanted) <= width:
        extra = (width - sum(wanted)) / len(wanted)
        return tuple(column + extra for column in wanted)
    room = max(width - sum(least), 0.0)
    asked = [max(whole - word, 0.0) for whole, word in zip(wanted, least, strict=True)]
    return tuple(word + part for word, part in zip(least, _shared(room, asked), strict=True))


def _widths(block: Table, head: TextStyle, body: TextStyle, em: float, look: Look) -> list[float]:
    """Return how wide each column is when its cells are broken into lines of so many em."""
    widths = []
    for index in range(len(block.aligns)):
        widest = 0.0
        for style, row in [(head, block.header), *((body, row) for row in block.rows)]:
            atoms = look.setter.atoms(row[index], style) if index < len(row) else []
            widest = max(widest, break_lines(atoms, em).widest * style.size)
        widths.append(widest + 2 * CELL_PAD)
    return widths


def _shared(room: float, asked: Sequence[float]) -> tuple[float, ...]:
    """Share room out: who asks for no more than an even part gets it all, the others by what they ask."""
    small: set[int] = set()
    while True:
        left, rest = room - sum(asked[index] for index in small), len(asked) - len(small)
        found = {index for index, part in enumerate(asked) if index not in small and part * rest <= left}
        if not found:
            break
        small |= found
    total = sum(part for index, part in enumerate(asked) if index not in small) or 1.0
    return tuple(part if index in small else left * part / total for index, part in enumerate(asked))


_SWAPPED: Final = {"left": "right", "right": "left"}
"""The sides of cells in a table that is read from the right, whose first column is the rightmost."""


def column_lefts(x: float, columns: Sequence[float], *, rtl: bool) -> list[float]:
    """Return where each column begins on the left, in mm; the first is the leftmost, or else the rightmost."""
    ends = (0.0, *accumulate(columns))
    return [x + ends[-1] - end for end in ends[1:]] if rtl else [x + end for end in ends[:-1]]


def _table_row(
    cells: Sequence[Sequence[Span]],
    style: TextStyle,
    columns: Sequence[float],
    aligns: Sequence[str],
    look: Look,
    rule: Stroke,
) -> Slab:
    rtl = look.setter.rtl
    sides = [_SWAPPED.get(align, align) for align in aligns] if rtl else aligns
    laid = [
        list(text_slabs(cell, replace(style, align=side, space_before=0, space_after=0), column - 2 * CELL_PAD, look))
        for cell, column, side in zip(cells, columns, sides, strict=False)
    ]
    height = max((sum(slab.height for slab in cell) for cell in laid), default=0.0) + CELL_PAD

    def draw(x: float, y: float) -> Iterator[Item]:
        for cell, left in zip(laid, column_lefts(x, columns, rtl=rtl), strict=False):
            top = y + CELL_PAD / 2
            for slab in cell:
                yield from slab.draw(left + CELL_PAD, top)
                top += slab.height
        line = Rect(x, y + height, sum(columns), 0)
        yield Shape(rectangle(line), stroke=rule)

    return Slab(height, draw, overflow_width=max((slab.overflow_width for cell in laid for slab in cell), default=0.0))
