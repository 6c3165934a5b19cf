"""Text in a box: plain text or Markdown in one area, shrunk to fit, no further than the box allows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from math import floor, inf
from typing import NamedTuple

from punchboard.compose.inks import Palette
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Look, Slab, gap, stacked_height, stacked_items
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import (
    AtomLines,
    WordLines,
    aligned_words_text,
    break_words,
    line_items,
    line_start,
    merge_texts,
)
from punchboard.compose.text.markdown import Block, Callout, ListBlock, PictureBlock, parse_blocks
from punchboard.compose.text.paragraphs import lines_within, styled_lines, text_slabs
from punchboard.compose.text.style import Styles, TextStyle
from punchboard.geometry import Rect
from punchboard.model.layout.face import DrawnBox, Fault, PlacedBox
from punchboard.model.layout.layout import Box
from punchboard.problem import Place, Problem, Severity
from punchboard.scene import Item, Text, flat_items
from punchboard.units import MM_PER_POINT, to_pt

_WIDTH_TOLERANCE = 0.05
"""Mm by which a line may exceed the width, because of rounding."""

_ONE_LINE_SHARE = 0.6
"""Text that may take a second line stays on one until it has shrunk to this share of its full size."""

STEP_PT = 0.25
"""The step in points by which text is shrunk."""

_SCALE = 0.9
"""The steps of the scale by which names of a deck are shrunk, each relative to the size before it."""

Lines = AtomLines | WordLines

_parse_blocks = lru_cache(maxsize=8192)(parse_blocks)


class _Attempt(NamedTuple):
    """A type size to try, and how much text of that size fits in the area."""

    style: TextStyle
    width: float
    """The width in em at which lines are broken."""
    max_width: float
    """The width in em above which a line is too wide."""
    capacity: int
    """How many lines fit in the height."""
    max_lines: float
    """How many lines are allowed."""


def text_in_box(  # noqa: PLR0917 - called for every text box of every card
    name: str, box: Box, area: Rect, text: str, style: TextStyle, setter: Typesetter, largest: float | None = None
) -> DrawnBox:
    """Return plain text set in the box's area; lines that do not fit are counted as lost.

    ``largest`` is the size in mm that the cards of a deck share; a text that is too long for it takes the next step of
    the scale.
    """
    inner = area.shrink(box.inset) if box.inset else area
    max_lines = _max_lines(box)
    lines, tried = _fit_lines(text, _attempts(style, inner, box.fit, max_lines, largest), setter)
    style, count, wide = tried.style, len(lines.widths), lines.widest
    fits = count if count <= tried.capacity else _lines_that_fit(count, style, inner.height)
    if max_lines:
        fits = min(fits, max_lines)
    lost = count - fits + (0 if wide <= tried.max_width else sum(em > tried.max_width for em in lines.widths))
    items, ink = _text_items(lines, fits, style, inner, box.valign)
    missing = _missing(setter.words_without_glyphs(text), items)
    placed = PlacedBox(name, box, area, "text", ink, lost, to_pt(style.size), missing)
    return DrawnBox(items, (placed,))


def fitting_size(box: Box, area: Rect, text: str, style: TextStyle, setter: Typesetter) -> float:
    """Return the largest step of the scale, in mm, at which a text fits in a box's area, or the smallest allowed."""
    attempts = _attempts(style, area.shrink(box.inset), box.fit, _max_lines(box), style.size)
    return _fit_lines(text, attempts, setter)[1].style.size


def _max_lines(box: Box) -> int:
    """Return how many lines the text of a box may have; 0 for any number."""
    return (2 if box.second_line else 1) if box.one_line else 0


@lru_cache(maxsize=1024)  # each entry keeps its style alive, and every build makes new styles
def _attempts(
    style: TextStyle, area: Rect, fit: float | None, max_lines: int, largest: float | None = None
) -> tuple[_Attempt, ...]:
    """Return the sizes to try, the largest first; they are the same for all cards of a layout."""
    least = fit and fit * MM_PER_POINT
    sizes = style.sizes(least, STEP_PT * MM_PER_POINT) if largest is None else style.scale(least, largest, _SCALE)
    return tuple(
        _Attempt(
            tried,
            (area.width - tried.indent) / tried.size,
            (area.width - tried.indent + 0.01) / tried.size,
            _line_capacity(tried, area.height),
            inf if not max_lines else 1 if tried.size > _ONE_LINE_SHARE * style.size else max_lines,
        )
        for tried in sizes
    )


def _line_capacity(style: TextStyle, height: float) -> int:
    """Return how many lines fit in a height; -1 for a negative height."""
    if height + 1e-6 < 0:
        return -1
    count = max(0, floor((height - style.cap_height - style.descent) / style.leading) - 1)
    while style.height(count + 1) <= height + 1e-6:
        count += 1
    return count


def needed_height(text: str, style: TextStyle, width: float, setter: Typesetter) -> float:
    """Return the height in mm of plain text at its full size."""
    return (
        style.height(len(_line_breaker(text, style, setter)((width - style.indent) / style.size).widths))
        if text
        else 0.0
    )


def needed_width(text: str, style: TextStyle, fit: float | None, setter: Typesetter) -> float:
    """Return the width in mm of plain text on one line, at the size in points to which it may shrink."""
    size = style.size if fit is None else min(style.size, fit * MM_PER_POINT)
    return style.indent + size * _line_breaker(text, style, setter)(inf).widest + _WIDTH_TOLERANCE


def _line_breaker(text: str, style: TextStyle, setter: Typesetter) -> Callable[[float], Lines]:
    """Return a function that breaks a text into lines of a width in em."""
    words = None if style.hyphenate else setter.plain_words(text, style)
    if words is None:
        atoms = setter.plain_atoms(text, style)
        return lambda width: styled_lines(atoms, width, style, setter)
    space, balance = style.face.space.width, style.balance
    return lambda width: break_words(words, space, width, balance=balance)


def _missing(candidates: Sequence[str], items: Sequence[Item]) -> tuple[str, ...]:
    """Return those candidates that lack glyphs in these items.

    The candidates lacked glyphs somewhere on the cards, but perhaps in another font.
    """
    if not candidates:
        return ()
    lines = (line for item in flat_items(items) if isinstance(item, Text) for line in item.lines)
    parts = {word.text.casefold() for line in lines for word in line.words if not word.is_complete}
    return tuple(word for word in candidates if any(part in word.casefold() for part in parts))


def _fit_lines(text: str, attempts: tuple[_Attempt, ...], setter: Typesetter) -> tuple[Lines, _Attempt]:
    """Return the lines at the largest size that fits, or at the smallest allowed; long words break if that helps."""
    style = attempts[0].style
    lines, tried = _first_fit(_line_breaker(text, style, setter), attempts)
    if lines.widest <= tried.max_width:
        return lines, tried
    atoms = setter.plain_atoms(text, style)
    return _first_fit(lambda width: lines_within(atoms, width, style, setter), attempts)


def _first_fit(break_lines: Callable[[float], Lines], attempts: tuple[_Attempt, ...]) -> tuple[Lines, _Attempt]:
    for tried in attempts:
        lines = break_lines(tried.width)
        count = len(lines.widths)
        if count <= tried.capacity and count <= tried.max_lines and lines.widest <= tried.max_width:
            break
    return lines, tried


def _lines_that_fit(count: int, style: TextStyle, height: float) -> int:
    if style.height(count) <= height + 1e-6:
        return count
    return max(0, min(count, floor((height - style.cap_height - style.descent) / style.leading + 1e-6) + 1))


def _first_baseline(count: int, style: TextStyle, area: Rect, valign: str) -> float:
    top = area.y + style.cap_height
    if valign == "top":
        return top
    spare = area.height - style.cap_height - (count - 1) * style.leading
    return top + (spare / 2 if valign == "middle" else spare - style.descent)


def _text_items(
    lines: Lines, fits: int, style: TextStyle, area: Rect, valign: str
) -> tuple[tuple[Item, ...], Rect | None]:
    """Return the items of the lines that fit, and the area that they cover; words of one font are one item."""
    if not fits:
        return (), None
    first = _first_baseline(fits, style, area, valign)
    left, width, size = area.x + style.indent, area.width - style.indent, style.size
    wide = lines.widest * size
    ink = Rect(
        line_start(style.align, left, width, wide),
        first - style.cap_height,
        wide,
        style.cap_height + (fits - 1) * style.leading + style.descent * 0.8,
    )
    if isinstance(lines, WordLines):
        return (aligned_words_text(lines.rows[:fits], style, left, width, first),), ink
    rows = zip(lines.rows[:fits], lines.widths, range(fits), strict=False)
    items = (
        item
        for row, em, index in rows
        for item in line_items(
            row, style, line_start(style.align, left, width, em * size), first + index * style.leading
        )
    )
    return merge_texts(items), ink


class MarkdownSetter:
    """Sets Markdown in boxes."""

    def __init__(self, styles: Styles, palette: Palette, setter: Typesetter) -> None:
        self._styles, self._palette, self._setter = styles, palette, setter
        self._last: tuple[tuple[Block, ...], TextStyle, float, float, list[Slab]] | None = None

    def _blocks(self, text: str) -> tuple[Block, ...]:
        return _parse_blocks(text, None, self._setter.symbols)

    def in_box(  # noqa: PLR0917 - as text_in_box
        self, name: str, box: Box, area: Rect, text: str, style: TextStyle, largest: float | None = None
    ) -> DrawnBox:
        """Return Markdown set in the box's area; ``largest`` is the size in mm that the cards of a set share."""
        content = self._blocks(text)
        faults = tuple(_picture_faults(content)) if "![" in text else ()
        if not content:
            return DrawnBox((), (PlacedBox(name, box, area, "markdown"),))
        inner = area.shrink(box.inset)
        column, size = self._fitted(content, box, inner, style, style.size if largest is None else largest)
        return self.set_column(name, box, area, inner, text, column, size)._replace(faults=faults)

    def fitting_size(self, box: Box, area: Rect, text: str, style: TextStyle) -> float:
        """Return the largest size in mm at which Markdown fits in a box's area, or the smallest allowed."""
        return self._fitted(self._blocks(text), box, area.shrink(box.inset), style, style.size)[1]

    def _fitted(
        self, content: tuple[Block, ...], box: Box, inner: Rect, style: TextStyle, largest: float
    ) -> tuple[list[Slab], float]:
        """Return content as slabs, and its size, at most ``largest``, at which it fits in the height, if it does."""
        sizes = style.sizes(box.fit and box.fit * MM_PER_POINT, STEP_PT * MM_PER_POINT)
        for tried in [tried for tried in sizes if tried.size <= largest + 1e-9] or sizes[-1:]:
            column = self._column(content, style, tried.size / style.size, inner.width)
            if stacked_height(column) <= inner.height + 1e-6:
                break
        return column, tried.size

    def set_column(  # noqa: PLR0917 - a column, where it goes and what it comes from
        self, name: str, box: Box, area: Rect, inner: Rect, text: str, column: Sequence[Slab], size: float
    ) -> DrawnBox:
        """Return slabs of a text set in the box's inner area; those that do not fit are counted as lost.

        ``size`` is the type size in mm.
        """
        fits = _slabs_that_fit(column, inner.height)
        height = stacked_height(column[:fits])
        y = inner.y + {"top": 0.0, "middle": (inner.height - height) / 2, "bottom": inner.height - height}[box.valign]
        items = merge_texts(stacked_items(column[:fits], inner.x, y))
        placed = PlacedBox(
            name,
            box,
            area,
            "markdown",
            Rect(inner.x, y, inner.width, height) if fits else None,
            lost=len(column) - fits + sum(slab.overflow_width > _WIDTH_TOLERANCE for slab in column),
            size=to_pt(size),
            missing=_missing(self._setter.words_without_glyphs(text), items),
        )
        return DrawnBox(items, (placed,))

    def needed_height(self, text: str, style: TextStyle, width: float) -> float:
        """Return the height in mm of Markdown at its full size."""
        return stacked_height(self._column(self._blocks(text), style, 1.0, round(width, 3)))

    def column(self, text: str, style: TextStyle, scale: float, width: float) -> list[Slab]:
        """Return Markdown as slabs in a column of a width in mm, at a scale of the type size."""
        return self._column(self._blocks(text), style, scale, width)

    def line(self, spans: Sequence[Span], style: TextStyle, scale: float, width: float) -> list[Slab]:
        """Return one paragraph as slabs, at a scale of the type size."""
        look = BoxLook(style, self._styles, self._palette, self._setter, scale)
        return list(text_slabs(spans, look.style("p"), width, look))

    def _column(self, content: tuple[Block, ...], style: TextStyle, scale: float, width: float) -> list[Slab]:
        """Return content as slabs; the last result is cached, as each box is first measured and then drawn."""
        last = self._last
        if last is not None and last[0] is content and last[1] is style and last[2] == scale and last[3] == width:
            return last[4]
        look = BoxLook(style, self._styles, self._palette, self._setter, scale)
        column = list(block_slabs(content, width, look))
        self._last = (content, style, scale, width, column)
        return column


def _slabs_that_fit(column: Sequence[Slab], height: float) -> int:
    used, count = 0.0, 0
    for above, slab in zip(chain((None,), column), column, strict=False):
        used += gap(above, slab) + slab.height
        if used > height + 1e-6:
            break
        count += 1
    return count


# Styles for Markdown in a box: paragraphs in the box's style, all else in the theme's, all at one scale.


class BoxLook(Look):
    """Styles and colours for the Markdown of one box, at one scale. Boxes leave out directives and pictures."""

    def __init__(self, base: TextStyle, styles: Styles, palette: Palette, setter: Typesetter, scale: float) -> None:
        self.setter = setter
        self._base, self._styles, self._palette, self._scale = base, styles, palette, scale

    def style(self, role: str) -> TextStyle:
        """Return the style for a role such as ``h1`` or ``list``: the theme's, else one derived from the box's own."""
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
        """Return a colour of the theme as ``#rrggbb``."""
        return self._palette.colour(paint)

    def fill(self, paint: str) -> str:
        """Return a background colour of the theme."""
        return self._palette.fill(paint)


@lru_cache(maxsize=128)  # each entry keeps all shaped words of its family in memory
def _scaled(style: TextStyle, scale: float) -> TextStyle:
    if scale == 1.0:
        return style
    return replace(
        style.at_size(style.size * scale),
        space_before=style.space_before * scale,
        space_after=style.space_after * scale,
        indent=style.indent * scale,
    )


def _picture_faults(content: Sequence[Block]) -> Iterator[Fault]:
    """Yield a fault for each picture in Markdown: boxes of text leave it out."""
    hint = "add a field of 'type: picture' to the table, and a box with 'picture: \"{{ field }}\"' to the face"
    for picture in _pictures(content):
        message = f"text in a box cannot contain the picture {picture.path!r}: it is left out"
        yield Fault(Problem("PICT001", Place(""), message, hint, Severity.WARNING), Place(""))


def _pictures(content: Sequence[Block]) -> Iterator[PictureBlock]:
    for block in content:
        if isinstance(block, PictureBlock):
            yield block
        elif isinstance(block, Callout):
            yield from _pictures(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from _pictures(item)
