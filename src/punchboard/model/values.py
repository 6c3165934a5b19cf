"""Values that designers write: names, lengths, colours, standings. Each says in its error what it wanted."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, ClassVar, Final, Self, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from punchboard.units import to_mm

MAX_MM = 2000.0
"""No length of a game is longer than two metres: anything above is a slip of the pen."""

MAX_COPIES = 10_000

MAX_SLUG_LENGTH = 80

MAX_SUGGESTIONS = 24
"""So many known names are told at most where none is like the one that was written."""

F = TypeVar("F", bound=Callable[..., Any])

TEXT: Final[Mapping[str, Any]] = {"type": "string"}
WHOLE_NUMBER: Final[Mapping[str, Any]] = {"type": "integer"}
"""JSON Schemas of plain values."""

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Model(BaseModel):
    """A frozen mapping from a file; a key it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)


def admits(*forms: Mapping[str, Any]) -> Callable[[F], F]:
    """Note on a validator that runs before Pydantic's which further forms of a value it takes.

    The forms are JSON Schemas; `punchboard.cli.schema` reads them for editors, nothing else does.
    """

    def noted(validator: F) -> F:
        validator.__dict__["admits"] = forms
        return validator

    return noted


def narrows(form: Mapping[str, Any]) -> Callable[[F], F]:
    """Note on a validator that runs after Pydantic's what it asks of a value besides, as a JSON Schema."""

    def noted(validator: F) -> F:
        validator.__dict__["narrows"] = form
        return validator

    return noted


def canonical_text(value: object, *without: str) -> str:
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
            parts = (f"{name}:{canonical_text(one)}" for name, one, field in found if one != _default(field))
            return f"{{{','.join(parts)}}}"
        case Mapping():
            return f"{{{','.join(f'{name}:{canonical_text(one)}' for name, one in value.items())}}}"
        case tuple() | list():
            return f"[{','.join(map(canonical_text, value))}]"
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
    more = f" and {len(names) - MAX_SUGGESTIONS} more" if len(names) > MAX_SUGGESTIONS else ""
    return f"known are: {', '.join(names[:MAX_SUGGESTIONS])}{more}" if names else ""


def is_slug(text: str) -> bool:
    """Tell whether a text is an id: lower-case letters and digits, with single dashes between them."""
    return len(text) <= MAX_SLUG_LENGTH and _SLUG.fullmatch(text) is not None


@narrows({"pattern": f"^{_SLUG.pattern}$", "maxLength": MAX_SLUG_LENGTH})
def _slug(text: str) -> str:
    if not is_slug(text):
        raise ValueError(f"{text!r} is not a name; use lower-case letters, digits and single dashes")
    return text


@narrows({"pattern": "^#[0-9a-fA-F]{6}$"})
def _colour(text: str) -> str:
    lower = text.lower()
    if not _COLOUR.fullmatch(lower):
        raise ValueError(f"{text!r} is not a colour; write six hexadecimal digits: '#c8402f'")
    return lower


@admits({"type": "string", "pattern": r"^\s*[+-]?\d+(\.\d+)?\s*(mm|cm|in|pt)\s*$"})
def _length(value: object) -> object:
    if isinstance(value, str):
        return to_mm(value)
    if isinstance(value, bool):
        raise ValueError(f"{value!r} is not a length")
    return value


@admits(TEXT)
def one_or_more(value: object) -> object:
    """Take one text for a list of one."""
    return (value,) if isinstance(value, str) else value


Slug = Annotated[str, AfterValidator(_slug)]
"""A human id: ``red-07``."""

ColourText = Annotated[str, AfterValidator(_colour)]
"""``#rrggbb``."""

RuleIds = Annotated[tuple[Slug, ...], BeforeValidator(one_or_more)]
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

Scalar = str | int | float | bool
"""A plain value of a field or property."""


class Standing(Model):
    """Where a value comes from: stated by the rules, derived from what they state, or prototype (chosen by us)."""

    standing_kinds: ClassVar[tuple[str, ...]] = ("stated", "derived", "prototype")

    stated: Label | None = None
    derived: Prose | None = None
    prototype: Prose | None = None

    @model_validator(mode="after")
    def _at_most_one(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in self.standing_kinds) > 1:
            raise ValueError("a value is stated, derived or prototype: give one of them")
        return self

    @property
    def standing(self) -> tuple[str, str] | None:
        """The kind of standing and its reason, when given."""
        return next(
            ((kind, getattr(self, kind)) for kind in self.standing_kinds if getattr(self, kind) is not None), None
        )


def standing_from_text(text: object) -> tuple[str, str]:
    """Return the standing for a table cell such as ``prototype: chosen to be rare``.

    Raises:
        ValueError: when it is no text that begins with a kind of standing.
    """
    kind, _, reason = text.partition(":") if isinstance(text, str) else ("", "", "")
    if kind.strip() not in Standing.standing_kinds or not reason.strip():
        raise ValueError(
            f"{text!r} is not a standing; write 'stated: section', 'derived: from what' or 'prototype: why'"
        )
    return kind.strip(), reason.strip()


def as_mapping(key: str, *forms: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return what takes a bare scalar for ``{key: scalar}``, as ``players: 2-4`` for ``players: {range: 2-4}``.

    Args:
        key: the key.
        forms: JSON Schemas of what may stand there bare.
    """

    @admits(*forms)
    def mapping(value: Any) -> Any:
        return {key: value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value

    return mapping
