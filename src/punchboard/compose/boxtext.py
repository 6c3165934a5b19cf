"""Text in a box: one region that must hold it, shrunk no further than the box allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from math import floor

from punchboard.compose.blocks import Block, Directive, Heading
from punchboard.compose.column import Slab, gap, stacked, stacked_height
from punchboard.compose.inline import Setter
from punchboard.compose.lines import Broken, Filled, aligned, filled, merged, set_row, text_of
from punchboard.compose.markdown import blocks
from punchboard.compose.paint import Palette
from punchboard.compose.paragraphs import lines_of
from punchboard.compose.slabs import slabs
from punchboard.compose.style import Styles, TextStyle
from punchboard.geometry import Outline, Rect
from punchboard.model.face import Drawn, PlacedBox
from punchboard.model.layout import Box
from punchboard.scene import Item, Text
from punchboard.units import PT, to_pt

_TOO_WIDE = 0.05
"""Mm by which rounding may widen a line."""

STEP_PT = 0.25
"""Text is shrunk by this much at a time, in points."""

Lines = Broken | Filled

_read = lru_cache(maxsize=8192)(blocks)


def text_in_box(  # noqa: PLR0917 - the one call of the hot path
    name: str, box: Box, area: Rect, text: str, style: TextStyle, setter: Setter
) -> Drawn:
    """Return plain text set in the box's area, with the lines that found no room counted as lost."""
    room = area.shrink(box.inset) if box.inset else area
    words = None if style.balance or style.hyphenate else setter.words(text, style)
    if words is None:
        atoms = setter.plain(text, style)
        lines, style = _fitted(lambda width: lines_of(atoms, width, style, setter), style, room, box)
    else:
        space = style.face.space.width
        lines, style = _fitted(lambda width: filled(words, space, width), style, room, box)
    count = len(lines.rows)
    fits = min(_lines_that_fit(count, style, room.height), 1 if box.one_line else count)
    first = _first_baseline(fits, style, room, box.valign)
    items = tuple(_set(lines, fits, style, room, first))
    placed = PlacedBox(
        name,
        box,
        area,
        "text",
        _ink(lines, fits, style, room, first),
        count - fits + _too_wide(lines, style, room.width),
        to_pt(style.size),
        _missing(setter.missing_in(text), items),
    )
    return Drawn(items, (placed,))


def _missing(candidates: Sequence[str], items: Sequence[Item]) -> tuple[str, ...]:
    """Return the words that were missing in some box before and are so in these items, whose fonts may be others."""
    if not candidates:
        return ()
    lines = (line for item in items if isinstance(item, Text) for line in item.lines)
    parts = {word.text.casefold() for line in lines for word in line.words if not word.complete}
    return tuple(word for word in candidates if any(part in word.casefold() for part in parts))


def _fitted(lines_of: Callable[[float], Lines], style: TextStyle, room: Rect, box: Box) -> tuple[Lines, TextStyle]:
    """Return the lines at the largest size that fits, or at the floor."""
    for tried in style.sizes(box.fit and box.fit * PT, STEP_PT * PT):
        lines = lines_of((room.width - tried.indent) / tried.size)
        if box.one_line and len(lines.rows) > 1:
            continue
        if not _too_wide(lines, tried, room.width) and tried.height(len(lines.rows)) <= room.height + 1e-6:
            break
    return lines, tried


def _too_wide(lines: Lines, style: TextStyle, width: float) -> int:
    limit = (width - style.indent + 0.01) / style.size
    return 0 if lines.widest <= limit else sum(em > limit for em in lines.widths)


def _lines_that_fit(count: int, style: TextStyle, height: float) -> int:
    if style.height(count) <= height + 1e-6:
        return count
    return max(0, min(count, floor((height - style.rise - style.drop) / style.leading + 1e-6) + 1))


def _first_baseline(count: int, style: TextStyle, room: Rect, valign: str) -> float:
    top = room.y + style.rise
    if valign == "top":
        return top
    spare = room.height - style.rise - (count - 1) * style.leading
    return top + (spare / 2 if valign == "middle" else spare - style.drop)


def _set(lines: Lines, fits: int, style: TextStyle, room: Rect, y: float) -> Iterator[Item]:
    """Yield the items of the lines that fit; whole words of one face are one item."""
    if not fits:
        return
    left, width, size = room.x + style.indent, room.width - style.indent, style.size
    starts = [aligned(style.align, left, width, em * size) for em in lines.widths[:fits]]
    baselines = [y + index * style.leading for index in range(fits)]
    if isinstance(lines, Filled):
        yield text_of(lines.rows[:fits], style, starts, baselines)
        return
    rows = zip(lines.rows[:fits], starts, baselines, strict=True)
    yield from merged(item for row, x, baseline in rows for item in set_row(row, style, x, baseline))


def _ink(lines: Lines, fits: int, style: TextStyle, room: Rect, first: float) -> Rect | None:
    if not fits:
        return None
    width = lines.widest * style.size
    x = aligned(style.align, room.x + style.indent, room.width - style.indent, width)
    return Rect(x, first - style.rise, width, style.rise + (fits - 1) * style.leading + style.drop * 0.8)


class BoxLook:
    """The look of Markdown in a box: paragraphs in the box's style, the rest in the theme's, all at one scale."""

    def __init__(self, base: TextStyle, styles: Styles, palette: Palette, setter: Setter, scale: float) -> None:
        self.setter = setter
        self._base, self._styles, self._palette, self._scale = base, styles, palette, scale

    def style(self, role: str) -> TextStyle:
        """Return the theme's style of the box's family for a role, else the box's own."""
        return _scaled(self._named(role), self._scale)

    def _named(self, role: str) -> TextStyle:
        base = self._base
        for name in (f"{base.name}-{role}", role):
            if role != "p" and self._styles.has(name):
                return self._styles.get(name)
        if role.startswith("h") or role == "table-head":
            return replace(base, bold=True, space_before=base.size * 0.4)
        if role == "list":
            return replace(base, indent=base.size * 0.9, space_after=base.size * 0.2)
        if role == "table":
            return replace(base, space_after=base.size * 0.4)
        return base

    def colour(self, paint: str) -> str:
        """Return the theme's colour."""
        return self._palette.colour(paint)

    def fill(self, paint: str) -> str:
        """Return the theme's colour for what lies beneath."""
        return self._palette.fill(paint)

    def icon(self, name: str) -> Outline:
        """Return an icon."""
        return self.setter.icon(name)

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """A box has no directives: the fence is shown as nothing."""
        del directive, width
        return iter(())

    def aside(self, directive: Directive, width: float) -> None:
        """A box has no figures beside its text."""
        del directive, width

    def heading(self, heading: Heading, width: float) -> None:
        """Headings in boxes are plain."""
        del heading, width


def _scaled(style: TextStyle, scale: float) -> TextStyle:
    if scale == 1.0:
        return style
    return replace(
        style.at_size(style.size * scale),
        space_before=style.space_before * scale,
        space_after=style.space_after * scale,
        indent=style.indent * scale,
    )


class MarkdownSetter:
    """Sets Markdown in boxes."""

    def __init__(self, styles: Styles, palette: Palette, setter: Setter) -> None:
        self._styles, self._palette, self._setter = styles, palette, setter

    def in_box(self, name: str, box: Box, area: Rect, text: str, style: TextStyle) -> Drawn:
        """Return Markdown set in the box's area."""
        content = _read(text)
        if not content:
            return Drawn((), (PlacedBox(name, box, area, "markdown"),))
        room = area.shrink(box.inset)
        for tried in style.sizes(box.fit and box.fit * PT, STEP_PT * PT):
            column = self._column(content, style, tried.size / style.size, room.width)
            if stacked_height(column) <= room.height + 1e-6:
                break
        fits = _slabs_that_fit(column, room.height)
        height = stacked_height(column[:fits])
        y = room.y + {"top": 0.0, "middle": (room.height - height) / 2, "bottom": room.height - height}[box.valign]
        items = merged(stacked(column[:fits], room.x, y))
        placed = PlacedBox(
            name,
            box,
            area,
            "markdown",
            Rect(room.x, y, room.width, height) if fits else None,
            lost=len(column) - fits + sum(slab.wide > _TOO_WIDE for slab in column),
            size=to_pt(tried.size),
            missing=_missing(self._setter.missing_in(text), items),
        )
        return Drawn(items, (placed,))

    def _column(self, content: tuple[Block, ...], style: TextStyle, scale: float, width: float) -> list[Slab]:
        look = BoxLook(style, self._styles, self._palette, self._setter, scale)
        return list(slabs(content, width, look))


def _slabs_that_fit(column: Sequence[Slab], height: float) -> int:
    used, count = 0.0, 0
    for above, slab in zip(chain((None,), column), column, strict=False):
        used += gap(above, slab) + slab.height
        if used > height + 1e-6:
            break
        count += 1
    return count
