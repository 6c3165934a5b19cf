"""Where layouts lie: the game's own folder first, then the workspace's, then those that come with the program."""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.load.files.paths import display_path, read_text, resolve_inside
from punchboard.load.yaml.validate import display_value
from punchboard.problem import Place, fail
from punchboard.workspace import game_folder, workspace_root

_NAME: Final = re.compile(r"[\w-]+(?:/[\w-]+)*")
_LONGEST: Final = 250
"""Bytes of a name with its folder and suffix that is looked for; disks have room for 255 in a part of a path."""

_PLAIN: Final = frozenset({"en", "en-GB", "en-US"})
"""Languages that shared layouts are written in; nobody looks for folders of these."""


class Root(NamedTuple):
    """A folder that files must stay in, and the folder of layouts below it."""

    path: Path
    below: str

    @property
    def folder(self) -> Path:
        """The folder of layouts."""
        return self.path / self.below


class SearchPath(NamedTuple):
    """Folders of layouts in the order in which a name is looked up."""

    roots: tuple[Root, ...]
    workspace: Path
    own_count: int = 2
    """So many folders of the order are a game's own."""

    def find(self, *candidates: str, without: Collection[Path] = ()) -> Path | None:
        """Return the first file that has one of the relative paths and is not among those left out.

        Names longer than a disk has room for are those of no file.

        Raises:
            ProblemsFound: FILE003 for a link that leads outside.
        """
        possible = [relative for relative in candidates if len(relative.encode()) <= _LONGEST]
        for root in self.roots:
            for relative in possible:
                path = root.folder / relative
                if path not in without and path.is_file():
                    resolve_inside(root.path, f"{root.below}/{relative}", Place(self.display_path(path)))
                    return path
        return None

    def with_themes(self, themes: Iterable[str]) -> "SearchPath":
        """Return the order with what themes bring along: a folder beside the file of a theme, under its name.

        A theme's faces come before those that all share, and after the game's own.
        """
        found = [
            Root(root.path, f"{root.below}/themes/{theme}")
            for theme in themes
            for root in self.roots
            if (root.folder / "themes" / theme).is_dir()
        ]
        return (
            self._replace(roots=(*self.roots[: self.own_count], *found, *self.roots[self.own_count :]))
            if found
            else self
        )

    def files_by_name(self, folder: str, suffix: str) -> dict[str, Path]:
        """Return the files of a folder by name; the first that is looked up wins."""
        found: dict[str, Path] = {}
        for root in reversed(self.roots):
            found |= dict(_files(root.folder / folder, suffix))
        return found

    def icon_names(self) -> frozenset[str]:
        """Return the names of all icons."""
        return frozenset(self.files_by_name("icons", ".svg"))

    def find_all(self, relative: str) -> tuple[Path, ...]:
        """Return all files of a relative path, the last that is looked up first, so that later ones win."""
        return tuple(path for root in reversed(self.roots) if (path := root.folder / relative).is_file())

    def read(self, path: Path) -> str:
        """Return a layout's text.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003.
        """
        place = Place(self.display_path(path))
        root = next(root for root in self.roots if path.is_relative_to(root.folder))
        resolve_inside(root.path, path.relative_to(root.path).as_posix(), place)
        return read_text(path, place, place.file)

    def display_path(self, path: Path) -> str:
        """Return how messages call a file."""
        return display_path(path, self.workspace)


def _files(base: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """Yield name and path of each file below a folder, in order; `os.walk` takes a fifth of the time of globbing."""
    for where, folders, files in os.walk(base):
        folders.sort()
        below = Path(where).relative_to(base).as_posix()
        for file in sorted(files):
            if file.endswith(suffix):
                stem = file.removesuffix(suffix)
                yield stem if below == "." else f"{below}/{stem}", Path(where, file)


def game_search_path(game: str, workspace: Path, stock: Path, locale: str = "", language: str = "") -> SearchPath:
    """Return the order for a game: its own folder, the workspace's folder for it, the shared one, then the stock.

    Of a game that travels alone the first three are one. In another language what the game's ``locale/`` has for it
    comes before all others. What ``layouts/texts/`` has for the language in which all is printed comes before what
    stands beside that folder.
    """
    workspace = workspace_root(workspace)
    folder = game_folder(game, workspace)
    spoken = (Root(folder, f"locale/{locale}/layouts"),) if locale else ()
    roots = (
        *spoken,
        Root(folder, "layouts"),
        Root(workspace, f"layouts/{game}"),
        *_of_language(workspace, language),
        Root(workspace, "layouts"),
        *_of_language(stock, language),
        Root(stock, "layouts"),
    )
    return SearchPath(tuple({root.folder: root for root in reversed(roots)}.values())[::-1], workspace, 2 + len(spoken))


def _of_language(root: Path, language: str) -> Iterator[Root]:
    """Yield the folders of shared layouts in a language, ``de-AT`` before ``de``: those that are there."""
    for name in dict.fromkeys((language, language.partition("-")[0])):
        if name and name not in _PLAIN and (root / "layouts" / "texts" / name).is_dir():
            yield Root(root, f"layouts/texts/{name}")


def valid_layout_name(name: str, place: Place) -> str:
    """Return the name of a layout: words with ``/`` between them.

    Raises:
        ProblemsFound: REF001 for anything else, so that no name leads out of the folders of layouts.
    """
    if not _NAME.fullmatch(name):
        hint = "write a name such as 'cards/framed'"
        raise fail("REF001", place, f"{display_value(name)} is not the name of a layout", hint)
    return name
