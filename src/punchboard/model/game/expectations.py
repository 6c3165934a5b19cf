"""Expectations: what must hold of the components of a game, written as a rulebook would say it.

``{count: Heroes, each: realm, is: 6}``, ``{exactly one of each: rank, of: Heroes}``, ``{unique: name, of: Heroes}``:
each has one keyword and further words that narrow it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, Self

from pydantic import BeforeValidator, Field, model_validator

from punchboard.model.game.expected_counts import Expected
from punchboard.model.values import Prose, RuleIds, Standing, did_you_mean, one_or_more


class Keyword(NamedTuple):
    """The words that may accompany a keyword, and those that it requires."""

    allowed: frozenset[str]
    required: frozenset[str] = frozenset()


KEYWORDS: Final[Mapping[str, Keyword]] = MappingProxyType(
    {
        "count": Keyword(frozenset({"is", "each"}), frozenset({"is"})),
        "exactly one of each": Keyword(frozenset({"of", "each", "from", "to", "all different"})),
        "no gaps": Keyword(frozenset({"of", "each", "from", "to"})),
        "no more copies than": Keyword(frozenset({"of", "each"})),
        "total": Keyword(frozenset({"of", "each", "is"}), frozenset({"is"})),
        "unique": Keyword(frozenset({"of", "each"})),
        "every": Keyword(frozenset({"has"}), frozenset({"has"})),
    }
)
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
    found = [key for key in line if key in KEYWORDS]
    if len(found) > 1:
        raise ValueError(f"one line has two keywords: {' and '.join(map(repr, found))}; write a line for each")
    if found:
        return str(found[0])
    unknown = [str(key) for key in line if key not in _ALWAYS | _ALL_WORDS]
    hint = did_you_mean(unknown[0], KEYWORDS) if unknown else f"begin with one of {', '.join(map(repr, KEYWORDS))}"
    raise ValueError(f"no keyword in this line; {hint}")
