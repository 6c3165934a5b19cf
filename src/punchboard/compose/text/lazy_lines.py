"""Lines of a text that is broken already, made when they are drawn: until then there is little of each to keep."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Word
from punchboard.scene import Line, Text


def aligned(align: str, left: float, width: float, line: float) -> float:
    """Return the x at which a line of a width begins, all in mm."""
    if align == "left":
        return left
    return left + ((width - line) / 2 if align == "centre" else width - line)


@lru_cache(maxsize=4096)
def baselines(first: float, leading: float, count: int) -> tuple[float, ...]:
    """Return where so many baselines lie, rounded: the same for most cards of a layout."""
    return tuple([round(first + index * leading, 3) for index in range(count)])


class Manner(NamedTuple):
    """How lines of whole words are set: the same for many cards, as their texts are not."""

    style: TextStyle
    left: float
    width: float
    """Mm between which lines stand."""
    below: tuple[float, ...]
    """The baseline of each line."""
    words: Callable[[str, TextStyle], list[Word] | None]
    """Gives the words of a text."""


class LaterLines(Sequence[Line]):
    """Lines of a text that has been broken: words and places are looked up when the lines are drawn.

    Args:
        manner: how they are set.
        text: what they say, in whole words of one face.
        counts: how many words each has.
        rows: the words of each, where they are at hand; then the lines are made once, and kept.
    """

    __slots__ = ("_made", "_rows", "counts", "manner", "text")

    def __init__(
        self, manner: Manner, text: str, counts: Sequence[int], rows: Sequence[tuple[Word, ...]] | None = None
    ) -> None:
        self.manner, self.text, self.counts, self._rows = manner, text, counts, rows
        self._made: tuple[Line, ...] | None = None

    def __len__(self) -> int:
        """Return how many lines there are."""
        return len(self.manner.below)

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | Sequence[Line]:
        """Return one line, or some."""
        return tuple(self)[at]

    @property
    def parts(self) -> tuple[object, ...]:
        """All that the lines depend on, without making them: texts that are set alike in one face are equal in it."""
        style, *place = self.manner[:4]
        way = (style.face, style.size, style.features, style.caps, style.align)
        return (*way, *place, self.text, tuple(self.counts))

    def sets(self, text: Text) -> bool:
        """Tell whether a text with these lines is nothing but these lines in their manner."""
        face, size, colour, _, tracking = text
        style = self.manner.style
        return face is style.face and size == style.size and colour == style.colour and not tracking

    def __eq__(self, other: object) -> bool:
        """Tell whether lines are the same, whether or not they are made already."""
        return isinstance(other, LaterLines | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of the lines."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return the lines, for golden texts and messages."""
        return repr(tuple(self))

    def __iter__(self) -> Iterator[Line]:
        """Yield the lines."""
        if self._made is None:
            if self._rows is None:
                return iter(self._set(self._again()))
            self._made, self._rows = tuple(self._set(self._rows)), None
        return iter(self._made)

    def _again(self) -> Iterator[tuple[Word, ...]]:
        """Yield the words of each line, looked up again."""
        words, at = self.manner.words(self.text, self.manner.style) or [], 0
        for count in self.counts:
            yield tuple(words[at : at + count])
            at += count

    def _set(self, rows: Iterable[tuple[Word, ...]]) -> list[Line]:
        style, left, width, below, _ = self.manner
        x = round(left, 3)
        if style.align == "left":
            return [Line(x, y, row) for y, row in zip(below, rows, strict=False)]
        space, size, lines = style.face.space.width, style.size, list[Line]()
        for y, row in zip(below, rows, strict=False):
            used = -space
            for word in row:
                used = used + space + word[4]
            lines.append(Line(round(aligned(style.align, left, width, used * size), 3), y, row))
        return lines


def later_text(text: str, rows: Sequence[tuple[Word, ...]], manner: Manner) -> Text:
    """Return lines of whole words of a text as one item: as many as there are baselines."""
    return set_later(LaterLines(manner, text, _counts(tuple(map(len, rows))), rows))


@lru_cache(maxsize=4096)
def _counts(words: tuple[int, ...]) -> Sequence[int]:
    """Return how many words lines have, in the least room: a deck has some texts on every card, and most are alike."""
    return bytes(words) if max(words) < 256 else words


def set_later(lines: LaterLines) -> Text:
    """Return lines as an item."""
    style = lines.manner.style
    return Text(style.face, style.size, style.colour, lines)
