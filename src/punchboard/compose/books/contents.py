"""Contents list of a book, and the page on which each rule is stated."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from types import MappingProxyType
from typing import NamedTuple

from punchboard.compose.text.block_layout import anchor_name
from punchboard.compose.text.column import Look
from punchboard.compose.text.flow import Column
from punchboard.compose.text.lines import RULE_ANCHOR_PREFIX, break_lines, line_items, line_start, linked, merge_texts
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import Rect
from punchboard.scene import Anchor, Element, Group, Item, Page

PageColumns = tuple[Column, ...]
"""The filled regions of one page."""


class ContentsEntry(NamedTuple):
    """A line of the contents list."""

    title: str
    level: int
    page: int


def group_into_pages(columns: Sequence[Column], regions: int) -> tuple[PageColumns, ...]:
    """Return columns grouped into pages of ``regions`` regions."""
    return tuple(tuple(columns[start : start + regions]) for start in range(0, len(columns), regions))


def contents_entries(pages: Sequence[PageColumns], first: int) -> Iterator[ContentsEntry]:
    """Yield chapters and sections with their page numbers; ``first`` is the number of the first page."""
    for number, leaf in enumerate(pages, first):
        for anchor in page_headings(leaf):
            if anchor.level <= 1:
                yield ContentsEntry(anchor.title, anchor.level, number)


def heading_pages(pages: Sequence[PageColumns], first: int) -> Mapping[str, int]:
    """Return the number of the page of each heading, by its anchor; ``first`` is the number of the first page."""
    return {anchor.name: number for number, leaf in enumerate(pages, first) for anchor in page_headings(leaf)}


def page_headings(leaf: PageColumns) -> Iterator[Anchor]:
    """Yield the headings on a page."""
    for column in leaf:
        yield from column.headings()


def contents_items(listed: Sequence[ContentsEntry], region: Rect, look: Look) -> tuple[Item, ...]:
    """Return the items of the contents list; if it is too long for its region, it lists only chapters."""
    styles = (look.style("contents-1"), look.style("contents-2"))
    if fsum(styles[entry.level].space_before + styles[entry.level].leading for entry in listed) > region.height:
        listed = [entry for entry in listed if entry.level == 0]
    items: list[Item] = []
    y = region.y
    for entry in listed:
        style = styles[entry.level]
        y += style.space_before
        items.append(_contents_line(entry, style, region, y, look))
        y += style.leading
    return (Group(tuple(items), element=Element("TOC")),)


def _contents_line(entry: ContentsEntry, style: TextStyle, region: Rect, y: float, look: Look) -> Item:
    baseline = y + style.cap_height
    items: list[Item] = []
    rtl = look.setter.rtl
    for text, begins in ((entry.title, True), (str(entry.page), False)):
        align = "left" if begins is not rtl else "right"
        indent = style.indent if begins else 0.0
        lines = break_lines(look.setter.plain_atoms(text, style), 10_000)
        for row, em in zip(lines.rows, lines.widths, strict=True):
            x = line_start(align, region.x + (0.0 if rtl else indent), region.width - indent, em * style.size)
            items += line_items(row, style, x, baseline)
    area = Rect(region.x, y, region.width, style.leading)
    link = linked(merge_texts(items), area, f"#{anchor_name(entry.title)}")
    return Group((Group((link,), element=Element("Reference")),), element=Element("TOCI", f"{y:.2f}"))


def rule_pages(pages: Sequence[Page]) -> Mapping[str, int]:
    """Return the first page that states each rule, from the anchors of its rule marks."""
    pages_by_rule: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        for anchor in _anchors(page.items):
            # a heading has a title, and its name may start with the word "rule", too
            if anchor.name.startswith(RULE_ANCHOR_PREFIX) and not anchor.title:
                pages_by_rule.setdefault(anchor.name.removeprefix(RULE_ANCHOR_PREFIX), number)
    return MappingProxyType(pages_by_rule)


def _anchors(items: Sequence[Item]) -> Iterator[Anchor]:
    for item in items:
        if isinstance(item, Group):
            yield from _anchors(item.items)
        elif isinstance(item, Anchor):
            yield item
