"""A game whose files are not good yet, as far as it can be read: enough to find what is wrong elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from os.path import lexists
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from punchboard.load.files.paths import display_path, read_text
from punchboard.load.layout_files.inheritance import FACE
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.yaml.places import read_yaml
from punchboard.model.game.game import Game, Kind
from punchboard.model.game.game_file import GameFile, KindFile
from punchboard.model.layout.trim import trim_from_text
from punchboard.problem import Place, ProblemsFound
from punchboard.workspace import GAME_FILE, folder_name

M = TypeVar("M", bound=BaseModel)

_STANDS_IN: Final[Mapping[str, str]] = MappingProxyType({"name": "?", "shape": "poker", "face": "?"})
"""Values in the place of those that are wrong or missing, where rows can be read all the same."""

_SHAPE: Final = trim_from_text("poker")
_TWICE: Final = 2


def recover_model(model: type[M], raw: Any) -> M | None:
    """Return a mapping as a model, without keys that it does not know and with stand-ins for what rows do not need.

    Returns None when that is not enough. What is wrong with it is told elsewhere.
    """
    for _ in range(_TWICE):
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            raw = deepcopy(raw)
            for detail in error.errors(include_url=False):
                if not _mend(raw, detail):
                    return None
    return None


def _mend(raw: Any, detail: Mapping[str, Any]) -> bool:
    """Mend one fault of a mapping in place; tell whether that can be done."""
    *path, last = detail["loc"] or ("",)
    if detail["type"] != "extra_forbidden":
        if path or last not in _STANDS_IN:
            return False
        raw[last] = _STANDS_IN[last]
        return True
    try:
        for part in path:
            raw = raw[part]
        del raw[last]
    except (KeyError, IndexError, TypeError):  # the path goes by the members of a union
        return False
    return True


def partial_game(folder: Path, workspace: Path, order: SearchPath) -> Game:
    """Return what its layouts are looked up with, of a game that is not valid: which faces it names, its language.

    Where not even that can be read, it is taken to name all faces in its own folders.
    """
    file = display_path(folder / GAME_FILE, workspace)
    try:
        raw, places = read_yaml(read_text(folder / GAME_FILE, Place(file), file), file)
    except ProblemsFound:
        raw, places = {}, {}
    kinds = {name: sides for name, sides in _named(_section(raw, "kinds")).items() if "face" in sides}
    kinds = kinds or {
        name: {"face": name}
        for name in order._replace(roots=order.roots[: order.own_count]).files_by_name(FACE.folder, ".yaml")
    }
    language = _section(raw, "language")
    made = {name: KindFile.model_construct(name=name, **sides) for name, sides in kinds.items()}
    return Game(
        id=folder_name(folder),
        file=GameFile.model_construct(
            title="?", version="?", language=language if isinstance(language, str) else "en", kinds=made
        ),
        place=Place(file, 1),
        lists={},
        kinds={name: Kind(name, kind, _SHAPE, Place(file, 1)) for name, kind in made.items()},
        components=(),
        texts={"reference": ""} if lexists(folder / "reference.md") else {},
        places=places,
    )


def _section(raw: Any, name: str) -> Any:
    return raw.get(name) if isinstance(raw, Mapping) else None


def _named(kinds: Any) -> dict[str, dict[str, Any]]:
    """Return the faces that kinds name, those that are names."""
    found = kinds.items() if isinstance(kinds, Mapping) else ()
    return {
        name: {side: kind[side] for side in ("face", "back") if isinstance(kind.get(side), str)}
        for name, kind in found
        if isinstance(kind, Mapping)
    }
