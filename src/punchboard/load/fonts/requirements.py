"""The font packages that themes need, and whether they are installed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from punchboard.load.fonts.files import is_installed
from punchboard.load.layout_files.inheritance import THEME, resolve_layout, theme_name
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
from punchboard.load.yaml.validate import validated
from punchboard.model.layout.layout import ThemeFile
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.workspace import builtin_folder, find_games


class FontRequirement(NamedTuple):
    """A font package and what needs it."""

    package: str
    games: tuple[str, ...]
    """Games whose own theme uses it."""
    themes: tuple[str, ...]
    """Shared themes that use it."""
    installed: bool


def font_requirements(workspace: Path) -> tuple[tuple[FontRequirement, ...], tuple[Problem, ...]]:
    """Return the font packages that the themes of a workspace need, and the problems of unreadable themes."""
    games: dict[str, dict[str, None]] = {}
    themes: dict[str, dict[str, None]] = {}
    problems: dict[Problem, None] = {}
    for game, theme, search_path in _themes(workspace):
        try:
            packages = _packages(search_path, theme)
        except ProblemsFound as found:
            problems |= dict.fromkeys(found.problems)
            continue
        for package in packages:
            (games if game else themes).setdefault(package, {})[game or theme] = None
    needs = (
        FontRequirement(package, tuple(games.get(package, ())), tuple(themes.get(package, ())), is_installed(package))
        for package in sorted({*games, *themes})
    )
    return tuple(needs), tuple(problems)


def _themes(workspace: Path) -> Iterator[tuple[str, str, SearchPath]]:
    """Yield the game, the name and the search path of each theme. The game is empty for shared themes."""
    builtin = builtin_folder()
    for game in find_games(workspace):
        search_path = game_search_path(game, workspace, builtin)
        yield game, theme_name(search_path), search_path
    shared = game_search_path("", workspace, builtin)
    yield from (("", name, shared) for name in sorted(shared.files_by_name(THEME.folder, ".yaml")) if "/" not in name)


def _packages(search_path: SearchPath, theme: str) -> frozenset[str]:
    source = resolve_layout(search_path, THEME, theme, Place(f"layouts/themes/{theme}.yaml"))
    file = validated(ThemeFile, source.raw, source.places, source.file)
    return frozenset(font.package for font in file.fonts.values() if font.package)
