"""Ruled grids to fill in by hand, for score sheets and playtest records (the ``tally`` directive)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.layout.column import Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.layout.document_parts import in_part
from punchboard.compose.text.layout.paragraphs import text_slabs
from punchboard.compose.text.layout.table_layout import ROW_HEADER, column_lefts
from punchboard.compose.text.markdown import parse_inline
from punchboard.geometry import Rect, rectangle
from punchboard.model.game.directives import TallyDirective, TallyRow
from punchboard.scene import Element, Group, Item, Shape, Stroke

_PADDING: Final = 1.4
"""Padding in mm around the text of a cell."""

_MIN_CELL: Final = 4.0
"""Minimum width in mm of a cell to write in."""

_NAME_HEIGHT: Final = 9.0
"""Height in mm of a header in which players write their names."""

_FINE: Final = 0.2
_HEAVY: Final = 0.5
"""Widths in mm of the lines between cells, and of those around the header and totals."""


def tally_slabs(tally: TallyDirective, headers: Sequence[str], width: float, look: Look) -> Iterator[Slab]:
    """Yield the rows of a grid as wide as the column: names on the left, a blank cell under each header.

    If the cells would be too narrow to write in, the grid is wider than the column, which its slabs record. It has the
    spacing of a table. A header without a name is high enough to write one.
    """
    first = tally.first if tally.rows else 0.0
    cell = max((width - first) / max(len(headers), 1), _MIN_CELL)
    columns = (*((first,) if first else ()), *[cell] * len(headers))
    names = [tally.corner, *headers] if first else list(headers)
    min_height = 0.0 if all(headers) else _NAME_HEIGHT
    rows = [_row(_header_texts(names, columns, look), columns, min_height, look, "TH", tint="callout", heavy=True)]
    blank = TallyRow(name="")
    for row in tally.rows or (blank,) * tally.lines:
        text = list(_row_text(row, first - 2 * _PADDING, look)) if first else []
        tint = "callout" if row.total else None
        rows.append(_row([text], columns, tally.height, look, ROW_HEADER, tint=tint, heavy=row.total))
    style = look.style("table")
    rows[0] = replace(rows[0], space_before=style.space_before)
    rows[-1] = replace(rows[-1], space_after=style.space_after)
    for key, slab in enumerate(rows):
        wide = max(slab.overflow_width, sum(columns) - width)
        yield from in_part((replace(slab, overflow_width=wide),), Element("Table"), Element("TR", key))


def _header_texts(names: Sequence[str], columns: Sequence[float], look: Look) -> list[list[Slab]]:
    style = look.style("table-head")
    middle = replace(style, align="centre", space_before=0.0, space_after=0.0)
    left = replace(middle, align="right" if look.setter.rtl else "left")
    return [
        list(
            text_slabs(parse_inline(name, look.setter.symbols), middle if index else left, column - 2 * _PADDING, look)
        )
        if name
        else []
        for index, (name, column) in enumerate(zip(names, columns, strict=True))
    ]


def _row_text(row: TallyRow, width: float, look: Look) -> Iterator[Slab]:
    style = replace(look.style("table"), space_before=0.0, space_after=0.0)
    yield from text_slabs(
        [span._replace(bold=True) for span in parse_inline(row.name, look.setter.symbols)] or (Span(""),),
        style,
        width,
        look,
    )
    if row.note:
        yield from text_slabs(parse_inline(row.note, look.setter.symbols), style, width, look)


def _row(
    texts: Sequence[Sequence[Slab]],
    columns: Sequence[float],
    min_height: float,
    look: Look,
    header: str,
    *,
    tint: str | None,
    heavy: bool,
) -> Slab:
    """Return a row at least ``least`` mm high, as one slab; its texts are vertically centred in the first cells."""
    height = max(min_height, *(stacked_height(text) + 2 * _PADDING for text in texts), 5.0)
    rule = look.colour("rule")

    def draw(x: float, y: float) -> Iterator[Item]:
        if tint is not None:
            yield Shape(rectangle(Rect(x, y, sum(columns), height)), fill=look.fill(tint))
        lefts = column_lefts(x, columns, rtl=look.setter.rtl)
        for index, (left, column) in enumerate(zip(lefts, columns, strict=True)):
            cell: list[Item] = [Shape(rectangle(Rect(left, y, column, height)), stroke=Stroke(rule, _FINE))]
            if index < len(texts):
                text = texts[index]
                cell += stacked_items(text, left + _PADDING, y + (height - stacked_height(text)) / 2)
            yield Group(tuple(cell), element=Element(header if index < len(texts) else "TD", index))
        if heavy:
            yield Shape(rectangle(Rect(x, y, sum(columns), height)), stroke=Stroke(rule, _HEAVY))

    return Slab(height, draw, overflow_width=max((slab.overflow_width for text in texts for slab in text), default=0.0))
