"""Built-in and shared faces and themes: their names, descriptions, boxes and slots."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from punchboard.load.layout_files.inheritance import FACE, THEME, LayoutType, read_layout_file, resolve_layout
from punchboard.load.layout_files.search_path import Root, SearchPath
from punchboard.load.layout_files.themes import NO_GAME_THEMES, theme_names
from punchboard.load.layouts.stationery import shared_search_path
from punchboard.problem import Place
from punchboard.workspace import builtin_folder


@cache
def builtin_boxes(face: str) -> Mapping[str, bool]:
    """Return the boxes of a built-in face by name, and whether each is a slot, which shows a field.

    Raises:
        ProblemsFound: REF001 for a face that does not exist.
    """
    builtin = builtin_folder()
    raw = resolve_layout(SearchPath((Root(builtin, "layouts"),), builtin), FACE, face, Place("--layout")).raw
    boxes = raw.get("boxes", {})
    slots = {name for name, box in boxes.items() if isinstance(box, Mapping) and "slot" in box}
    copied = {name: box.get("turned_copy_of") for name, box in boxes.items() if isinstance(box, Mapping)}
    return {name: name in slots or copied.get(name) in slots for name in boxes}


def component_faces() -> tuple[str, ...]:
    """Return the names of the built-in faces for components: those with slots for fields."""
    return tuple(path.stem for path in _builtin_files(FACE) if any(builtin_boxes(path.stem).values()))


def builtin_themes() -> tuple[str, ...]:
    """Return the names of the built-in themes for games. Faces that a theme does not change are the shared ones."""
    return tuple(path.stem for path in _builtin_files(THEME) if path.stem not in NO_GAME_THEMES)


def theme_choices() -> tuple[str, ...]:
    """Return every value of ``theme``: the built-in themes for games, each followed by its colourways."""
    found = theme_names(SearchPath((Root(builtin_folder(), "layouts"),), builtin_folder()))
    return tuple(name for theme, colourways in found.items() for name in (theme, *colourways))


def theme_words(workspace: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the words from which an import guesses each theme, by theme.

    Raises:
        ProblemsFound: for a theme that is not YAML.
    """
    search_path = shared_search_path(workspace)
    files = search_path.files_by_name(THEME.folder, ".yaml")
    found = {name: read_layout_file(search_path, files[name]).raw for name in theme_names(search_path)}
    return {name: tuple(map(str, raw["words"])) for name, raw in found.items() if raw.get("words")}


def face_descriptions(workspace: Path) -> Mapping[str, str]:
    """Return the faces that every game of a workspace can use, each with its description."""
    return _descriptions(workspace, FACE.folder, ())


def theme_descriptions(workspace: Path) -> Mapping[str, str]:
    """Return the themes that games of a workspace can use, each with its description."""
    return _descriptions(workspace, THEME.folder, NO_GAME_THEMES)


def _descriptions(workspace: Path, folder: str, without: Collection[str]) -> Mapping[str, str]:
    found = shared_search_path(workspace).files_by_name(folder, ".yaml")
    return {name: _description(path) for name, path in sorted(found.items()) if name not in without and "/" not in name}


def _description(path: Path) -> str:
    """Return the first sentence of the comment on a file's first line; empty when there is no comment."""
    with path.open(encoding="utf-8") as file:
        line = file.readline()
    comment = line.removeprefix("#").strip() if line.startswith("# ") and "$schema" not in line else ""
    return re.split(r"(?<=[a-z])\. ", comment)[0].removesuffix(".")


def _builtin_files(layout_type: LayoutType) -> Iterator[Path]:
    yield from sorted((builtin_folder() / "layouts" / layout_type.folder).glob("*.yaml"))
