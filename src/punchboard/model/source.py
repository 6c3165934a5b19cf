"""The source of a layout: its file, and the line and column of each of its values."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.problem import Place

CHAPTER: Final = "book chapter"
"""The name of the layout that draws chapter openings."""

Path = tuple[str | int, ...]


class LayoutSource(NamedTuple):
    """The place of each value of a layout by its key path, and the path of the mapping that holds its boxes."""

    file: str
    places: Mapping[Path, Place]
    path: Path = ()

    def place(self, *path: str | int) -> Place:
        """Return the place of a value, or of the nearest enclosing value whose place is known."""
        whole = (*self.path, *path)
        found = (self.places[whole[:end]] for end in range(len(whole), 0, -1) if whole[:end] in self.places)
        return next(found, Place(self.file, 1))
