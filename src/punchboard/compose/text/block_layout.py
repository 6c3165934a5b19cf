"""Block layout: Markdown blocks as slabs, which are slices of a column that page breaks may fall between."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.column import Draw, Figure, Look, Slab, in_part, part_drawer, stacked_height, stacked_items
from punchboard.compose.text.lines import break_lines, merge_texts
from punchboard.compose.text.markdown import (
    Block,
    Callout,
    Directive,
    Divider,
    Heading,
    ListBlock,
    Paragraph,
    PictureBlock,
    Table,
)
from punchboard.compose.text.paragraphs import text_slabs
from punchboard.compose.text.scripts import RIGHT_TO_LEFT_MARK
from punchboard.compose.text.style import TextStyle
from punchboard.compose.text.table_layout import table_slabs
from punchboard.geometry import Point, Rect, circle, rectangle, rounded_rectangle
from punchboard.scene import Anchor, Element, Item, Shape, Stroke


def block_slabs(blocks: Sequence[Block], width: float, look: Look) -> Iterator[Slab]:
    """Yield the slabs of blocks in a column that is ``width`` mm wide."""
    index = 0
    while index < len(blocks):
        block = blocks[index]
        index += 1
        figure = look.side_figure(block, width) if isinstance(block, Directive) else None
        if figure is not None:
            beside = _set_beside(figure, blocks[index:], width, look)
            slabs = in_part((beside.slab,), Element("Div", index))
            index += beside.taken
        else:
            slabs = _slabs_of_block(block, index, width, look)
        yield from _with_costs(slabs, block, blocks[index] if index < len(blocks) else None)


def _slabs_of_block(block: Block, key: int, width: float, look: Look) -> Iterator[Slab]:
    match block:
        case Paragraph():
            lines = text_slabs(block.spans, look.style(block.role), width, look)
            yield from in_part(lines, Element(_PARAGRAPHS.get(block.role, "P"), key))
        case Heading():
            yield from _heading(block, key, width, look)
        case ListBlock():
            yield from in_part(_list(block, width, look), Element("L" if block.start is None else "OL", key))
        case Table():
            yield from in_part(table_slabs(block, width, look), Element("Table", key))
        case Callout():
            yield from in_part((_callout(block, width, look),), Element("Div", key))
        case Divider():
            yield _divider(width, look)
        case Directive():
            yield from in_part(look.directive(block, width), Element("Div", key))
        case PictureBlock():
            yield from in_part(look.picture(block, width), Element("Div", key))


_PARAGRAPHS: Final = {"caption": "Caption"}
"""The roles of paragraphs in the document's structure, by that of their style."""


class _SetBeside(NamedTuple):
    slab: Slab
    taken: int


GUTTER = 4.0
"""Space in mm between a figure and the text beside it."""


def _set_beside(figure: Figure, blocks: Sequence[Block], width: float, look: Look) -> _SetBeside:
    """Return a figure at the end of the lines, with as many of the blocks after it beside it as its height takes."""
    column: list[Slab] = []
    taken = 0
    for block in blocks:
        if isinstance(block, Heading | Directive) or stacked_height(column) >= figure.height - 4:
            break
        column += in_part(block_slabs((block,), width - figure.width - GUTTER, look), Element("Div", taken))
        taken += 1

    left, right = (figure.width + GUTTER, 0.0) if look.setter.rtl else (0.0, width - figure.width)

    def draw(x: float, y: float) -> Iterator[Item]:
        yield from merge_texts(stacked_items(column, x + left, y))
        yield from figure.items(x + right, y + 0.8)

    height = max(stacked_height(column), figure.height + 0.8)
    wide = max((slab.overflow_width for slab in column), default=0.0)
    return _SetBeside(Slab(height, draw, space_after=2.5, overflow_width=wide), taken)


def _heading(block: Heading, key: int, width: float, look: Look) -> Iterator[Slab]:
    drawn = look.heading(block, width)
    if drawn is not None:
        yield from drawn
        return
    style = look.style(f"h{block.level}")
    part = Element(f"H{block.level}", key, text="" if style.caps == "none" else block.title.strip())
    lines = list(in_part(text_slabs(block.spans, style, width, look), part))
    name = anchor_name(block.title)
    for index, slab in enumerate(lines):
        draw = (
            _with_anchor(slab.draw, Anchor(name, Point(0, 0), block.title, block.level - 1))
            if index == 0
            else slab.draw
        )
        yield replace(slab, draw=draw, keep_with_next=True)


def anchor_name(title: str) -> str:
    """Return the link target of a heading: lower case, with hyphens between words."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def _with_anchor(draw: Draw, anchor: Anchor) -> Draw:
    def both(x: float, y: float) -> Iterator[Item]:
        yield anchor._replace(at=Point(x, y))
        yield from draw(x, y)

    return both


def _list(block: ListBlock, width: float, look: Look) -> Iterator[Slab]:
    style = look.style("list")
    indent = max(style.indent or style.size * 1.4, _number_width(block, style, look))
    for number, item in enumerate(block.items, block.start or 0):
        marker = _bullet(style, look, width) if block.start is None else _number(number, style, look, width)
        part = Element("LI", number)
        body = list(in_part(_in_list_style(item, style, width - indent, look), part, Element("LBody")))
        ends = item is block.items[-1]
        for index, slab in enumerate(body):
            draw = _shift(slab.draw, 0.0 if look.setter.rtl else indent)
            if index == 0:
                draw = _draw_both(marker if block.start is None else part_drawer(marker, part, Element("Lbl")), draw)
            last = ends and index == len(body) - 1
            yield replace(
                slab,
                draw=draw,
                continued=None,
                space_after=max(slab.space_after, look.style("p").space_after) if last else slab.space_after,
            )


def _number_width(block: ListBlock, style: TextStyle, look: Look) -> float:
    """Return the width in mm of a list's last number and the space after it; 0 for bullets."""
    if block.start is None:
        return 0.0
    last = Span(f"{block.start + len(block.items) - 1}.", bold=True)
    return break_lines(look.setter.atoms((last,), style), 1e4).widest * style.size + style.size * 0.4


def _in_list_style(item: Sequence[Block], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    flat = replace(style, indent=0.0)
    for key, block in enumerate(item):
        if isinstance(block, Paragraph):
            yield from in_part(text_slabs(block.spans, flat, width, look), Element("P", key))
        else:
            yield from in_part(block_slabs((block,), width, look), Element("Div", key))


def _shift(draw: Draw, dx: float) -> Draw:
    return lambda x, y: draw(x + dx, y)


def _number(number: int, style: TextStyle, look: Look, width: float) -> Draw:
    side, begun, room = ("right", RIGHT_TO_LEFT_MARK, width) if look.setter.rtl else ("left", "", 100.0)
    flat = replace(style, indent=0.0, align=side, colour=look.style("marker").colour)
    (slab,) = text_slabs((Span(f"{begun}{number}.", bold=True),), flat, room, look)
    return slab.draw


def _bullet(style: TextStyle, look: Look, width: float) -> Draw:
    """Return the drawing of a dot at half the x-height; the bullets of fonts are too small or too large."""
    right = width - style.size * 0.45 if look.setter.rtl else style.size * 0.45
    colour = look.style("marker").colour
    radius = style.size * 0.15
    middle = (style.leading + style.cap_height - style.descent * 0.5) / 2 - style.face.x_height * style.size / 2

    def draw(x: float, y: float) -> Iterator[Item]:
        yield Shape(circle(Point(x + right, y + middle), radius), fill=colour)

    return draw


def _draw_both(first: Draw, second: Draw) -> Draw:
    def draw(x: float, y: float) -> Iterator[Item]:
        yield from first(x, y)
        yield from second(x, y)

    return draw


_CALLOUT_BAR = 0.9
"""Width in mm of the bar at the start edge of a callout."""


def _callout(block: Callout, width: float, look: Look) -> Slab:
    style = look.style("callout")
    pad = max(style.indent, 2.2)
    callout_look = _CalloutLook(look)
    inner = list(block_slabs(block.blocks, width - 2 * pad, callout_look))
    height = stacked_height(inner) + 2 * pad

    def draw(x: float, y: float) -> Iterator[Item]:
        yield Shape(rounded_rectangle(Rect(x, y, width, height), 1.2), fill=look.fill("callout"))
        edge = x + width - _CALLOUT_BAR if look.setter.rtl else x
        yield Shape(rectangle(Rect(edge, y, _CALLOUT_BAR, height)), fill=look.colour("callout-edge"))
        yield from merge_texts(stacked_items(inner, x + pad, y + pad))

    wide = max((slab.overflow_width for slab in inner), default=0.0)
    return Slab(height, draw, space_before=style.space_before, space_after=style.space_after, overflow_width=wide)


class _CalloutLook:
    """The look inside a callout: paragraphs and lists have the callout's style."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self.setter = look.setter
        self.colour = look.colour
        self.fill = look.fill
        self.directive = look.directive
        self.picture = look.picture
        self.side_figure = look.side_figure
        self.heading = look.heading

    def style(self, role: str) -> TextStyle:
        """Return the callout's style for paragraphs and lists, and the page's style for other roles."""
        if role in {"p", "list"}:
            indent = self._look.style(role).indent if role == "list" else 0.0
            return replace(self._look.style("callout"), indent=indent, space_before=0.0, space_after=0.8)
        return self._look.style(role)


def _divider(width: float, look: Look) -> Slab:
    def draw(x: float, y: float) -> Iterator[Item]:
        yield Shape(rectangle(Rect(x + width / 3, y + 1.5, width / 3, 0)), stroke=Stroke(look.colour("rule"), 0.3))

    return Slab(3.0, draw, space_before=1.5, space_after=1.5)


_INSIDE: Final[Mapping[type, float]] = {Paragraph: 30.0, ListBlock: 25.0, Table: 60.0}
"""Between the lines, items or rows of one block."""

_BEFORE: Final[Mapping[type, float]] = {
    Heading: 0.0,
    Callout: 150.0,
    Directive: 50.0,
    PictureBlock: 50.0,
    Table: 40.0,
    ListBlock: 40.0,
}
"""Before a block: an example belongs to its rule, a figure to the text that it shows. A section may end anywhere."""

_LIST_BEFORE_FIGURE: Final = 90.0
"""Between steps and the figure that shows them."""

_OTHER: Final = 12.0


def _with_costs(slabs: Iterable[Slab], block: Block, after: Block | None) -> Iterator[Slab]:
    """Yield the slabs of a block with the costs of breaks after each, before the block ``after``."""
    all_slabs = tuple(slabs)
    inside = _INSIDE.get(type(block), _OTHER)
    for slab in all_slabs[:-1]:
        yield replace(slab, break_cost=max(slab.break_cost, inside))
    for slab in all_slabs[-1:]:
        is_section = isinstance(after, Heading)
        is_chapter = isinstance(after, Heading) and after.level == 1
        yield replace(slab, break_cost=_between(block, after), ends_section=is_section, ends_chapter=is_chapter)


def _between(block: Block, after: Block | None) -> float:
    if isinstance(block, ListBlock) and isinstance(after, Directive | PictureBlock):
        return _LIST_BEFORE_FIGURE
    return _BEFORE.get(type(after), _OTHER)
