"""Roles of columns, such as title, cost or text, recognised by their names and by their values."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import WORD_MATCH, name_score
from punchboard.importer.columns.icon_names import icon_naming
from punchboard.importer.columns.profile import ColumnProfile

Icons = Collection[str]

MOST_COPIES: Final = 100
MIN_TEXT_WORDS: Final = 2
"""The lowest average number of words in a text."""

MIN_FLAVOUR_WORDS: Final = 4
"""The lowest average number of words in a flavour text; two words may be a number with its unit."""

MAX_SHORT_LENGTH: Final = 12
"""The highest average number of characters in a value for the corner of a card."""


class Role(NamedTuple):
    """The role of a column, and the reason for the guess."""

    name: str
    reason: str


class _RoleTest(NamedTuple):
    """How a role is recognised: which columns can have it, and how well the values suit it, with a reason."""

    fits: Callable[[ColumnProfile, Icons], bool]
    appearance: Callable[[ColumnProfile, Sequence[ColumnProfile]], tuple[float, str]]


def _never(_column: ColumnProfile, _all: Sequence[ColumnProfile]) -> tuple[float, str]:
    return 0.0, ""


def _always(because: str) -> Callable[[ColumnProfile, Sequence[ColumnProfile]], tuple[float, str]]:
    return lambda _column, _all: (1.0, because)


def _is_picture(column: ColumnProfile, _icons: Icons) -> bool:
    return column.has_pictures


def _is_icon(column: ColumnProfile, icons: Icons) -> bool:
    return icon_naming(column.filled, icons) is not None


def _is_description(column: ColumnProfile, icons: Icons) -> bool:
    return _is_text(column, icons) and name_score(column.name, "alt") > WORD_MATCH


def _is_copies(column: ColumnProfile, _icons: Icons) -> bool:
    return bool(column.filled) and all(map(is_count, column.filled))


def is_count(value: str) -> bool:
    """Return whether a value is a number of copies: ``3``, ``3x`` or ``x3``."""
    count = value.strip("xX\u00d7 ")
    return count.isascii() and count.isdigit() and int(count[:4]) <= MOST_COPIES


def is_partly_copies(column: ColumnProfile) -> bool:
    """Return whether a column is named like a copies column, but only some of its values are numbers of copies."""
    counts = sum(map(is_count, column.filled))
    return name_score(column.name, "copies") > 2 and 0 < counts < len(column.filled) <= 2 * counts


def _is_id(column: ColumnProfile, _icons: Icons) -> bool:
    return (
        column.is_complete and len(column.distinct) == len(column.values) and column.mean_length <= 2 * MAX_SHORT_LENGTH
    )


def _is_title(column: ColumnProfile, _icons: Icons) -> bool:
    return not (column.is_number or column.has_pictures or column.is_yes_no) and 0 < column.mean_words <= 8


def _looks_like_a_title(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    rows = max(len(column.values), 1)
    distinct = len(column.distinct) / rows
    first = next((other for other in every if _is_title(other, ())), None)
    if distinct > 0.6 and column.mean_words <= 6:
        return 0.5 + distinct / 4, "short texts that differ from row to row"
    return (0.1, "the first column of words") if column is first else (0.0, "")


def _is_text(column: ColumnProfile, _icons: Icons) -> bool:
    return not (column.is_number or column.has_pictures or column.is_yes_no)


def _looks_like_text(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    longest = max(other.mean_words for other in every)
    if column.mean_words >= MIN_TEXT_WORDS and column.mean_words == longest:
        return 1.0, f"the longest texts: {column.mean_words:.0f} words on average"
    return (0.4, f"{column.mean_words:.0f} words on average") if column.mean_words >= MIN_TEXT_WORDS else (0.0, "")


def _looks_like_flavour(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    return _looks_like_text(column, every) if column.mean_words >= MIN_FLAVOUR_WORDS else (0.0, "")


def _is_short(column: ColumnProfile, _icons: Icons) -> bool:
    return bool(column.filled) and column.mean_length <= MAX_SHORT_LENGTH and not column.has_pictures


def _looks_like_a_value(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    first = next((other for other in every if other.is_number), None)
    return (0.2, "the first numbers without another role") if column is first else (0.0, "")


def _is_type(column: ColumnProfile, _icons: Icons) -> bool:
    is_words = not (column.is_number or column.has_pictures or column.is_yes_no)
    return bool(column.filled) and is_words and column.mean_words <= 4


def _looks_like_a_type(column: ColumnProfile, _every: Sequence[ColumnProfile]) -> tuple[float, str]:
    few = 1 < len(column.distinct) <= 12 and len(column.filled) >= 2 * len(column.distinct)
    few = few and 10 * len(column.filled) >= 9 * len(column.values) and all(val[:1].isalpha() for val in column.filled)
    return (0.3, f"{len(column.distinct)} different values in {len(column.filled)} rows") if few else (0.0, "")


_ROLES: Final[Mapping[str, _RoleTest]] = MappingProxyType(
    {
        "picture": _RoleTest(_is_picture, _always("its values are names of picture files")),
        "alt": _RoleTest(_is_description, _never),
        "icon": _RoleTest(_is_icon, _always("its values are names of icons")),
        "copies": _RoleTest(_is_copies, _never),
        "title": _RoleTest(_is_title, _looks_like_a_title),
        "text": _RoleTest(_is_text, _looks_like_text),
        "flavour": _RoleTest(_is_text, _looks_like_flavour),
        "cost": _RoleTest(_is_short, _never),
        "type": _RoleTest(_is_type, _looks_like_a_type),
        "value": _RoleTest(_is_short, _looks_like_a_value),
        "id": _RoleTest(_is_id, _never),
        "footer": _RoleTest(_is_text, _never),
    }
)
"""The roles in the order in which they are assigned."""

_BY_NAME_ONLY: Final = frozenset({"copies", "cost", "id", "footer", "alt"})
"""Roles that only a column's name can give it."""


def find_roles(columns: Sequence[ColumnProfile], icons: Icons) -> dict[str, Role]:
    """Return the roles of columns by column name; each role goes to one column at most."""
    found: dict[str, Role] = {}
    for role, test in _ROLES.items():
        left = [column for column in columns if column.name not in found and column.filled]
        scored = [(_score(column, role, left), -column.index, column) for column in left if test.fits(column, icons)]
        scored = [entry for entry in scored if entry[0] > 0 and not _is_named_as_another(entry[2], role)]
        if scored:
            _, _, best = max(scored, key=lambda entry: entry[:2])
            found[best.name] = Role(role, _reason(best, role, left))
    return found


def _score(column: ColumnProfile, role: str, left: Sequence[ColumnProfile]) -> float:
    named = name_score(column.name, role)
    if role == "copies" and name_score(column.name, "id") and len(column.distinct) == len(column.values) > 2:
        return 0.0  # 'Number' with 1, 2, 3 numbers the rows
    return named + _ROLES[role].appearance(column, left)[0] if named or role not in _BY_NAME_ONLY else 0.0


def _is_named_as_another(column: ColumnProfile, role: str) -> bool:
    """Return whether the full name of a column is known for another role that suits its values."""
    if name_score(column.name, role) >= 1:
        return False
    if is_partly_copies(column):
        return True
    return any(
        name_score(column.name, other) > 2 and test.fits(column, ()) for other, test in _ROLES.items() if other != role
    )


def _reason(column: ColumnProfile, role: str, left: Sequence[ColumnProfile]) -> str:
    appearance = _ROLES[role].appearance(column, left)[1]
    named = name_score(column.name, role)
    parts = ["its name" if named > 2 else "a word in its name"] if named else []
    if role in {"picture", "icon"} or not named:
        parts.append(appearance)
    return ", and ".join(part for part in parts if part)
