"""What pages that belong to no game are set with: a theme, its fonts, the papers, and words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from punchboard.fonts import Family
from punchboard.load.fonts.files import families
from punchboard.load.icons.sets import IconSets
from punchboard.load.layout_files.inheritance import THEME, read_layout_file, resolve_layout
from punchboard.load.layout_files.search_path import Root, SearchPath
from punchboard.load.layouts.lazy_layouts import booklets, machines, sheets, shops
from punchboard.load.yaml.validate import validated
from punchboard.model.layout.layout import ThemeFile
from punchboard.model.printing.sheet import PaperFile, find_paper
from punchboard.model.values import Prose
from punchboard.problem import Place, fail
from punchboard.workspace import builtin_folder, workspace_root

Words = dict[str, Prose | tuple[Prose, ...] | tuple[tuple[Prose, ...], ...]]


class Described(Protocol):
    """A layout that says what it is."""

    @property
    def about(self) -> str:
        """A line for those who choose."""


class Stationery(NamedTuple):
    """A theme, its font families by name, and the words of a text."""

    theme: ThemeFile
    families: Mapping[str, Family]
    words: Mapping[str, Any]
    """Texts, and lists of texts, by what they are for; they are templates."""


def load_stationery(name: str, workspace: Path) -> Stationery:
    """Return the theme and the words of a name, from the workspace or from what comes with the program.

    Raises:
        ProblemsFound: all problems of the files.
    """
    order = shared_search_path(workspace)
    source = resolve_layout(order, THEME, name, Place(f"layouts/themes/{name}.yaml"))
    theme = validated(ThemeFile, source.raw, source.places, source.file)
    path = order.find(f"texts/{name}.yaml")
    if path is None:
        raise fail("REF001", Place(f"layouts/texts/{name}.yaml"), f"there are no texts {name!r}")
    text = read_layout_file(order, path)
    words = validated(Words, text.raw, text.places, text.file)
    return Stationery(theme, families(theme, workspace), words)


def paper(name: str, workspace: Path) -> PaperFile:
    """Return the paper that ``--paper`` names, or whose size it gives.

    Raises:
        ProblemsFound: REF001 when it does neither, and all problems of the files.
    """
    try:
        return find_paper(name, load_papers(workspace))[1]
    except ValueError as error:
        message, *hint = map(str, error.args)
        raise fail("REF001", Place("--paper"), message, *hint) from error


def load_papers(workspace: Path) -> dict[str, PaperFile]:
    """Return the papers that ``--paper`` takes, by name.

    Raises:
        ProblemsFound: all problems of the files.
    """
    known: dict[str, PaperFile] = {}
    order = shared_search_path(workspace)
    for path in order.find_all("papers.yaml"):
        source = read_layout_file(order, path)
        known |= validated(dict[str, PaperFile], source.raw, source.places, source.file)
    return known


def layout_descriptions(workspace: Path) -> dict[str, dict[str, str]]:
    """Return what the layouts of no single game say about themselves, by product and name, as ``--only`` takes them.

    Raises:
        ProblemsFound: all problems of the first file that has some.
    """
    order = shared_search_path(workspace)
    shelves: dict[str, Mapping[str, Described]] = {
        "sheets": sheets(order),
        "booklet": booklets(order),
        "shops": shops(order),
        "cutting": machines(order),
    }
    return {product: {name: shelf[name].about for name in sorted(shelf)} for product, shelf in shelves.items()}


def icon_names(workspace: Path) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Return the names of all icons that belong to no single game, and those of sets by the sets' prefixes.

    Raises:
        ProblemsFound: for a set that cannot be read.
    """
    order = shared_search_path(workspace)
    sets = IconSets(order)
    return tuple(sorted(order.icon_names())), {prefix: tuple(sorted(sets.icon_names(prefix))) for prefix in sets}


def shared_search_path(workspace: Path) -> SearchPath:
    """Return where layouts of no game lie: in the workspace, then with the program."""
    root = workspace_root(workspace)
    folders = dict.fromkeys((root, builtin_folder()))
    return SearchPath(tuple(Root(folder, "layouts") for folder in folders), root)
