"""The types that the fields of a kind ask of its rows, ready to validate all rows in one call."""

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


def _no_switch(value: object) -> object:
    """Refuse true and false, which Python counts among the numbers."""
    if isinstance(value, bool):
        raise ValueError(f"{str(value).lower()} is not a number")
    return value


def _count(value: object) -> object:
    """Take the ``x`` off ``3x`` and ``x3``."""
    return _no_switch((value.strip("xX\u00d7 ") or value) if isinstance(value, str) else value)


_Integer = Annotated[int, BeforeValidator(_no_switch)]
_Number = Annotated[float, Field(allow_inf_nan=False), BeforeValidator(_no_switch)]

_Path = Annotated[Label, AfterValidator(lambda path: path.replace("\\", "/"))]
"""A picture as the table writes it, also on Windows."""

_TYPES: Final[Mapping[str | None, Any]] = MappingProxyType(
    {"text": Prose, "markdown": Prose, "integer": _Integer, "number": _Number, "boolean": bool, "picture": _Path}
)

EVERY_ROW: Final[Mapping[str, Any]] = MappingProxyType(
    {
        COPIES: Annotated[int, Field(ge=0, le=MAX_COPIES, default=1), BeforeValidator(_count)],
        STANDING: NotRequired[Annotated[tuple[str, str], BeforeValidator(standing_from_text)]],
        "stated": NotRequired[Label],
        "derived": NotRequired[Prose],
        "prototype": NotRequired[Prose],
    }
)
"""What any row may say besides the fields of its kind."""


def row_adapter(fields: Mapping[str, FieldFile], lists: Lists, defaults: Mapping[str, Any]) -> TypeAdapter[list[Row]]:
    """Return the validator for a list of raw rows; the rows that come out have every field, defaults put in."""
    columns = {name: _column(field, field_type(field, lists), defaults.get(name)) for name, field in fields.items()}
    row = TypedDict("row", {**columns, **EVERY_ROW})  # type: ignore[misc]  # its keys come from the game
    rows: Any = list[with_config(ConfigDict(extra="forbid"))(row)]  # type: ignore[misc]
    return TypeAdapter(rows)


def field_type(field: FieldFile, lists: Lists) -> Any:
    """Return the type that a field asks of its values."""
    if isinstance(field.one_of, str):
        return Annotated[Any, PlainValidator(_chooser(lists[field.one_of]))]
    if field.one_of is not None:
        return Literal[field.one_of]
    return Annotated[_TYPES[field.type], *_bounds(field)]


def _chooser(choices: tuple[Entry, ...]) -> Callable[[Any], Entry]:
    """Return the function from an id, or from a name in print in any case, to the entry of a list."""
    entries = {str(entry): entry for entry in choices}
    by_name = {_folded(entry.properties["name"]): entry for entry in reversed(choices)}
    expected = " or ".join(map(repr, entries))

    def choose(value: Any) -> Entry:
        found = entries.get(value) if isinstance(value, str) else None
        if found is None:
            found = by_name.get(_folded(value))
        if found is None:
            raise PydanticKnownError("literal_error", {"expected": expected})
        return found

    return choose


def _folded(name: object) -> str:
    """Return a name whatever its case and its blanks."""
    return " ".join(str(name).casefold().split())


def _bounds(field: FieldFile) -> Iterator[Any]:
    yield Field()
    if field.min is not None:
        yield Field(ge=field.min)
    if field.max is not None:
        yield Field(le=field.max)


def _column(field: FieldFile, wanted: Any, default: Any) -> Any:
    if is_required(field):
        return wanted
    return Annotated[wanted | None if default is None else wanted, Field(default=default)]


def is_required(field: FieldFile) -> bool:
    """Tell whether every row must give a value for the field."""
    return field.default is None and not field.optional
