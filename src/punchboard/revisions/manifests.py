"""Manifest reader: the state of a game's components as an earlier build recorded it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from punchboard.load.files.consistent_reads import untracked_reads
from punchboard.load.files.paths import read_bytes
from punchboard.model.snapshot import KindSources, Part, Snapshot
from punchboard.problem import Place, fail

RULE: Final = "CHANGE001"
MAX_BYTES: Final = 200_000_000


class _Item(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class _Game(_Item):
    id: str
    version: str


class _Part(_Item):
    id: str
    kind: str = ""
    copies: int
    hash: str = ""
    values: dict[str, Any] = {}


class _Kind(_Item):
    id: str
    sources: tuple[str, ...] = ()
    lists: dict[str, str] = {}


class _List(_Item):
    id: str
    entries: dict[str, dict[str, Any]] = {}


class _Source(_Item):
    id: str
    hash: str


class _State(_Item):
    version: str
    numbers: dict[str, int] = {}


class Manifest(_Item):
    """The parts of a manifest that are read."""

    game: _Game
    components: tuple[_Part, ...] = ()
    others: tuple[_Part, ...] = ()
    kinds: tuple[_Kind, ...] = ()
    lists: tuple[_List, ...] = ()
    sources: tuple[_Source, ...] = ()
    texts: tuple[_Source, ...] = ()
    state: tuple[_State, ...] = ()


def read_manifest(file: Path) -> Manifest:
    """Return the parts of a manifest that are read.

    Raises:
        ProblemsFound: CHANGE001 when the file is not a manifest.
    """
    place = Place(str(file))
    with untracked_reads():
        data = read_bytes(file, place, str(file), MAX_BYTES)
    try:
        return Manifest.model_validate_json(data)
    except (ValidationError, RecursionError) as error:
        raise fail(RULE, place, "this file is not a manifest of punchboard", "build the game again") from error


def read_snapshot(file: Path) -> Snapshot:
    """Return the state of a game from the file of a manifest.

    Raises:
        ProblemsFound: CHANGE001 when the file is not a manifest, or an old version wrote it without a state.
    """
    read = read_manifest(file)
    if not all(part.hash for part in read.components) or not read.state:
        message = "this manifest does not record what its components look like"
        raise fail(RULE, Place(str(file)), message, "build that state of the game again, or give its git revision")
    return manifest_snapshot(read)


def manifest_snapshot(read: Manifest) -> Snapshot:
    """Return the state of a game from a manifest.

    Raises:
        ValueError: when the manifest has no state.
    """
    (state, *_) = read.state
    return Snapshot(
        game=read.game.id,
        version=state.version,
        parts={part.id: _part(part) for part in read.components},
        other_parts={part.id: _part(part) for part in read.others},
        kinds={kind.id: KindSources(kind.sources, kind.lists) for kind in read.kinds},
        sources={source.id: source.hash for source in read.sources},
        lists={one.id: one.entries for one in read.lists},
        numbers=state.numbers,
        texts={text.id: text.hash for text in read.texts},
    )


def _part(part: _Part) -> Part:
    return Part(part.kind, part.copies, part.hash, part.values)
