"""The font packages that themes need, and whether they are installed."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from punchboard.load.files.paths import read_text
from punchboard.load.fonts.theme_fonts import is_installed
from punchboard.load.layout_files.inheritance import THEME, RawLayout, resolve_layout
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
from punchboard.load.layout_files.themes import resolve_theme
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import validated
from punchboard.model.layout.layout import ThemeFile
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.workspace import builtin_folder, find_games, game_folder


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
    for game, theme, resolve in _themes(workspace):
        try:
            packages = _packages(resolve())
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


def _themes(workspace: Path) -> Iterator[tuple[str, str, Callable[[], RawLayout]]]:
    """Yield the game and the name of each theme, and a function that reads it. The game is empty for shared themes."""
    builtin = builtin_folder()
    for game in find_games(workspace):
        search_path = game_search_path(game, workspace, builtin)
        yield game, game, partial(_game_theme, game, workspace, search_path)
    shared = game_search_path("", workspace, builtin)
    for name in sorted(shared.files_by_name(THEME.folder, ".yaml")):
        if "/" not in name:
            place = Place(f"layouts/themes/{name}.yaml")
            yield "", name, partial(resolve_layout, shared, THEME, name, place)


def _game_theme(game: str, workspace: Path, search_path: SearchPath) -> RawLayout:
    path = game_folder(game, workspace) / "game.yaml"
    file = search_path.display_path(path)
    raw, places = read_yaml(read_text(path, Place(file), file), file)
    name = raw.get("theme") if isinstance(raw, Mapping) else None
    return resolve_theme(search_path, name if isinstance(name, str) else None, places.get(("theme",), Place(file)))


def _packages(source: RawLayout) -> frozenset[str]:
    file = validated(ThemeFile, source.raw, source.places, source.file)
    return frozenset(font.package for font in file.fonts.values() if font.package)
