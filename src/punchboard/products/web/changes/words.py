"""The changes of a part in words, for the page of changes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from punchboard.model.snapshot import Change, FieldChange

STATES: Final = {"changed": "Changed", "new": "New", "gone": "Gone"}
"""The states of parts with the words for them."""

NOTHING: Final = "nothing"

_WORD: Final = re.compile(r"\s+|[^\s\w]|\w+")

_MAX_COMPARED: Final = 4000
"""The length of texts whose words are compared; longer ones are shown whole."""

_MAX_NAMED: Final = 3
"""How many sources of one sort are named; more are counted."""

_SOURCES: Final = {"face": "layout"}
"""Words for the sorts of sources that a designer calls otherwise."""


class Piece(NamedTuple):
    """A piece of a value, and whether only this state has it."""

    text: str
    is_changed: bool


class FieldWords(NamedTuple):
    """A changed field with its old and its new value in pieces."""

    name: str
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]


def field_words(change: Change) -> Iterator[FieldWords]:
    """Yield the changed values of a part, and its copies if their number has changed."""
    old, new = change.copies
    if change.state == "changed" and old != new:
        yield FieldWords("Copies", (Piece(str(old), True),), (Piece(str(new), True),))  # noqa: FBT003 - a record
    yield from (_words(field) for field in change.fields)


def source_words(change: Change) -> str:
    """Return what a part's faces are drawn from that has changed, by sorts: ``layout card; 9 colours``."""
    by_sort: dict[str, list[str]] = {}
    for source in change.changed_sources:
        sort, _, name = source.partition(" ")
        by_sort.setdefault(_SOURCES.get(sort, sort), []).append(name)
    return "; ".join(
        f"{len(names)} {sort}s"
        if len(names) > _MAX_NAMED
        else f"{sort}{'s' * (len(names) > 1)} {', '.join(names)}".strip()
        for sort, names in by_sort.items()
    )


def value_text(value: Any) -> str:
    """Return a value as text: a list with commas, a boolean as yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(value_text, value)) or NOTHING
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {value_text(item)}" for name, item in value.items()) or NOTHING
    return NOTHING if value is None else str(value) or NOTHING


def _words(field: FieldChange) -> FieldWords:
    old, new = value_text(field.old), value_text(field.new)
    before, after = _WORD.findall(old), _WORD.findall(new)
    name = field.field.replace("_", " ").replace(".", " ")
    name = name[:1].upper() + name[1:]
    if not (isinstance(field.old, str) and isinstance(field.new, str)) or len(old) + len(new) > _MAX_COMPARED:
        return FieldWords(name, (Piece(old, True),), (Piece(new, True),))  # noqa: FBT003 - a record
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return FieldWords(
        name,
        tuple(Piece("".join(before[a:b]), tag != "equal") for tag, a, b, _, _ in codes if a < b),
        tuple(Piece("".join(after[a:b]), tag != "equal") for tag, _, _, a, b in codes if a < b),
    )
