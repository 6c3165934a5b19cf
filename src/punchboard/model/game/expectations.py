"""Expectations: what must hold of the components of a game, or of a deck that a player brings.

``{count: Heroes, each: realm, is: 6}``, ``{exactly one of each: rank, of: Heroes}``, ``{unique: name, of: Heroes}``:
each has one keyword and further words that narrow it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from punchboard.expression import ExpressionError, expression
from punchboard.model.values import (
    TEXT,
    WHOLE_NUMBER,
    NumberRange,
    Prose,
    RuleIds,
    Standing,
    admits,
    as_mapping,
    did_you_mean,
    one_or_more,
    range_bounds,
)
from punchboard.problem import Place, Problem

_RANGE: Final = re.compile(r"\d{1,9}(?:-\d{1,9}|\+)?")
_NAMES: Final = re.compile(r"\b(?:players|numbers|count)\b")
_PLAYERS: Final = re.compile(r"\bplayers\b")

Limits = tuple[float, float | None]
"""The minimum and the maximum; the maximum is None when there is no limit."""


def _limit_texts(text: str) -> tuple[str | None, str | None]:
    """Return the texts of the minimum and of the maximum; None for a side without a limit."""
    if text.startswith("at least "):
        return text.removeprefix("at least "), None
    if text.startswith("at most "):
        return None, text.removeprefix("at most ")
    if text.endswith("+"):
        return text[:-1].rstrip(), None
    low, to, high = text.partition(" to ")
    return low, high if to else low


@admits(WHOLE_NUMBER)
def _valid_amount(value: object) -> object:
    """Return the text of an amount.

    Raises:
        ValueError: when the text is neither a range nor an expression.
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        return value
    text = str(value).strip()
    sides = [side for side in _limit_texts(text) if side is not None]
    if _RANGE.fullmatch(text):
        low, high = range_bounds(text)
        if high is None or low <= high:
            return text
    elif all(side.isdecimal() or _NAMES.search(side) for side in sides):
        return text
    raise ValueError(
        f"{text!r} is not an amount; write '4', '2-4', '2+', 'at most 4', '2 * players' or a table by players"
    )


def _valid_length(text: str) -> str:
    if len(text) > 500:
        raise ValueError(f"the amount has {len(text)} characters; at most 500 are allowed")
    return text


Amount = Annotated[str, BeforeValidator(_valid_amount), AfterValidator(_valid_length)]
"""``4``, ``2-4``, ``2+``, ``at least 7 * players``, ``at most numbers.hand``, ``players to 2 * players``."""

Expected = Amount | dict[NumberRange, Amount]
"""An amount, or a table with one for each number of players: ``{2: 9, 3-4: 12}``."""


def depends_on_players(expected: Expected | str | None) -> bool:
    """Return whether an amount, or an expression, depends on the number of players."""
    return isinstance(expected, dict) or (expected is not None and _PLAYERS.search(expected) is not None)


def amount_for(expected: Expected, players: int | None) -> str | None:
    """Return the amount for a number of players; None when the table has no entry for it."""
    if isinstance(expected, str):
        return expected
    for seats, amount in expected.items():
        low, high = range_bounds(seats)
        if players is not None and low <= players and (high is None or players <= high):
            return amount
    return None


def limits(amount: str, values: Mapping[str, Any]) -> Limits:
    """Return the minimum and the maximum that an amount allows.

    Args:
        amount: the text of the amount.
        values: the values of the names in it: ``players``, ``numbers`` and ``count``.

    Raises:
        ExpressionError: when an expression cannot be parsed or evaluated.
    """
    if _RANGE.fullmatch(amount):
        return range_bounds(amount)
    low, high = (None if side is None else _evaluate(side, values) for side in _limit_texts(amount))
    return low or 0, high


def _evaluate(text: str, values: Mapping[str, Any]) -> float:
    result = int(text) if text.isdecimal() else expression(text)(values)
    if isinstance(result, bool) or not isinstance(result, int | float):
        raise ExpressionError(f"{text!r} evaluates to {str(result)!r}, which is not a number")
    return result


def amount_text(amount: str, bounds: Limits) -> str:
    """Return an amount for messages, limits first: ``28+ (7 * players+)``."""
    if _RANGE.fullmatch(amount):
        return amount
    low, high = bounds
    number = f"{low:g}+" if high is None else f"{low:g}" if low == high else f"{low:g}-{high:g}"
    return f"{number} ({amount})"


class Keyword(NamedTuple):
    """The words that may accompany a keyword, and those that it requires."""

    allowed: frozenset[str]
    required: frozenset[str] = frozenset()


KEYWORDS: Final[Mapping[str, Keyword]] = {
    "count": Keyword(frozenset({"is", "each"}), frozenset({"is"})),
    "exactly one of each": Keyword(frozenset({"of", "each", "from", "to", "all different"})),
    "no gaps": Keyword(frozenset({"of", "each", "from", "to"})),
    "no more copies than": Keyword(frozenset({"of", "each"})),
    "total": Keyword(frozenset({"of", "each", "is"}), frozenset({"is"})),
    "unique": Keyword(frozenset({"of", "each"})),
    "every": Keyword(frozenset({"has"}), frozenset({"has"})),
}
"""Every keyword with the words that may accompany it."""

_ALWAYS: Final = frozenset({"about", "rule", *Standing.standing_kinds})
_ALL_WORDS: Final = frozenset().union(*(keyword.allowed for keyword in KEYWORDS.values()))

ENTRIES_OF: Final = "entries of "
"""The prefix of ``count`` that counts the entries of a list."""

FieldNames = Annotated[tuple[str, ...], BeforeValidator(one_or_more)]
"""The names of fields: one, or a list."""


class Expectation(Standing):
    """One statement about components, checked for all of them or for each entry of a list."""

    count: Prose | None = None
    one_of_each: FieldNames = Field((), alias="exactly one of each")
    no_gaps: str | None = Field(None, alias="no gaps")
    most_copies: int | None = Field(None, alias="no more copies than", ge=0)
    total: Prose | None = None
    unique: FieldNames = ()
    every: Prose | None = None

    of: Prose = "all"
    each: FieldNames = ()
    is_: Expected = Field("0+", alias="is")
    first: int | None = Field(None, alias="from", ge=-1000, le=1000)
    last: int | None = Field(None, alias="to", ge=-1000, le=1000)
    all_different: bool = Field(default=False, alias="all different")
    has: Prose = "true"
    about: Prose = ""
    rule: RuleIds = ()

    @model_validator(mode="before")
    @classmethod
    def _from_line(cls, line: Any) -> Any:
        if not isinstance(line, dict):
            return line
        keyword = _find_keyword(line)
        for name in line:
            if name in _ALL_WORDS and name not in KEYWORDS[keyword].allowed:
                allowed = sorted(KEYWORDS[keyword].allowed)
                raise ValueError(f"{keyword!r} cannot have {name!r}; it can have {', '.join(map(repr, allowed))}")
        for name in sorted(KEYWORDS[keyword].required - line.keys()):
            raise ValueError(f"{keyword!r} needs {name!r}")
        return line

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.first is not None and self.last is not None and self.first > self.last:
            raise ValueError(f"'from' ({self.first}) is greater than 'to' ({self.last})")
        if self.all_different and len(self.one_of_each) < 2:
            raise ValueError("'all different' needs several fields; name them in 'exactly one of each'")
        if self.each and self.count is not None and self.count.startswith(ENTRIES_OF):
            raise ValueError("'each' cannot be used when 'count' counts the entries of a list; remove 'each'")
        return self

    @property
    def keyword(self) -> str:
        """The keyword that the line was written with, a key of ``KEYWORDS``."""
        fields = type(self).model_fields
        return next(key for name in fields if name in self.model_fields_set and (key := _key(name)) in KEYWORDS)

    @property
    def selection(self) -> str:
        """The selection of components that the expectation is about, as text."""
        return next(text for text in (self.count, self.every, self.of) if text is not None)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields that the line names, as pairs of key and field."""
        named = (("each", self.each), ("exactly one of each", self.one_of_each), ("unique", self.unique))
        gaps = (("no gaps", self.no_gaps),) if self.no_gaps is not None else ()
        return (*((key, name) for key, names in named for name in names), *gaps)


def _key(name: str) -> str:
    return Expectation.model_fields[name].alias or name


def _find_keyword(line: Mapping[Any, Any]) -> str:
    """Return the only keyword of a line.

    Raises:
        ValueError: when there is none, or more than one.
    """
    keywords = [key for key in line if key in KEYWORDS]
    if len(keywords) > 1:
        raise ValueError(f"one line has two keywords: {' and '.join(map(repr, keywords))}; write a line for each")
    if keywords:
        return str(keywords[0])
    unknown = [str(key) for key in line if key not in _ALWAYS | _ALL_WORDS]
    hint = did_you_mean(unknown[0], KEYWORDS) if unknown else f"begin with one of {', '.join(map(repr, KEYWORDS))}"
    raise ValueError(f"no keyword in this line; {hint}")


class DeckSize(Standing):
    """How many cards a deck has. Give a standing here if it differs from that of the deck."""

    is_: Amount = Field(alias="is")
    rule: RuleIds = ()


class DeckCopies(Standing):
    """The highest number of copies of one card: a number, or ``published`` for as many as the game has."""

    most: Annotated[int, Field(ge=1)] | Literal["published"] = "published"
    rule: RuleIds = ()


class OwnDeck(Standing):
    """Limits for a deck that a player builds: the cards to choose ``from``, its ``size`` and further expectations."""

    source: Prose = Field(alias="from")
    size: Annotated[DeckSize | None, BeforeValidator(as_mapping("is", TEXT, WHOLE_NUMBER))] = None
    copies: Annotated[DeckCopies, BeforeValidator(as_mapping("most", WHOLE_NUMBER, {"enum": ["published"]}))] = Field(
        DeckCopies(), alias="no more copies than"
    )
    expect: tuple[Expectation, ...] = ()
    about: Prose = ""
    rule: RuleIds = ()


class DeckLine(NamedTuple):
    """One line of a player's deck list: a card by id or name, its copies, and the places of both."""

    card: str
    copies: int
    place: Place
    copies_place: Place


class DeckList(NamedTuple):
    """A player's deck list as it was read."""

    file: str
    lines: Sequence[DeckLine]
    problems: tuple[Problem, ...] = ()
    """Problems of the lines that could not be read."""
