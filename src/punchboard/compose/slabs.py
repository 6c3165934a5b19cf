"""Blocks to slabs: slices of a column with a height, that a page break may fall between unless they are glued."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from punchboard.compose.blocks import Block, Callout, Directive, Divider, Heading, ListBlock, Paragraph, Table
from punchboard.compose.inline import Setter, Span
from punchboard.compose.lines import aligned, broken, merged, set_row
from punchboard.compose.style import TextStyle
from punchboard.geometry import Outline, Point, Rect, rectangle, rounded
from punchboard.scene import Anchor, Item, Shape, Stroke

Draw = Callable[[float, float], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Slab:
    """A slice of a column, in mm; ``draw(x, y)`` gives its items with the top left corner there."""

    height: float
    draw: Draw
    before: float = 0.0
    after: float = 0.0
    glued: bool = False
    """No break may fall after this slab."""
    floats: bool = False
    """May move on to the next page while the text after it fills this one."""
    new_page: bool = False


class Figure(NamedTuple):
    """A drawing of a width and height in mm; ``draw(x, y)`` puts its top left corner there."""

    width: float
    height: float
    draw: Draw


class Look(Protocol):
    """What blocks ask of the page they stand on."""

    setter: Setter

    def style(self, role: str) -> TextStyle:
        """Return the style for a role: p, h1 to h4, list, table, table-head, callout, caption, marker."""

    def colour(self, paint: str) -> str:
        """Return the colour for a paint."""

    def icon(self, name: str) -> Outline:
        """Return an icon on its 512-unit grid."""

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """Return the slabs of a fenced directive."""

    def aside(self, directive: Directive, width: float) -> Figure | None:
        """Return a figure that stands beside the text after it, or None."""

    def heading(self, heading: Heading, width: float) -> Iterator[Slab] | None:
        """Return slabs for a heading with a drawing of its own, or None for the plain one."""


def slabs(blocks: Sequence[Block], width: float, look: Look) -> Iterator[Slab]:
    """Yield the slabs of blocks set in a column of a width in mm."""
    index = 0
    while index < len(blocks):
        block = blocks[index]
        index += 1
        figure = look.aside(block, width) if isinstance(block, Directive) else None
        if figure is not None:
            beside = _beside(figure, blocks[index:], width, look)
            index += beside.taken
            yield beside.slab
            continue
        match block:
            case Paragraph():
                yield from _text(block.spans, look.style(block.role), width, look)
            case Heading():
                yield from _heading(block, width, look)
            case ListBlock():
                yield from _list(block, width, look)
            case Table():
                yield from _table(block, width, look)
            case Callout():
                yield _callout(block, width, look)
            case Divider():
                yield _divider(width, look)
            case Directive():
                yield from look.directive(block, width)


class _Beside(NamedTuple):
    slab: Slab
    taken: int


GUTTER = 4.0
"""Mm between a figure and the text beside it."""


def _beside(figure: Figure, blocks: Sequence[Block], width: float, look: Look) -> _Beside:
    """Set a figure on the right with as many of the blocks after it on the left as its height takes."""
    column: list[Slab] = []
    taken = 0
    for block in blocks:
        if isinstance(block, Heading | Directive) or stacked_height(column) >= figure.height - 4:
            break
        column += slabs((block,), width - figure.width - GUTTER, look)
        taken += 1

    def draw(x: float, y: float) -> Iterator[Item]:
        yield from stacked(column, x, y)
        yield from figure.draw(x + width - figure.width, y + 0.8)

    height = max(stacked_height(column), figure.height + 0.8)
    return _Beside(Slab(height, draw, after=2.5), taken)


def text_slabs(spans: Sequence[Span], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    """Yield one slab a line; first and last lines are glued to their neighbours (no widows, no orphans)."""
    return _text(spans, style, width, look)


def _text(spans: Sequence[Span], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    atoms = look.setter.atoms(spans, style)
    column = width - style.indent
    lines = broken(atoms, column / style.size, balance=style.balance)
    last = len(lines.rows) - 1
    for index, (row, em) in enumerate(zip(lines.rows, lines.widths, strict=True)):
        yield Slab(
            style.leading,
            _row_drawer(row, style, style.indent, column, em),
            before=0.0 if index else style.space_before,
            after=style.space_after if index == last else 0.0,
            glued=(index in {0, last - 1} and index != last) or style.keep,
        )


def _row_drawer(row: Sequence[object], style: TextStyle, indent: float, column: float, em: float) -> Draw:
    def draw(x: float, y: float) -> Iterator[Item]:
        # the baseline lies so that capitals and descenders share the leading evenly
        baseline = y + (style.leading + style.rise - style.drop * 0.5) / 2
        return set_row(row, style, aligned(style.align, x + indent, column, em * style.size), baseline)  # type: ignore[arg-type]

    return draw


def _heading(block: Heading, width: float, look: Look) -> Iterator[Slab]:
    own = look.heading(block, width)
    if own is not None:
        yield from own
        return
    lines = list(_text(block.spans, look.style(f"h{block.level}"), width, look))
    name = anchor_name(block.title)
    for index, slab in enumerate(lines):
        draw = (
            _with_anchor(slab.draw, Anchor(name, Point(0, 0), block.title, block.level - 1))
            if index == 0
            else slab.draw
        )
        yield replace(slab, draw=draw, glued=True)


def anchor_name(title: str) -> str:
    """Return the link target for a heading: lower case, dashes between words."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def _with_anchor(draw: Draw, anchor: Anchor) -> Draw:
    def both(x: float, y: float) -> Iterator[Item]:
        yield replace(anchor, at=Point(x, y))
        yield from draw(x, y)

    return both


def _list(block: ListBlock, width: float, look: Look) -> Iterator[Slab]:
    style = look.style("list")
    indent = style.indent or style.size * 1.4
    for number, item in enumerate(block.items, block.start or 0):
        ordered = block.start is not None
        marker = Span(f"{number}." if ordered else "•", bold=ordered)
        body = _in_list_style(item, style, width - indent, look)
        for index, slab in enumerate(body):
            draw = _shifted(slab.draw, indent)
            if index == 0:
                draw = _marked(draw, marker, style, look)
            yield replace(slab, draw=draw)


def _in_list_style(item: Sequence[Block], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    flat = replace(style, indent=0.0)
    for block in item:
        if isinstance(block, Paragraph):
            yield from _text(block.spans, flat, width, look)
        else:
            yield from slabs((block,), width, look)


def _shifted(draw: Draw, dx: float) -> Draw:
    return lambda x, y: draw(x + dx, y)


def _marked(draw: Draw, marker: Span, style: TextStyle, look: Look) -> Draw:
    flat = replace(style, indent=0.0, align="left", colour=look.style("marker").colour)

    def both(x: float, y: float) -> Iterator[Item]:
        for slab in _text((marker,), flat, 100.0, look):
            yield from slab.draw(x, y)
        yield from draw(x, y)

    return both


CELL_PAD = 1.2
"""Room in mm left and right of a table cell's text; half as much above and below."""


def _table(block: Table, width: float, look: Look) -> Iterator[Slab]:
    head, body = look.style("table-head"), look.style("table")
    columns = _columns(block, head, body, width, look)
    rule = look.colour("rule")
    has_head = any(span.text.strip() or span.icon for cell in block.head for span in cell)
    rows = [(block.head, head)] if has_head else []
    rows += [(row, body) for row in block.rows]
    last = len(rows) - 1
    for index, (cells, style) in enumerate(rows):
        is_head = has_head and index == 0
        slab = _table_row(
            cells, style, columns, block.aligns, look, Stroke(rule, 0.35 if is_head or index == last else 0.12)
        )
        glued = is_head or index == last - 1 or (index == int(has_head) and last > 1)
        yield replace(
            slab,
            glued=glued and index != last,
            before=body.space_before if index == 0 else 0.0,
            after=body.space_after if index == last else 0.0,
        )


def _columns(block: Table, head: TextStyle, body: TextStyle, width: float, look: Look) -> tuple[float, ...]:
    """Share the width: every column gets its longest word, the rest goes where long texts are."""
    least, wanted = [], []
    for index in range(len(block.aligns)):
        words, whole = 0.0, 0.0
        for style, row in [(head, block.head), *((body, row) for row in block.rows)]:
            atoms = look.setter.atoms(row[index], style) if index < len(row) else []
            words = max(words, broken(atoms, 0).widest * style.size)
            whole = max(whole, broken(atoms, 10_000).widest * style.size)
        least.append(words + 2 * CELL_PAD)
        wanted.append(whole + 2 * CELL_PAD)
    if sum(wanted) <= width:
        extra = (width - sum(wanted)) / len(wanted)
        return tuple(column + extra for column in wanted)
    room = max(width - sum(least), 0.0)
    asked = [max(whole - word, 0.0) for whole, word in zip(wanted, least, strict=True)]
    total = sum(asked) or 1.0
    return tuple(word + room * part / total for word, part in zip(least, asked, strict=True))


def _table_row(
    cells: Sequence[Sequence[Span]],
    style: TextStyle,
    columns: Sequence[float],
    aligns: Sequence[str],
    look: Look,
    rule: Stroke,
) -> Slab:
    laid = [
        list(_text(cell, replace(style, align=align, space_before=0, space_after=0), column - 2 * CELL_PAD, look))
        for cell, column, align in zip(cells, columns, aligns, strict=False)
    ]
    height = max((sum(slab.height for slab in cell) for cell in laid), default=0.0) + CELL_PAD

    def draw(x: float, y: float) -> Iterator[Item]:
        left = x
        for cell, column in zip(laid, columns, strict=False):
            top = y + CELL_PAD / 2
            for slab in cell:
                yield from slab.draw(left + CELL_PAD, top)
                top += slab.height
            left += column
        line = Rect(x, y + height, sum(columns), 0)
        yield Shape(rectangle(line), stroke=rule)

    return Slab(height, draw)


def _callout(block: Callout, width: float, look: Look) -> Slab:
    style = look.style("callout")
    pad = max(style.indent, 2.2)
    look_inside = _Inside(look)
    inner = list(slabs(block.blocks, width - 2 * pad, look_inside))
    height = stacked_height(inner) + 2 * pad

    def draw(x: float, y: float) -> Iterator[Item]:
        yield Shape(rounded(Rect(x, y, width, height), 1.2), fill=look.colour("callout"))
        yield Shape(rectangle(Rect(x, y, 0.9, height)), fill=look.colour("callout-edge"))
        yield from merged(stacked(inner, x + pad, y + pad))

    return Slab(height, draw, before=style.space_before, after=style.space_after)


class _Inside:
    """The look inside a callout: paragraphs take the callout's style."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self.setter = look.setter
        self.colour = look.colour
        self.icon = look.icon
        self.directive = look.directive
        self.aside = look.aside
        self.heading = look.heading

    def style(self, role: str) -> TextStyle:
        """Return the callout's own style for paragraphs and lists, the page's for the rest."""
        if role in {"p", "list"}:
            indent = self._look.style(role).indent if role == "list" else 0.0
            return replace(self._look.style("callout"), indent=indent, space_before=0.0, space_after=0.8)
        return self._look.style(role)


def _divider(width: float, look: Look) -> Slab:
    def draw(x: float, y: float) -> Iterator[Item]:
        yield Shape(rectangle(Rect(x + width / 3, y + 1.5, width / 3, 0)), stroke=Stroke(look.colour("rule"), 0.3))

    return Slab(3.0, draw, before=1.5, after=1.5)


def gap(above: Slab | None, below: Slab) -> float:
    """Return the space between two slabs: the larger of what both ask for; nothing at the top of a column."""
    return max(above.after, below.before) if above else 0.0


def stacked_height(column: Sequence[Slab]) -> float:
    """Return the height of slabs set one under another."""
    pairs = zip((None, *column[:-1]), column, strict=True) if column else ()
    return sum(gap(above, below) + below.height for above, below in pairs)


def stacked(column: Sequence[Slab], x: float, y: float) -> Iterator[Item]:
    """Yield the items of slabs set one under another from (x, y)."""
    above: Slab | None = None
    for slab in column:
        y += gap(above, slab)
        yield from slab.draw(x, y)
        y += slab.height
        above = slab
