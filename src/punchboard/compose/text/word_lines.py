"""Aligned lines of whole words in one typeface, which nearly all card text is, as one text item."""

from collections.abc import Sequence
from functools import lru_cache

from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Word
from punchboard.scene import Line, Text


def line_start(align: str, left: float, width: float, line: float) -> float:
    """Return the x in mm at which a line starts.

    Args:
        align: ``left``, ``centre`` or ``right``.
        left: the left edge of the text area, in mm.
        width: the width of the text area, in mm.
        line: the width of the line, in mm.
    """
    if align == "left":
        return left
    return left + ((width - line) / 2 if align == "centre" else width - line)


def aligned_words_text(
    rows: Sequence[tuple[Word, ...]], style: TextStyle, left: float, width: float, first: float
) -> Text:
    """Return lines of words as one text item.

    Args:
        rows: the words of each line.
        style: the text style, with the alignment.
        left: the left edge of the text area, in mm.
        width: the width of the text area, in mm.
        first: the baseline of the first line, in mm.
    """
    baselines = _baselines(first, style.leading, len(rows))
    if style.align == "left":
        x = round(left, 3)
        lines_left = tuple([Line(x, y, row) for y, row in zip(baselines, rows, strict=True)])
        return Text(style.face, style.size, style.colour, lines_left)
    space, size, lines = style.face.space.width, style.size, list[Line]()
    for y, row in zip(baselines, rows, strict=True):
        used = -space
        for word in row:
            used = used + space + word[4]
        lines.append(Line(round(line_start(style.align, left, width, used * size), 3), y, row))
    return Text(style.face, style.size, style.colour, tuple(lines))


@lru_cache(maxsize=4096)
def _baselines(first: float, leading: float, count: int) -> tuple[float, ...]:
    """Return the rounded baselines of ``count`` lines, which most cards of a layout share."""
    return tuple([round(first + index * leading, 3) for index in range(count)])
