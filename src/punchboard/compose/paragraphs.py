"""Running text as slabs, one to a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.compose.column import Draw, Look, Slab
from punchboard.compose.hyphens import hyphenator
from punchboard.compose.inline import Atom, Setter, Span
from punchboard.compose.lines import Broken, Row, aligned, broken, hyphenated, set_row
from punchboard.compose.style import TextStyle
from punchboard.scene import Item


def text_slabs(spans: Sequence[Span], style: TextStyle, width: float, look: Look) -> Iterator[Slab]:
    """Yield one slab a line; first and last lines are glued to their neighbours (no widows, no orphans)."""
    atoms = look.setter.atoms(spans, style)
    column = width - style.indent
    lines = lines_of(atoms, column / style.size, style, look.setter)
    last = len(lines.rows) - 1
    for index, (row, em) in enumerate(zip(lines.rows, lines.widths, strict=True)):
        yield Slab(
            style.leading,
            _row_drawer(row, style, style.indent, column, em),
            before=0.0 if index else style.space_before,
            after=style.space_after if index == last else 0.0,
            glued=(index in {0, last - 1} and index != last) or style.keep,
            wide=max(0.0, em * style.size - column),
        )


def lines_of(atoms: Sequence[Atom], width: float, style: TextStyle, setter: Setter) -> Broken:
    """Return atoms in lines of at most ``width`` em, as the style wants them: hyphenated, balanced or plain."""
    split = hyphenator(setter.language) if style.hyphenate else None
    return hyphenated(atoms, width, split) if split else broken(atoms, width, balance=style.balance)


def _row_drawer(row: Row, style: TextStyle, indent: float, column: float, em: float) -> Draw:
    def draw(x: float, y: float) -> Iterator[Item]:
        # the baseline lies so that capitals and descenders share the leading evenly
        baseline = y + (style.leading + style.rise - style.drop * 0.5) / 2
        return set_row(row, style, aligned(style.align, x + indent, column, em * style.size), baseline)

    return draw
