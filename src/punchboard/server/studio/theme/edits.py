"""The edits of a theme: how each kind of request changes the text of the game's own theme.yaml, or of game.yaml."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import yaml

from punchboard.edit.game_files import decoded
from punchboard.edit.yaml_edit import entries, is_flow, parsed, remove_value, set_value, yaml_line
from punchboard.load.layouts.raw_layouts import RawTheme, raw_theme
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.game import Game
from punchboard.server.studio.theme.theme_requests import NameTheme, ResetTheme, SetTheme

FIRST_LINE: Final = "# What this game changes of its theme, as set in the studio.\n"

_EMPTY: Final = "{}\n"


def theme_changes(
    game: Game, workspace: Path, edits: Sequence[NameTheme | SetTheme | ResetTheme], read: Callable[[str], bytes | None]
) -> Mapping[str, tuple[bytes | None, str]]:
    """Return the files that edits change: the bytes of each before, None if there is no such file, and its new text.

    Args:
        game: the game.
        workspace: the folder that it is in.
        edits: what to change, in order.
        read: returns the bytes of a file by its path from the workspace.
    """
    raw, texts = raw_theme(game, workspace), dict[str, tuple[bytes | None, str]]()
    for edit in edits:
        file = game.place.file if isinstance(edit, NameTheme) else raw.file
        before, text = texts.get(file) or _now(read(file), raw)
        texts[file] = before, _changed(text, edit)
    return texts


def _now(data: bytes | None, raw: RawTheme) -> tuple[bytes | None, str]:
    if data is not None:
        return data, decoded(data, raw.file).text
    return None, FIRST_LINE + (f"extends: {raw.extends}\n" if raw.extends else "")


def _changed(text: str, edit: NameTheme | SetTheme | ResetTheme) -> str:
    if isinstance(edit, NameTheme):
        return set_value(text, ("theme",), edit.theme)
    if isinstance(edit, SetTheme):
        return _with_value(text, edit)
    path, shorter = edit.path, remove_value(text, edit.path)
    while len(path) > 1 and shorter != text:  # also remove what is now empty
        path = path[:-1]
        if _value(shorter, path):
            break
        shorter = remove_value(shorter, path)
    return shorter if read_yaml_value(shorter, "") or not shorter.endswith(_EMPTY) else shorter.removesuffix(_EMPTY)


def _with_value(text: str, edit: SetTheme) -> str:
    """Return the text with a value set. A section that it does not have yet gets a line for each of its keys."""
    body, root = parsed(text)
    section, *rest = edit.path
    is_block = not (isinstance(root, yaml.CollectionNode) and is_flow(root))
    if not rest or not is_block or any(entry.key == section for entry in entries(body, root)):
        return set_value(text, edit.path, edit.value)
    value = edit.value if len(rest) == 1 else {rest[1]: edit.value}
    gap = "" if text.endswith("\n") or not text else "\n"
    return f"{text}{gap}{yaml_line(section)}:\n  {yaml_line(rest[0])}: {yaml_line(value)}\n"


def _value(text: str, path: tuple[str, ...]) -> object:
    value = read_yaml_value(text, "")
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
