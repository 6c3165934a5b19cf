"""Validation with Pydantic: errors as problems in a designer's words, with the value's place and the closest names."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from punchboard.load.yaml.follow_ups import MANY, Fault, follows_empty, is_below, is_stray, missing_path, without_crowds
from punchboard.load.yaml.places import KEY
from punchboard.load.yaml.syntax_faults import CURLY, STRAIGHT
from punchboard.model.game.setup import key_of_verb
from punchboard.model.values import (
    FaultAtKeyError,
    Path,
    after_comma,
    closest_word,
    did_you_mean,
    message_and_hint,
    nearest_place,
)
from punchboard.problem import Place, Problem, ProblemsFound

T = TypeVar("T")
PlaceMap = Mapping[Path, Place]

MAX_SHOWN: Final = 60
"""Most characters of an offending value in a message."""

MAX_KEYS: Final = 4
"""Most keys of a mapping in a hint."""

EXPECTED_TYPES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("bool_parsing", "bool_type"), "true or false"),
    **dict.fromkeys(("dict_type", "model_type"), "a mapping"),
    **dict.fromkeys(("finite_number", "float_parsing", "float_type"), "a number"),
    **dict.fromkeys(("int_from_float", "int_parsing", "int_type"), "a whole number"),
    "int_parsing_size": "a whole number of reasonable size",
    **dict.fromkeys(("list_type", "tuple_type"), "a list"),
    "literal_error": "one of the choices",
    "string_type": "text",
}

"""The expected type of a value, by the type of Pydantic's error."""

MESSAGES: Final[Mapping[str, str]] = {
    "greater_than": "{value} is not more than {gt:g}",
    "greater_than_equal": "{value} is less than {ge:g}",
    "less_than": "{value} is not less than {lt:g}",
    "less_than_equal": "{value} is more than {le:g}",
    "string_too_long": "the text is longer than {max_length:,} characters",
    "string_too_short": "the text is empty",
    "too_long": "there are {actual_length} values, but at most {max_length} are allowed",
    "too_short": "too few values: {actual_length} instead of at least {min_length}",
}
"""Messages for other errors, with Pydantic's limits filled in."""

_NO_NUMBER: Final = "write one, or 'type: text' at the field in game.yaml if words are right there"
_ROW_HINTS: Final[Mapping[str, str]] = {
    "missing": "fill it in, or write 'optional: true' at the field in game.yaml",
    **dict.fromkeys(("float_parsing", "int_from_float", "int_parsing"), _NO_NUMBER),
    "string_too_long": "shorten it: no card has room for so much",
}

"""What to do about a value of a row, by the type of Pydantic's error."""

_NAMES: Final[Mapping[str, str]] = {"None": "nothing", "True": "true", "False": "false"}
_CHOICE: Final = re.compile(r"""'[^']*'|"[^"]*\"""")


def validated(model: type[T], raw: Any, places: PlaceMap, file: str) -> T:
    """Return the raw value of a file as a model, or as a mapping of models.

    Raises:
        ProblemsFound: KEY001 for unknown keys, VALUE001 for anything else, each at its place.
    """
    try:
        return cast("T", _adapter(cast("Any", model)).validate_python(raw))
    except ValidationError as error:
        raise ProblemsFound(validation_problems(error, raw, places, Place(file, 1), model)) from None


_adapter: Final = cache(TypeAdapter)
"""The validator of a type. It is cached, since creating it takes longer than reading a small file."""


def validation_problems(
    error: ValidationError, raw: Any, places: PlaceMap, home: Place, model: Any = None, *, named: bool = False
) -> tuple[Problem, ...]:
    """Return the problems behind a validation error.

    Args:
        error: what Pydantic raised for ``raw``.
        raw: the value that was validated.
        places: the places of the parts of ``raw``, by path.
        home: the default for parts without a place.
        model: the type that ``raw`` was validated for; its keys are suggested instead of unknown ones.
        named: whether messages name the key, where several are usually on one line.
    """
    problems = []
    groups = [(group, tuple(_fields_at(model, group[0].detail["loc"][:-1]))) for group in _groups(error, raw)]
    groups = [(group, known) for group, known in groups if not follows_empty(group[0], raw, groups)]
    missing = [path for group, _ in groups if (path := missing_path(group[0]))]
    strays = {group[0].path: path for group, _ in groups for path in missing if is_stray(group[0], path)}
    groups = [(group, known) for group, known in groups if missing_path(group[0]) not in strays.values()]
    groups = list(without_crowds(groups))  # one cause, one message
    unknown = [(group[0], known) for group, known in groups if group[0].detail["type"] == "extra_forbidden"]
    misspelt = {_meant_path(fault, known) for fault, known in unknown}
    for group, known in groups:
        fault = group[0]
        if missing_path(fault) in misspelt:
            continue  # its unknown key is reported, with this one as the suggestion
        if ("extends",) in misspelt and fault.path[:1] == ("boxes",):
            continue  # without the layout that is meant, boxes have no place
        problem = _problem(group, _place(fault, places, home), known)
        if fault.detail["type"] == "model_type" and fault.path and not problem.hint:
            problem = problem._replace(hint=_braces(_fields_at(model, fault.detail["loc"])))
        if fault.path in strays:
            problem = problem._replace(hint=f"indent it more: it belongs to {strays[fault.path][-2]!r}")
        problems.append((fault, _with_key(problem, fault.path[:1]) if named else problem))
    return tuple(_joined(problems))


def _joined(placed: Sequence[tuple[Fault, Problem]]) -> Iterator[Problem]:
    """Yield problems, those of all keys that one mapping lacks as one, and those of many that it cannot have."""
    alike: dict[tuple[Path, str, Path], list[tuple[Fault, Problem]]] = {}
    for number, (fault, problem) in enumerate(placed):
        kind = fault.detail["type"]
        home = fault.path[:-1] if kind == "extra_forbidden" else fault.path
        named = all(isinstance(part, str) for part in fault.detail["loc"][-1:])
        single = kind not in {"missing", "extra_forbidden"} or not named
        alike.setdefault((home, kind, (number,) if single else ()), []).append((fault, problem))
    for (_, kind, _), problems in alike.items():
        names = [repr(part) for fault, _ in problems for part in fault.detail["loc"][-1:]]
        first = problems[0][1]
        if kind == "missing" and len(problems) > 1:
            yield first._replace(message=f"{', '.join(names[:-1])} and {names[-1]} are missing")
        elif kind == "extra_forbidden" and len(problems) >= MANY:
            yield first._replace(message=f"unknown keys {', '.join(names[:-1])} and {names[-1]}")
        else:
            yield from (problem for _, problem in problems)


def _meant_path(fault: Fault, known: Iterable[str]) -> Path:
    """Return the path of the known key that an unknown one is most like."""
    written = str(fault.path[-1])
    is_layout = written in _LAYOUT_WORDS and "extends" in known
    return (*fault.path[:-1], "extends" if is_layout else closest_word(written, known))


def row_problems(
    error: ValidationError,
    rows: Sequence[Mapping[str, Any]],
    places: PlaceMap,
    home: Place,
    *,
    fields: Collection[str],
    others: Collection[str],
) -> tuple[Problem, ...]:
    """Return the problems behind a validation error of rows, without duplicates. Messages name the field.

    Args:
        error: what Pydantic raised for the rows.
        rows: the raw rows.
        places: the places of rows and their values, by ``(row,)`` and ``(row, field)``.
        home: the default for parts without a place.
        fields: the fields of the kind.
        others: what else a row may have.
    """
    known = {*fields, *others}
    by_row: dict[Path, list[tuple[bool, Problem]]] = {}
    for group in _groups(error, rows):
        problem = _with_key(_problem(group, _place(group[0], places, home), known), group[0].path[1:2])
        kind = group[0].detail["type"]
        if (hint := _ROW_HINTS.get(kind)) and not set(group[0].path[1:2]) & {*others}:
            problem = problem._replace(hint=hint)
        by_row.setdefault(group[0].path[:1], []).append((kind == "missing", problem))
    problems = (_shifted([one for _, one in sorted(of, key=lambda one: one[0])]) for of in by_row.values())
    return tuple(dict.fromkeys(problem for of in problems for problem in of))


def _shifted(problems: list[Problem]) -> list[Problem]:
    """Return the problems of a row; of many only the first, because a cell or a separator is missing there."""
    if len(problems) < MANY:
        return problems
    hint = f"{len(problems) - 1} more cells of this row are wrong: a cell or a separator is missing, or too many"
    return [problems[0]._replace(hint=hint)]


def _with_key(problem: Problem, key: Path) -> Problem:
    """Return the problem of a value with the name of its key in the message."""
    if problem.rule != "VALUE001" or not key:
        return problem
    return problem._replace(message=f"in {key[0]!r}, {problem.message}")


def _fault(raw: Any, detail: Mapping[str, Any]) -> Fault:
    """Return an error with its path in the raw value: its location without the names of union members."""
    path: list[str | int] = []
    known = True
    for part in detail["loc"]:
        if isinstance(raw, Mapping) and part not in raw:
            part = key_of_verb(raw, str(part)) or part  # noqa: PLW2901 - as the line has it
        known = _has(raw, part)
        if known:
            raw = raw[part]
            path.append(part)
    error = detail.get("ctx", {}).get("error")
    for part in error.path if isinstance(error, FaultAtKeyError) else ():
        if not _has(raw, part):
            break
        raw = raw[part]
        path.append(part)
    return Fault(tuple(path), detail, not known and detail["type"] != "missing" and detail["loc"][-1] != "[key]")


def _has(raw: Any, part: str | int) -> bool:
    if isinstance(raw, Mapping):
        return part in raw
    return isinstance(raw, Sequence) and isinstance(part, int) and part < len(raw)


def _groups(error: ValidationError, raw: Any) -> list[list[Fault]]:
    """Return errors grouped by value: of each union only the deepest, and none if another error is deeper still."""
    faults = [_fault(raw, detail) for detail in error.errors(include_url=False)]
    groups: dict[tuple[Path, int], list[Fault]] = {}
    for number, fault in enumerate(faults):
        if not fault.loose:
            groups[fault.path, number] = [fault]
        elif not any(is_below(other.path, fault.path) for other in faults):
            groups.setdefault((fault.path, -1), []).append(fault)
    return [[fault for fault in group if _depth(fault) == max(map(_depth, group))] for group in groups.values()]


def _depth(fault: Fault) -> int:
    return len(fault.detail["loc"])


def _place(fault: Fault, places: PlaceMap, home: Place) -> Place:
    error = fault.detail.get("ctx", {}).get("error")
    of_key = fault.detail["type"] in {"extra_forbidden", "missing"} or fault.detail["loc"][-1:] == ("[key]",)
    of_key |= isinstance(error, FaultAtKeyError) and not error.is_of_value
    return place_of(places, (*fault.path, KEY) if of_key else fault.path, home)


def place_of(places: PlaceMap, path: Path, home: Place) -> Place:
    """Return the place of a value, or of the nearest enclosing value that has one."""
    return nearest_place(places, path, places.get((), home))


def _problem(group: list[Fault], place: Place, known: Iterable[str]) -> Problem:
    """Return the problem of a value; of one in curly quotes, these are the cause."""
    problem = _plain_problem(group, place, known)
    given = group[0].detail["input"]
    return problem._replace(hint=STRAIGHT) if isinstance(given, str) and CURLY.fullmatch(given) else problem


def _plain_problem(group: list[Fault], place: Place, known: Iterable[str]) -> Problem:
    detail = group[0].detail
    last = detail["loc"][-1] if detail["loc"] else ""
    if detail["type"] == "extra_forbidden":
        cut = after_comma(str(last))
        hint = _layout_hint(detail["input"], known) if last in _LAYOUT_WORDS else ""
        return Problem("KEY001", place, *(cut or (f"unknown key {last!r}", hint or did_you_mean(str(last), known))))
    if detail["type"] == "missing":
        message = (
            f"{last!r} is missing"
            if isinstance(last, str)
            else f"too few values: {last} instead of at least {last + 1}"
        )
        return Problem("VALUE001", place, message)
    if detail["type"] == "value_error":
        return Problem("VALUE001", place, *message_and_hint(str(detail["ctx"]["error"])))
    return Problem("VALUE001", place, _message(group), _hint(group))


_LAYOUT_WORDS: Final = frozenset({"layout", "template"})
"""What people write for ``extends``."""


def _layout_hint(given: Any, known: Iterable[str]) -> str:
    """Return how to choose a layout, in a face or in a kind; empty elsewhere."""
    name = given if isinstance(given, str) else "NAME"
    if "extends" in known:
        return f"write 'extends: {name}'"
    if "face" in known:
        return f"write 'extends: {name}' in the file of its face, in layouts/faces/"
    return ""


def _message(group: list[Fault]) -> str:
    others = [fault.detail for fault in group if fault.detail["type"] not in EXPECTED_TYPES]
    nouns = [EXPECTED_TYPES[fault.detail["type"]] for fault in group if fault.detail["type"] in EXPECTED_TYPES]
    if _is_empty_key(group):
        return f"{str(group[0].path[-1])!r} has no value"
    if nouns and not any(detail["type"] in MESSAGES for detail in others):
        return f"{display_value(group[0].detail['input'])} is not {' or '.join(dict.fromkeys(nouns))}"
    detail = others[0]  # it is of a type that is expected, and faulty for another reason
    pattern = MESSAGES.get(detail["type"], "{value} is not allowed here")
    return pattern.format(value=display_value(detail["input"]), **detail.get("ctx", {}))


def _is_empty_key(group: list[Fault]) -> bool:
    """Return whether nothing stands behind a key."""
    return group[0].detail["input"] is None and bool(group[0].path) and isinstance(group[0].path[-1], str)


def _hint(group: list[Fault]) -> str:
    detail = group[0].detail
    if _is_empty_key(group):
        nouns = [EXPECTED_TYPES[fault.detail["type"]] for fault in group if fault.detail["type"] in EXPECTED_TYPES]
        return f"write {' or '.join(dict.fromkeys(nouns)) or 'it'} after its colon, or delete the key"
    if detail["type"] == "literal_error":
        known = (quoted[1:-1] for quoted in _CHOICE.findall(detail["ctx"]["expected"]))
        return did_you_mean(str(detail["input"]), known)
    if detail["type"] == "string_type" and isinstance(detail["input"], int | float):
        return "put it in quotes"
    return ""


def display_value(value: Any) -> str:
    """Return a value as messages show it: quoted and shortened text, or ``a mapping`` or ``a list``."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = _NAMES.get(str(value), "") if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}...'"


def _braces(fields: Mapping[str, FieldInfo]) -> str:
    """Return the hint for what should have been a mapping: the keys that it needs, or the few that it can have."""
    keys = [key for key, field in fields.items() if field.is_required()] or [*fields]
    return f"write its keys in braces: {{{', '.join(f'{key}: ...' for key in keys)}}}" if len(keys) <= MAX_KEYS else ""


def _fields_at(model: Any, location: tuple[str | int, ...]) -> dict[str, FieldInfo]:
    options = set(_options(model))
    for part in location:
        options = {inner for option in options for inner in _inside(option, part)} or options
    return {key: field for option in options if _is_model(option) for key, field in _fields(option).items()}


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
