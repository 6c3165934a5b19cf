"""The keys that a mapping in a file may have, found by following an error's location through the models."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo


def known_keys(model: Any, location: tuple[str | int, ...]) -> tuple[str, ...]:
    """Return the keys allowed at a location below a model. Parts of the location that are not fields are skipped."""
    options = set(_options(model))
    for part in location:
        options = {inner for option in options for inner in _inside(option, part)} or options
    return tuple(key for option in options if _is_model(option) for key in _fields(option))


def _options(annotation: Any) -> Iterator[Any]:
    """Yield the plain types of an annotation: every member of a union, without ``Annotated`` metadata."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _options(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for member in get_args(annotation):
            yield from _options(member)
    else:
        yield annotation


def _inside(option: Any, part: str | int) -> Iterator[Any]:
    """Yield the types of the value under a key or index."""
    if _is_model(option):
        field = _fields(option).get(str(part))
        if field is not None:
            yield from _options(field.annotation)
    elif get_origin(option) in (dict, list, tuple):
        values = [argument for argument in get_args(option) if argument is not ...]
        yield from _options(values[-1])


def _is_model(option: Any) -> bool:
    return isinstance(option, type) and issubclass(option, BaseModel)


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}
