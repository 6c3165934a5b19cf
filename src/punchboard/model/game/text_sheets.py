"""The sheets of paper that are made from a Markdown text, such as the score sheet.

`TEXT_SHEETS` has a row for each. The name of the row is that of the product, of the text (the game's own, or one in
``layouts/texts``) and of its book layout (in ``layouts/books``).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from punchboard.model.game.game import Game


class TextSheet(NamedTuple):
    """A row of `TEXT_SHEETS`."""

    about: str
    """What is on the sheet, for the list of products."""
    is_for: Callable[[Game], bool]
    """Tells whether a game has the sheet. A text in ``layouts/texts`` is among the texts of every game."""
    is_extra: bool = False
    """Whether it is made only with ``--all`` or when it is named; like all sheets, it is always checked."""


TEXT_SHEETS: Mapping[str, TextSheet] = MappingProxyType(
    {
        "set-up": TextSheet(
            "the set-up sheet: the steps, and what each seat takes", lambda game: bool(game.file.setup)
        ),
        "score": TextSheet("the score sheet, to fill in by hand", lambda game: "score" in game.texts),
        "playtest": TextSheet(
            "one page for a playtest: a summary of the game, and a record", lambda game: "turn" in game.texts
        ),
    }
)
"""Every sheet that is made from a text, by its name."""
