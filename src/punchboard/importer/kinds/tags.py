"""Columns of short words, and of yes or no, as tags of a card: ``Rare``, ``Range 3 to 5``, or a check mark."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from punchboard.importer.columns.column_names import name_score, normalised_name
from punchboard.importer.columns.profile import YES, ColumnProfile
from punchboard.importer.columns.racks import is_flag
from punchboard.importer.columns.text_symbols import icon_for
from punchboard.importer.draft import FieldDraft

MAX_TAG_LENGTH: Final = 24
"""The highest number of characters in a value that is a tag."""

MAX_TAG_WORDS: Final = 4

MAX_SAME: Final = 2
"""On more cards than these, a word that all of them have is no tag."""

CHECK: Final = "check"
"""The icon of yes, where the column's own name has none."""

_SAYS_NOTHING: Final = frozenset({"", "name", "title", "label", "type", "value", "text"})
"""Last parts of the names of values within objects: ``school.name`` is the school."""

_CODE: Final = re.compile(r"[\w.:#/+-]*(?:\d|[-_.:#/])[\w.:#/+-]*|[a-z]+")
"""A value such as ``tb-017``: in a column where every row has another one, it tells rows apart."""

_BREAKS_TEMPLATES: Final = re.compile(r"[{}|%'\"\\\[\]:<]")


def tag_template(field: FieldDraft, column: ColumnProfile, icons: Collection[str]) -> str:
    """Return the template of the tag that shows a field; empty for a field that is no tag."""
    label = tag_label(column.name)
    if _is_marker(column):
        return _marker(field, column, label, icons)
    if not _is_short(column) or _is_code(column) or _is_constant(column):
        return ""
    shown = f"{field.name}.name" if field.list_name else field.name
    if _stands_alone(column):
        return f"{{{{ {shown} if {field.name} }}}}" if field.list_name and field.optional else f"{{{{ {shown} }}}}"
    filled = f"{field.name} not in ['', none]" if column.is_number else field.name
    return f"{{{{ '{label} ' ~ {shown} if {filled} }}}}" if field.optional else f"{label} {{{{ {shown} }}}}"


def more_text(field: FieldDraft, column: ColumnProfile) -> str:
    """Return the template of a further text below the text of a card, which begins with the name of its column."""
    shown = f"({field.name} | as_written)" if field.type == "text" else field.name
    return f"{{{{ '**{tag_label(column.name)}:** ' ~ {shown} if {field.name} }}}}"


def tag_lengths(column: ColumnProfile) -> Iterator[int]:
    """Yield how many characters the tag of each row has; 0 for none."""
    label = len(tag_label(column.name)) + 1
    if _is_marker(column):
        return (label + 1 if value == "1" or value.casefold() in YES else 0 for value in column.values)
    more = 0 if _stands_alone(column) else label
    return (len(value) + more if value else 0 for value in column.values)


def tag_label(name: str) -> str:
    """Return the name of a column as it is printed: ``isUnique`` is ``Unique``."""
    parts = [part for part in name.split(".") if part.casefold() not in _SAYS_NOTHING] or [name]
    words = re.sub(r"^(?:is|has) ", "", normalised_name(parts[-1])).rstrip("? ")
    return _BREAKS_TEMPLATES.sub("", words[:1].upper() + words[1:])


def _marker(field: FieldDraft, column: ColumnProfile, label: str, icons: Collection[str]) -> str:
    icon = icon_for(label, icons)[0]
    mark = f":{icon if icon and ':' not in icon else CHECK}: {label}"
    yes = [value for value in dict.fromkeys(column.filled) if value.casefold() in YES]
    plain = field.type in {"boolean", "integer"} or column.is_all_yes
    if not plain and any(_BREAKS_TEMPLATES.search(value) for value in yes):
        return ""
    chosen = f"{field.name} in [{', '.join(map(repr, yes))}]"
    return f"{{{{ '{mark}' if {field.name if plain else chosen} }}}}"


def _is_marker(column: ColumnProfile) -> bool:
    return column.is_yes_no or column.is_all_yes or is_flag(column)


def _is_short(column: ColumnProfile) -> bool:
    is_text = not (column.has_pictures or column.has_unprintable_pictures or column.has_outside_paths)
    return (
        is_text
        and bool(column.filled)
        and max(map(len, column.distinct)) <= MAX_TAG_LENGTH
        and max(column.words) <= MAX_TAG_WORDS
        and not any("\n" in value or "|" in value for value in column.distinct)
        and name_score(column.name, "id") <= 2
    )


def _stands_alone(column: ColumnProfile) -> bool:
    """Return whether values need no name before them: words do not, but numbers do, and ``legal`` of ``rules.sea``."""
    are_words = (value[:1].isalpha() and not any(map(str.isdigit, value)) for value in column.distinct)
    return "." not in column.name and all(are_words)


def _is_constant(column: ColumnProfile) -> bool:
    """Return whether a word is the same on every card, and so says nothing."""
    is_same = len(column.distinct) == 1 and column.is_complete and len(column.values) > MAX_SAME
    return is_same and not column.is_number and _stands_alone(column)


def _is_code(column: ColumnProfile) -> bool:
    """Return whether values only tell rows apart, as ``ash-veil`` and ``tb-017`` do."""
    is_unique = len(column.distinct) == len(column.filled) > 2
    return is_unique and not column.is_number and all(map(_CODE.fullmatch, column.filled))
