"""Best-effort loading of an invalid game, so that problems in its other files can be found too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from os.path import lexists
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from punchboard.load.files import display_path, read_text
from punchboard.load.layout_files import FACE, SearchPath
from punchboard.load.yaml.places import read_yaml
from punchboard.model.game.game import Game, Kind
from punchboard.model.game.game_file import GameFile, KindFile
from punchboard.model.layout.trim import trim_from_text
from punchboard.problem import Place, ProblemsFound
from punchboard.workspace import GAME_FILE, folder_name

M = TypeVar("M", bound=BaseModel)

_PLACEHOLDERS: Final[Mapping[str, str]] = {"name": "?", "shape": "poker", "face": "?"}
"""Placeholders for wrong or missing values that are not needed to read rows."""

_SHAPE: Final = trim_from_text("poker")
_ATTEMPTS: Final = 2

_PLAIN_LINE: Final = re.compile(r"(?m)^(theme|language): *[\"']?([\w/-]+)")
"""What layouts need of a file that is not YAML."""


def recover_model(model: type[M], raw: Any) -> M | None:
    """Return a mapping as a model, dropping unknown keys and filling in placeholders for what rows do not need.

    Returns None when that does not make it valid. Its problems are reported elsewhere.
    """
    for _ in range(_ATTEMPTS):
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            raw = deepcopy(raw)
            for detail in error.errors(include_url=False):
                if not _fix_error(raw, detail):
                    return None
    return None


def _fix_error(raw: Any, detail: Mapping[str, Any]) -> bool:
    """Fix one error of a mapping in place. Return whether that was possible."""
    *path, last = detail["loc"] or ("",)
    if detail["type"] != "extra_forbidden":
        if path or last not in _PLACEHOLDERS:
            return False
        raw[last] = _PLACEHOLDERS[last]
        return True
    try:
        for part in path:
            raw = raw[part]
        del raw[last]
    except (KeyError, IndexError, TypeError):  # the path contains names of union members
        return False
    return True


def partial_game(folder: Path, workspace: Path, search_path: SearchPath) -> Game:
    """Return as much of an invalid game as its layouts need: the faces it names, its theme and its language.

    If its kinds cannot be read, it is taken to use all faces in its own folders.
    """
    file = display_path(folder / GAME_FILE, workspace)
    text, raw, places = "", dict[str, Any](), dict[Any, Place]()
    try:
        text = read_text(folder / GAME_FILE, Place(file), file)
        raw, places = read_yaml(text, file)
    except ProblemsFound:
        raw = dict(_PLAIN_LINE.findall(text))
    raw = raw if isinstance(raw, Mapping) else {}
    kinds = {name: sides for name, sides in _named_faces(raw.get("kinds")).items() if "face" in sides}
    if not kinds:
        own = search_path._replace(roots=search_path.roots[: search_path.own_count])
        kinds = {name: {"face": name} for name in own.files_by_name(FACE.folder)}
    texts = {key: raw[key] for key in ("language", "theme") if isinstance(raw.get(key), str)}
    kind_files = {name: KindFile.model_construct(name=name, **sides) for name, sides in kinds.items()}
    return Game(
        id=folder_name(folder),
        file=GameFile.model_construct(title="?", version="?", kinds=kind_files, **texts),
        place=Place(file, 1),
        lists={},
        kinds={name: Kind(name, kind, _SHAPE, Place(file, 1)) for name, kind in kind_files.items()},
        components=(),
        texts={"reference": ""} if lexists(folder / "reference.md") else {},
        places=places,
    )


def _named_faces(kinds: Any) -> dict[str, dict[str, Any]]:
    """Return the names of faces in each kind, skipping values that are not text."""
    return {
        name: {side: kind[side] for side in ("face", "back") if isinstance(kind.get(side), str)}
        for name, kind in (kinds.items() if isinstance(kinds, Mapping) else ())
        if isinstance(kind, Mapping)
    }
