"""Files that a build keeps, most of them JSON: written whole or not at all, and believed only when they are whole."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

CACHE_FOLDER: Final = ".cache"
"""The folder beside the outputs that holds all that is kept."""

MAX_BYTES: Final = 64_000_000
"""The most bytes that a kept file may have; of a deck of 200,000 cards none is kept."""


def digest(*parts: str | bytes) -> str:
    """Return the hash of texts, told apart from each other."""
    whole = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d:" % len(data))
        whole.update(data)
    return whole.hexdigest()


def read_json(path: Path) -> Any:
    """Return what a file keeps; None when there is none, or when it is damaged."""
    body = read_verified(path)
    try:
        return json.loads(body) if body is not None else None
    except (ValueError, RecursionError):
        return None


def write_json(path: Path, value: Any) -> None:
    """Keep a value in the place of what was kept; a disk that refuses keeps nothing, and nobody misses it."""
    write_verified(path, json.dumps(value, separators=(",", ":")).encode())


def read_verified(path: Path) -> bytes | None:
    """Return the bytes that a file keeps; None when there is none, or when it is damaged."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        mark, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body if mark == digest(body).encode() else None


def write_verified(path: Path, body: bytes) -> None:
    """Keep bytes in the place of what was kept; what is too large, or refused by the disk, is not kept at all."""
    if len(body) > MAX_BYTES:
        return
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            new.write_bytes(digest(body).encode() + b"\n" + body)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
