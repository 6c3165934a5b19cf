"""Table layout: one slab for each row, with column widths shared out by need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import fsum
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.column import Look, Slab, in_part, part_drawer
from punchboard.compose.text.inline import ICON_HEIGHT
from punchboard.compose.text.lines import break_lines
from punchboard.compose.text.markdown import Table
from punchboard.compose.text.paragraphs import text_slabs
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Rect, rectangle
from punchboard.scene import DECORATION, Element, Group, Item, Shape, Stroke

CELL_PAD = 1.2
"""Padding in mm left and right of a table cell's text; above and below it is half as much."""


ROW_HEADER: Final = "RowHeader"
"""The role of the first cell of each row below the header."""

_ONE_LINE = 10_000
"""A width in em that no cell reaches."""

_MAX_UNBROKEN_ROWS = 9
"""Tables of at most this many rows, header included, are not broken."""


def table_slabs(block: Table, width: float, look: Look) -> Iterator[Slab]:
    """Yield the rows of a table in a column that is ``width`` mm wide; the header and the first row stay together.

    The header is repeated, but not read aloud, above each row that begins a column.
    """
    header, body = look.style("table-head"), look.style("table")
    columns = _columns(block, header, body, width, look)
    rule = look.colour("rule")
    has_header = any(span.text.strip() or span.icon for cell in block.header for span in cell)
    rows = [(block.header, header)] if has_header else []
    rows += [(row, body) for row in block.rows]
    last, repeated = len(rows) - 1, None
    for index, (cells, style) in enumerate(rows):
        is_header = has_header and index == 0
        stroke = Stroke(rule, 0.35 if is_header or index == last else 0.12)
        roles = ("TH", "TH") if is_header else (ROW_HEADER, "TD")
        row = _table_row(_named_once(cells, style, look), style, columns, block.aligns, look, stroke, roles)
        (slab,) = in_part((row,), Element("TR", index))
        if is_header:
            repeated = replace(slab, draw=part_drawer(row.draw, DECORATION))
        glued = last < _MAX_UNBROKEN_ROWS or is_header or index == last - 1 or (index == int(has_header) and last > 1)
        yield replace(
            slab,
            continued=None if is_header else repeated,
            keep_with_next=glued and index != last,
            space_before=body.space_before if index == 0 else 0.0,
            space_after=body.space_after if index == last else 0.0,
            overflow_width=max(slab.overflow_width, fsum(columns) - width),
        )


def _named_once(cells: Sequence[Sequence[Span]], style: TextStyle, look: Look) -> Sequence[Sequence[Span]]:
    """Return cells in which an icon alone in its cell is not read if the next cell begins with its name."""
    new_cells = list(cells)
    for at, (cell, after) in enumerate(pairwise(cells)):
        if len(cell) == 1 and cell[0].icon is not None:
            name = look.setter.icon_atom(cell[0], style).alt.casefold()
            if "".join(span.text for span in after).lstrip().casefold().startswith(name):
                new_cells[at] = (cell[0]._replace(is_silent=True),)
    return new_cells


def natural_width(block: Table, look: Look) -> float:
    """Return the width in mm at which no cell of a table needs a second line."""
    return fsum(_widths(block, look.style("table-head"), look.style("table"), _ONE_LINE, look))


def _columns(block: Table, header: TextStyle, body: TextStyle, width: float, look: Look) -> tuple[float, ...]:
    """Return column widths: each column fits its longest word, then short texts get one line, long ones the rest."""
    minimal, natural = (_widths(block, header, body, em, look) for em in (0, _ONE_LINE))
    if fsum(natural) <= width:
        extra = (width - fsum(natural)) / len(natural)
        return tuple(column + extra for column in natural)
    room = max(width - fsum(minimal), 0.0)
    requests = [max(whole - word, 0.0) for whole, word in zip(natural, minimal, strict=True)]
    return tuple(word + part for word, part in zip(minimal, _share_out(room, requests), strict=True))


def _widths(block: Table, header: TextStyle, body: TextStyle, em: float, look: Look) -> list[float]:
    """Return the width in mm of each column when its cells are broken into lines of at most ``em`` em."""
    widths = []
    for index in range(len(block.aligns)):
        widest = 0.0
        for style, row in [(header, block.header), *((body, row) for row in block.rows)]:
            cell = row[index] if index < len(row) else ()
            of_cell = _cell_style(cell, style)
            widest = max(widest, break_lines(look.setter.atoms(cell, of_cell), em).widest * of_cell.size)
        widths.append(widest + 2 * CELL_PAD)
    return widths


def _cell_style(cell: Sequence[Span], style: TextStyle) -> TextStyle:
    """Return the style of a cell: icons without words in it may be larger than those in a text."""
    if style.cell_icons == 1 or not cell or any(span.icon is None and span.text.strip() for span in cell):
        return style
    return replace(style, size=style.size * style.cell_icons)


def _middle(style: TextStyle) -> float:
    """Return the distance in mm from the top of a paragraph to the middle of the capitals of its first line."""
    return (style.leading - style.descent / 2) / 2


def _icon_room(style: TextStyle) -> float:
    """Return the space in mm that larger icons need above and below their middle: they need half the padding."""
    return ICON_HEIGHT * style.size / 2 - CELL_PAD / 4


def _share_out(room: float, requests: Sequence[float]) -> tuple[float, ...]:
    """Return shares of ``room``: requests up to an even share are met in full, others in proportion."""
    small: set[int] = set()
    while True:
        left, rest = room - fsum(requests[index] for index in small), len(requests) - len(small)
        met = {index for index, part in enumerate(requests) if index not in small and part * rest <= left}
        if not met:
            break
        small |= met
    total = fsum(part for index, part in enumerate(requests) if index not in small) or 1.0
    return tuple(part if index in small else left * part / total for index, part in enumerate(requests))


_MIRRORED: Final = {"left": "right", "right": "left"}
"""Alignments in a right-to-left table."""


def column_lefts(x: float, columns: Sequence[float], *, rtl: bool) -> list[float]:
    """Return the left edge of each column in mm; with ``rtl`` the first column is the rightmost."""
    ends = (0.0, *accumulate(columns))
    return [x + ends[-1] - end for end in ends[1:]] if rtl else [x + end for end in ends[:-1]]


def _table_row(  # noqa: PLR0917 - one row has this much to know
    cells: Sequence[Sequence[Span]],
    style: TextStyle,
    columns: Sequence[float],
    aligns: Sequence[str],
    look: Look,
    rule: Stroke,
    roles: tuple[str, str],
) -> Slab:
    rtl = look.setter.rtl
    sides = [_MIRRORED.get(align, align) for align in aligns] if rtl else aligns
    plain = replace(style, space_before=0, space_after=0)
    styles = [replace(_cell_style(cell, plain), align=side) for cell, side in zip(cells, sides, strict=False)]
    laid = [
        list(text_slabs(cell, of_cell, column - 2 * CELL_PAD, look))
        for cell, of_cell, column in zip(cells, styles, columns, strict=False)
    ]
    room = max((_icon_room(of_cell) for of_cell in styles if of_cell.size != style.size), default=0.0)
    middle = max((room, *map(_middle, styles)))
    tops = [middle - _middle(of_cell) for of_cell in styles]
    ends = (top + fsum(slab.height for slab in cell) for top, cell in zip(tops, laid, strict=True))
    height = max((*ends, middle + room)) + CELL_PAD

    def draw(x: float, y: float) -> Iterator[Item]:
        lefts = column_lefts(x, columns, rtl=rtl)
        for key, (cell, left, first, spans) in enumerate(zip(laid, lefts, tops, cells, strict=False)):
            top, items = y + CELL_PAD / 2 + first, list[Item]()
            for slab in cell:
                items += slab.draw(left + CELL_PAD, top)
                top += slab.height
            text = "" if style.caps == "none" else "".join(span.text for span in spans).strip()
            yield Group(tuple(items), element=Element(roles[min(key, 1)], key, text=text))
        line = Rect(x, y + height, fsum(columns), 0)
        yield Shape(rectangle(line), stroke=rule)

    return Slab(height, draw, overflow_width=max((slab.overflow_width for cell in laid for slab in cell), default=0.0))
