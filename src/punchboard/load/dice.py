"""Dice that a list cannot fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from punchboard.load.kinds import Catalog
from punchboard.model.game.dice import die_sides, list_name
from punchboard.model.game.game_file import Die
from punchboard.problem import Problem


def dice_problems(dice: Mapping[str, Die], catalog: Catalog) -> Iterator[Problem]:
    """Yield VALUE001 for each die whose list has entries that six sides cannot be shared out among."""
    for name, die in dice.items():
        wanted = list_name(die)
        if wanted in catalog.lists and not die_sides(die, catalog.lists):
            place = catalog.folder.place("dice", name, "faces", "one_of")
            message = f"the list {wanted!r} has {len(catalog.lists[wanted])} entries, which do not fill six sides"
            yield Problem("VALUE001", place, message, "a die takes a list of 1, 2, 3 or 6 entries")
