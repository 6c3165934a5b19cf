"""The six sides of a die and what each of them shows."""

from collections.abc import Mapping
from typing import NamedTuple

from punchboard.model.game.game import Entry
from punchboard.model.game.game_file import DIE_SIDES, Die


class Side(NamedTuple):
    """One side of a die: a number, a word, or an entry of a list."""

    value: Entry | int | str

    @property
    def label(self) -> str:
        """The text of the side: the name of a list entry, or the value itself."""
        return self._property("name", str(self.value))

    @property
    def icon(self) -> str:
        """The icon of the list entry; empty without one."""
        return self._property("icon", "")

    @property
    def colour(self) -> str:
        """The colour of the list entry, or the colour of text."""
        return self._property("colour", "ink")

    def _property(self, name: str, default: str) -> str:
        return str(self.value.properties.get(name, default)) if isinstance(self.value, Entry) else default


def die_sides(die: Die, lists: Mapping[str, tuple[Entry, ...]]) -> tuple[Side, ...]:
    """Return the six sides of a die in order; its values repeat until every side has one.

    The result is empty when the die's list does not exist, or when its length does not divide six.
    """
    values: tuple[Entry | int | str, ...] = lists.get(list_name(die), ()) if list_name(die) else _own_values(die)
    if not values or DIE_SIDES % len(values):
        return ()
    return tuple(map(Side, values * (DIE_SIDES // len(values))))


def list_name(die: Die) -> str:
    """Return the name of the list that a die takes its sides from; empty when the die has values of its own."""
    return die.faces["one_of"] if isinstance(die.faces, dict) else ""


def _own_values(die: Die) -> tuple[int | str, ...]:
    return die.faces if isinstance(die.faces, tuple) else ()
