"""Options of a new game, beside its table: title, players, shape, layout, theme."""

from typing import Final, NamedTuple

from punchboard.importer.kinds.shapes import DEFAULT_SHAPE
from punchboard.model.layout.trim import Trim, trim_from_text

NEW_GAME_THEME: Final = "meadow"
"""The theme of a new game, unless another is requested."""


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

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        return trim_from_text(self.shape or DEFAULT_SHAPE)
