"""Where a layout is written: the file, and the place of each of its values."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.problem import Place

CHAPTER: Final = "book chapter"
"""The name under which the openings of chapters are drawn."""

Path = tuple[str | int, ...]


class LayoutSource(NamedTuple):
    """Where the values of a layout stand, by their paths, and the path that leads to its boxes."""

    file: str
    places: Mapping[Path, Place]
    path: Path = ()

    def place(self, *path: str | int) -> Place:
        """Return where a value stands, or the nearest round it that is known."""
        whole = (*self.path, *path)
        found = (self.places[whole[:end]] for end in range(len(whole), 0, -1) if whole[:end] in self.places)
        return next(found, Place(self.file, 1))
