"""Faces and themes as written, before validation, for edits; and the built-in and shared ones by name."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from punchboard.load.files import is_folder
from punchboard.load.layout_files import (
    FACE,
    THEME,
    LayoutType,
    RawLayout,
    Root,
    SearchPath,
    game_search_path,
    merge_layouts,
    merged_mappings,
    read_layout_file,
    resolve_layout,
)
from punchboard.load.layouts.stationery import shared_search_path
from punchboard.load.themes import DEFAULT_THEME, NO_GAME_THEMES, OWN_THEME, resolve_theme, theme_below, theme_names
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.game import Game
from punchboard.problem import Place
from punchboard.workspace import builtin_folder, workspace_root


class RawFace(NamedTuple):
    """A face's boxes as written, by name: merged over all that it extends, and those that it inherits."""

    boxes: Mapping[str, Any]
    inherited: Mapping[str, Any]
    file: str
    """The path of the game's own file for this face, from the workspace; it need not exist yet."""

    def boxes_with(self, text: str) -> Mapping[str, Any]:
        """Return the boxes, merged, as they are with a text of the game's own file.

        Raises:
            ProblemsFound: for a text that is not YAML.
        """
        own = RawLayout(read_yaml_value(text, self.file), {}, self.file).section("boxes")
        return cast("Mapping[str, Any]", merged_mappings({"boxes": self.inherited}, {"boxes": own}, FACE)["boxes"])


def raw_face(game: Game, workspace: Path, face: str) -> RawFace:
    """Return a face of a game as its files have it.

    Raises:
        ProblemsFound: REF001 for a name that does not exist, and all problems of the files.
    """
    workspace = workspace_root(workspace)
    search_path = game_search_path(game.id, workspace, builtin_folder(), game.locale, game.file.language)
    theme = resolve_theme(search_path, game.file.theme, game.place_of("theme"))
    search_path = search_path.with_themes(theme.ancestors)
    own = search_path.own_folders
    boxes = resolve_layout(search_path, FACE, face, game.place).section("boxes")
    path = search_path.find(*FACE.candidates(face))
    if path is None or not any(path.is_relative_to(folder) for folder in own):
        folder = next((folder for folder in own if is_folder(folder)), own[0])
        return RawFace(boxes, boxes, search_path.display_path(folder / FACE.candidates(face)[0]))
    extended = read_layout_file(search_path, path).extends
    below = resolve_layout(search_path, FACE, extended, game.place, (path,)) if extended else RawLayout({}, {}, "")
    return RawFace(boxes, below.section("boxes"), search_path.display_path(path))


def face_of_text(game: Game, workspace: Path, text: str, file: str) -> RawLayout:
    """Return the face that a text would be as a file of a game: merged over the layout that it extends, if any.

    Raises:
        ProblemsFound: REF001 for a layout that does not exist, and all problems of the text.
    """
    workspace = workspace_root(workspace)
    search_path = game_search_path(game.id, workspace, builtin_folder(), game.locale, game.file.language)
    theme = resolve_theme(search_path, game.file.theme, game.place_of("theme"))
    own = RawLayout(read_yaml_value(text, file), {}, file)
    search_path = search_path.with_themes(theme.ancestors)
    mine = search_path.find(*FACE.candidates(Path(file).stem))
    without = () if mine is None else (mine,)
    if own.extends is None:
        return own
    return merge_layouts(resolve_layout(search_path, FACE, own.extends, game.place, without), own, FACE)


class RawTheme(NamedTuple):
    """A theme as written: merged over all that it extends, what it inherits, and what the game's own file has."""

    merged: Mapping[str, Any]
    inherited: Mapping[str, Any]
    own: Mapping[str, Any]
    file: str
    """The path of the game's own theme.yaml, from the workspace; it need not exist yet."""
    extends: str | None
    """The theme that a new own file must extend; None when game.yaml names the theme."""

    def merged_with(self, text: str) -> Mapping[str, Any]:
        """Return the theme, merged, as it is with a text of the game's own file.

        Raises:
            ProblemsFound: for a text that is not YAML.
        """
        own = RawLayout(read_yaml_value(text, self.file), {}, self.file)
        return merged_mappings(self.inherited, own.mapping, THEME)


def raw_theme(game: Game, workspace: Path) -> RawTheme:
    """Return the theme of a game as its files have it.

    Raises:
        ProblemsFound: REF001 for a theme that does not exist, and all problems of the files.
    """
    workspace = workspace_root(workspace)
    search_path = game_search_path(game.id, workspace, builtin_folder(), game.locale, game.file.language)
    below, path = theme_below(search_path, game.file.theme, game.place_of("theme"))
    folders = search_path.own_folders
    if path is not None and any(path.is_relative_to(folder) for folder in folders):
        own = read_layout_file(search_path, path)
        merged = merge_layouts(below, own, THEME)
        return RawTheme(merged.mapping, below.mapping, own.mapping, search_path.display_path(path), None)
    shared = RawLayout({}, {}, "") if path is None else read_layout_file(search_path, path)
    now = merge_layouts(below, shared, THEME).mapping
    folder = next((folder for folder in folders if is_folder(folder)), folders[0])
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
    return {name: resolve_layout(search_path, THEME, name, Place("theme")).mapping for name in names}


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
    copied = {name: box.get("turned copy of") for name, box in boxes.items() if isinstance(box, Mapping)}
    return {name: name in slots or copied.get(name) in slots for name in boxes}


def component_faces() -> tuple[str, ...]:
    """Return the names of the built-in faces for components: those with slots for fields."""
    return tuple(path.stem for path in _builtin_files(FACE) if any(builtin_boxes(path.stem).values()))


def builtin_themes() -> tuple[str, ...]:
    """Return the names of the built-in themes for games. Faces that a theme does not change are the shared ones."""
    return tuple(path.stem for path in _builtin_files(THEME) if path.stem not in NO_GAME_THEMES)


def theme_choices() -> tuple[str, ...]:
    """Return every value of ``theme``: the built-in themes for games, each followed by its colourways."""
    colourways_of = theme_names(SearchPath((Root(builtin_folder(), "layouts"),), builtin_folder()))
    return tuple(name for theme, colourways in colourways_of.items() for name in (theme, *colourways))


def theme_words(workspace: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the words from which an import guesses each theme, by theme.

    Raises:
        ProblemsFound: for a theme that is not YAML.
    """
    search_path = shared_search_path(workspace)
    files = search_path.files_by_name(THEME.folder)
    raw_themes = {name: read_layout_file(search_path, files[name]).raw for name in theme_names(search_path)}
    return {name: tuple(map(str, raw["words"])) for name, raw in raw_themes.items() if raw.get("words")}


def face_descriptions(workspace: Path) -> Mapping[str, str]:
    """Return the faces that every game of a workspace can use, each with its description."""
    return _descriptions(workspace, FACE.folder, ())


def theme_descriptions(workspace: Path) -> Mapping[str, str]:
    """Return the themes that games of a workspace can use, each with its description."""
    return _descriptions(workspace, THEME.folder, NO_GAME_THEMES)


def _descriptions(workspace: Path, folder: str, without: Collection[str]) -> Mapping[str, str]:
    files = shared_search_path(workspace).files_by_name(folder)
    return {name: _description(path) for name, path in sorted(files.items()) if name not in without and "/" not in name}


def _description(path: Path) -> str:
    """Return the first sentence of the comment on a file's first line; empty when there is no comment."""
    with path.open(encoding="utf-8") as file:
        line = file.readline()
    comment = line.removeprefix("#").strip() if line.startswith("# ") and "$schema" not in line else ""
    return re.split(r"(?<=[a-z])\. ", comment)[0].removesuffix(".")


def _builtin_files(layout_type: LayoutType) -> Iterator[Path]:
    yield from sorted((builtin_folder() / "layouts" / layout_type.folder).glob("*.yaml"))
