"""Counters of wargames: units with numbers for attack, defence and movement become small square counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.importer.columns.column_names import normalised_name, split_camel_case
from punchboard.importer.columns.profile import ColumnProfile

LAYOUT: Final = "counter"
SHAPE: Final = "square 18mm"

MAX_WORDS: Final = 4
"""The highest average number of words in texts that fit on a counter."""

_KINDS: Final = frozenset({"counter", "counters", "unit", "units", "chit", "chits", "einheit", "einheiten"})
"""Words in the name of a kind of counters."""

_STATS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "attack": frozenset(
            {"attack", "att", "atk", "combat", "strength", "firepower", "angriff", "attaque", "ataque"}
        ),
        "defence": frozenset({"defence", "defense", "def", "armour", "armor", "verteidigung", "abwehr", "defensa"}),
        "move": frozenset({"move", "movement", "moves", "mov", "speed", "bewegung", "mouvement", "movimiento"}),
    }
)
"""The names of columns for each number of a counter."""


def counter_numbers(name: str, columns: Iterable[ColumnProfile], text: ColumnProfile | None) -> Mapping[str, str]:
    """Return the slot of each column with a number of a counter; empty if a kind is not one of counters.

    Args:
        name: the name of the kind.
        columns: its columns.
        text: the column with its texts, which must be short.
    """
    found: dict[str, str] = {}
    for column in columns:
        word = normalised_name(split_camel_case(column.name))
        slot = next((slot for slot, words in _STATS.items() if word in words), None)
        if slot and slot not in found.values() and column.is_integer:
            found[column.name] = slot
    is_named = bool(_KINDS & set(normalised_name(name).split()))
    is_brief = text is None or text.mean_words <= MAX_WORDS
    return found if is_brief and (is_named or (len(found) > 1 and "move" in found.values())) else {}
