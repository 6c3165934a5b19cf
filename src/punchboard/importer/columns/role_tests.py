"""How well the values of a column suit each role: whether they fit at all, and points for what they look like.

Numbers of cards are printed where texts refer to them: "take card 4", "weiter mit Karte 12".
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import (
    FULL_MATCH,
    WORD_MATCH,
    is_placeholder,
    name_score,
    names_by_role,
    normalised_name,
    words_in,
)
from punchboard.importer.columns.profile import MAX_READ, ColumnProfile, fold_case, is_count
from punchboard.importer.columns.symbols import icon_naming
from punchboard.load.tables.record_tables import FACE
from punchboard.model.values import counted

Icons = Collection[str]

MIN_TEXT_WORDS: Final = 2
"""The lowest average number of words in a text."""

MIN_FLAVOUR_WORDS: Final = 4
"""The lowest average number of words in a flavour text; two words may be a number with its unit."""

MAX_FLAVOUR_WORDS: Final = 25
"""The highest average number of words in a flavour text that is neither called so nor quoted."""

MAX_SHORT_LENGTH: Final = 12
"""The highest average number of characters in a value for the corner of a card."""

MAX_CORNER_LENGTH: Final = 10
"""The highest number of characters and symbols in one of them: `2/4/7/11` does not fit at a size that people read."""

SYMBOL: Final = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]|:[a-z-]+:")
"""A symbol or an icon as it is written in a cell."""

MAX_SHORT_WORDS: Final = 3
"""The highest number of words in a value for the corner of a card."""

BULK: Final = 3.0
"""Points for the column with the most words over all rows; as much as for a known name."""

SENTENCES: Final = 1.0
"""Points for sentences in at least half of the values."""

RULES_SHARE: Final = 0.25
"""The share of rows with rules from which a description beside them is not the rules."""

KNOWN: Final = 2.0
"""A column whose name has more points for a role is known by its whole name."""


class RoleTest(NamedTuple):
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
    return is_text(column, icons) and name_score(column.name, "alt") > WORD_MATCH


def _is_copies(column: ColumnProfile, _icons: Icons) -> bool:
    return bool(column.filled) and all(map(is_count, column.filled))


_ODD_COUNT: Final = re.compile(r"[-\u2212~+<>]?\d+(?:[-.,\u2013]\d+)?\+?", re.IGNORECASE)
"""What stands for a number of copies that is wrong."""


def is_partly_copies(column: ColumnProfile) -> bool:
    """Return whether a column is named like a copies column, but not all its values are numbers of copies."""
    counts = sum(map(is_count, column.filled))
    alike = counts + sum(_ODD_COUNT.fullmatch(value) is not None and not is_count(value) for value in column.filled)
    return name_score(column.name, "copies") > KNOWN and counts < len(column.filled) <= 2 * alike and counts > 0


_TIMES: Final = re.compile(r"\d{1,2} ?[x\u00d7]|[x\u00d7] ?\d{1,2}", re.IGNORECASE)


def _looks_like_copies(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    """Numbers before the names, of which most cells are empty for a single copy; without a name, 2x and x3."""
    if is_placeholder(column.name) and all(map(_TIMES.fullmatch, column.filled)):
        return FULL_MATCH, "all its values are numbers with x"
    is_before = column.index == 0 and 2 * len(column.filled) <= len(column.values)
    is_named = any(name_score(other.name, "copies") > KNOWN for other in every)
    return (0.5, "a few numbers before the names") if is_before and not is_named else (0.0, "")


def _is_id(column: ColumnProfile, _icons: Icons) -> bool:
    is_unique = len(column.distinct) == len(column.values) or normalised_name(column.name).endswith("id")
    return column.is_complete and is_unique and column.mean_length <= 2 * MAX_SHORT_LENGTH


def _is_title(column: ColumnProfile, _icons: Icons) -> bool:
    is_other = column.is_number or column.has_pictures or column.is_yes_no or column.has_amounts
    return not is_other and 0 < column.mean_words <= 8


def _looks_like_a_title(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    rows = max(len(column.values), 1)
    distinct = len(column.distinct) / rows
    first = next((other for other in every if _is_title(other, ())), None)
    has_words = 2 * sum(map(_is_word, column.filled)) > len(column.filled)
    if _is_of_cards(column):
        return 0.0, ""
    if distinct > 0.6 and column.mean_words <= 6 and has_words:
        return 0.5 + distinct / 4, "short texts that differ from row to row"
    return (0.1, "the first column of words") if column is first else (0.0, "")


_NUMERAL: Final = re.compile(r"\d+|[IVXL]+")


def _is_word(value: str) -> bool:
    return any(map(str.isalpha, value)) and _NUMERAL.fullmatch(value) is None


def is_text(column: ColumnProfile, _icons: Icons) -> bool:
    """Return whether the values of a column are words, and no numbers, pictures, names of files, or yes and no."""
    return not (column.is_number or column.has_pictures or column.is_yes_no or column.has_identifiers)


def is_rules(column: ColumnProfile, icons: Icons) -> bool:
    """Return whether a column may be the text: a word of its name is not enough for single words."""
    if column.has_amounts:
        return False
    return is_text(column, icons) and (column.mean_words >= MIN_TEXT_WORDS or name_score(column.name, "text") > KNOWN)


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
    """Return whether a column describes things whose rules another has, or is a text of no known name beside them."""
    others = [one for one in every if one is not column and len(one.filled) >= RULES_SHARE * len(one.values)]
    if name_score(column.name, "description") > KNOWN:
        return any(has_rules(other) and not name_score(other.name, "description") for other in others)
    if name_score(column.name, "text") or not (column.is_quoted or not column.has_words_of_rules):
        return False
    return any(
        is_rules(other, ()) and other.mean_words >= MIN_TEXT_WORDS and not other.is_quoted and other.has_words_of_rules
        for other in others
    )


def has_rules(column: ColumnProfile) -> bool:
    """Return whether a column is known by its whole name as a text, and has more than single words."""
    return name_score(column.name, "text") > KNOWN and column.mean_words >= MIN_TEXT_WORDS


def _looks_like_flavour(column: ColumnProfile, _every: Sequence[ColumnProfile]) -> tuple[float, str]:
    """A text that is quoted, or short and without the words of rules; any other is one more text of rules."""
    if column.mean_words < MIN_FLAVOUR_WORDS:
        return 0.0, ""
    if column.is_quoted:
        return 1.0, "its texts are in quotes or in italics"
    if column.mean_words > MAX_FLAVOUR_WORDS or column.has_words_of_rules:
        return 0.0, ""
    because = f"another text: {column.mean_words:.0f} words on average, without the words of rules"
    return min(column.mean_words / 40, 1.0), because


def _is_short(column: ColumnProfile, _icons: Icons) -> bool:
    return (
        bool(column.filled)
        and column.mean_length <= MAX_SHORT_LENGTH
        and max(column.words) <= MAX_SHORT_WORDS
        and max(len(SYMBOL.sub("*", value)) for value in column.filled) <= MAX_CORNER_LENGTH
        and not (column.has_pictures or column.is_yes_no)
    )


def _looks_like_a_value(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str]:
    numbers = (other for other in every if other.is_number or other.is_signed)
    first = next((other for other in numbers if len(other.distinct) > 1), None)
    if _is_of_cards(column):
        return RANKS, "numbers and ranks of cards"
    if column is first:
        return 0.2, "the first numbers without another role"
    return (0.1, "numbers and ranks") if _is_rank(column) else (0.0, "")


RANKS: Final = 3.5
"""Points for ranks of cards; more than for the first numbers under a known name."""

_RANK_LETTERS: Final = tuple(map(frozenset, ("ajqkt", "akdb", "akouz", "ardvc", "arcs", "arcfd", "ahvb")))
"""The letters of ranks that go together: those of English, German, French, Spanish, Italian and Dutch cards."""


def _is_of_cards(column: ColumnProfile) -> bool:
    """Return whether a column has the ranks of cards, which rows share: numbers, and words or letters for faces."""
    folded = {fold_case(value) for value in column.distinct}
    faces = {value for value in folded if not value.isdigit()}
    letters = {value for value in faces if len(value) == 1}
    are_faces = all(map(FACE.fullmatch, faces - letters)) and any(letters <= known for known in _RANK_LETTERS)
    return bool(faces) and len(faces) < len(folded) < len(column.filled) and are_faces


def _is_rank(column: ColumnProfile) -> bool:
    """Return whether a column is named like a number, and has ranks such as XIV and Ace that rows share."""
    are_words = all(value.isalpha() or value.isdigit() for value in column.filled) and not column.is_integer
    return (
        are_words
        and any(map(_NUMERAL.fullmatch, column.filled))
        and len(column.distinct) < len(column.filled)
        and name_score(column.name, "id") > KNOWN
    )


def _is_type(column: ColumnProfile, _icons: Icons) -> bool:
    is_words = not (column.is_number or column.has_pictures or column.is_yes_no)
    is_usual = 2 * len(column.filled) >= len(column.values) or name_score(column.name, "type") > KNOWN
    return bool(column.filled) and is_words and is_usual and column.mean_words <= 4


def _looks_like_a_type(column: ColumnProfile, _every: Sequence[ColumnProfile]) -> tuple[float, str]:
    few = 1 < len(column.distinct) <= 12 and len(column.filled) >= 2 * len(column.distinct)
    few = few and name_score(column.name.rpartition(".")[2], "id") <= KNOWN
    few = few and 10 * len(column.filled) >= 9 * len(column.values) and all(val[:1].isalpha() for val in column.filled)
    because = f"{counted(len(column.distinct), 'different value')} in {counted(len(column.filled), 'row')}"
    named = (0.1, "the labels of a board") if name_score(column.name, "labels") > KNOWN else (0.0, "")
    return (0.3, because) if few else named


ROLES: Final[Mapping[str, RoleTest]] = {
    "picture": RoleTest(_is_picture, _always("its values are names of picture files")),
    "alt": RoleTest(_is_description, _never),
    "icon": RoleTest(_is_icon, _always("its values are names of icons")),
    "copies": RoleTest(_is_copies, _looks_like_copies),
    "title": RoleTest(_is_title, _looks_like_a_title),
    "text": RoleTest(is_rules, _looks_like_text),
    "flavour": RoleTest(is_text, _looks_like_flavour),
    "cost": RoleTest(_is_short, _never),
    "type": RoleTest(_is_type, _looks_like_a_type),
    "value": RoleTest(_is_short, _looks_like_a_value),
    "id": RoleTest(_is_id, _never),
    "footer": RoleTest(is_text, _never),
}
"""The roles in the order in which they are assigned."""


REFERRED_TO: Final = "texts refer to its numbers"
"""The reason for a number that is printed."""

ROMAN: Final = "its numbers are Roman"
"""The reason for one that nobody writes for a program."""

NUMBERED: Final = frozenset({REFERRED_TO, ROMAN})
"""The reasons for numbers that only tell cards apart."""

_REFERENCE: Final = re.compile(
    r"(?:([^\W\d_]+)\s+)?([^\W\d_]+)[\s*_]+(?:(?i:no|nr|num|n)[.\u00b0\u00ba]?\s*|[#\u2116]\s*)?"
    r"([A-Za-z]?\d{1,4}[a-z]?|[IVXLC]+)\b"
)
"""Two words, and the number after them."""

_ROMAN: Final = re.compile(r"(?=.)(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")


def printed_number(
    columns: Sequence[ColumnProfile], texts: Sequence[ColumnProfile]
) -> tuple[ColumnProfile, str] | None:
    """Return the column of numbers of the cards if people need them, and the reason; None for no such column.

    Args:
        columns: the columns of one side of the cards.
        texts: those of both sides, which may refer to the numbers.
    """
    for column in columns:
        if _numbers_cards(column):
            if all(map(_ROMAN.fullmatch, column.filled)):
                return column, ROMAN
            if not {*map(_bare, column.filled)}.isdisjoint(_references(texts)):
                return column, REFERRED_TO
    return None


def _numbers_cards(column: ColumnProfile) -> bool:
    """Return whether a column is named like an id, and has a number or a code for each row."""
    named = max(name_score(column.name, role) for role in ("id", "index")) > KNOWN
    is_unique = column.is_complete and len(column.distinct) == len(column.values) > 1
    return named and is_unique and (column.runs or not column.is_integer)


def _references(texts: Sequence[ColumnProfile]) -> Iterator[str]:
    """Yield each number that a text names after a word for a card."""
    cards, each = names_by_role()["numbered"].keys(), names_by_role()["each"].keys()
    for column in texts:
        if column.mean_words >= MIN_TEXT_WORDS:
            for before, word, number in chain.from_iterable(map(_REFERENCE.findall, column.filled[:MAX_READ])):
                if {*words_in(word)} & cards and not {*words_in(before)} & each:
                    yield _bare(number)


def _bare(number: str) -> str:
    return number.casefold().lstrip("0")
