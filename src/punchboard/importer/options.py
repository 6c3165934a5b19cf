"""What a designer asks of a new game, beside its table."""

from typing import Final, NamedTuple

from punchboard.importer.kinds.shapes import DEFAULT_SHAPE
from punchboard.model.layout.trim import Trim, trim_from_text

THEMES: Final = ("meadow", "ember", "ink", "tide")
"""The stock themes, the first for who names none."""


class NewGameOptions(NamedTuple):
    """A game to be made: its id and title, for how many, on what shape, in which layout and theme."""

    name: str
    title: str
    players: str = "2-4"
    shape: str = ""
    """As it was asked for; without, a kind has the one that its name says, or that of a card."""
    layout: str = ""
    theme: str = THEMES[0]
    game_head: str = ""
    """The first line of ``game.yaml``, by which editors know its schema; so for the next two."""
    face_head: str = ""
    theme_head: str = ""

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        return trim_from_text(self.shape or DEFAULT_SHAPE)
