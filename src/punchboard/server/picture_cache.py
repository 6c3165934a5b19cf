"""A cache of bytes with a size limit; the least recently used go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

Key = tuple[str, str, str]
"""A game, and what its picture shows: the key of a face and its ink, or a page of a document."""


class PictureCache:
    """Bytes by key, up to a total size.

    Args:
        max_bytes: how many bytes are kept.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes, self._size = max_bytes, 0
        self._entries: OrderedDict[Key, bytes] = OrderedDict()

    def get(self, key: Key) -> bytes | None:
        """Return the bytes of a key, which become the most recently used; None if there are none."""
        found = self._entries.get(key)
        if found is not None:
            self._entries.move_to_end(key)
        return found

    def put(self, key: Key, data: bytes) -> None:
        """Keep bytes under a key; more than the whole limit is not kept."""
        self._size -= len(self._entries.pop(key, b""))
        self._entries[key] = data
        self._size += len(data)
        while self._size > self._max_bytes:
            self._size -= len(self._entries.popitem(last=False)[1])

    def drop(self, is_outdated: Callable[[Key], bool]) -> None:
        """Drop the entries whose keys are outdated."""
        for key in [key for key in self._entries if is_outdated(key)]:
            self._size -= len(self._entries.pop(key))
