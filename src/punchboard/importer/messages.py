"""The wording of guesses and their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.roles import Role
from punchboard.importer.columns.value_lists import Choice
from punchboard.importer.draft import ListDraft, Note

_TYPES: Final = MappingProxyType(
    {"text": "text", "markdown": "Markdown", "number": "numbers", "boolean": "yes or no", "picture": "pictures"}
)

_ROLES: Final = MappingProxyType(
    {
        "title": "the title",
        "text": "the text",
        "more text": "more text",
        "flavour": "the flavour text",
        "picture": "the picture",
        "alt": "what the picture shows, to be read aloud",
        "icon": "the icon",
        "cost": "the cost",
        "value": "the value",
        "type": "the type",
        "id": "a number to tell rows apart",
        "footer": "the footer",
    }
)

_TYPE_REASONS: Final = MappingProxyType(
    {
        "markdown": "it contains **, lists or :icons:",
        "integer": "all values are whole numbers",
        "number": "all values are numbers",
        "boolean": "all values are yes or no",
    }
)


def field_note(column: ColumnProfile, role: Role | None, kind: str, chosen: ListDraft | None) -> Note:
    """Return the guess about a column, with its reason."""
    content = _content(column, kind, chosen)
    parts = [_ROLES[role.name], content] if role is not None else [content]
    reasons = [role.reason] if role is not None else []
    if chosen is not None:
        reasons.append(chosen.note.reason)
    elif role is None:
        default = "nothing else was recognised"
        fallback = "" if column.html else default
        known = "" if column.html and kind == "markdown" else _TYPE_REASONS.get(kind, fallback)
        reasons.append(known if column.filled else "it is empty so far")
    if column.is_mixed:
        reasons.append("it mixes markup, or has line breaks as signs")
    if column.html:
        reasons.append(f"it contains HTML such as {column.html}")
    return Note(column.name, ": ".join(dict.fromkeys(parts)), ", and ".join(dict.fromkeys(filter(None, reasons))))


def _content(column: ColumnProfile, kind: str, chosen: ListDraft | None) -> str:
    if chosen is not None:
        return f"one of {len(chosen.choices)}: {_first_names([choice.name for choice in chosen.choices])}"
    if kind == "integer":
        values = [int(float(value)) for value in column.filled]
        low, high = (min(values), max(values)) if values else (0, 0)
        return f"whole numbers, {low} to {high}" if low < high else f"whole numbers, all {low}"
    return _TYPES[kind]


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def list_note(column: ColumnProfile, entries: Sequence[Choice]) -> Note:
    """Return the guess that a column is a list, with its reason."""
    coloured = "" if entries[0].colour else "; too many for distinguishable colours"
    because = f"{len(entries)} different values in {len(column.filled)} rows{coloured}"
    return Note(column.name, f"a list of {len(entries)}", because)


def kind_note(rows: int, copies: int, layout: str, because: str) -> Note:
    """Return the guess about a kind, with the reason why its face extends a built-in layout."""
    many = f"{rows} rows" if rows != 1 else "1 row"
    return Note("", f"{many}, {copies} to print; its face extends {layout!r}", because)
