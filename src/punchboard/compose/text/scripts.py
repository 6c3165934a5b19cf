"""Pieces of bidirectional and complex-script text: each has one script, level and style, and no line breaks it.

Plain Latin, Greek and Cyrillic text does not get here: `is_complex_text` is a fast test of text that is not ASCII.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from punchboard.fonts.script_table import script_of

_Ranges = tuple[tuple[str, str], ...]

_RTL: Final[_Ranges] = (
    ("\u0590", "\u08ff"),
    ("\ufb1d", "\ufdff"),
    ("\ufe70", "\ufeff"),
    ("\U00010800", "\U00010fff"),
    ("\U0001e800", "\U0001efff"),
)
_RTL_CONTROLS: Final = frozenset("\u200f\u202b\u202e\u2067")
"""Control characters that set the direction to right-to-left."""

RIGHT_TO_LEFT_MARK: Final = "\u200f"
"""Makes punctuation and digits read from right to left: the full stop of a list number stands on its left."""

_COMPLEX: Final[_Ranges] = (
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
"""Direction and line break controls; Indic, East Asian and other scripts whose text is not words between spaces."""

_LOWEST: Final = "\u0590"
"""The lowest character in any of these ranges."""

OBJECT_REPLACEMENT: Final = "\ufffc"
"""Stands for an icon among the characters of a paragraph."""

CURSIVE_SCRIPTS: Final = frozenset({"Arab", "Mong", "Nkoo", "Syrc", "Mand", "Adlm", "Rohg"})
"""Scripts whose letters join, so that tracking cannot separate them."""

_GUESSED_SCRIPTS: Final = frozenset({"", "Latn", "Grek", "Cyrl"})
"""Scripts that HarfBuzz guesses from the text itself."""


def is_complex_text(text: str) -> bool:
    """Tell whether a text is more than left-to-right words between spaces."""
    return not text.isascii() and max(text) >= _LOWEST and any(map(_is_complex, set(text)))


def has_right_to_left(text: str) -> bool:
    """Tell whether any part of a text is read from right to left."""
    return not text.isascii() and max(text) >= _LOWEST and any(map(_is_right_to_left, set(text)))


@cache
def _is_complex(character: str) -> bool:
    return _is_right_to_left(character) or any(first <= character <= last for first, last in _COMPLEX)


@cache
def _is_right_to_left(character: str) -> bool:
    return character in _RTL_CONTROLS or any(first <= character <= last for first, last in _RTL)


class Piece(NamedTuple):
    """Characters of a paragraph that are shaped together, from ``start`` up to ``end``."""

    start: int
    end: int
    level: int
    script: str
    can_break_after: bool
    """Whether a line may break after the piece."""

    @property
    def direction_features(self) -> str:
        """Its direction and script as features for `Typeface.word`; empty where the text itself shows them."""
        if self.level % 2 == 0 and self.script in _GUESSED_SCRIPTS:
            return ""
        direction = "direction=rtl" if self.level % 2 else "direction=ltr"
        return f"{direction} script={self.script}" if self.script else direction


class BidiParagraph(NamedTuple):
    """A paragraph without line breaks: its characters, and the embedding level of each."""

    text: str
    levels: Sequence[int]

    def pieces(self, boundaries: frozenset[int]) -> Iterator[Piece]:
        """Yield the pieces between the spaces; ``boundaries`` are the positions of style changes and icons."""
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
_CONTEXT: Final = 32
"""Long words are searched for line breaks in windows of ``_WINDOW`` characters, with ``_CONTEXT`` characters around
each, because the time for runs of combining marks and controls grows with the square of their length."""


def _breaks(text: str) -> Iterator[int]:
    """Yield for each character whether a line may break before it; words are independent of one another."""
    for number, word in enumerate(text.split(" ")):
        yield from (0,) if number else ()
        yield from _breaks_in(word) if len(word) <= _WINDOW else _breaks_in_long(word)


def _breaks_in_long(word: str) -> Iterator[int]:
    for start in range(0, len(word), _WINDOW):
        before = min(start, _CONTEXT)
        yield from _breaks_in(word[start - before : start + _WINDOW + _CONTEXT])[before : before + _WINDOW]


@lru_cache(maxsize=4096)
def _breaks_in(word: str) -> tuple[int, ...]:
    """Return for each character of a word whether a line may break before it (UAX 14)."""
    from uniseg.linebreak import line_break_breakables  # noqa: PLC0415 - few texts need it, and it takes 0.1 s

    return tuple(line_break_breakables(word))


def bidi_paragraph(text: str, *, rtl: bool) -> BidiParagraph:
    """Return a text as a paragraph with embedding levels.

    It is read from right to left if it has right-to-left letters, and either the language is read so or it has no other
    letters.

    Args:
        text: the text, without line breaks.
        rtl: whether the language is read from right to left.
    """
    if not has_right_to_left(text):
        return BidiParagraph(text, (0,) * len(text))
    from punchboard.compose.text.bidi.levels import (  # noqa: PLC0415 - few texts need it
        embedding_levels,
        has_left_to_right,
    )

    return BidiParagraph(text, embedding_levels(text, rtl=rtl or not has_left_to_right(text)))


def _scripts(text: str) -> list[str]:
    """Return the script of each character; one that scripts share takes the script before it, or else after it."""
    found = [script_of(character) for character in text]
    last = next(filter(None, found), "")
    for at, script in enumerate(found):
        last = found[at] = script or last
    return found
