"""Icons by name and by meaning, for people who look for one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from punchboard.model.layout.icon_set import without_prefix


def find_icons(query: str, names: Iterable[str], meanings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the icons that suit a query, the best first.

    An icon with the query as its name comes first, then those with it as a word of their name, with other words of the
    same meaning or one that begins so, and with the query as part of a word. All words of a query are needed.

    Args:
        query: words, such as ``sword`` or ``broken crown``.
        names: the names of all icons, with their sets.
        meanings: the built-in icon for each word; words of one icon mean the same.
    """
    words = re.findall(r"[^\W_]+", query.lower())
    if not words:
        return ()
    alike = [_alike(word, meanings) for word in words]
    ranked = [(rank, name) for name in names if (rank := _rank(name, words, alike)) is not None]
    return tuple(name for _, name in sorted(ranked, key=lambda entry: (entry[0], ":" in entry[1], entry[1])))


def _alike(word: str, meanings: Mapping[str, str]) -> Collection[str]:
    """Return the words that mean the same as a word; for the beginning of one, the icons of all that begin so."""
    icon = meanings.get(word)
    if icon is None:
        return {means for other, means in meanings.items() if other.startswith(word)}
    return {icon, *(other for other, means in meanings.items() if means == icon)}


def _rank(name: str, words: list[str], alike: list[Collection[str]]) -> int | None:
    """Return how well a name suits, 0 being best; None when it does not."""
    own = without_prefix(name)
    parts = own.split("-")
    if parts == words:
        return 0
    ranks = list(_ranks(own, parts, words, alike))
    return max(ranks) if len(ranks) == len(words) else None


def _ranks(own: str, parts: list[str], words: list[str], alike: list[Collection[str]]) -> Iterator[int]:
    for word, others in zip(words, alike, strict=True):
        if word in parts:
            yield 1
        elif own in others or any(part in others for part in parts):
            yield 2
        elif word in own:
            yield 3
