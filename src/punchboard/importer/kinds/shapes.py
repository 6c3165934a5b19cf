"""The shape of a kind: the one that was asked for, or the one that the name of the kind says."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import plain
from punchboard.importer.columns.profile import Profile
from punchboard.model.layout.trim import Trim, trim_from_text

CARD: Final = "poker"
"""The shape of what is called nothing else."""


class Shape(NamedTuple):
    """A shape as ``game.yaml`` writes it, and why it is thought so."""

    text: str
    because: str = ""

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        return trim_from_text(self.text)


class _Said(NamedTuple):
    """The words that say a shape, and how many words on average a text may have that fits on it."""

    words: frozenset[str]
    room: int


_SAID: Final[Mapping[str, _Said]] = MappingProxyType(
    {
        "hex 50mm": _Said(frozenset({"hex", "hexes", "hexagon", "hexagons", "hexfelder", "hexagones"}), 12),
        "circle 25mm": _Said(
            frozenset(
                {
                    *("token", "tokens", "counter", "counters", "marker", "markers", "chip", "chips", "plattchen"),
                    *("spielmarke", "spielmarken", "jeton", "jetons", "ficha", "fichas", "gettone", "gettoni"),
                }
            ),
            4,
        ),
        "square 50mm": _Said(
            frozenset({"tile", "tiles", "felder", "tuile", "tuiles", "loseta", "losetas", "tessera", "tessere"}),
            12,
        ),
        "mini": _Said(frozenset({"mini"}), 18),
        "tarot": _Said(frozenset({"tarot"}), 120),
    }
)
"""The shapes that words of a name say, the surest first: hex tiles are hexes."""


def shape_of(asked: str, name: str, text: Profile | None) -> Shape:
    """Return the shape of a kind.

    Args:
        asked: the shape that was asked for; empty when none was.
        name: the name of the kind.
        text: the column with its texts, which must find room.
    """
    if asked:
        return Shape(asked)
    words = set(plain(name).split())
    for shape, said in _SAID.items():
        if words & said.words and (text is None or text.mean_words <= said.room):
            return Shape(shape, f"as it is called {name!r}")
    return Shape(CARD)
