"""JSON files of the cache: written completely or not at all, with a hash, so that a damaged file is ignored."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

CACHE_FOLDER: Final = ".cache"
"""The folder of the cache, beside the outputs."""

MAX_BYTES: Final = 64_000_000
"""The maximum size of a cache file; the record of a deck of 200,000 cards is larger and is not stored."""


def digest(*parts: str | bytes) -> str:
    """Return one hash of all parts, which differs when the same text is divided differently."""
    whole = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d:" % len(data))
        whole.update(data)
    return whole.hexdigest()


def read_json(path: Path) -> Any:
    """Return the value in a file; None when the file is missing or damaged."""
    body = read_verified(path)
    try:
        return json.loads(body) if body is not None else None
    except (ValueError, RecursionError):
        return None


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON with `write_verified`."""
    write_verified(path, json.dumps(value, separators=(",", ":")).encode())


def read_verified(path: Path) -> bytes | None:
    """Return the bytes in a file; None when the file is missing, too large or damaged."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        stored_digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body if stored_digest == digest(body).encode() else None


def write_verified(path: Path, body: bytes) -> None:
    """Replace a file by one with these bytes; bytes that are too large, or that cannot be written, are not stored."""
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
