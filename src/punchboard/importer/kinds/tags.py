"""Fields as tags, and as lines below the text: the words that are printed of a column, with its name."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from punchboard.importer.columns.column_names import is_placeholder, name_score, words_of_name
from punchboard.importer.columns.profile import YES, ColumnProfile
from punchboard.importer.columns.racks import is_flag
from punchboard.importer.columns.role_tests import MAX_CORNER_LENGTH, SYMBOL
from punchboard.importer.columns.symbols import icon_for
from punchboard.importer.draft import FieldDraft
from punchboard.model.layout.trim import Trim

MAX_TAG_LENGTH: Final = 24
"""The highest number of characters in a value that is a tag."""

MAX_TAG_WORDS: Final = 4

MAX_SAME: Final = 2
"""On more cards than these, a word that all of them have is no tag."""

CHECK: Final = "check"
"""The icon of yes, where the column's own name has none."""

_SAYS_NOTHING: Final = frozenset({"", "name", "title", "label", "type", "value", "text"})
"""Last parts of the names of values within objects: ``school.name`` is the school."""

_CODE: Final = re.compile(r"[\w.:#/+-]*(?:\d|[-_.:#/])[\w.:#/+-]*")
"""A value such as ``tb-017``: in a column where every row has another one, it tells rows apart."""

_FRACTION: Final = re.compile(r"\d{1,3}(?:/\d{1,3})?")
_NUMBERED: Final = re.compile(r"^[\W\d_]|\d")
BREAKS_TEMPLATES: Final = re.compile(r"[{}|%'\"\\\[\]:<]")


def tag_template(field: FieldDraft, column: ColumnProfile, icons: Collection[str]) -> str:
    """Return the template of the tag that shows a field; empty for a field that is no tag."""
    label = tag_label(column.name)
    if _is_marker(column):
        return _marker(field, column, label, icons) if label else ""
    if not _is_short(column) or _is_code(column) or _is_constant(column):
        return ""
    shown = f"{field.name}.name" if field.list_name else field.name
    if _stands_alone(column):
        return f"{{{{ {shown} if {field.name} }}}}" if field.list_name and field.optional else f"{{{{ {shown} }}}}"
    filled = f"{field.name} not in ['', none]" if column.is_number else field.name
    if field.optional:
        return f"{{{{ {_after(label)}{shown} if {filled} }}}}"
    return f"{label} {{{{ {shown} }}}}".lstrip()


def _after(label: str, mark: str = "") -> str:
    """Return the part of an expression that puts a label before a value; empty for none."""
    return f"'{mark}{label}{':' if mark else ''}{mark} ' ~ " if label else ""


_NARROW: Final = 50.0
"""Width in mm of cards whose corners have less room than those of a poker card."""

_NARROW_LETTERS: Final = 4
"""The most characters and symbols in a corner of a narrow card."""


def with_long_values_as_tags(field: FieldDraft, column: ColumnProfile, trim: Trim) -> FieldDraft:
    """Return a field for a corner whose values are tags where they are too long for it, such as ``$3.50`` on a mini."""
    most = _NARROW_LETTERS if trim.size.width < _NARROW else MAX_CORNER_LENGTH
    lengths = [len(SYMBOL.sub("*", value)) for value in column.filled]
    is_text = field.role in {"cost", "value"} and field.type == "text"
    if not is_text or max(lengths, default=0) <= most:
        return field
    part = f"{{{{ {_after(tag_label(column.name))}{field.name} if {field.name} | length > {most} }}}}"
    return field._replace(part=part, slot="tags", corner=most)


def more_text(field: FieldDraft, column: ColumnProfile) -> str:
    """Return the template of a further text below the text of a card, which begins with the name of its column."""
    filled = f"{field.name} not in ['', none]" if column.is_number else field.name
    return f"{{{{ {_after(field.label or tag_label(column.name), '**')}{_as_written(field)} if {filled} }}}}"


def _as_written(field: FieldDraft) -> str:
    return f"({field.name} | as_written)" if field.type == "text" else field.name


def with_right_answer(fields: Sequence[FieldDraft], columns: Sequence[ColumnProfile]) -> list[FieldDraft]:
    """Return fields with the letter and the words of the right answer in the text that says only one of them.

    Args:
        fields: the fields of a kind, of which those with labels are the answers to choose from.
        columns: the column of each.
    """
    offered = [pair for pair in zip(fields, columns, strict=True) if pair[0].label]
    return [
        field._replace(part=_right_answer(field, column, offered)) if offered and field.role == "text" else field
        for field, column in zip(fields, columns, strict=True)
    ]


def _right_answer(field: FieldDraft, column: ColumnProfile, offered: Sequence[tuple[FieldDraft, ColumnProfile]]) -> str:
    """Return the template of the right answer; empty for a text that names none of those that are offered."""
    letters = {one.label: [value for value in {*column.filled} if _letter(value) == one.label] for one, _ in offered}
    rows = zip(column.values, *(other.values for _, other in offered), strict=True)
    if all(value in others for value, *others in rows if value):
        chosen = {one.label: f"{field.name} ~ '' == {one.name} ~ ''" for one, _ in offered}
    elif sum(map(len, letters.values())) == len({*column.filled}):
        chosen = {label: f"{field.name} ~ '' in {sorted(values)!r}" for label, values in letters.items() if values}
    else:
        return ""
    cases = [
        f"{_after(one.label, '**')}{_as_written(one)} if {chosen[one.label]} else "
        for one, _ in offered
        if one.label in chosen
    ]
    return f"{{{{ {''.join(cases)}{field.name} }}}}"


def _letter(value: str) -> str:
    return value.strip(" ().:").upper()


def tag_lengths(column: ColumnProfile, beyond: int = 0) -> Iterator[int]:
    """Yield how many characters the tag of each row has; 0 for none, as for values no longer than ``beyond``."""
    label = len(tag_label(column.name)) + 1
    if _is_marker(column):
        return (label + 1 if value == "1" or value.casefold() in YES else 0 for value in column.values)
    more = label if label > 1 and not _stands_alone(column) else 0
    return (len(value) + more if len(value) > beyond else 0 for value in column.values)


def tag_label(name: str) -> str:
    """Return the name of a column as it is printed: ``isUnique`` is ``Unique``; empty for a column without a name."""
    if is_placeholder(name):
        return ""
    parts = [part for part in name.split(".") if part.casefold() not in _SAYS_NOTHING] or [name]
    words = re.sub(r"^(?:is|has) ", "", words_of_name(parts[-1]), flags=re.IGNORECASE)
    return BREAKS_TEMPLATES.sub("", words[:1].upper() + words[1:])


def _marker(field: FieldDraft, column: ColumnProfile, label: str, icons: Collection[str]) -> str:
    icon = icon_for(label, icons)[0]
    mark = f":{icon if icon and ':' not in icon else CHECK}: {label}"
    yes = [value for value in dict.fromkeys(column.filled) if value.casefold() in YES]
    plain = field.type in {"boolean", "integer"} or column.is_all_yes
    if not plain and any(BREAKS_TEMPLATES.search(value) for value in yes):
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
    return "." not in column.name and not any(map(_NUMBERED.search, column.distinct))


def _is_constant(column: ColumnProfile) -> bool:
    """Return whether a word is the same on every card, and so says nothing."""
    is_same = len(column.distinct) == 1 and column.is_complete and len(column.values) > MAX_SAME
    return is_same and not column.is_number and (column.name.startswith("pack.") or _stands_alone(column))


def _is_code(column: ColumnProfile) -> bool:
    """Return whether values only tell rows apart, or name files, as ``ash-veil``, ``tb-017`` and ``bg_forest`` do."""
    if column.has_identifiers:
        return True
    is_unique = len(column.distinct) == len(column.filled) > 2
    is_number = column.is_number or column.is_signed or all(map(_FRACTION.fullmatch, column.filled))
    return is_unique and not is_number and all(map(_CODE.fullmatch, column.filled))


def says_something(column: ColumnProfile) -> bool:
    """Return whether a column has words or numbers for people, and not the same on all cards."""
    is_text = not (column.has_pictures or column.has_unprintable_pictures or column.has_outside_paths)
    has_no_name = is_placeholder(column.name) or not any(map(str.isalnum, column.name))  # such as ✔
    is_unsaid = has_no_name and _is_marker(column)
    is_other = is_unsaid or _is_constant(column) or _is_code(column) or name_score(column.name, "id") > 2
    return is_text and not is_other and bool(column.filled)
