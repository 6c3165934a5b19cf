"""What comes with the program: faces with their boxes, which of these are slots, and themes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from punchboard.load.layout_files.inheritance import FACE, THEME, LayoutType, resolve_layout
from punchboard.load.layout_files.search_path import Root, SearchPath
from punchboard.load.layouts.stationery import shared_search_path
from punchboard.problem import Place
from punchboard.workspace import builtin_folder


@cache
def builtin_boxes(face: str) -> Mapping[str, bool]:
    """Return the boxes of a stock face by name, with whether each is a slot that shows a field.

    Raises:
        ProblemsFound: REF001 for a face that is not there.
    """
    stock = builtin_folder()
    raw = resolve_layout(SearchPath((Root(stock, "layouts"),), stock), FACE, face, Place("--layout")).raw
    boxes = raw.get("boxes", {})
    return {name: isinstance(box, Mapping) and "slot" in box for name, box in boxes.items()}


def component_faces() -> tuple[str, ...]:
    """Return the names of the stock faces that components can have: those with slots for their fields."""
    return tuple(path.stem for path in _stock(FACE) if any(builtin_boxes(path.stem).values()))


def builtin_themes() -> tuple[str, ...]:
    """Return the names of the stock themes that games choose: those that bring faces of their own along."""
    return tuple(path.stem for path in _stock(THEME) if path.with_suffix("").is_dir())


def face_descriptions(workspace: Path) -> Mapping[str, str]:
    """Return all faces that every game of a workspace can name, with the first line of each file."""
    return _told(workspace, FACE.folder, ())


def theme_descriptions(workspace: Path) -> Mapping[str, str]:
    """Return the themes that games of a workspace choose, with the first line of each file."""
    return _told(workspace, THEME.folder, {path.stem for path in _stock(THEME)} - {*builtin_themes()})


def _told(workspace: Path, folder: str, without: Collection[str]) -> Mapping[str, str]:
    found = shared_search_path(workspace).files_by_name(folder, ".yaml")
    return {name: _about(path) for name, path in sorted(found.items()) if name not in without and "/" not in name}


def _about(path: Path) -> str:
    """Return what the comment of a file's first line says, up to its first stop; nothing when there is none."""
    with path.open(encoding="utf-8") as file:
        line = file.readline()
    said = line.removeprefix("#").strip() if line.startswith("# ") and "$schema" not in line else ""
    return re.split(r"(?<=[a-z])\. ", said)[0].removesuffix(".")


def _stock(sort: LayoutType) -> Iterator[Path]:
    yield from sorted((builtin_folder() / "layouts" / sort.folder).glob("*.yaml"))
