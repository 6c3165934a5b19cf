"""What was made is kept as long as there is room: the least lately used goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class PictureCache:
    """Bytes by key, so many of them in all.

    Args:
        room: how many bytes are kept.
    """

    def __init__(self, room: int) -> None:
        self._room, self._size = room, 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """Return what is kept under a key, which is now the last to go."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, data: bytes) -> None:
        """Keep bytes; what is larger than all of the room is not kept."""
        self._size -= len(self._kept.pop(key, b""))
        self._kept[key] = data
        self._size += len(data)
        while self._size > self._room:
            self._size -= len(self._kept.popitem(last=False)[1])
