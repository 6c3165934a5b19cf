"""The sides of a die: what each of the six shows."""

from collections.abc import Mapping
from typing import NamedTuple

from punchboard.model.game.game import Entry
from punchboard.model.game.game_file import DIE_SIDES, Die


class Side(NamedTuple):
    """One side of a die: a number, a word, or an entry of a list."""

    value: Entry | int | str

    @property
    def label(self) -> str:
        """What the side is called: an entry's name, else the value as text."""
        return self._property("name", str(self.value))

    @property
    def icon(self) -> str:
        """The entry's icon, or nothing."""
        return self._property("icon", "")

    @property
    def colour(self) -> str:
        """The entry's colour, or that of text."""
        return self._property("colour", "ink")

    def _property(self, name: str, otherwise: str) -> str:
        return str(self.value.properties.get(name, otherwise)) if isinstance(self.value, Entry) else otherwise


def die_sides(die: Die, lists: Mapping[str, tuple[Entry, ...]]) -> tuple[Side, ...]:
    """Return the six sides of a die in their order, its values repeated until every side has one.

    There is none when the die's list does not exist, or cannot be shared out evenly.
    """
    values: tuple[Entry | int | str, ...] = lists.get(list_name(die), ()) if list_name(die) else _plain(die)
    if not values or DIE_SIDES % len(values):
        return ()
    return tuple(map(Side, values * (DIE_SIDES // len(values))))


def list_name(die: Die) -> str:
    """Return the list that a die's sides are taken from; nothing for a die that gives them itself."""
    return die.faces["one_of"] if isinstance(die.faces, dict) else ""


def _plain(die: Die) -> tuple[int | str, ...]:
    return die.faces if isinstance(die.faces, tuple) else ()
