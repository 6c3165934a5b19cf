"""Edits of the theme as new texts of the game's own ``theme.yaml``, or of the line of game.yaml that names a theme."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from punchboard.edit.game_files import decoded
from punchboard.edit.tables.records import value_at
from punchboard.edit.yaml_edit import entries, is_flow, parsed, remove_value, set_value, yaml_line
from punchboard.load.layouts.raw_layouts import RawTheme, raw_theme
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.game import Game
from punchboard.problem import Place
from punchboard.server.studio.requests import NameTheme, ResetTheme, SetTheme
from punchboard.server.studio.seen import refuse_changed

FIRST_LINE: Final = "# What this game changes of its theme, as set in the studio.\n"

_EMPTY: Final = "{}\n"


_Edit = NameTheme | SetTheme | ResetTheme


class ThemeTexts(NamedTuple):
    """The files that edits of a theme change: the bytes of each before, None if there is no such file, and its text."""

    game: Game
    raw: RawTheme
    files: dict[str, tuple[bytes | None, str]]

    def file_of(self, edit: _Edit) -> str:
        """Return the file that an edit changes."""
        return self.game.place.file if isinstance(edit, NameTheme) else self.raw.file

    def values(self, edit: _Edit) -> Any:
        """Return what the paths of an edit begin in, as the text of its file has it."""
        file = self.file_of(edit)
        text = self.files[file][1]
        return read_yaml_value(text, file) if isinstance(edit, NameTheme) else self.raw.merged_with(text)

    def seen(self, edit: _Edit) -> list[tuple[Any, Any]]:
        """Return what an edit has left of the values that it said to replace, as the page names them."""
        values = self.values(edit)
        return [(path, value_at(values, path)) for path, _ in edit.seen]


def theme_texts(game: Game, workspace: Path, edits: Sequence[_Edit], read: Callable[[str], bytes | None]) -> ThemeTexts:
    """Return the files that edits change.

    Args:
        game: the game.
        workspace: the folder that it is in.
        edits: what to change, in order.
        read: returns the bytes of a file by its path from the workspace.

    Raises:
        ProblemsFound: EDIT001 with both versions for a value that has changed since the page showed it.
    """
    texts = ThemeTexts(game, raw_theme(game, workspace), {})
    for edit in edits:
        file = texts.file_of(edit)
        texts.files.setdefault(file, _now(read(file), texts.raw))
        refuse_changed(
            edit.seen, texts.values(edit), "the theme" if file == texts.raw.file else "the game", Place(file)
        )
        before, text = texts.files[file]
        texts.files[file] = before, _changed(text, edit)
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
        if value_at(read_yaml_value(shorter, ""), path):
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
