"""Text items: aligned lines of whole words, which nearly all card text is, and neighbouring items joined."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Word
from punchboard.scene import Group, Item, Line, Text


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


def merge_texts(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items, with neighbouring texts of one style joined into one item of several lines.

    Neighbouring groups that show the same part of the document become one group.
    """
    result: list[Item] = []
    for item in items:
        before = result[-1] if result else None
        if (
            isinstance(item, Text)
            and isinstance(before, Text)
            and item.face is before.face
            and item.size == before.size
            and item.colour == before.colour
            and item.tracking == before.tracking
        ):
            result[-1] = Text(item.face, item.size, item.colour, (*before.lines, *item.lines), item.tracking)
        elif isinstance(item, Group) and isinstance(before, Group) and _show_one_part(before, item):
            result[-1] = before._replace(items=merge_texts((*before.items, *item.items)))
        else:
            result.append(item)
    return tuple(result)


def _show_one_part(one: Group, other: Group) -> bool:
    return one.element is not None and one == other._replace(items=one.items)
