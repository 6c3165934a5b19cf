"""Values that designers write: names, lengths, colours, standings. Each says in its error what it wanted."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from punchboard.units import to_mm

MAX_MM = 2000.0
"""No length of a game is longer than two metres: anything above is a slip of the pen."""

MAX_COPIES = 10_000

MAX_SLUG = 80

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Model(BaseModel):
    """A frozen mapping from a file; a key it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)


def said(value: object, *without: str) -> str:
    """Return what a mapping from a file says, as one line: the fields that differ from their defaults, in order.

    Equal mappings give equal lines, however they are written. It is not pydantic that writes them: making a serializer
    costs several milliseconds a model.

    Args:
        value: a model, or what its fields hold.
        without: fields of the model itself that are left out.
    """
    match value:
        case BaseModel():
            fields = (field for field in type(value).model_fields.items() if field[0] not in without)
            found = ((name, getattr(value, name), field) for name, field in fields)
            parts = (f"{name}:{said(one)}" for name, one, field in found if one != _default(field))
            return f"{{{','.join(parts)}}}"
        case Mapping():
            return f"{{{','.join(f'{name}:{said(one)}' for name, one in value.items())}}}"
        case tuple() | list():
            return f"[{','.join(map(said, value))}]"
        case _:
            return repr(value)


def _default(field: FieldInfo) -> object:
    return field.get_default(call_default_factory=True, validated_data={})


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` for the closest known word, else the known words, for a hint."""
    names = sorted(map(str, known))
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known are: {', '.join(names[:24])}" if names else ""


def is_slug(text: str) -> bool:
    """Tell whether a text is an id: lower-case letters and digits, with single dashes between them."""
    return len(text) <= MAX_SLUG and _SLUG.fullmatch(text) is not None


def _slug(text: str) -> str:
    if not is_slug(text):
        raise ValueError(f"{text!r} is not a name; use lower-case letters, digits and single dashes")
    return text


def _colour(text: str) -> str:
    lower = text.lower()
    if not _COLOUR.fullmatch(lower):
        raise ValueError(f"{text!r} is not a colour; write six hexadecimal digits: '#c8402f'")
    return lower


def _length(value: object) -> object:
    if isinstance(value, str):
        return to_mm(value)
    if isinstance(value, bool):
        raise ValueError(f"{value!r} is not a length")  # noqa: TRY004 - Pydantic turns ValueErrors into problems
    return value


Slug = Annotated[str, AfterValidator(_slug)]
"""A human id: ``red-07``."""

ColourText = Annotated[str, AfterValidator(_colour)]
"""``#rrggbb``."""

RuleIds = Annotated[tuple[Slug, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value)]
"""The rules that something carries out, by their ids in ``rules.yaml``: one, or a list."""

Length = Annotated[float, BeforeValidator(_length), Field(ge=-MAX_MM, le=MAX_MM)]
"""Millimetres: a bare number, or text with a unit."""

Measure = Annotated[float, BeforeValidator(_length), Field(ge=0, le=MAX_MM)]
"""A length that is not negative."""

Points = Annotated[float, Field(gt=0, le=400)]
"""A type size or leading in points."""

Label = Annotated[str, Field(min_length=1, max_length=200)]
"""One line of text."""

Prose = Annotated[str, Field(max_length=20_000)]
"""Text or Markdown of any reasonable length."""

Plain = str | int | float | bool
"""A plain value of a field or property."""


class Standing(Model):
    """Where a value comes from: stated by the rules, derived from what they state, or prototype (chosen by us)."""

    kinds: ClassVar[tuple[str, ...]] = ("stated", "derived", "prototype")

    stated: Label | None = None
    derived: Prose | None = None
    prototype: Prose | None = None

    @model_validator(mode="after")
    def _at_most_one(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in self.kinds) > 1:
            raise ValueError("a value is stated, derived or prototype: give one of them")
        return self

    @property
    def standing(self) -> tuple[str, str] | None:
        """The kind of standing and its reason, when given."""
        return next(((kind, getattr(self, kind)) for kind in self.kinds if getattr(self, kind) is not None), None)


def standing_from_text(text: str) -> tuple[str, str]:
    """Return the standing for a table cell such as ``prototype: chosen to be rare``.

    Raises:
        ValueError: when the text does not begin with a kind of standing.
    """
    kind, _, reason = text.partition(":")
    if kind.strip() not in Standing.kinds or not reason.strip():
        raise ValueError(
            f"{text!r} is not a standing; write 'stated: section', 'derived: from what' or 'prototype: why'"
        )
    return kind.strip(), reason.strip()


def as_mapping(value: Any, key: str) -> Any:
    """Return ``{key: value}`` for a bare scalar, so that ``players: 2-4`` and ``players: {range: 2-4}`` both work."""
    return {key: value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value
