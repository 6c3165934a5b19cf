"""Faces as written, before validation: what an edit needs to change only one of their files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from punchboard.load.layout_files.inheritance import FACE, RawLayout, read_layout_file, resolve_layout
from punchboard.load.layout_files.search_path import game_search_path
from punchboard.load.layout_files.themes import resolve_theme
from punchboard.model.game.game import Game
from punchboard.workspace import builtin_folder, workspace_root


class RawFace(NamedTuple):
    """A face's boxes as written, by name: merged over all that it extends, and those that it inherits."""

    boxes: Mapping[str, Any]
    inherited: Mapping[str, Any]
    file: str
    """The path of the game's own file for this face, from the workspace; it need not exist yet."""


def raw_face(game: Game, workspace: Path, face: str) -> RawFace:
    """Return a face of a game as its files have it.

    Raises:
        ProblemsFound: REF001 for a name that does not exist, and all problems of the files.
    """
    workspace = workspace_root(workspace)
    search_path = game_search_path(game.id, workspace, builtin_folder(), game.locale, game.file.language)
    theme = resolve_theme(search_path, game.file.theme, game.place_of("theme"))
    search_path = search_path.with_themes(theme.ancestors)
    own = [root.folder for root in search_path.roots[: search_path.own_count]]
    boxes = _boxes(resolve_layout(search_path, FACE, face, game.place))
    path = search_path.find(*FACE.candidates(face))
    if path is None or not any(path.is_relative_to(folder) for folder in own):
        folder = next((folder for folder in own if folder.is_dir()), own[0])
        return RawFace(boxes, boxes, search_path.display_path(folder / FACE.candidates(face)[0]))
    extended = read_layout_file(search_path, path).raw.get("extends")
    below = resolve_layout(search_path, FACE, extended, game.place, (path,)) if isinstance(extended, str) else None
    return RawFace(boxes, _boxes(below) if below is not None else {}, search_path.display_path(path))


def _boxes(face: RawLayout) -> Mapping[str, Any]:
    boxes = face.raw.get("boxes") if isinstance(face.raw, Mapping) else None
    return boxes if isinstance(boxes, Mapping) else {}
