"""Themes as written, before validation: what an edit needs to change only one of their files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from punchboard.load.layout_files.inheritance import THEME, RawLayout, merge_layouts, read_layout_file, resolve_layout
from punchboard.load.layout_files.search_path import game_search_path
from punchboard.load.layout_files.themes import DEFAULT_THEME, OWN_THEME, theme_below, theme_names
from punchboard.load.layouts.stationery import shared_search_path
from punchboard.model.game.game import Game
from punchboard.problem import Place
from punchboard.workspace import builtin_folder, workspace_root


class RawTheme(NamedTuple):
    """A theme as written: merged over all that it extends, what it inherits, and what the game's own file has."""

    merged: Mapping[str, Any]
    inherited: Mapping[str, Any]
    own: Mapping[str, Any]
    file: str
    """The path of the game's own theme.yaml, from the workspace; it need not exist yet."""
    extends: str | None
    """The theme that a new own file must extend; None when game.yaml names the theme."""


def raw_theme(game: Game, workspace: Path) -> RawTheme:
    """Return the theme of a game as its files have it.

    Raises:
        ProblemsFound: REF001 for a theme that does not exist, and all problems of the files.
    """
    workspace = workspace_root(workspace)
    search_path = game_search_path(game.id, workspace, builtin_folder(), game.locale, game.file.language)
    below, path = theme_below(search_path, game.file.theme, game.place_of("theme"))
    folders = [root.folder for root in search_path.roots[: search_path.own_count]]
    if path is not None and any(path.is_relative_to(folder) for folder in folders):
        own = read_layout_file(search_path, path)
        merged = merge_layouts(below, own, THEME)
        return RawTheme(_mapping(merged), _mapping(below), _mapping(own), search_path.display_path(path), None)
    shared = RawLayout({}, {}, "") if path is None else read_layout_file(search_path, path)
    now = _mapping(merge_layouts(below, shared, THEME))
    folder = next((folder for folder in folders if folder.is_dir()), folders[0])
    file = search_path.display_path(folder / THEME.candidates(OWN_THEME)[0])
    unnamed = DEFAULT_THEME if game.file.theme is None else None
    return RawTheme(now, now, {}, file, unnamed if path is None else OWN_THEME)


def shared_themes(workspace: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the themes that every game of a workspace can name, each with its colourways behind it, as written.

    Raises:
        ProblemsFound: for a theme that is not YAML.
    """
    search_path = shared_search_path(workspace)
    names = (name for theme, ways in theme_names(search_path).items() for name in (theme, *ways))
    return {name: _mapping(resolve_layout(search_path, THEME, name, Place("theme"))) for name in names}


def _mapping(layout: RawLayout) -> Mapping[str, Any]:
    return layout.raw if isinstance(layout.raw, Mapping) else {}
