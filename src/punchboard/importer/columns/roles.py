"""Roles of columns, such as title, cost or text, decided by points for their values and for their names.

Each role asks of a column whether its values fit at all, then gives points for what they look like over all rows; the
name is one voice among these. `decide_roles` keeps every candidate with its points and reason, as ``new --explain``
prints them.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import (
    FULL_MATCH,
    WORD_MATCH,
    name_score,
    normalised_name,
)
from punchboard.importer.columns.private_columns import NUMBERS_ROWS, private_reason
from punchboard.importer.columns.profile import ColumnProfile, copies_of
from punchboard.importer.columns.role_tests import (
    KNOWN,
    MIN_FLAVOUR_WORDS,
    MIN_TEXT_WORDS,
    ROLES,
    SENTENCES,
    Icons,
    has_rules,
    is_text,
    printed_number,
)
from punchboard.importer.columns.several_texts import answers_to_choose, exchanged, several_texts


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


ROLE_NAMES: Final = tuple(ROLES)
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


ONE_OF_SEVERAL: Final = "one of several"
"""The reason for texts that belong together."""

OFFERED: Final = "an answer to choose from"
"""The reason for the answers that a question offers, each with a letter or a number."""

EXCHANGED: Final = "what one gives, and what one gets for it"
"""The reason for the halves of an exchange."""

CHOSEN: Final = "as you chose"
"""The reason for what a person has chosen."""


def fitting_roles(column: ColumnProfile, icons: Icons) -> tuple[str, ...]:
    """Return the roles that the values of a column allow; none for an empty column, which is left out."""
    if not column.filled:
        return ()
    return (*(role for role, test in ROLES.items() if test.fits(column, icons)), MORE_TEXT, PRIVATE, "")


def decide_roles(
    columns: Sequence[ColumnProfile],
    icons: Icons,
    chosen: Mapping[str, str] = MappingProxyType({}),
    other_side: Sequence[ColumnProfile] = (),
) -> tuple[dict[str, Role], tuple[Candidate, ...]]:
    """Return the roles of columns by column name, and every candidate; each role but two goes to one column at most.

    The roles that a person has ``chosen``, by column, are kept; an empty one is a column that is printed as it is.
    Texts of the ``other_side`` of the cards may refer to their numbers, too.
    """
    free = [column for column in columns if column.name not in chosen]
    numbers = _printed_number(free, chosen, other_side)
    free = [column for column in free if column.name not in {one.column for one in numbers}]
    candidates = numbers + [
        Candidate(column.name, PRIVATE, *why) for column in free if (why := private_reason(column, columns)) is not None
    ]
    roles = {name: Role(role, CHOSEN) for name, role in chosen.items()}
    open_columns = [column for column in free if column.name not in {one.column for one in candidates}]
    together = dict.fromkeys(exchanged(open_columns), EXCHANGED) | dict.fromkeys(
        answers_to_choose(open_columns), OFFERED
    )
    candidates += [Candidate(name, MORE_TEXT, FULL_MATCH, reason) for name, reason in together.items()]
    open_columns = [column for column in open_columns if column.name not in together]
    candidates += [Candidate(one.name, MORE_TEXT, FULL_MATCH, ONE_OF_SEVERAL) for one in several_texts(open_columns)]
    roles |= {one.column: Role(one.role, one.reason) for one in candidates}
    for role, test in ROLES.items():
        if role in {*chosen.values(), *(one.role for one in numbers)}:
            continue
        left = [column for column in columns if column.name not in roles and column.filled]
        scored = [_candidate(column, role, left) for column in left if test.fits(column, icons)]
        by_name = {column.name: column for column in left}
        scored = [one for one in scored if one.points > 0 and not _is_named_as_another(by_name[one.column], role, left)]
        candidates += scored
        if scored:
            best = max(scored, key=lambda one: one.points)  # of equals the first
            roles[best.column] = Role(role, best.short_reason)
    more_ids = [
        Candidate(column.name, PRIVATE, FULL_MATCH, NUMBERS_ROWS)
        for column in columns
        if column.name not in roles and name_score(column.name, "id") > KNOWN and column.runs
    ]
    roles |= {one.column: Role(one.role, one.reason) for one in more_ids}
    candidates += more_ids
    title = _numbered_title(columns, roles)
    if title is not None:
        roles[title.column] = Role(title.role, title.reason)
        candidates.append(title)
    for column in columns:
        more = _more_text(column, roles)
        if more is not None:
            roles[column.name] = Role(more.role, more.reason)
            candidates.append(more)
    return roles, tuple(candidates)


def _printed_number(
    columns: Sequence[ColumnProfile], chosen: Mapping[str, str], other_side: Sequence[ColumnProfile]
) -> list[Candidate]:
    """Return the column of numbers that people need: in the corner if no other is named for it, or in the footer."""
    printed = printed_number(columns, [*columns, *other_side])
    if printed is None:
        return []
    column, reason = printed
    others = [other for other in columns if other is not column and ROLES["value"].fits(other, ())]
    named = {role for role in ("value", "footer") for other in others if name_score(other.name, role) > KNOWN}
    role = next((role for role in ("value", "footer") if role not in {*named, *chosen.values()}), "")
    return [Candidate(column.name, role, FULL_MATCH, reason)] if role else []


def _numbered_title(columns: Sequence[ColumnProfile], roles: Mapping[str, Role]) -> Candidate | None:
    """Return the column of names of a table whose names are numbers, such as those of units."""
    if any(role.name == "title" for role in roles.values()):
        return None
    named = (
        column
        for column in columns
        if column.name not in roles and column.is_complete and name_score(column.name, "title") > KNOWN
    )
    return next((Candidate(column.name, "title", FULL_MATCH, "its name") for column in named), None)


def _more_text(column: ColumnProfile, roles: Mapping[str, Role]) -> Candidate | None:
    """Return a further column of sentences, or one that is named like a text and has more than a word or two."""
    if column.name in roles or not column.filled or not is_text(column, ()) or column.has_addresses:
        return None
    if not any(role.name == "text" for role in roles.values()):
        return None
    named = name_score(column.name, "text")
    is_long = column.has_sentences or column.mean_words >= MIN_FLAVOUR_WORDS
    if column.mean_words < MIN_TEXT_WORDS or not (named or is_long):
        return None
    reason = "its name" if named > KNOWN else "its sentences" if column.has_sentences else "its words"
    return Candidate(column.name, MORE_TEXT, named + SENTENCES * column.has_sentences, reason)


def _candidate(column: ColumnProfile, role: str, left: Sequence[ColumnProfile]) -> Candidate:
    named = _named(column, role)
    points, because = ROLES[role].appearance(column, left)
    if role == "copies" and _numbers_rows(column):
        return Candidate(column.name, role, 0.0, "")
    parts = ["its name" if named > KNOWN else "a word in its name"] if named else []
    points = named + points if named or role not in _BY_NAME_ONLY else 0.0
    return Candidate(column.name, role, points, " + ".join(filter(None, (*parts, because))))


def _numbers_rows(column: ColumnProfile) -> bool:
    """Return whether 1, 2, 3 in a column called Number are those of the rows; so are they in Set Number, in order.

    In a column called Number, so are different numbers in many rows, or those that only rise or leave few out, like the
    numbers of a set that is sorted by name. A few that do not, like 24, 18, 6, are copies.
    """
    if len(column.distinct) < len(column.values) or len(column.values) <= MIN_NUMBERED:
        return False
    counts = [copies_of(value) for value in column.values]
    if name_score(column.name, "id") > KNOWN:
        numbers = [one for one in counts if one is not None]
        is_dense = max(numbers, default=0) <= 2 * len(counts)
        return len(numbers) != len(counts) or len(counts) > MANY_NUMBERED or is_dense or sorted(numbers) == numbers
    in_order = all(one is not None and other == one + 1 for one, other in pairwise(counts))
    return in_order and name_score(column.name, "copies") <= KNOWN


MIN_NUMBERED: Final = 2
"""More rows than these are numbered; two may have one copy and two."""
MANY_NUMBERED: Final = 8
"""More rows than these hardly have different numbers of copies throughout."""


def _named(column: ColumnProfile, role: str) -> float:
    """Return the points of a name for a role; a description beside rules is flavour."""
    named = name_score(column.name, role)
    if role == "title" and 0 < named <= WORD_MATCH and _names_a_part(column.name):
        return 0.0
    is_aside = role == "flavour" and not named and column.mean_words >= MIN_FLAVOUR_WORDS
    return FULL_MATCH - 1 if is_aside and name_score(column.name, "description") > KNOWN else named


def _names_a_part(name: str) -> bool:
    """Return whether a name is that of a part of a card, as ``Ability name`` is, and not of the card."""
    words = normalised_name(name).split()
    others = [" ".join(words[:-1]), " ".join(words[1:])]
    return any(name_score(other, role) > KNOWN for other in others for role in ("text", "type", "picture", "value"))


def _is_named_as_another(column: ColumnProfile, role: str, left: Sequence[ColumnProfile]) -> bool:
    """Return whether the full name of a column is known for another role that suits its values."""
    if name_score(column.name, role) >= 1:
        return False
    if role == "flavour" and name_score(column.name, "description") > KNOWN:
        return False
    is_word = role == "title" and column.mean_words < MIN_TEXT_WORDS
    single = {"text"} if is_word and any(has_rules(other) for other in left) else set[str]()
    if role == "text" and column.has_sentences:
        single = {"title"}  # another column has the names
    return any(
        name_score(column.name, other) > KNOWN and test.fits(column, ())
        for other, test in ROLES.items()
        if other not in {role, *single}
    )
