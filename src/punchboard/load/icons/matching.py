"""Icons that suit words, from the built-in ones, those of games, and those of sets."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from punchboard.load.icons.icons import load_icons
from punchboard.load.icons.meanings import load_icon_words
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
from punchboard.model.layout.icon_set import without_prefix
from punchboard.problem import ProblemsFound
from punchboard.workspace import builtin_folder

if TYPE_CHECKING:
    from punchboard.geometry import Outline
    from punchboard.model.layout.icon_set import IconSet


def matching_icons(words: str, workspace: Path, games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the icons that suit words, the best first: built-in ones, those of games, those of sets.

    Raises:
        ProblemsFound: when a set or a file of meanings cannot be read.
    """
    return tuple(_found(words, workspace, games))


def matching_pictures(
    words: str, workspace: Path, games: tuple[str, ...], most: int
) -> Iterator[tuple[str, Outline, IconSet | None]]:
    """Yield the name, the outline and the set of the icons that suit words, at most some; unusable ones are left out.

    Raises:
        ProblemsFound: when a set or a file of meanings cannot be read.
    """
    for name, search_path in list(_found(words, workspace, games).items())[:most]:
        sets = IconSets(search_path)
        try:
            outline = load_icons(search_path, sets)[name]
        except (KeyError, ProblemsFound):
            continue
        prefix, colon, _ = name.partition(":")
        yield name, outline, sets[prefix] if colon else None


def _found(words: str, workspace: Path, games: tuple[str, ...]) -> dict[str, SearchPath]:
    """Return the icons that suit words, each with the first search path that has it."""
    found: dict[str, SearchPath] = {}
    for game in games or ("",):
        search_path = game_search_path(game, workspace, builtin_folder())
        names = IconNames(search_path.icon_names(), IconSets(search_path))
        for name in find_icons(words, names, load_icon_words(search_path)):
            found.setdefault(name, search_path)
    return found


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
