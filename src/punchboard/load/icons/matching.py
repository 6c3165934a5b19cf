"""Icons that suit words, from the built-in ones, those of games, and those of sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from punchboard.load.icons.find import find_icons
from punchboard.load.icons.icons import load_icons
from punchboard.load.icons.meanings import load_icon_words
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
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
