"""Pydantic's errors as problems: the words of a designer, the place of the value, the names that would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from punchboard.load.keys import known_keys
from punchboard.load.yaml_places import KEY, Path
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound

T = TypeVar("T")
PlaceMap = Mapping[Path, Place]

LONGEST: Final = 60
"""Characters of an offending value that a message shows."""

WANTED: Final = MappingProxyType(
    {
        "bool_parsing": "true or false",
        "bool_type": "true or false",
        "dict_type": "a mapping",
        "finite_number": "a number",
        "float_parsing": "a number",
        "float_type": "a number",
        "int_from_float": "a whole number",
        "int_parsing": "a whole number",
        "int_parsing_size": "a whole number of sensible size",
        "int_type": "a whole number",
        "list_type": "a list",
        "literal_error": "one of the choices",
        "model_type": "a mapping",
        "string_type": "text",
        "tuple_type": "a list",
    }
)
"""What a value is not, by the type of its error."""

MESSAGES: Final = MappingProxyType(
    {
        "greater_than": "{value} is not more than {gt:g}",
        "greater_than_equal": "{value} is less than {ge:g}",
        "less_than": "{value} is not less than {lt:g}",
        "less_than_equal": "{value} is more than {le:g}",
        "string_too_long": "the text is longer than {max_length:,} characters",
        "string_too_short": "the text is empty",
        "too_long": "there are {actual_length} values where at most {max_length} may stand",
        "too_short": "there are fewer values than {min_length}",
    }
)
"""Other errors, with the limits that Pydantic gives for them."""

_NAMES: Final = MappingProxyType({"None": "nothing", "True": "true", "False": "false"})
_CHOICE: Final = re.compile(r"'([^']*)'")


class _Fault(NamedTuple):
    """One error of Pydantic with the path of its value in the file.

    A loose one has a location that goes on where the file does not: it is one member's answer for a union.
    """

    path: Path
    detail: Mapping[str, Any]
    loose: bool


def validated(model: type[T], raw: Any, places: PlaceMap, file: str) -> T:
    """Return the raw value of a file as a model, or as a mapping of models.

    Raises:
        ProblemsFound: KEY001 for unknown keys, VALUE001 for anything else, each at its place.
    """
    try:
        return TypeAdapter(model).validate_python(raw)
    except ValidationError as error:
        raise ProblemsFound(problems(error, raw, places, Place(file, 1), model=model)) from None


def problems(
    error: ValidationError, raw: Any, places: PlaceMap, home: Place, *, model: Any = None, known: Iterable[str] = ()
) -> tuple[Problem, ...]:
    """Return the problems behind a validation error.

    Args:
        error: what Pydantic raised for ``raw``.
        raw: the value that was validated.
        places: where the parts of ``raw`` stand, by their paths.
        home: the place of whatever has no place in the map.
        model: the type that ``raw`` was validated for; its keys are suggested in place of unknown ones.
        known: the keys to be suggested when there is no model.
    """
    groups = _grouped([_fault(raw, detail) for detail in error.errors(include_url=False)])
    found = []
    for group in groups:
        deepest = max(group, key=lambda fault: len(fault.detail["loc"]))
        keys = known_keys(model, deepest.detail["loc"][:-1]) if model else known
        alike = [fault for fault in group if len(fault.detail["loc"]) == len(deepest.detail["loc"])]
        found.append(_problem(alike, _place(deepest, places, home), keys))
    return tuple(found)


def _fault(raw: Any, detail: Mapping[str, Any]) -> _Fault:
    """Walk the raw value along an error's location, passing over the names of union members."""
    path: list[str | int] = []
    known = True
    for part in detail["loc"]:
        known = _has(raw, part)
        if known:
            raw = raw[part]
            path.append(part)
    return _Fault(tuple(path), detail, not known and detail["type"] != "missing" and detail["loc"][-1] != "[key]")


def _has(raw: Any, part: str | int) -> bool:
    if isinstance(raw, Mapping):
        return part in raw
    return isinstance(raw, Sequence) and isinstance(part, int) and part < len(raw)


def _grouped(faults: list[_Fault]) -> list[list[_Fault]]:
    """Return the answers of one union together, unless a deeper error says more."""
    groups: dict[tuple[Path, int], list[_Fault]] = {}
    for number, fault in enumerate(faults):
        if fault.loose and any(_is_below(other.path, fault.path) for other in faults):
            continue
        groups.setdefault((fault.path, -1 if fault.loose else number), []).append(fault)
    return list(groups.values())


def _is_below(path: Path, above: Path) -> bool:
    return len(path) > len(above) and path[: len(above)] == above


def _place(fault: _Fault, places: PlaceMap, home: Place) -> Place:
    of_key = fault.detail["type"] in {"extra_forbidden", "missing"} or fault.detail["loc"][-1:] == ("[key]",)
    return place_of(places, (*fault.path, KEY) if of_key else fault.path, home)


def place_of(places: PlaceMap, path: Path, home: Place) -> Place:
    """Return the place of a value, or that of the nearest value round it that has one."""
    while path:
        if path in places:
            return places[path]
        path = path[:-1]
    return places.get((), home)


def _problem(group: list[_Fault], place: Place, known: Iterable[str]) -> Problem:
    detail = group[0].detail
    kind, value = detail["type"], detail["input"]
    last = detail["loc"][-1] if detail["loc"] else ""
    if kind == "extra_forbidden":
        return Problem("KEY001", place, f"unknown key {last!r}", did_you_mean(str(last), known))
    if kind == "missing":
        message = f"{last!r} is missing" if isinstance(last, str) else f"there are fewer values than {last + 1}"
        return Problem("VALUE001", place, message)
    if kind == "value_error":
        message, _, hint = str(detail["ctx"]["error"]).partition("; ")
        return Problem("VALUE001", place, message, hint)
    return Problem("VALUE001", place, _message(group, value), _hint(detail, value))


def _message(group: list[_Fault], value: Any) -> str:
    nouns = [WANTED[fault.detail["type"]] for fault in group if fault.detail["type"] in WANTED]
    if nouns:
        return f"{display(value)} is not {' or '.join(dict.fromkeys(nouns))}"
    detail = group[0].detail
    pattern = MESSAGES.get(detail["type"], "{value} cannot stand here")
    return pattern.format(value=display(value), **detail.get("ctx", {}))


def _hint(detail: Mapping[str, Any], value: Any) -> str:
    if detail["type"] == "literal_error":
        return did_you_mean(str(value), _CHOICE.findall(detail["ctx"]["expected"]))
    if detail["type"] == "string_type" and isinstance(value, int | float):
        return "put it in quotes"
    return ""


def display(value: Any) -> str:
    """Return a value as a message shows it: quoted text, cut when long; ``a mapping`` and ``a list`` for those."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = _NAMES.get(str(value), "") if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}...'"
