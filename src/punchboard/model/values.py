"""Types of the values that designers write: ids, lengths, colours, ranges, crops, with their validators."""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from punchboard.problem import Place
from punchboard.units import to_mm

MAX_MM = 2000.0
"""The longest length that is accepted, two metres: anything above is taken for a typing error."""

MAX_COPIES = 10_000

MAX_SLUG_LENGTH = 80

MAX_SUGGESTIONS = 24
"""How many known names a hint lists at most when none resembles the unknown one."""

F = TypeVar("F", bound=Callable[..., Any])

TEXT: Final[Mapping[str, Any]] = {"type": "string"}
WHOLE_NUMBER: Final[Mapping[str, Any]] = {"type": "integer"}
"""JSON Schemas of plain values."""

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_KIND = re.compile(r"[a-z0-9]+(?:[- ][a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NO_KEY = frozenset('()=<>"')
"""Signs that no key has."""
_MESSAGE_AND_HINT = re.compile(r"""((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")?.*?)(?:; (.*))?""", re.DOTALL)


class Model(BaseModel):
    """Base of all file models: a frozen mapping, in which an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def admits(*forms: Mapping[str, Any]) -> Callable[[F], F]:
    """Declare which further forms of a value a before-validator accepts.

    The forms are JSON Schemas. Only `punchboard.schema` reads them, for the schemas that editors use.
    """
    return _noting("admits", forms)


def narrows(form: Mapping[str, Any]) -> Callable[[F], F]:
    """Declare, as a JSON Schema, what an after-validator requires of a value beyond its type."""
    return _noting("narrows", form)


def _noting(name: str, note: object) -> Callable[[F], F]:
    def noted(validator: F) -> F:
        validator.__dict__[name] = note
        return validator

    return noted


def matching(pattern: re.Pattern[str], message: str, longest: int | None = None) -> Callable[[str], str]:
    """Return a validator of texts that match a pattern.

    Args:
        pattern: the pattern.
        message: what is wrong with any other text, said of it; and what to write.
        longest: the most characters.
    """

    @narrows({"pattern": f"^{pattern.pattern}$"} | ({} if longest is None else {"maxLength": longest}))
    def valid(text: str) -> str:
        if pattern.fullmatch(text) is None or (longest is not None and len(text) > longest):
            raise ValueError(f"{text!r} {message}")
        return text

    return valid


def canonical_text(value: object, *without: str) -> str:
    """Return a model as one line for fingerprints: its fields that differ from their defaults, in order.

    Equal models give equal lines, however their files are written. Pydantic's own serializer is not used: building one
    costs several milliseconds for each model.

    Args:
        value: a model, or the value of a field.
        without: fields of the model itself to leave out.
    """
    match value:
        case BaseModel():
            fields = (field for field in type(value).model_fields.items() if field[0] not in without)
            items = ((name, getattr(value, name), field) for name, field in fields)
            parts = (f"{name}:{canonical_text(item)}" for name, item, field in items if item != _default(field))
            return f"{{{','.join(parts)}}}"
        case Mapping():
            return f"{{{','.join(f'{name}:{canonical_text(item)}' for name, item in value.items())}}}"
        case tuple() | list():
            return f"[{','.join(map(canonical_text, value))}]"
        case _:
            return repr(value)


def _default(field: FieldInfo) -> object:
    return field.get_default(call_default_factory=True, validated_data={})


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 row``, ``28 rows``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


_ENDINGS: Final = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""), ("men", "man"))
"""Endings of English plurals, with those of the singular."""


def singular_forms(word: str) -> Iterator[str]:
    """Yield a word, then the forms that may be its singular: ``ship`` of ``ships``."""
    yield word
    for ending, single in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word.removesuffix(ending) + single


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint: ``did you mean 'x'?`` for the closest known word, or the list of known words."""
    names = sorted(map(str, known))
    if close := closest_word(word, names):
        return f"did you mean {close!r}?"
    more = f" and {len(names) - MAX_SUGGESTIONS} more" if len(names) > MAX_SUGGESTIONS else ""
    return f"choose one of: {', '.join(names[:MAX_SUGGESTIONS])}{more}" if names else ""


def closest_word(word: str, known: Iterable[str], least: float = 0.6) -> str:
    """Return the known word that is most like another, if need be in other letters' case; empty if none is alike.

    ``least`` is how alike they must be, from 0 to 1, as `difflib` measures it.
    """
    names = sorted(known)
    folded = {name.casefold(): name for name in reversed(names)}
    close = difflib.get_close_matches(word, names, n=1, cutoff=least)
    close = close or [folded[one] for one in difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=least)]
    return close[0] if close else ""


class FaultAtKeyError(ValueError):
    """A validator's error, ``message; hint``, about one key of a mapping or about its value.

    ``path`` leads to the key from the mapping that was validated.
    """

    def __init__(self, text: str, *path: str | int, is_of_value: bool = False) -> None:
        super().__init__(text)
        self.path, self.is_of_value = path, is_of_value


def message_and_hint(text: str) -> tuple[str, str]:
    """Return the two parts of a validator's error, ``message; hint``; the value that it quotes may contain ``; ``."""
    match = _MESSAGE_AND_HINT.fullmatch(text)
    assert match is not None
    return match[1], match[2] or ""


def after_comma(key: str) -> tuple[str, str] | None:
    """Return what is wrong with a key that is the rest of a text after its comma, and a hint; None for another key."""
    if _NO_KEY.isdisjoint(key):
        return None
    hint = "put the whole text before and after the comma in double quotes, with single quotes inside"
    return f"the comma before {key!r} ends the value before it", hint


def is_slug(text: str) -> bool:
    """Return whether a text is an id: lower-case letters and digits, with single dashes between them."""
    return len(text) <= MAX_SLUG_LENGTH and _SLUG.fullmatch(text) is not None


_slug = matching(_SLUG, "is not an id; use lower-case letters, digits and single dashes", MAX_SLUG_LENGTH)
_kind = matching(
    _KIND, "is not the id of a kind; use lower-case letters, digits, single spaces and dashes", MAX_SLUG_LENGTH
)


def is_colour(text: str) -> bool:
    """Return whether a text is ``#rrggbb``, with capital or small letters."""
    return _COLOUR.fullmatch(text) is not None


@narrows({"pattern": f"^{_COLOUR.pattern}$"})
def _colour(text: str) -> str:
    if not is_colour(text):
        raise ValueError(f"{text!r} is not a colour; write six hexadecimal digits: '#c8402f'")
    return text.lower()


@admits({"type": "string", "pattern": r"^\s*[+-]?\d+(\.\d+)?\s*(mm|cm|in|pt)\s*$"})
def _length(value: object) -> object:
    if isinstance(value, str):
        return to_mm(value)
    if isinstance(value, bool):
        raise ValueError(f"{value!r} is not a length")  # noqa: TRY004 - Pydantic turns ValueErrors into problems
    return value


@admits(TEXT)
def one_or_more(value: object) -> object:
    """Return a single text or number as a list of one; other values are left to Pydantic."""
    return (value,) if isinstance(value, str | int) else value


Slug = Annotated[str, AfterValidator(_slug)]
"""An id that people can read: ``red-07``."""

KindId = Annotated[str, AfterValidator(_kind)]
"""The id of a kind, which steps name: ``age card``."""

ColourText = Annotated[str, AfterValidator(_colour)]
"""``#rrggbb``."""

RuleIds = Annotated[tuple[Slug, ...], BeforeValidator(one_or_more)]
"""Ids of rules in ``rules.yaml`` that a value implements: one, or a list."""

Length = Annotated[float, BeforeValidator(_length), Field(ge=-MAX_MM, le=MAX_MM)]
"""Millimetres: a bare number, or text with a unit."""

Measure = Annotated[float, BeforeValidator(_length), Field(ge=0, le=MAX_MM)]
"""A length that is not negative."""

Points = Annotated[float, Field(gt=0, le=400)]
"""A type size or leading in points."""

Label = Annotated[str, Field(min_length=1, max_length=200)]
"""One line of text."""

Prose = Annotated[str, Field(max_length=20_000)]
"""Text or Markdown of up to 20,000 characters."""

Scalar = str | int | float | bool
"""A value of a field or property that is neither a list nor a mapping."""


class Standing(Model):
    """Where a value comes from: stated by the rules, derived from them, or a prototype value that we chose."""

    standing_kinds: ClassVar[tuple[str, ...]] = ("stated", "derived", "prototype")

    stated: Label | None = None
    derived: Prose | None = None
    prototype: Prose | None = None

    @model_validator(mode="after")
    def _at_most_one(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in self.standing_kinds) > 1:
            raise ValueError("a value has more than one of 'stated', 'derived' and 'prototype'; keep one")
        return self

    @property
    def standing(self) -> tuple[str, str] | None:
        """The kind of standing and its reason; None when the value gives none."""
        given = ((kind, getattr(self, kind)) for kind in self.standing_kinds)
        return next((standing for standing in given if standing[1] is not None), None)


def standing_from_text(text: object) -> tuple[str, str]:
    """Return the standing for a table cell such as ``prototype: chosen to be rare``.

    Raises:
        ValueError: when the text does not begin with a kind of standing.
    """
    kind, _, reason = text.partition(":") if isinstance(text, str) else ("", "", "")
    if kind.strip() not in Standing.standing_kinds or not reason.strip():
        raise ValueError(
            f"{text!r} is not a standing; write 'stated: SECTION', 'derived: FROM WHAT' or 'prototype: REASON'"
        )
    return kind.strip(), reason.strip()


def as_mapping(key: str, *forms: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return a validator that reads a bare scalar as ``{key: scalar}``: ``players: 2-4`` is ``{range: 2-4}``.

    Args:
        key: the key.
        forms: JSON Schemas of the scalars that are accepted.
    """

    @admits(*forms)
    def mapping(value: Any) -> Any:
        return {key: value} if isinstance(value, str | int | float) and not isinstance(value, bool) else value

    return mapping


_USE: Final = re.compile(r"(.+?) *@ *(\d{1,3})% +(\d{1,3})%(?: +(\d{1,2}(?:\.\d+)?)x)? *")


class PictureCrop(NamedTuple):
    """A picture and the part of it that fills a box.

    ``focus`` is the point that is shown as near to the middle of the box as possible, as fractions of the picture's
    width and height. With ``zoom`` 1, the picture is just large enough to cover the box.
    """

    path: str
    focus: tuple[float, float] = (0.5, 0.5)
    zoom: float = 1.0


def picture_crop(value: str) -> PictureCrop:
    """Return the picture that a value names. A value without a valid part after ``@`` is only a path."""
    match = _USE.fullmatch(value)
    if match is None:
        return PictureCrop(value)
    path, across, down, zoom = match.groups()
    return PictureCrop(path, (min(int(across), 100) / 100, min(int(down), 100) / 100), max(float(zoom or 1), 1.0))


RANGE_TEXT: Final = re.compile(r"(\d{1,9})(?:-(\d{1,9})|\+)?")
"""A number or a range."""


RANGE: Final = {"type": "string", "pattern": r"^\d{1,9}(-\d{1,9}|\+)?$"}
"""The JSON Schema of a range written as text."""


@narrows(RANGE)
def valid_range(text: str) -> str:
    """Return the text of a range unchanged.

    Raises:
        ValueError: when the text is not a range.
    """
    match = RANGE_TEXT.fullmatch(text)
    if match is None or (match.group(2) and int(match.group(2)) < int(match.group(1))):
        raise ValueError(f"{text!r} is not a number or a range; write '4', '2-4' or '2+'")
    return text


@admits(WHOLE_NUMBER)
def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) else value


NumberRange = Annotated[str, BeforeValidator(_as_text), AfterValidator(valid_range)]
"""``4``, ``2-4`` or ``2+``."""


def range_bounds(text: str) -> tuple[int, int | None]:
    """Return the lowest and the highest number of a range; the highest is None for an open range."""
    low, _, high = text.rstrip("+").partition("-")
    return int(low), None if text.endswith("+") else int(high or low)


CHAPTER: Final = "book chapter"
"""The name of the layout that draws chapter openings."""

Path = tuple[str | int, ...]


def nearest_place(places: Mapping[Path, Place], path: Path, home: Place) -> Place:
    """Return the place of a value by its key path, or of the nearest enclosing value that has one, else ``home``."""
    enclosing = (path[:end] for end in range(len(path), 0, -1))
    return next((places[at] for at in enclosing if at in places), home)


class LayoutSource(NamedTuple):
    """The place of each value of a layout by its key path, and the path of the mapping that holds its boxes."""

    file: str
    places: Mapping[Path, Place]
    path: Path = ()

    def place(self, *path: str | int) -> Place:
        """Return the place of a value, or of the nearest enclosing value whose place is known."""
        return nearest_place(self.places, (*self.path, *path), Place(self.file, 1))


def capitalized(text: str) -> str:
    """Return a text with a capital first letter; all others stay as they are."""
    return text[:1].upper() + text[1:]
