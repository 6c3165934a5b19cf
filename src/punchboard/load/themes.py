"""The theme of a game: the one that ``theme`` in game.yaml names, changed by the game's own ``theme.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from punchboard.load.layout_files import THEME, RawLayout, SearchPath, merge_layouts, read_layout_file, resolve_layout
from punchboard.problem import Place

DEFAULT_THEME: Final = "plain"
"""The theme of a game that names none."""

OWN_THEME: Final = "theme"
"""The name of a game's own theme, which lists changes to another one."""

NO_GAME_THEMES: Final = frozenset({DEFAULT_THEME, "calibrate"})
"""Themes that are not meant for games: the one that others extend, and that of the calibration sheet."""


def resolve_theme(search_path: SearchPath, name: str | None, place: Place) -> RawLayout:
    """Return a game's theme: the named one, changed by the game's ``theme.yaml`` if it has one.

    Args:
        search_path: the game's search path.
        name: the theme of game.yaml; None for the one that ``theme.yaml`` extends, else `DEFAULT_THEME`.
        place: where the name is written.

    Raises:
        ProblemsFound: REF001 for a name that does not exist, and all problems of the files.
    """
    if name is None:
        own = search_path.find(*THEME.candidates(OWN_THEME))
        raw = read_layout_file(search_path, own).raw if own is not None else None
        if isinstance(raw, Mapping) and "extends" not in raw and search_path.find(*THEME.candidates(DEFAULT_THEME)):
            return _changed(search_path, DEFAULT_THEME, place, ())
        return resolve_layout(search_path, THEME, OWN_THEME if own else DEFAULT_THEME, place)
    return _changed(search_path, name, place, ())


def _changed(search_path: SearchPath, name: str, place: Place, above: tuple[Path, ...]) -> RawLayout:
    """Return a theme changed by those ``theme.yaml`` files that do not extend each other yet."""
    path = search_path.find(*THEME.candidates(OWN_THEME), without=above)
    own = read_layout_file(search_path, path) if path is not None else None
    if path is not None and own is not None and own.extends == OWN_THEME:
        below = _changed(search_path, name, place, (*above, path))
    else:
        below = resolve_layout(search_path, THEME, name, place)
        below = below._replace(ancestors=(name, *below.ancestors))
    return merge_layouts(below, own, THEME)._replace(ancestors=below.ancestors) if own is not None else below


def theme_below(search_path: SearchPath, name: str | None, place: Place) -> tuple[RawLayout, Path | None]:
    """Return what a game's ``theme.yaml`` changes, and the path of that file; None when there is none.

    Raises:
        ProblemsFound: as for `resolve_theme`.
    """
    path = search_path.find(*THEME.candidates(OWN_THEME))
    if path is None:
        return resolve_theme(search_path, name, place), None
    extended = read_layout_file(search_path, path).extends
    if extended == OWN_THEME and name is not None:
        return _changed(search_path, name, place, (path,)), path
    below = extended if name is None else name
    return resolve_layout(search_path, THEME, below, place, (path,)) if below else RawLayout({}, {}, ""), path


def theme_names(search_path: SearchPath) -> dict[str, tuple[str, ...]]:
    """Return the themes for games by name, each with its colourways: the files in the theme's folder."""
    files = sorted(search_path.files_by_name(THEME.folder))
    themes = [name for name in files if "/" not in name and name not in NO_GAME_THEMES]
    return {theme: tuple(name for name in files if name.rpartition("/")[0] == theme) for theme in themes}
