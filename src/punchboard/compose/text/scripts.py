"""Levels (UAX 9) and pieces of bidirectional and complex-script text: one script, level and style each.

Plain Latin, Greek and Cyrillic text does not get here: `is_complex_text` is a fast test of text that is not ASCII.

python-bidi resolves the levels. It does not pair brackets (rule N0), so this module does that between two of its steps.
It does not know isolates, which are treated as embeddings.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar
from unicodedata import bidirectional, category, normalize

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

    return BidiParagraph(text, embedding_levels(text, rtl=rtl or not has_left_to_right(text)))


def _scripts(text: str) -> list[str]:
    """Return the script of each character; one that scripts share takes the script before it, or else after it."""
    scripts = [script_of(character) for character in text]
    last = next(filter(None, scripts), "")
    for at, script in enumerate(scripts):
        last = scripts[at] = script or last
    return scripts


T = TypeVar("T")

_ISOLATES: Final = {0x2066: "\u202a", 0x2067: "\u202b", 0x2068: "\u202a", 0x2069: "\u202c"}
_STRONG: Final = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
_RTL_BLOCKS: Final = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff"
    r"\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Blocks of right-to-left scripts, whose unassigned characters are right-to-left too (Unicode DerivedBidiClass.txt)."""
_OPPOSITE: Final = {"L": "R", "R": "L"}


def embedding_levels(text: str, *, rtl: bool) -> tuple[int, ...]:
    """Return the embedding level of each character of a paragraph: even is left to right, odd is right to left.

    Args:
        text: the paragraph, without line breaks.
        rtl: whether the paragraph itself is read from right to left.
    """
    from bidi import algorithm  # noqa: PLC0415 - few games have such text

    storage = algorithm.get_empty_storage()
    storage["base_level"] = int(rtl)
    algorithm.get_embedding_levels(text.translate(_ISOLATES), storage)
    all_chars = storage["chars"]
    for position, char in enumerate(all_chars):
        char["at"] = position
        if not char["type"]:  # an unassigned character, for which the library has no direction
            char["type"] = char["orig"] = "R" if _RTL_BLOCKS.match(char["ch"]) else "L"
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    for run in storage["runs"]:
        _resolve_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    return tuple(_all_levels(len(all_chars), storage["chars"], int(rtl)))


def has_left_to_right(text: str) -> bool:
    """Tell whether a text has a letter that is read from left to right."""
    return any(bidirectional(character) == "L" for character in text)


def _all_levels(length: int, chars: Sequence[dict[str, Any]], base: int) -> Iterator[int]:
    """Yield a level for every character; controls have none, and take the level of the character before them."""
    resolved = {char["at"]: int(char["level"]) for char in chars}
    level = base
    for position in range(length):
        level = resolved.get(position, level)
        yield level


def _resolve_brackets(chars: Sequence[dict[str, Any]], before: str) -> None:
    """Give both brackets of each pair the direction of the text inside them, or else of that around them (rule N0)."""
    for opening, closing in _pairs(chars):
        own = "R" if chars[opening]["level"] % 2 else "L"
        inside = {_STRONG.get(char["type"]) for char in chars[opening + 1 : closing]}
        if own in inside:
            direction = own
        elif _OPPOSITE[own] in inside:
            context = (_STRONG.get(char["type"]) for char in reversed(chars[:opening]))
            direction = next((strong for strong in context if strong), before)
        else:
            continue
        chars[opening]["type"] = chars[closing]["type"] = direction


def _pairs(chars: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return the positions of matching brackets, in the order of the opening brackets."""
    from bidi.mirror import MIRRORED  # noqa: PLC0415 - as above

    pairs, waiting = [], list[tuple[str, int]]()
    for place, char in enumerate(chars):
        character = normalize("NFC", char["ch"])
        if char["type"] != "ON" or character not in MIRRORED:
            continue
        if category(character) == "Ps":
            waiting.append((MIRRORED[character], place))
        elif category(character) == "Pe":
            depth = next((depth for depth in range(len(waiting) - 1, -1, -1) if waiting[depth][0] == character), None)
            if depth is not None:
                pairs.append((waiting[depth][1], place))
                del waiting[depth:]
    return sorted(pairs)


def visual_order(items: Sequence[T], item_levels: Sequence[int]) -> list[T]:
    """Return the items of one line from left to right (rule L2), given the embedding level of each."""
    order = list(range(len(items)))
    odd = [level for level in item_levels if level % 2]
    for level in range(max(item_levels, default=0), min(odd, default=1) - 1, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and item_levels[order[end]] >= level:
                end += 1
            if end > start:
                order[start:end] = reversed(order[start:end])
            start = end + 1
    return [items[place] for place in order]
