"""Pydantic types for the fields of a kind, and the adapter that validates its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainValidator, TypeAdapter, with_config
from pydantic_core import PydanticKnownError
from typing_extensions import TypedDict

from punchboard.model.game.game import Entry
from punchboard.model.game.game_file import FieldFile
from punchboard.model.values import MAX_COPIES, Label, Prose, standing_from_text

Lists = Mapping[str, tuple[Entry, ...]]
Row = dict[str, Any]

STANDING: Final = "standing"
COPIES: Final = "copies"


def _reject_boolean(value: object) -> object:
    """Reject true and false, which Python accepts as numbers."""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).lower()} is not a number")  # noqa: TRY004 - Pydantic passes on ValueError
    return value


def _copies_number(value: object) -> object:
    """Remove the ``x`` from ``3x`` and ``x3``."""
    return _reject_boolean((value.strip("xX\u00d7 ") or value) if isinstance(value, str) else value)


_Integer = Annotated[int, BeforeValidator(_reject_boolean)]
_Number = Annotated[float, Field(allow_inf_nan=False), BeforeValidator(_reject_boolean)]

_Path = Annotated[Label, AfterValidator(lambda path: path.replace("\\", "/"))]
"""The path of a picture, with the backslashes of Windows replaced."""

_TYPES: Final[Mapping[str | None, Any]] = MappingProxyType(
    {"text": Prose, "markdown": Prose, "integer": _Integer, "number": _Number, "boolean": bool, "picture": _Path}
)

EVERY_ROW: Final[Mapping[str, Any]] = MappingProxyType(
    {
        COPIES: Annotated[int, Field(ge=0, le=MAX_COPIES, default=1), BeforeValidator(_copies_number)],
        STANDING: NotRequired[Annotated[tuple[str, str], BeforeValidator(standing_from_text)]],
        "stated": NotRequired[Label],
        "derived": NotRequired[Prose],
        "prototype": NotRequired[Prose],
    }
)
"""Columns allowed in every row besides the fields of its kind."""


def row_adapter(fields: Mapping[str, FieldFile], lists: Lists, defaults: Mapping[str, Any]) -> TypeAdapter[list[Row]]:
    """Return the validator for a list of raw rows. Validated rows have every field, with defaults filled in."""
    columns = {name: _column(field, field_type(field, lists), defaults.get(name)) for name, field in fields.items()}
    row = TypedDict("row", {**columns, **EVERY_ROW})  # type: ignore[misc]  # its keys come from the game
    rows: Any = list[with_config(ConfigDict(extra="forbid"))(row)]  # type: ignore[misc]
    return TypeAdapter(rows)


def field_type(field: FieldFile, lists: Lists) -> Any:
    """Return the type of a field's values."""
    if isinstance(field.one_of, str):
        return Annotated[Any, PlainValidator(_choice_function(lists[field.one_of]))]
    if field.one_of is not None:
        return Literal[field.one_of]
    return Annotated[_TYPES[field.type], *_bounds(field)]


def _choice_function(choices: tuple[Entry, ...]) -> Callable[[Any], Entry]:
    """Return a function that finds the entry of a list by its id, or by its printed name in any case."""
    entries = {str(entry): entry for entry in choices}
    by_name = {_normalized(entry.properties["name"]): entry for entry in reversed(choices)}
    expected = " or ".join(map(repr, entries))

    def choose(value: Any) -> Entry:
        found = entries.get(value) if isinstance(value, str) else None
        if found is None:
            found = by_name.get(_normalized(value))
        if found is None:
            raise PydanticKnownError("literal_error", {"expected": expected})
        return found

    return choose


def _normalized(name: object) -> str:
    """Return a name for comparison, without case and extra blanks."""
    return " ".join(str(name).casefold().split())


def _bounds(field: FieldFile) -> Iterator[Any]:
    yield Field()
    if field.min is not None:
        yield Field(ge=field.min)
    if field.max is not None:
        yield Field(le=field.max)


def _column(field: FieldFile, value_type: Any, default: Any) -> Any:
    if is_required(field):
        return value_type
    return Annotated[value_type | None if default is None else value_type, Field(default=default)]


def is_required(field: FieldFile) -> bool:
    """Return whether every row must have a value for the field."""
    return field.default is None and not field.optional
