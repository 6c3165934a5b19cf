"""``manifest.json``: every file of an output with its hash, and every component with its copies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic_core import to_json

from punchboard.model.changes import MADE, Part, Snapshot
from punchboard.model.game import Component, Game


def _encoded(value: object) -> bytes:
    """Return a value as JSON in UTF-8; pydantic's encoder takes a third of the time of the standard library's."""
    return to_json(value, fallback=dict)


class FileRecord(NamedTuple):
    """One written file."""

    path: str
    product: str
    pages: int
    pieces: int
    size: int
    sha256: str
    proof: Mapping[str, float] | None = None
    """What was counted and measured in a PDF when it was opened again; nothing for other files."""

    def entry(self) -> dict[str, Any]:
        """Return the record as the manifest has it."""
        return {name: value for name, value in self._asdict().items() if value is not None}


def record(
    path: str, product: str, data: bytes, *, pages: int, pieces: int, proof: Mapping[str, float] | None = None
) -> FileRecord:
    """Return the record of a file's bytes, and of its proof."""
    return FileRecord(path, product, pages, pieces, len(data), hashlib.sha256(data).hexdigest(), proof)


def manifest(game: Game, version: str, files: Iterable[FileRecord], state: Snapshot | None = None) -> bytes:
    """Return the manifest; it holds no date, so equal builds have equal manifests.

    Args:
        game: the game.
        version: the version of the program.
        files: the records of all files.
        state: what the components were when they were last laid on sheets.
    """
    head = {
        "game": {"id": game.id, "title": game.title, "version": game.file.version},
        "made_by": f"punchboard {version}",
    }
    parts = {
        "files": [file.entry() for file in sorted(files, key=lambda file: file.path)],
        **(_state(state) if state is not None else {"components": [_component(one) for one in game.components]}),
    }
    lists = b",\n".join(b'"%s": [\n%s\n]' % (name.encode(), _lines(values)) for name, values in parts.items())
    return b"%s,\n%s\n}\n" % (_encoded(head)[:-1], lists)


def _component(component: Component) -> dict[str, Any]:
    return {"id": component.id, "kind": component.kind, "copies": component.copies}


def _state(state: Snapshot) -> dict[str, list[dict[str, Any]]]:
    """Return what a snapshot has as lists of objects; `punchboard.load.manifests` reads them again."""
    return {
        "components": [_part(name, part) for name, part in state.parts.items()],
        "others": [_part(name, part) for name, part in state.others.items()],
        "kinds": [{"id": name, "sources": kind.sources, "lists": kind.lists} for name, kind in state.kinds.items()],
        "lists": [{"id": name, "entries": entries} for name, entries in state.lists.items()],
        "sources": [{"id": name, "hash": value} for name, value in state.sources.items()],
        "texts": [{"id": name, "hash": value} for name, value in state.texts.items()],
        "state": [{"version": state.version, "numbers": state.numbers}],
    }


def _part(name: str, part: Part) -> dict[str, Any]:
    return {"id": name, "kind": part.kind, "copies": part.copies, "hash": part.look, "values": _fields(part.values)}


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in MADE}


def _lines(values: Iterable[dict[str, Any]]) -> bytes:
    """Return one JSON object a line: readable, and by the encoder in one call.

    Within a text a quotation mark has a backslash before it, so nothing but the beginning of an object is broken.
    """
    text = _encoded(list(values))[1:-1]
    return text.replace(b'},{"id":', b'},\n{"id":').replace(b'},{"path":', b'},\n{"path":')


def _head(data: bytes) -> bytes:
    """Return a manifest as far as its files, which stand first; all the rest may be a thousand times as long."""
    head, ended, _ = data.partition(b"\n],\n")
    return head + b"\n]}" if ended else data


def known_files(data: bytes) -> tuple[FileRecord, ...]:
    """Return the records of an older manifest; one that cannot be read has none."""
    try:
        return tuple(FileRecord(**file) for file in json.loads(_head(data))["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()
