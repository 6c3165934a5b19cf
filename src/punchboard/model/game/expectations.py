"""What must hold of a set of components, said as a rulebook says it.

``{count: Heroes, each: realm, is: 6}``, ``{exactly one of each: rank, of: Heroes}``, ``{unique: name, of: Heroes}``:
one saying with the words that narrow it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, Self

from pydantic import BeforeValidator, Field, model_validator

from punchboard.model.game.expected_counts import Expected
from punchboard.model.values import Prose, RuleIds, Standing, did_you_mean, one_or_more


class Keyword(NamedTuple):
    """What may stand beside a saying, and what it cannot do without."""

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
"""Every saying with its companions."""

_ALWAYS: Final = frozenset({"about", "rule", *Standing.standing_kinds})
_COMPANIONS: Final = frozenset().union(*(saying.allowed for saying in KEYWORDS.values()))

ENTRIES_OF: Final = "entries of "
"""What ``count`` begins with where it counts a list."""

FieldNames = Annotated[tuple[str, ...], BeforeValidator(one_or_more)]
"""Fields: one, or a list of them."""


class Expectation(Standing):
    """One saying about components, checked in all or for each entry of a list."""

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
        said = _find_keyword(line)
        for name in line:
            if name in _COMPANIONS and name not in KEYWORDS[said].allowed:
                known = sorted(KEYWORDS[said].allowed)
                raise ValueError(f"{said!r} has no {name!r}; it can have {', '.join(map(repr, known))}")
        for name in sorted(KEYWORDS[said].required - line.keys()):
            raise ValueError(f"{said!r} needs {name!r}")
        return line

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.first is not None and self.last is not None and self.first > self.last:
            raise ValueError(f"'from' is {self.first} and 'to' only {self.last}")
        if self.all_different and len(self.one_of_each) < 2:
            raise ValueError("'all different' speaks of several fields; name them in 'exactly one of each'")
        if self.each and self.count is not None and self.count.startswith(ENTRIES_OF):
            raise ValueError("a list is counted in all; leave out 'each'")
        return self

    @property
    def keyword(self) -> str:
        """The key of ``SAYINGS`` that it was written with."""
        fields = type(self).model_fields
        return next(key for name in fields if name in self.model_fields_set and (key := _key(name)) in KEYWORDS)

    @property
    def selection(self) -> str:
        """What it speaks of: the text of a selection."""
        return next(text for text in (self.count, self.every, self.of) if text is not None)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields that it names, each with the key that names it."""
        named = (("each", self.each), ("exactly one of each", self.one_of_each), ("unique", self.unique))
        gaps = (("no gaps", self.no_gaps),) if self.no_gaps is not None else ()
        return (*((key, name) for key, names in named for name in names), *gaps)


def _key(name: str) -> str:
    return Expectation.model_fields[name].alias or name


def _find_keyword(line: Mapping[Any, Any]) -> str:
    """Return the one saying of a line."""
    said = [key for key in line if key in KEYWORDS]
    if len(said) > 1:
        raise ValueError(f"one line says two things: {' and '.join(map(repr, said))}; write a line for each")
    if said:
        return str(said[0])
    strange = [str(key) for key in line if key not in _ALWAYS | _COMPANIONS]
    hint = did_you_mean(strange[0], KEYWORDS) if strange else f"begin with one of {', '.join(map(repr, KEYWORDS))}"
    raise ValueError(f"this line says nothing of components; {hint}")
