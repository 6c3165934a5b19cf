"""The keys of earlier faces: a page that shows an older state may request a face that has changed since."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from punchboard.server.snapshot import Snapshot

MAX_OLD_KEYS: Final = 10_000
"""The most keys that are remembered; those of the oldest states are forgotten first."""


class OldKeys:
    """The component and side that had a key which no face has any more, by game and key."""

    def __init__(self) -> None:
        self._sides: OrderedDict[tuple[str, str], tuple[str, int]] = OrderedDict()

    def remember(self, game: str, old: Snapshot, new: Snapshot) -> None:
        """Remember the keys of a snapshot that the next one does not have."""
        past = ((name, side, key) for name, keys in old.side_keys.items() for side, key in enumerate(keys))
        self._sides.update(((game, key), (name, side)) for name, side, key in past if key not in new)
        while len(self._sides) > MAX_OLD_KEYS:
            self._sides.popitem(last=False)

    def current_key(self, game: str, key: str, snapshot: Snapshot | None) -> str | None:
        """Return the key that the side which had this key has in a snapshot; None if there is none."""
        name, side = self._sides.get((game, key), ("", 0))
        keys = snapshot.side_keys.get(name, ()) if snapshot is not None else ()
        return keys[side] if side < len(keys) else None
