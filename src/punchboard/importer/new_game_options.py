"""Options of a new game, beside its table: title, players, shape, layout, theme; and guesses of a kind's shape."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import normalised_name, word_set
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.shapes import SharedShape, letters_on_round
from punchboard.model.layout.trim import Trim, trim_from_text

DEFAULT_SHAPE: Final = "poker"
"""The shape of kinds whose name suggests no other."""


CHITS: Final = word_set("chits")
COINS: Final = word_set("coins")
BANKNOTES: Final = word_set("banknotes")
"""Words for pieces that have a shape and a layout of their own."""


class Shape(NamedTuple):
    """A shape as written in ``game.yaml``, and the reason for a guess."""

    text: str
    reason: str = ""

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        return trim_from_text(self.text)


class _ShapeWords(NamedTuple):
    """The words for a shape, and the highest average number of words in texts that fit on it."""

    words: frozenset[str]
    max_words: int


_TOKENS: Final = COINS | word_set("tokens")
"""Words for round pieces, which have no room for a text: with one, they are square and larger."""

_SHAPE_WORDS: Final[Mapping[str, _ShapeWords]] = {
    "hex 50mm": _ShapeWords(word_set("hexes"), 12),
    "circle 25mm": _ShapeWords(_TOKENS, 0),
    "square 15mm": _ShapeWords(CHITS, 0),
    "card 90mm x 45mm": _ShapeWords(BANKNOTES, 4),
    "square 50mm": _ShapeWords(word_set("tiles") | _TOKENS | CHITS, 12),
    "mini": _ShapeWords(frozenset({"mini"}), 18),
    "tarot": _ShapeWords(frozenset({"tarot"}), 120),
    "jumbo": _ShapeWords(frozenset({"jumbo"}), 120),
    "domino": _ShapeWords(word_set("dominoes"), 0),
    "poker landscape": _ShapeWords(frozenset({"landscape"}), 70),
}
"""Words for shapes, the most specific first: hex tiles are hexes."""


_FOUR_EDGES: Final = frozenset({"north", "east", "south", "west"})
_WORDS_ON_A_TILE: Final = 12

_WITH_TEXT: Final = MappingProxyType({"circle": (40, 50, 60), "square": (50,)})
"""The sizes in mm of pieces with texts, of which no column says one: on a round one, the first with room for all."""


def guess_shape(
    requested: str,
    name: str,
    text: ColumnProfile | None,
    fields: Collection[str] = (),
    shared: SharedShape | None = None,
) -> Shape:
    """Return the shape of a kind.

    Args:
        requested: the requested shape; empty for none.
        name: the name of the kind.
        text: the column with its texts, which must fit on the shape.
        fields: the names of its fields.
        shared: what columns say of the shape of all rows.
    """
    if requested:
        return Shape(requested)
    if shared is not None:
        return Shape(_shared(shared, text), f"so says {' and '.join(map(repr, shared.columns))}")
    if {"north_east", "south_west"} <= {*fields}:
        return Shape("hex 50mm", "columns for six edges")
    if {*fields} >= _FOUR_EDGES and (text is None or text.mean_words <= _WORDS_ON_A_TILE):
        return Shape("square 50mm", "columns for four edges")
    words = set(normalised_name(name).split())
    for shape, known in _SHAPE_WORDS.items():
        if words & known.words and (text is None or text.mean_words <= known.max_words):
            return Shape(shape, f"it is called {name!r}")
    return Shape(DEFAULT_SHAPE)


def _shared(shared: SharedShape, text: ColumnProfile | None) -> str:
    """Return the shape that columns say, and a size with room for texts, unless they say that, too."""
    form = shared.trim.form
    if text is None or shared.has_size or form not in _WITH_TEXT:
        return shared.text
    longest = max(map(len, text.filled))
    sizes = _WITH_TEXT[form]
    return f"{form} {next((size for size in sizes if longest <= letters_on_round(size)), sizes[-1])}mm"


NEW_GAME_THEME: Final = "meadow"
"""The theme of a new game, unless another is requested."""


class BackLook(NamedTuple):
    """What a theme's card backs look like: the colours of the ground and of its words, and the kind of its ornament."""

    ground: str = ""
    ink: str = ""
    ornament: str = ""


class NewGameOptions(NamedTuple):
    """Options of a new game: its id and title, the number of players, the shape, the layout and the theme."""

    name: str
    title: str
    players: str = "2-4"
    shape: str = ""
    """The shape that was requested. When empty, the name of each kind decides, or the default shape applies."""
    layout: str = ""
    theme: str = NEW_GAME_THEME
    game_head: str = ""
    """The first line of ``game.yaml``, with its schema for editors; the next two are for faces and theme."""
    face_head: str = ""
    theme_head: str = ""
    link: str = ""
    """The link that the table comes from; empty for a file."""
    back: BackLook = BackLook()

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        return trim_from_text(self.shape or DEFAULT_SHAPE)
