"""Layouts for pages that belong to no game, such as the calibration sheet: theme, fonts, papers and words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from punchboard.fonts import Family
from punchboard.load.icons.sets import IconSets
from punchboard.load.layout_files import THEME, Root, SearchPath, read_layout_file, resolve_layout
from punchboard.load.layouts.lazy_layouts import lazy_layouts, load_table
from punchboard.load.theme_fonts import families
from punchboard.model.layout.layout import ThemeFile
from punchboard.model.printing.sheet import PaperFile, find_paper
from punchboard.model.values import Prose
from punchboard.problem import Place, fail
from punchboard.workspace import builtin_folder, workspace_root

_TextsFile = dict[str, Prose | tuple[Prose, ...] | tuple[tuple[Prose, ...], ...]]
"""A file of ``layouts/texts``: texts by purpose."""


class Stationery(NamedTuple):
    """A theme, its font families, and the words of one text."""

    theme: ThemeFile
    families: Mapping[str, Family]
    words: Mapping[str, Any]
    """Templates of texts, or lists of them, by purpose."""


def load_stationery(name: str, workspace: Path) -> Stationery:
    """Return the theme and the words of a name, from the workspace or built-in.

    Raises:
        ProblemsFound: all problems of the files.
    """
    search_path = shared_search_path(workspace)
    source = resolve_layout(search_path, THEME, name, Place(f"layouts/themes/{name}.yaml"))
    theme = source.validated(ThemeFile)
    path = search_path.find(f"texts/{name}.yaml")
    if path is None:
        raise fail("REF001", Place(f"layouts/texts/{name}.yaml"), f"there are no texts {name!r}")
    words = read_layout_file(search_path, path).validated(_TextsFile)
    return Stationery(theme, families(theme, workspace), words)


def paper(name: str, workspace: Path) -> PaperFile:
    """Return the paper for a value of ``--paper``, which is a name or a size.

    Raises:
        ProblemsFound: REF001 when it is neither, and all problems of the files.
    """
    try:
        return find_paper(name, load_papers(workspace))[1]
    except ValueError as error:
        message, *hint = map(str, error.args)
        raise fail("REF001", Place("--paper"), message, *hint) from error


def load_papers(workspace: Path) -> dict[str, PaperFile]:
    """Return the papers that ``--paper`` accepts, by name.

    Raises:
        ProblemsFound: all problems of the files.
    """
    return load_table(shared_search_path(workspace), "papers.yaml", dict[str, PaperFile])


def layout_descriptions(workspace: Path) -> dict[str, dict[str, str]]:
    """Return the descriptions of shared layouts, by product and name, as ``--only`` accepts them.

    Raises:
        ProblemsFound: all problems of the first invalid file.
    """
    layouts = lazy_layouts(shared_search_path(workspace))
    folders = {"sheets": "sheets", "booklet": "booklets", "shops": "shops", "cutting": "machines"}
    shelves = {product: layouts[folder] for product, folder in folders.items()}
    return {product: {name: shelf[name].about for name in sorted(shelf)} for product, shelf in shelves.items()}


def icon_names(workspace: Path) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Return the names of all shared icons, and the icon names of each set by prefix.

    Raises:
        ProblemsFound: when a set cannot be read.
    """
    search_path = shared_search_path(workspace)
    sets = IconSets(search_path)
    return tuple(sorted(search_path.icon_names())), {prefix: tuple(sorted(sets.icon_names(prefix))) for prefix in sets}


def shared_search_path(workspace: Path) -> SearchPath:
    """Return the search path for shared layouts: the workspace, then the built-in layouts."""
    root = workspace_root(workspace)
    folders = dict.fromkeys((root, builtin_folder()))
    return SearchPath(tuple(Root(folder, "layouts") for folder in folders), root)
