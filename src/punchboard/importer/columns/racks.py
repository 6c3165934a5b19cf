"""Columns of small whole numbers that belong together, such as resources and stats: each is a pip with an icon."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import is_placeholder, name_score, normalised_name
from punchboard.importer.columns.profile import INTEGER, ColumnProfile
from punchboard.importer.columns.roles import Role
from punchboard.importer.columns.symbols import FoundSymbol, icon_for

MAX_PIP: Final = 99
"""The highest number on a pip."""

MAX_BADGE: Final = 4
"""The highest number of letters in a name that stands whole on a badge; of others, the first three do."""

MAX_BADGES: Final = 6
"""The highest number of letters if all single words of a game stand whole on their badges."""

_KNOWN: Final = 2.0
"""The name of a column with a higher score is known as a whole, not only a word of it."""

_FEW_ZEROS: Final = 1 / 3
"""The largest share of zeros among numbers of which each is worth printing."""

_FLAG: Final = re.compile(r"(?:is|has|can) .+|.+\?")


class PipName(NamedTuple):
    """The name of a column as a pip, without the words that it shares with its family, and its icon."""

    label: str
    icon: str
    reason: str


def is_small(column: ColumnProfile) -> bool:
    """Return whether all values are small whole numbers with a name, none of them an id or a number of copies."""
    if (
        not column.is_integer
        or is_placeholder(column.name)
        or any(name_score(column.name, role) > _KNOWN for role in ("id", "copies"))
    ):
        return False
    numbers = [int(float(value)) for value in column.filled]
    counts_rows = len(numbers) > 3 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return not counts_rows and max(map(abs, numbers)) <= MAX_PIP


def is_flag(column: ColumnProfile) -> bool:
    """Return whether a column is yes or no by its name, with 1 for yes."""
    return _FLAG.fullmatch(_words(column.name)) is not None and all(value in {"0", "1"} for value in column.filled)


def families(columns: Sequence[ColumnProfile]) -> Mapping[str, str]:
    """Return the labels of columns of small numbers that share the first or last word of their names, by column.

    ``cost.gold`` and ``cost_wood`` are ``gold`` and ``wood``. Columns of families that cross, such as ``front attack``,
    ``front move``, ``back attack`` and ``back move``, keep their whole names.
    """
    members: dict[tuple[str, bool], list[tuple[str, str]]] = defaultdict(list)
    for column in columns:
        words = _words(column.name).split()
        if len(words) > 1 and is_small(column) and not is_flag(column):
            members[words[0], True].append((column.name, " ".join(words[1:])))
            members[words[-1], False].append((column.name, " ".join(words[:-1])))
    labels: dict[str, str] = {}
    several = sorted((family for family in members.values() if len(family) > 1), key=len, reverse=True)
    for family in several:
        for name, label in family:
            labels.setdefault(name, label)
    if len(set(labels.values())) == len(labels):
        return labels
    in_families = Counter(name for family in several for name, _ in family)
    return {name: _words(name) if in_families[name] > 1 else label for name, label in labels.items()}


def find_rack(
    columns: Sequence[ColumnProfile], roles: Mapping[str, Role], kin: Mapping[str, str], icons: Collection[str]
) -> dict[str, PipName]:
    """Return the pips of a table by column: its families, its stats, and other small numbers.

    The value of a card joins several other stats; a small number alone is a pip only if it has an icon.
    """
    small = [column for column in columns if column.filled and is_small(column) and not is_flag(column)]
    free = [column for column in small if column.name not in roles or column.name in kin]
    stats = [column for column in small if _role(roles, column) == "value" and _is_stat(column)]
    chosen = [column for column in small if column in free or (column in stats and free)]
    pips = _with_own_icons({col.name: _pip_name(kin.get(col.name) or _words(col.name), icons) for col in chosen})
    if len(pips) == 1:
        pips = {name: pip for name, pip in pips.items() if pip.icon}
    lone = [col.name for col in chosen if col.name in pips and not pips[col.name].icon and {*col.filled} <= {"0", "1"}]
    return {name: pip for name, pip in pips.items() if name in kin or name not in lone}


def _role(roles: Mapping[str, Role], column: ColumnProfile) -> str:
    return roles[column.name].name if column.name in roles else ""


def _is_stat(column: ColumnProfile) -> bool:
    """Return whether a value is one of several: it is named like a stat, or is a value only because it comes first."""
    return name_score(column.name, "stat") > _KNOWN or not name_score(column.name, "value")


def _words(name: str) -> str:
    return normalised_name(name.replace(".", " "))


def _with_own_icons(pips: Mapping[str, PipName]) -> dict[str, PipName]:
    """Return pips without the icons that two names would share: the letters of a badge tell them apart."""
    labels: dict[str, set[str]] = defaultdict(set)
    for pip in pips.values():
        labels[pip.icon].add(pip.label)
    return {
        name: PipName(pip.label, "", "another column would have its icon")
        if pip.icon and len(labels[pip.icon]) > 1
        else pip
        for name, pip in pips.items()
    }


def _pip_name(label: str, icons: Collection[str]) -> PipName:
    for part in (label, *reversed(label.split())):
        icon, reason = icon_for(part, icons)
        if icon and ":" not in icon:
            return PipName(label, icon, reason)
    return PipName(label, "", icon_for(label, icons)[1])


def pip_symbols(pips: Iterable[PipName], counts: Mapping[str, int]) -> dict[str, FoundSymbol]:
    """Return the symbol of each pip by its label. Those without an icon have a badge with letters of their own."""
    symbols: dict[str, FoundSymbol] = {}
    badges = set[str]()
    pips = tuple(pips)
    are_short = all(len(pip.label) <= MAX_BADGES or " " in pip.label for pip in pips if not pip.icon)
    longest = MAX_BADGES if are_short else MAX_BADGE
    for pip in pips:
        if pip.label in symbols:
            continue
        short = pip.label
        if not pip.icon and len(short) > (MAX_BADGE if " " in short else longest):
            short = next((letters for letters in _badges(short) if letters not in badges), short)
        badges.add(short)
        symbols[pip.label] = FoundSymbol(f"[{short}]", counts.get(pip.label, 0), pip.icon, pip.reason)
    return symbols


def _badges(label: str) -> Iterator[str]:
    """Yield the letters that may stand for a name: those that begin its words, then more and more of its first."""
    words, letters = label.split(), re.sub(r"\W", "", label)
    if len(words) > 1:
        yield "".join(word[0] for word in words)
    yield from (letters[:end] for end in range(3, len(letters) + 1))


def shows_number(value: str) -> bool:
    """Return whether a cell has a number that is not zero."""
    return INTEGER.fullmatch(value) is not None and int(float(value)) != 0


def are_zeros_values(columns: Iterable[ColumnProfile]) -> bool:
    """Return whether zeros in pips are values, as in stats: they are few. Of resources, a card lacks most."""
    values = [value for column in columns for value in column.filled if INTEGER.fullmatch(value)]
    zeros = len(values) - sum(map(shows_number, values))
    return 0 < zeros <= _FEW_ZEROS * len(values)
