"""Paragraph layout: one slab for each line of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.compose.text.atoms import Atom, Span
from punchboard.compose.text.hyphenation import hyphenator
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.layout.column import Draw, Look, Slab
from punchboard.compose.text.lines import (
    AtomLines,
    Row,
    WordLines,
    break_lines,
    break_words,
    hyphenate_lines,
    line_items,
    words_text,
)
from punchboard.compose.text.style import TextStyle
from punchboard.compose.text.word_lines import line_start
from punchboard.fonts import Word
from punchboard.scene import Item


def text_slabs(spans: Sequence[Span], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    """Yield one slab for each line; the first and last lines stay with their neighbours (no widows or orphans)."""
    column, indent = width - style.indent, 0.0 if look.setter.rtl else style.indent
    lines = _lines(spans, column / style.size, style, look.setter)
    draws = _words_drawer if isinstance(lines, WordLines) else _row_drawer
    last = len(lines.rows) - 1
    for index, (row, em) in enumerate(zip(lines.rows, lines.widths, strict=True)):
        yield Slab(
            style.leading,
            draws(row, style, indent, column, em),  # type: ignore[arg-type]
            space_before=0.0 if index else style.space_before,
            space_after=style.space_after if index == last else 0.0,
            keep_with_next=(index in {0, last - 1} and index != last) or style.keep,
            overflow_width=max(0.0, em * style.size - column),
        )


def _lines(spans: Sequence[Span], width: float, style: TextStyle, setter: Typesetter) -> AtomLines | WordLines:
    """Return the lines of spans; plain text in one style, which nearly all card text is, needs no atoms."""
    if len(spans) == 1 and spans[0] == Span(spans[0].text) and not style.hyphenate:
        words = setter.plain_words(spans[0].text, style)
        if words is not None:
            return break_words(words, style.face.space.width, width, balance=style.balance)
    return styled_lines(setter.atoms(spans, style), width, style, setter)


def styled_lines(atoms: Sequence[Atom], width: float, style: TextStyle, setter: Typesetter) -> AtomLines:
    """Return atoms in lines of at most ``width`` em, hyphenated or balanced if the style says so."""
    split = hyphenator(setter.language, style.features) if style.hyphenate else None
    return hyphenate_lines(atoms, width, split) if split else break_lines(atoms, width, balance=style.balance)


def _row_drawer(row: Row, style: TextStyle, indent: float, column: float, em: float) -> Draw:
    def draw(x: float, y: float) -> Iterator[Item]:
        # this baseline divides the leading evenly above the capitals and below the descenders
        baseline = y + (style.leading + style.cap_height - style.descent * 0.5) / 2
        return line_items(row, style, line_start(style.align, x + indent, column, em * style.size), baseline)

    return draw


def _words_drawer(row: tuple[Word, ...], style: TextStyle, indent: float, column: float, em: float) -> Draw:
    def draw(x: float, y: float) -> Iterator[Item]:
        baseline = y + (style.leading + style.cap_height - style.descent * 0.5) / 2
        return iter(
            (words_text((row,), style, (line_start(style.align, x + indent, column, em * style.size),), (baseline,)),)
        )

    return draw
