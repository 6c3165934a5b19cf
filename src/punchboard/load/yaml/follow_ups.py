"""Which of the faults of a file follow from another of them: one slip, one message."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from punchboard.model.values import Path

T = TypeVar("T")


class Fault(NamedTuple):
    """One Pydantic error with the path of its value in the file.

    A loose error has a location that continues beyond the file's values: it comes from one member of a union.
    """

    path: Path
    detail: Mapping[str, Any]
    loose: bool


MANY: Final = 3
"""As many faults of one kind in one mapping are one problem: the mapping is not what it was taken for."""

_NO_MAPPING: Final = frozenset({"model_type", "dict_type"})
"""The types of Pydantic's errors for what should be a mapping."""


def without_crowds(groups: Sequence[tuple[list[Fault], T]]) -> Iterator[tuple[list[Fault], T]]:
    """Yield the faults, of a mapping whose entries are not what it should hold only the first.

    Many that should be mappings are the keys of one that has lost the line with its name; mappings in place of texts
    belong to a key below, which has lost its own.
    """
    flat = Counter(group[0].path[:-1] for group, _ in groups if group[0].detail["type"] in _NO_MAPPING)
    deep = Counter(group[0].path[:-1] for group, _ in groups if _is_mapping_for_text(group[0]))
    crowded = {home for home, count in flat.items() if count >= MANY}
    crowded |= {home for home, count in deep.items() if count > 1}
    crowded |= {home for home in flat if home and any(_lacks_keys(group[0], home) for group, _ in groups)}
    reported = set()
    for group, known in groups:
        home = next((home for home in crowded if is_below(group[0].path, home)), None)
        if home is None or home not in reported:
            yield group, known
        reported.add(home)


def _lacks_keys(fault: Fault, home: Path) -> bool:
    """Return whether a mapping in another one has not the keys that it should."""
    path = fault.path[:-1] if fault.detail["type"] == "extra_forbidden" else fault.path
    return fault.detail["type"] in {"missing", "extra_forbidden"} and path[:-1] == home


def _is_mapping_for_text(fault: Fault) -> bool:
    return fault.detail["type"] == "string_type" and isinstance(fault.detail["input"], Mapping)


def follows_empty(fault: Fault, raw: Any, groups: Iterable[tuple[list[Fault], Sequence[str]]]) -> bool:
    """Return whether a fault lies in what was meant to stand below an empty key above it, in the same mapping.

    The lines below ``role:`` that are not indented more than it become its neighbours.
    """
    return any(
        empty.path
        and empty.detail["input"] is None
        and empty.detail["type"] in _NO_MAPPING
        and fault.path[: len(empty.path) - 1] == empty.path[:-1]
        and _is_below_key(raw, empty.path, fault.path)
        for (empty, *_), _ in groups
    )


def _is_below_key(raw: Any, path: Path, other: Path) -> bool:
    """Return whether a path leads to or through a key that comes after another one in the same mapping."""
    for part in path[:-1]:
        raw = raw[part]
    if not isinstance(raw, Mapping):
        return False
    keys = list(raw)
    return other[len(path) - 1 : len(path)] in {(key,) for key in keys[keys.index(path[-1]) + 1 :]}


def missing_path(fault: Fault) -> Path:
    """Return the path of the key that is missing; empty for another fault."""
    return (*fault.path, fault.detail["loc"][-1]) if fault.detail["type"] == "missing" else ()


def is_stray(fault: Fault, missing: Path) -> bool:
    """Return whether a wrong key is one that a mapping beside it lacks: its line is indented too little."""
    path = fault.path
    if not path or fault.detail["type"] not in _NO_MAPPING | {"extra_forbidden"}:
        return False
    return path[-1] == missing[-1] and len(missing) > len(path) and path[:-1] == missing[: len(path) - 1]


def is_below(path: Path, above: Path) -> bool:
    """Return whether one path leads into the value of another."""
    return len(path) > len(above) and path[: len(above)] == above
