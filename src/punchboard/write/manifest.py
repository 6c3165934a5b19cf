"""``manifest.json``: every file of an output with its hash, and every component with its copies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from punchboard.model.game import Game

_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


class FileRecord(NamedTuple):
    """One written file."""

    path: str
    product: str
    pages: int
    pieces: int
    size: int
    sha256: str


def record(path: str, product: str, data: bytes, *, pages: int, pieces: int) -> FileRecord:
    """Return the record of a file's bytes."""
    return FileRecord(path, product, pages, pieces, len(data), hashlib.sha256(data).hexdigest())


def manifest(game: Game, version: str, files: Iterable[FileRecord]) -> bytes:
    """Return the manifest; it holds no date, so equal builds have equal manifests."""
    head = {
        "game": {"id": game.id, "title": game.title, "version": game.file.version},
        "made_by": f"punchboard {version}",
    }
    parts = {
        "files": [file._asdict() for file in sorted(files)],
        "components": [
            {"id": component.id, "kind": component.kind, "copies": component.copies} for component in game.components
        ],
    }
    lists = ",\n".join(f'"{name}": [\n{_lines(values)}\n]' for name, values in parts.items())
    return f"{_ENCODE(head)[:-1]},\n{lists}\n}}\n".encode()


def _lines(values: Iterable[dict[str, Any]]) -> str:
    """Return one JSON object a line: readable, and by the fast encoder, which knows no indent."""
    return ",\n".join(map(_ENCODE, values))


def known_files(data: bytes) -> tuple[FileRecord, ...]:
    """Return the records of an older manifest; one that cannot be read has none."""
    try:
        return tuple(FileRecord(**file) for file in json.loads(data)["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()
