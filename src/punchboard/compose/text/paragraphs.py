"""Paragraph layout: one slab for each line of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from punchboard.compose.text.atoms import After, Atom, Span
from punchboard.compose.text.column import Draw, Look, Slab
from punchboard.compose.text.hyphenation import broken_words, hyphenator
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import (
    AtomLines,
    WordLines,
    break_lines,
    break_words,
    hyphenate_lines,
    line_items,
    line_start,
    words_line,
)
from punchboard.compose.text.style import TextStyle
from punchboard.compose.text.text_icons import NO_BREAK_SPACE
from punchboard.scene import Item

_SHORT_END: Final = 4.0
"""The width in em below which one word is too short to be the last line of a paragraph."""

_ROUNDING: Final = 1e-6
"""What a line may be wider than its width, in em."""

_LEAST_MEASURE: Final = 0.75
"""The part of the widest line that lines keep when words come down to a short last line."""

_SUM: Final = re.compile("\\d+(?: [+\u2212\u2013\u00d7=] [+\u2212]?\\d+)+")
_LONGEST_SUM: Final = 24
"""The number of characters of the longest sum that stays on one line; longer ones break before an equals sign."""


def text_slabs(spans: Sequence[Span], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    """Yield one slab for each line; the first and last lines stay with their neighbours (no widows or orphans)."""
    column, indent = width - style.indent, 0.0 if look.setter.rtl else style.indent
    em = column / style.size
    fill = partial(_lines, _with_whole_sums(spans), style=style, setter=look.setter)
    lines = _without_short_end(fill(em), fill)
    last = len(lines.rows) - 1
    for index, used in enumerate(lines.widths):
        yield Slab(
            style.leading,
            _line_drawer(lines, index, style, indent, column),
            space_before=0.0 if index else style.space_before,
            space_after=style.space_after if index == last else 0.0,
            is_in_paragraph=index != last,
            keep_with_next=(index in {0, last - 1} and index != last) or style.keep,
            overflow_width=max(0.0, used * style.size - column),
        )


def _lines(spans: Sequence[Span], width: float, *, style: TextStyle, setter: Typesetter) -> AtomLines | WordLines:
    """Return the lines of spans; plain text in one style, which nearly all card text is, needs no atoms."""
    if len(spans) == 1 and spans[0] == Span(spans[0].text) and not style.hyphenate:
        words = setter.plain_words(spans[0].text, style)
        lines = break_words(words, style.face.space.width, width, balance=style.balance) if words is not None else None
        if lines is not None and lines.widest <= width + _ROUNDING:
            return lines
    return lines_within(setter.atoms(spans, style), width, style, setter)


def lines_within(atoms: Sequence[Atom], width: float, style: TextStyle, setter: Typesetter) -> AtomLines:
    """Return atoms in lines of at most ``width`` em; a long word that is wider goes on in the next line."""
    lines = styled_lines(atoms, width, style, setter)
    if lines.widest <= width + _ROUNDING:
        return lines
    return styled_lines([*broken_words(atoms, width, setter.language, style.features)], width, style, setter)


def _with_whole_sums(spans: Sequence[Span]) -> Sequence[Span]:
    """Return spans whose sums do not break between lines, also where a sum has several styles or rule marks."""
    text = "".join(span.text for span in spans)
    kept = _SUM.sub(_kept_together, text)
    if kept == text:
        return spans
    ends = [*accumulate(len(span.text) for span in spans)]
    return [span._replace(text=kept[end - len(span.text) : end]) for span, end in zip(spans, ends, strict=True)]


def _kept_together(match: re.Match[str]) -> str:
    """Return a sum in which lines do not break, or break only before an equals sign."""
    whole = match[0].replace(" ", NO_BREAK_SPACE)
    return whole if len(whole) <= _LONGEST_SUM else whole.replace(f"{NO_BREAK_SPACE}=", " =")


def _without_short_end(
    lines: AtomLines | WordLines, fill: Callable[[float], AtomLines | WordLines]
) -> AtomLines | WordLines:
    """Return lines whose last one is not a single short word: the widest line gives up its last word until it is so.

    Lines stay as they are where that would need another line, or leave one far shorter than the others.
    """
    if len(lines.widths) < 2 or not _has_short_end(lines):
        return lines
    narrower, least = lines, lines.widest * _LEAST_MEASURE
    while _has_short_end(narrower):
        measure = narrower.widest - 2 * _ROUNDING
        narrower = fill(measure)
        if len(narrower.widths) != len(lines.widths) or not least <= narrower.widest <= measure + _ROUNDING:
            return lines
    return narrower


def _has_short_end(lines: AtomLines | WordLines) -> bool:
    """Tell whether the last line is one short word."""
    if lines.widths[-1] >= _SHORT_END:
        return False
    if isinstance(lines, WordLines):
        return len(lines.rows[-1]) == 1
    return all(atom.after is not After.SPACE for atom in lines.rows[-1][:-1])


def styled_lines(atoms: Sequence[Atom], width: float, style: TextStyle, setter: Typesetter) -> AtomLines:
    """Return atoms in lines of at most ``width`` em, hyphenated or balanced if the style says so."""
    split = hyphenator(setter.language, style.features) if style.hyphenate else None
    return hyphenate_lines(atoms, width, split) if split else break_lines(atoms, width, balance=style.balance)


def _line_drawer(lines: AtomLines | WordLines, index: int, style: TextStyle, indent: float, column: float) -> Draw:
    def draw(x: float, y: float) -> Iterator[Item]:
        # this baseline divides the leading evenly above the capitals and below the descenders
        baseline = y + (style.leading + style.cap_height - style.descent * 0.5) / 2
        start = line_start(style.align, x + indent, column, lines.widths[index] * style.size)
        if isinstance(lines, WordLines):
            return iter((words_line(lines.rows[index], style, start, baseline),))
        return line_items(lines.rows[index], style, start, baseline)

    return draw
