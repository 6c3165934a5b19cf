"""The bidirectional algorithm (UAX 9): a level for each character of a paragraph, then the order of what is on a line.

python-bidi resolves the levels. It knows nothing of pairs of brackets (rule N0), which are settled between two of its
steps, and nothing of isolates, which are taken for embeddings.
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
"""Blocks of scripts read from right to left, and so their unassigned characters: DerivedBidiClass.txt of Unicode."""
_OTHER: Final = {"L": "R", "R": "L"}


def levels(text: str, *, rtl: bool) -> tuple[int, ...]:
    """Return the embedding level of each character of a paragraph: even is read from left to right, odd from the right.

    Args:
        text: the paragraph, without line breaks.
        rtl: whether the paragraph itself is read from right to left.
    """
    storage = algorithm.get_empty_storage()
    storage["base_level"] = int(rtl)
    algorithm.get_embedding_levels(text.translate(_ISOLATES), storage)
    everything = storage["chars"]
    for position, one in enumerate(everything):
        one["at"] = position
        if not one["type"]:  # nobody's character yet, which the library has no direction for
            one["type"] = one["orig"] = "R" if _RTL_BLOCKS.match(one["ch"]) else "L"
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    for run in storage["runs"]:
        _settle_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    return tuple(_filled(len(everything), storage["chars"], int(rtl)))


def has_left_to_right(text: str) -> bool:
    """Tell whether any letter of a text is read from left to right."""
    return any(bidirectional(character) == "L" for character in text)


def _filled(length: int, chars: Sequence[dict[str, Any]], base: int) -> Iterator[int]:
    """Yield a level for every character; controls, which have none, take that of the character before them."""
    known = {one["at"]: int(one["level"]) for one in chars}
    level = base
    for position in range(length):
        level = known.get(position, level)
        yield level


def _settle_brackets(chars: Sequence[dict[str, Any]], before: str) -> None:
    """Give both brackets of each pair the direction of what is in them, or else of what is round them: rule N0."""
    for opening, closing in _pairs(chars):
        own = "R" if chars[opening]["level"] % 2 else "L"
        inside = {_STRONG.get(one["type"]) for one in chars[opening + 1 : closing]}
        if own in inside:
            found = own
        elif _OTHER[own] in inside:
            context = (_STRONG.get(one["type"]) for one in reversed(chars[:opening]))
            found = next((strong for strong in context if strong), before)
        else:
            continue
        chars[opening]["type"] = chars[closing]["type"] = found


def _pairs(chars: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return the places of brackets that belong together, in the order of the opening ones."""
    found, waiting = [], list[tuple[str, int]]()
    for place, one in enumerate(chars):
        sign = normalize("NFC", one["ch"])
        if one["type"] != "ON" or sign not in MIRRORED:
            continue
        if category(sign) == "Ps":
            waiting.append((MIRRORED[sign], place))
        elif category(sign) == "Pe":
            depth = next((depth for depth in range(len(waiting) - 1, -1, -1) if waiting[depth][0] == sign), None)
            if depth is not None:
                found.append((waiting[depth][1], place))
                del waiting[depth:]
    return sorted(found)


def visual_order(things: Sequence[T], of_level: Sequence[int]) -> list[T]:
    """Return what stands on one line from left to right: from the highest level down, what is as high is turned round.

    This is rule L2; ``of_level`` has the level of each thing.
    """
    order = list(range(len(things)))
    odd = [level for level in of_level if level % 2]
    for level in range(max(of_level, default=0), min(odd, default=1) - 1, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and of_level[order[end]] >= level:
                end += 1
            if end > start:
                order[start:end] = reversed(order[start:end])
            start = end + 1
    return [things[place] for place in order]
