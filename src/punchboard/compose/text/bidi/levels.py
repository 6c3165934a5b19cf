"""The bidirectional algorithm (UAX 9): embedding levels of a paragraph, and the visual order of a line.

python-bidi resolves the levels. It does not pair brackets (rule N0), so this module does that between two of its steps.
It does not know isolates, which are treated as embeddings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar
from unicodedata import bidirectional, category, normalize

from bidi import algorithm
from bidi.mirror import MIRRORED

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
            found = own
        elif _OPPOSITE[own] in inside:
            context = (_STRONG.get(char["type"]) for char in reversed(chars[:opening]))
            found = next((strong for strong in context if strong), before)
        else:
            continue
        chars[opening]["type"] = chars[closing]["type"] = found


def _pairs(chars: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return the positions of matching brackets, in the order of the opening brackets."""
    found, waiting = [], list[tuple[str, int]]()
    for place, char in enumerate(chars):
        character = normalize("NFC", char["ch"])
        if char["type"] != "ON" or character not in MIRRORED:
            continue
        if category(character) == "Ps":
            waiting.append((MIRRORED[character], place))
        elif category(character) == "Pe":
            depth = next((depth for depth in range(len(waiting) - 1, -1, -1) if waiting[depth][0] == character), None)
            if depth is not None:
                found.append((waiting[depth][1], place))
                del waiting[depth:]
    return sorted(found)


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
