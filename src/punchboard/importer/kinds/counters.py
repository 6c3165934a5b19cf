"""Counters of wargames: units with numbers for attack, defence and movement become small square counters."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import normalised_name, split_camel_case
from punchboard.importer.columns.profile import ColumnProfile

LAYOUT: Final = "counter"
SHAPE: Final = "square 25mm"
"""An inch: print shops stock counters of this size, and long names fit on it."""

BACK: Final = "counter-back"
"""The layout of the weaker side."""

MAX_WORDS: Final = 4
"""The highest average number of words in texts that fit on a counter."""

_KINDS: Final = frozenset({"counter", "counters", "unit", "units", "chit", "chits", "einheit", "einheiten"})
"""Words in the name of a kind of counters."""

_STATS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "attack": frozenset(
            {
                "attack",
                "attacks",
                "attacking",
                "att",
                "atk",
                "combat",
                "strength",
                "firepower",
                "angriff",
                "attaque",
                "ataque",
            }
        ),
        "defence": frozenset(
            {"defence", "defense", "defend", "defends", "defending", "def", "armour", "armor"}
            | {"verteidigung", "abwehr", "defensa"}
        ),
        "move": frozenset(
            {"move", "movement", "moves", "moving", "mov", "speed", "bewegung", "mouvement", "movimiento"}
        ),
    }
)
"""The names of columns for each number of a counter."""

_WEAKER: Final = frozenset(
    {
        *("back", "rear", "reverse", "weak", "weaker", "weakened", "reduced", "damaged", "flipped", "flip", "2", "b"),
        *("ruckseite", "geschwacht", "verso", "dos", "affaibli", "reverso", "retro"),
    }
)
"""Words in the name of a column for the weaker side; a second column of the same name has a 2."""

_STRONGER: Final = frozenset({"front", "full", "strong", "fresh", "side", "step", "1", "a", "vorderseite", "recto"})
"""Words in the name of a column that may stand beside those of a number."""


_WITHOUT_BRACKETS: Final = str.maketrans("()", "  ")
"""Replaces brackets: what they hold counts, as in `Attack (2)`."""


class CounterNumbers(NamedTuple):
    """The slots of a counter's numbers by column: those of its front, and those of its weaker side."""

    front: Mapping[str, str]
    back: Mapping[str, str]

    @property
    def columns(self) -> frozenset[str]:
        """The columns with a number of either side."""
        return frozenset({*self.front, *self.back})


NO_NUMBERS: Final = CounterNumbers({}, {})
"""Those of other components."""


def counter_numbers(name: str, columns: Iterable[ColumnProfile], text: ColumnProfile | None) -> CounterNumbers:
    """Return the slot of each column with a number of a counter; none if a kind is not one of counters.

    Args:
        name: the name of the kind.
        columns: its columns.
        text: the column with its texts, which must be short.
    """
    front: dict[str, str] = {}
    back: dict[str, str] = {}
    for column in columns:
        words = normalised_name(split_camel_case(column.name.translate(_WITHOUT_BRACKETS))).split()
        side = back if _WEAKER & {*words} else front
        word = " ".join(word for word in words if word not in _WEAKER | _STRONGER)
        slot = next((slot for slot, known in _STATS.items() if word in known), None)
        if slot and slot not in side.values() and column.is_integer:
            side[column.name] = slot
    is_named = bool(_KINDS & set(normalised_name(name).split()))
    is_brief = text is None or text.mean_words <= MAX_WORDS
    is_unit = bool(front) and (is_named or (len(front) > 1 and "move" in front.values()))
    return CounterNumbers(front, back) if is_brief and is_unit else NO_NUMBERS
