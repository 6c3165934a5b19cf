"""Tables in books: ruled grids to fill in by hand, and tables side by side in columns of about equal height."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import fsum
from typing import Final, NamedTuple

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, in_part, stacked_height, stacked_items
from punchboard.compose.text.markdown import ListBlock, Table, parse_inline
from punchboard.compose.text.paragraphs import text_slabs
from punchboard.compose.text.table_layout import ROW_HEADER, column_lefts, natural_width
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
        wide = max(slab.overflow_width, fsum(columns) - width)
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
            yield Shape(rectangle(Rect(x, y, fsum(columns), height)), fill=look.fill(tint))
        lefts = column_lefts(x, columns, rtl=look.setter.rtl)
        for index, (left, column) in enumerate(zip(lefts, columns, strict=True)):
            cell: list[Item] = [Shape(rectangle(Rect(left, y, column, height)), stroke=Stroke(rule, _FINE))]
            if index < len(texts):
                text = texts[index]
                cell += stacked_items(text, left + _PADDING, y + (height - stacked_height(text)) / 2)
            yield Group(tuple(cell), element=Element(header if index < len(texts) else "TD", index))
        if heavy:
            yield Shape(rectangle(Rect(x, y, fsum(columns), height)), stroke=Stroke(rule, _HEAVY))

    return Slab(height, draw, overflow_width=max((slab.overflow_width for text in texts for slab in text), default=0.0))


GUTTER: Final = 6.0
"""Space in mm between two columns."""

_PARTS: Final = 20
_MIN_PARTS: Final = 4
"""Where columns do not all get their natural width, each gets at least ``_MIN_PARTS`` of ``_PARTS`` of the width."""


def column_slabs(tables: Sequence[Table], columns: int, width: float, look: Look) -> Iterator[Slab]:
    """Yield the tables in columns, as one floating slab; for fewer than two columns, as ordinary slabs.

    The first table is at the top of the first column, and each column keeps the order of its tables. All
    distributions are tried, so there should be few tables.
    """
    count = min(columns, len(tables))
    if count < 2:
        yield from block_slabs(tables, width, look)
        return
    needs = [natural_width(table, look) for table in tables]
    room = width - (count - 1) * GUTTER
    table_slabs = cache(
        lambda index, column: tuple(in_part(block_slabs((tables[index],), column, look), Element("Div", index)))
    )
    candidates: list[_Columns] = []
    for distribution in _distributions(len(tables), count):
        natural = [max(needs[index] for index in column) for column in distribution]
        for widths in _column_widths(natural, room):
            stacks = [
                [slab for index in column for slab in table_slabs(index, w)]
                for column, w in zip(distribution, widths, strict=True)
            ]
            candidates.append(_Columns(stacks, widths))
    yield min(candidates, key=lambda layout: layout.cost).slab()


def stacked_figure(slabs: Sequence[Slab], width: float) -> Figure:
    """Return stacked slabs as a figure, which can have a caption."""
    return Figure(width, stacked_height(slabs), lambda x, y: stacked_items(slabs, x, y))


def _distributions(tables: int, columns: int) -> Iterator[list[list[int]]]:
    """Yield each distribution of tables over columns in which no column is empty and first tables are in order."""
    for rest in product(range(columns), repeat=tables - 1):
        choice = (0, *rest)
        distribution = [[index for index, place in enumerate(choice) if place == column] for column in range(columns)]
        if all(distribution) and distribution == sorted(distribution):
            yield distribution


def _column_widths(natural: Sequence[float], room: float) -> Iterator[tuple[float, ...]]:
    """Yield possible column widths: the natural ones where they all fit, otherwise several ways to share ``room``."""
    spare = room - fsum(natural)
    if spare >= 0:
        yield tuple(wanted + spare / len(natural) for wanted in natural)
        return
    for parts in product(range(_MIN_PARTS, _PARTS), repeat=len(natural)):
        if sum(parts) == _PARTS:
            yield tuple(room * part / _PARTS for part in parts)
    for whole in product((True, False), repeat=len(natural)):
        rest = room - fsum(wanted for wanted, is_whole in zip(natural, whole, strict=True) if is_whole)
        if not all(whole) and rest > 0:
            yield tuple(
                wanted if is_whole else rest / whole.count(False)
                for wanted, is_whole in zip(natural, whole, strict=True)
            )


_FILL_WEIGHT: Final = 0.25
"""Weight of the columns' own heights against the height of the whole: prefers columns with fewer lines."""


class _Columns(NamedTuple):
    """Stacks of slabs side by side, and their widths."""

    stacks: Sequence[Sequence[Slab]]
    widths: Sequence[float]

    @property
    def cost(self) -> tuple[float, float]:
        """What to minimise: text wider than its column first, then height and, with less weight, the filled height."""
        heights = list(map(stacked_height, self.stacks))
        return round(self._wide, 3), max(heights) + fsum(heights) * _FILL_WEIGHT

    @property
    def _wide(self) -> float:
        return max(slab.overflow_width for stack in self.stacks for slab in stack)

    def slab(self) -> Slab:
        """Return all columns as one floating slab."""
        return Slab(
            max(map(stacked_height, self.stacks)),
            self._draw,
            space_before=max(stack[0].space_before for stack in self.stacks),
            space_after=max(stack[-1].space_after for stack in self.stacks),
            can_float=True,
            overflow_width=self._wide,
        )

    def _draw(self, x: float, y: float) -> Iterator[Item]:
        for stack, width in zip(self.stacks, self.widths, strict=True):
            yield from stacked_items(stack, x, y)
            x += width + GUTTER


_LIST_COLUMN: Final = 48.0
"""The least width in mm of each of two columns of a list."""


def list_columns(whole: ListBlock, width: float, look: Look) -> list[list[Slab]]:
    """Return a list in two columns of nearly equal height where there is room, else in one."""
    room = (width - GUTTER) / 2
    if room < _LIST_COLUMN or len(whole.items) < 2:
        return [list(block_slabs((whole,), width, look))]
    halves = (
        [
            list(in_part(block_slabs((part,), room, look), Element("Div", key)))
            for key, part in enumerate((ListBlock(whole.items[:cut], 1), ListBlock(whole.items[cut:], cut + 1)))
        ]
        for cut in range(1, len(whole.items))
    )
    return min(halves, key=lambda columns: max(map(stacked_height, columns)))


def list_slabs(whole: ListBlock, columns: int, width: float, look: Look) -> Iterator[Slab]:
    """Yield a list as ordinary slabs, or in two columns as one slab."""
    stacks = list_columns(whole, width, look) if columns > 1 else []
    if len(stacks) < 2:
        yield from block_slabs((whole,), width, look)
    else:
        yield replace(_Columns(stacks, [(width - GUTTER) / 2] * 2).slab(), can_float=False)
