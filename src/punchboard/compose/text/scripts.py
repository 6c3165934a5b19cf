"""Text of several scripts and directions to pieces: each of one script, level and manner, and not parted by a line end.

Plain Latin, Greek and Cyrillic never come here: `is_more` is one look at a text that is not ASCII.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from punchboard.fonts.scripts import script_of

_Ranges = tuple[tuple[str, str], ...]

_RTL: Final[_Ranges] = (
    ("\u0590", "\u08ff"),
    ("\ufb1d", "\ufdff"),
    ("\ufe70", "\ufeff"),
    ("\U00010800", "\U00010fff"),
    ("\U0001e800", "\U0001efff"),
)
_TURNS: Final = frozenset("\u200f\u202b\u202e\u2067")
"""Controls that turn what follows to the left."""

RIGHT_TO_LEFT_MARK: Final = "\u200f"
"""Says of signs and digits alone that they are read from the right: the full stop of a number lies on its left."""

_OTHERS: Final[_Ranges] = (
    ("\u200b", "\u200f"),
    ("\u202a", "\u202e"),
    ("\u2060", "\u2060"),
    ("\u2066", "\u2069"),
    ("\u0900", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u1950", "\u1cff"),
    ("\ua800", "\uaaff"),
    ("\U00011000", "\U00011fff"),
    ("\u1100", "\u11ff"),
    ("\u2e80", "\ua4cf"),
    ("\ua960", "\ua97f"),
    ("\uac00", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\ufe6f"),
    ("\uff00", "\uffef"),
    ("\U00020000", "\U0003ffff"),
)
"""Controls of direction and of breaking; Indic, East Asian and other scripts that are not words between spaces."""

_FIRST: Final = "\u0590"
"""No character before this one is in any of the ranges."""

OBJECT_REPLACEMENT: Final = "\ufffc"
"""What an icon is among the characters of a paragraph."""

CURSIVE_SCRIPTS: Final = frozenset({"Arab", "Mong", "Nkoo", "Syrc", "Mand", "Adlm", "Rohg"})
"""Scripts whose letters join: nothing may be put between them."""

_GUESSED: Final = frozenset({"", "Latn", "Grek", "Cyrl"})
"""Scripts that a word of them alone tells."""


def is_complex_text(text: str) -> bool:
    """Tell whether a text is more than words with spaces between them, each read from left to right as it stands."""
    return not text.isascii() and max(text) >= _FIRST and any(map(_is_more, set(text)))


def has_right_to_left(text: str) -> bool:
    """Tell whether any of a text is read from right to left."""
    return not text.isascii() and max(text) >= _FIRST and any(map(_is_right_to_left, set(text)))


@cache
def _is_more(character: str) -> bool:
    return _is_right_to_left(character) or any(first <= character <= last for first, last in _OTHERS)


@cache
def _is_right_to_left(character: str) -> bool:
    return character in _TURNS or any(first <= character <= last for first, last in _RTL)


class Piece(NamedTuple):
    """Characters of a paragraph that are shaped together, from ``start`` up to ``end``."""

    start: int
    end: int
    level: int
    script: str
    can_break_after: bool
    """Whether a line may end behind it."""

    @property
    def direction_features(self) -> str:
        """How it is read, for `Typeface.word`; nothing where the text tells it."""
        if self.level % 2 == 0 and self.script in _GUESSED:
            return ""
        direction = "direction=rtl" if self.level % 2 else "direction=ltr"
        return f"{direction} script={self.script}" if self.script else direction


class BidiParagraph(NamedTuple):
    """A paragraph without line breaks: its characters, and the level of each."""

    text: str
    levels: Sequence[int]

    def pieces(self, boundaries: frozenset[int]) -> Iterator[Piece]:
        """Yield the pieces between the spaces; ``seams`` are the places where a manner ends, and icons lie."""
        text, scripts = self.text, _scripts(self.text)
        breaks = [*_breaks(text), 0]
        start = 0
        for at in range(1, len(text) + 1):
            ends = at == len(text) or " " in (text[at], text[at - 1]) or at in boundaries or breaks[at]
            if not ends and self.levels[at] == self.levels[at - 1] and scripts[at] == scripts[at - 1]:
                continue
            if text[start] != " ":
                yield Piece(start, at, self.levels[start], scripts[start], bool(breaks[at]))
            start = at


_WINDOW: Final = 128
_ROUND: Final = 32
"""So many characters of a long word are looked at together, and so many before and behind them as well: what takes the
square of a run's length, as runs of marks and controls do, stays short."""


def _breaks(text: str) -> Iterator[int]:
    """Yield for each character whether a line may end before it; what is before and behind a space changes nothing."""
    for number, word in enumerate(text.split(" ")):
        yield from (0,) if number else ()
        yield from _breaks_in(word) if len(word) <= _WINDOW else _breaks_in_long(word)


def _breaks_in_long(word: str) -> Iterator[int]:
    for start in range(0, len(word), _WINDOW):
        before = min(start, _ROUND)
        yield from _breaks_in(word[start - before : start + _WINDOW + _ROUND])[before : before + _WINDOW]


@lru_cache(maxsize=4096)
def _breaks_in(word: str) -> tuple[int, ...]:
    """Return for each character of a word without spaces whether a line may end before it (UAX 14)."""
    from uniseg.linebreak import line_break_breakables

    return tuple(line_break_breakables(word))


def bidi_paragraph(text: str, *, rtl: bool) -> BidiParagraph:
    """Return a text as a paragraph.

    It is read from right to left where the language is and it has such letters, or where it has no others.

    Args:
        text: the text, without line breaks.
        rtl: whether the language is read from right to left.
    """
    if not has_right_to_left(text):
        return BidiParagraph(text, (0,) * len(text))
    from punchboard.compose.text.bidi_levels import has_left_to_right, levels

    return BidiParagraph(text, levels(text, rtl=rtl or not has_left_to_right(text)))


def _scripts(text: str) -> list[str]:
    """Return the script of each character; a sign that all share has that of the letters before it, or else behind."""
    found = [script_of(character) for character in text]
    last = next(filter(None, found), "")
    for at, script in enumerate(found):
        last = found[at] = script or last
    return found
