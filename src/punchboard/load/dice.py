"""Check that the list on a die's faces fills its six sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from punchboard.load.kinds import Catalog
from punchboard.model.game.dice import die_sides, list_name
from punchboard.model.game.game_file import Die
from punchboard.problem import Problem


def dice_problems(dice: Mapping[str, Die], catalog: Catalog) -> Iterator[Problem]:
    """Yield VALUE001 for each die whose list cannot be spread evenly over six sides."""
    for name, die in dice.items():
        entries = list_name(die)
        if entries in catalog.lists and not die_sides(die, catalog.lists):
            place = catalog.folder.place("dice", name, "faces", "one_of")
            message = f"list {entries!r} has {len(catalog.lists[entries])} entries, which cannot fill six sides evenly"
            yield Problem("VALUE001", place, message, "use a list of 1, 2, 3 or 6 entries")
