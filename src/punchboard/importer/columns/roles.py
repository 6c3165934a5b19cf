"""Roles of columns, such as title, cost or text, decided by points for their values and for their names.

Each role asks of a column whether its values fit at all, then gives points for what they look like over all rows; the
name is one voice among these. `decide_roles` keeps every candidate with its points and reason, as ``new --explain``
prints them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import (
    FULL_MATCH,
    WORD_MATCH,
    has_private_word,
    name_score,
    names_by_role,
    normalised_name,
)
from punchboard.importer.columns.profile import ColumnProfile, copies_of, fold_case, is_count
from punchboard.importer.columns.symbols import icon_naming
from punchboard.model.values import counted

Icons = Collection[str]

MIN_TEXT_WORDS: Final = 2
"""The lowest average number of words in a text."""

MIN_FLAVOUR_WORDS: Final = 4
"""The lowest average number of words in a flavour text; two words may be a number with its unit."""

MAX_SHORT_LENGTH: Final = 12
"""The highest average number of characters in a value for the corner of a card."""

MAX_SHORT_WORDS: Final = 3
"""The highest number of words in a value for the corner of a card."""

BULK: Final = 3.0
"""Points for the column with the most words over all rows; as much as for a known name."""

SENTENCES: Final = 1.0
"""Points for sentences in at least half of the values."""

RULES_SHARE: Final = 0.25
"""The share of rows with rules from which a description beside them is not the rules."""

_KNOWN: Final = 2.0
"""A column whose name has more points for a role is known by its whole name."""


class Role(NamedTuple):
    """The role of a column, and the reason for the guess."""

    name: str
    reason: str


NO_ROLE: Final = Role("", "")


class Candidate(NamedTuple):
    """A role that a column could have, with its points and the reason for them."""

    column: str
    role: str
    points: float
    reason: str
    """The voices of its name and of its values."""

    @property
    def short_reason(self) -> str:
        """The voice of its name if that says something; whether values fit it goes without saying but for pictures."""
        named, values = self.reason.partition(" + ")[::2]
        return named if self.role not in {"picture", "icon"} or not values else f"{named}, and {values}"


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


def is_partly_copies(column: ColumnProfile) -> bool:
    """Return whether a column is named like a copies column, but only some of its values are numbers of copies."""
    counts = sum(map(is_count, column.filled))
    return name_score(column.name, "copies") > _KNOWN and 0 < counts < len(column.filled) <= 2 * counts


def _looks_like_copies(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    """Numbers before the names, of which most cells are empty for a single copy."""
    is_before = column.index == 0 and 2 * len(column.filled) <= len(column.values)
    is_named = any(name_score(other.name, "copies") > _KNOWN for other in every)
    return (0.5, "a few numbers before the names") if is_before and not is_named else (0.0, "")


def _is_id(column: ColumnProfile, _icons: Icons) -> bool:
    return (
        column.is_complete and len(column.distinct) == len(column.values) and column.mean_length <= 2 * MAX_SHORT_LENGTH
    )


def _is_title(column: ColumnProfile, _icons: Icons) -> bool:
    is_other = column.is_number or column.has_pictures or column.is_yes_no or column.has_amounts
    return not is_other and 0 < column.mean_words <= 8


def _looks_like_a_title(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    rows = max(len(column.values), 1)
    distinct = len(column.distinct) / rows
    first = next((other for other in every if _is_title(other, ())), None)
    has_words = 2 * sum(map(_has_letters, column.filled)) > len(column.filled)
    if distinct > 0.6 and column.mean_words <= 6 and has_words:
        return 0.5 + distinct / 4, "short texts that differ from row to row"
    return (0.1, "the first column of words") if column is first else (0.0, "")


def _has_letters(value: str) -> bool:
    return any(map(str.isalpha, value))


def _is_text(column: ColumnProfile, _icons: Icons) -> bool:
    return not (column.is_number or column.has_pictures or column.is_yes_no)


def _is_rules(column: ColumnProfile, icons: Icons) -> bool:
    """Return whether a column may be the text: a word of its name is not enough for single words."""
    if column.has_amounts:
        return False
    return _is_text(column, icons) and (column.mean_words >= MIN_TEXT_WORDS or name_score(column.name, "text") > _KNOWN)


def _looks_like_text(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    if column.mean_words < MIN_TEXT_WORDS:
        return 0.0, ""
    points = BULK * sum(column.words) / max(sum(other.words) for other in every)
    reason = f"{column.mean_words:.0f} words on average"
    if points == BULK:
        reason = f"the longest texts: {reason}"
    points += SENTENCES if column.has_sentences else 0.0
    return (points - BULK, "another column has the rules") if _is_beside_rules(column, every) else (points, reason)


def _is_beside_rules(column: ColumnProfile, every: Sequence[ColumnProfile]) -> bool:
    """Return whether a column describes things whose rules another column has."""
    return name_score(column.name, "description") > _KNOWN and any(
        name_score(other.name, "text") > _KNOWN
        and not name_score(other.name, "description")
        and other.mean_words >= MIN_TEXT_WORDS
        and len(other.filled) >= RULES_SHARE * len(other.values)
        for other in every
        if other is not column
    )


def _looks_like_flavour(column: ColumnProfile, _every: Sequence[ColumnProfile]) -> tuple[float, str]:
    """Any other text: its name is known for no other role."""
    if column.mean_words < MIN_FLAVOUR_WORDS:
        return 0.0, ""
    return min(column.mean_words / 40, 1.0), f"another text: {column.mean_words:.0f} words on average"


def _is_short(column: ColumnProfile, _icons: Icons) -> bool:
    return (
        bool(column.filled)
        and column.mean_length <= MAX_SHORT_LENGTH
        and max(column.words) <= MAX_SHORT_WORDS
        and not (column.has_pictures or column.is_yes_no)
    )


def _looks_like_a_value(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    first = next((other for other in every if other.is_number), None)
    return (0.2, "the first numbers without another role") if column is first else (0.0, "")


def _is_type(column: ColumnProfile, _icons: Icons) -> bool:
    is_words = not (column.is_number or column.has_pictures or column.is_yes_no)
    is_usual = 2 * len(column.filled) >= len(column.values) or name_score(column.name, "type") > _KNOWN
    return bool(column.filled) and is_words and is_usual and column.mean_words <= 4


def _looks_like_a_type(column: ColumnProfile, _every: Sequence[ColumnProfile]) -> tuple[float, str]:
    few = 1 < len(column.distinct) <= 12 and len(column.filled) >= 2 * len(column.distinct)
    few = few and 10 * len(column.filled) >= 9 * len(column.values) and all(val[:1].isalpha() for val in column.filled)
    because = f"{counted(len(column.distinct), 'different value')} in {counted(len(column.filled), 'row')}"
    return (0.3, because) if few else (0.0, "")


_ROLES: Final[Mapping[str, _RoleTest]] = MappingProxyType(
    {
        "picture": _RoleTest(_is_picture, _always("its values are names of picture files")),
        "alt": _RoleTest(_is_description, _never),
        "icon": _RoleTest(_is_icon, _always("its values are names of icons")),
        "copies": _RoleTest(_is_copies, _looks_like_copies),
        "title": _RoleTest(_is_title, _looks_like_a_title),
        "text": _RoleTest(_is_rules, _looks_like_text),
        "flavour": _RoleTest(_is_text, _looks_like_flavour),
        "cost": _RoleTest(_is_short, _never),
        "type": _RoleTest(_is_type, _looks_like_a_type),
        "value": _RoleTest(_is_short, _looks_like_a_value),
        "id": _RoleTest(_is_id, _never),
        "footer": _RoleTest(_is_text, _never),
    }
)
"""The roles in the order in which they are assigned."""

ROLE_NAMES: Final = tuple(_ROLES)
"""The names of the roles that a name can give."""

_BY_NAME_ONLY: Final = frozenset({"cost", "id", "footer", "alt"})
"""Roles that only a column's name can give it."""

PRIVATE: Final = "private"
"""The role of what designers keep for themselves."""

OTHER_LANGUAGE: Final = "other language"
"""The role of columns in another language than the one that is printed."""

PER_PLAYERS: Final = "per players"
"""The role of columns that count cards for a number of players."""

IGNORED: Final = frozenset({PRIVATE, OTHER_LANGUAGE, PER_PLAYERS})
"""Roles of columns that are no fields."""

MORE_TEXT: Final = "more text"
"""The role of texts that are printed below the text, each after its name."""


CHOSEN: Final = "as you chose"
"""The reason for what a person has chosen."""


def fitting_roles(column: ColumnProfile, icons: Icons) -> tuple[str, ...]:
    """Return the roles that the values of a column allow; none for an empty column, which is left out."""
    if not column.filled:
        return ()
    return (*(role for role, test in _ROLES.items() if test.fits(column, icons)), MORE_TEXT, PRIVATE, "")


def decide_roles(
    columns: Sequence[ColumnProfile], icons: Icons, chosen: Mapping[str, str] = MappingProxyType({})
) -> tuple[dict[str, Role], tuple[Candidate, ...]]:
    """Return the roles of columns by column name, and every candidate; each role but two goes to one column at most.

    The roles that a person has ``chosen``, by column, are kept; an empty one is a column that is printed as it is.
    """
    free = [column for column in columns if column.name not in chosen]
    candidates = [own for column in free if (own := _private(column, columns)) is not None]
    found = {name: Role(role, CHOSEN) for name, role in chosen.items()}
    found |= {one.column: Role(PRIVATE, one.reason) for one in candidates}
    for role, test in _ROLES.items():
        if role in chosen.values():
            continue
        left = [column for column in columns if column.name not in found and column.filled]
        scored = [_candidate(column, role, left) for column in left if test.fits(column, icons)]
        by_name = {column.name: column for column in left}
        scored = [one for one in scored if one.points > 0 and not _is_named_as_another(by_name[one.column], role)]
        candidates += scored
        if scored:
            best = max(scored, key=lambda one: one.points)  # of equals the first
            found[best.column] = Role(role, best.short_reason)
    title = _numbered_title(columns, found)
    if title is not None:
        found[title.column] = Role(title.role, title.reason)
        candidates.append(title)
    for column in columns:
        more = _more_text(column, found)
        if more is not None:
            found[column.name] = Role(more.role, more.reason)
            candidates.append(more)
    return found, tuple(candidates)


def _private(column: ColumnProfile, every: Sequence[ColumnProfile]) -> Candidate | None:
    """Return a column as one that is not printed: notes, states of work, addresses."""
    has_words = bool(column.filled) and not column.is_integer and not column.has_pictures
    for is_so, reason in (
        (_places_on_a_page(column, every), "it places something on a page of another program"),
        (has_words and column.has_addresses, "its values are addresses"),
        (has_words and column.has_times, "its values are times of changes"),
        (has_words and column.has_paints, "its values are colours or typefaces for another program"),
        (has_words and column.is_switch and name_score(column.name, "switch") > _KNOWN, "it switches rows on and off"),
        (
            has_words and {fold_case(value) for value in column.filled} <= names_by_role()["workflow"].keys(),
            "its values say how far the work is",
        ),
    ):
        if is_so:
            return Candidate(column.name, PRIVATE, FULL_MATCH, reason)
    named = name_score(column.name, PRIVATE) > _KNOWN
    others = (other for other in every if other is not column and _is_rules(other, ()))
    is_only_text = column.is_complete and column.has_sentences and not any(other.mean_words > 2 for other in others)
    if not has_words or is_only_text or not (named or has_private_word(column.name)):
        return None
    return Candidate(column.name, PRIVATE, FULL_MATCH if named else WORD_MATCH, "its name")


def _places_on_a_page(column: ColumnProfile, every: Sequence[ColumnProfile]) -> bool:
    """Return whether a column of numbers is one of three or more with a position, a size or a turn."""
    if not column.is_number or not name_score(column.name, "layout"):
        return False
    placing = [normalised_name(other.name).split() for other in every if name_score(other.name, "layout")]
    return len(placing) > 2 and any({"x", "transform"} & {*words} for words in placing)


def _numbered_title(columns: Sequence[ColumnProfile], found: Mapping[str, Role]) -> Candidate | None:
    """Return the column of names of a table whose names are numbers, such as those of units."""
    if any(role.name == "title" for role in found.values()):
        return None
    named = (
        column
        for column in columns
        if column.name not in found and column.is_complete and name_score(column.name, "title") > _KNOWN
    )
    return next((Candidate(column.name, "title", FULL_MATCH, "its name") for column in named), None)


def _more_text(column: ColumnProfile, found: Mapping[str, Role]) -> Candidate | None:
    """Return a further column of sentences, or one that is named like a text and has more than a word or two."""
    if column.name in found or not column.filled or not _is_text(column, ()) or column.has_addresses:
        return None
    if not any(role.name == "text" for role in found.values()):
        return None
    named = name_score(column.name, "text")
    if column.mean_words < MIN_TEXT_WORDS or not (named or column.has_sentences):
        return None
    reason = "its name" if named > _KNOWN else "its sentences"
    return Candidate(column.name, MORE_TEXT, named + SENTENCES * column.has_sentences, reason)


def _candidate(column: ColumnProfile, role: str, left: Sequence[ColumnProfile]) -> Candidate:
    named = _named(column, role)
    points, because = _ROLES[role].appearance(column, left)
    if role == "copies" and _numbers_rows(column):
        return Candidate(column.name, role, 0.0, "")
    parts = ["its name" if named > _KNOWN else "a word in its name"] if named else []
    points = named + points if named or role not in _BY_NAME_ONLY else 0.0
    return Candidate(column.name, role, points, " + ".join(filter(None, (*parts, because))))


def _numbers_rows(column: ColumnProfile) -> bool:
    """Return whether 1, 2, 3 in a column called Number are those of the rows; so are they in Set Number, in order."""
    if len(column.distinct) < len(column.values) or len(column.values) <= MIN_NUMBERED:
        return False
    if name_score(column.name, "id") > _KNOWN:
        return True
    counts = [copies_of(value) for value in column.values]
    in_order = all(one is not None and other == one + 1 for one, other in pairwise(counts))
    return in_order and name_score(column.name, "copies") <= _KNOWN


MIN_NUMBERED: Final = 2
"""More rows than these are numbered; two may have one copy and two."""


def _named(column: ColumnProfile, role: str) -> float:
    """Return the points of a name for a role; a description beside rules is flavour."""
    named = name_score(column.name, role)
    if role == "title" and 0 < named <= WORD_MATCH and _names_a_part(column.name):
        return 0.0
    is_aside = role == "flavour" and not named and column.mean_words >= MIN_FLAVOUR_WORDS
    return FULL_MATCH - 1 if is_aside and name_score(column.name, "description") > _KNOWN else named


def _names_a_part(name: str) -> bool:
    """Return whether a name is that of a part of a card, as ``Ability name`` is, and not of the card."""
    words = normalised_name(name).split()
    others = [" ".join(words[:-1]), " ".join(words[1:])]
    return any(name_score(other, role) > _KNOWN for other in others for role in ("text", "type", "picture", "value"))


def _is_named_as_another(column: ColumnProfile, role: str) -> bool:
    """Return whether the full name of a column is known for another role that suits its values."""
    if name_score(column.name, role) >= 1:
        return False
    if is_partly_copies(column):
        return True
    if role == "flavour" and name_score(column.name, "description") > _KNOWN:
        return False
    single = {"text"} if role == "title" and column.mean_words < MIN_TEXT_WORDS else set[str]()
    return any(
        name_score(column.name, other) > _KNOWN and test.fits(column, ())
        for other, test in _ROLES.items()
        if other not in {role, *single}
    )
