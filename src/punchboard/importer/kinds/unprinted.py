"""Columns that no slot of a face shows, and the commented line of the face that would print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from punchboard.importer.draft import FieldDraft, KindDraft
from punchboard.importer.yaml_text import quoted

HIDDEN: Final = "# "
"""Begins the name of a box that is written as a comment."""

_FREE: Final = ("flavour", "text", "footer")
"""The slots that may hold what nothing else shows, in the order of their use."""

_MORE: Final = "more"
"""A box for what nothing else shows, on layouts without a free slot."""

_PLATE: Final = (
    "style: card-footer, colour: quiet, fill: panel, align: centre, valign: middle, fit: shrink to 7pt, overlaps: true"
)
_BETWEEN_CORNERS: Final = "sides: {left: 27%, right: 27%, top: 40%, height: 52%}"
_OVER_THE_ICON: Final = "sides: {left: 12%, right: 12%, top: 24%, height: 20%}"

_UNSEEN: Final = frozenset({"id", "alt"})
"""The roles of fields that are not meant to be printed."""

MAX_NAMED: Final = 6
"""The highest number of columns that the warning names."""


def is_printed(field: FieldDraft, kind: KindDraft) -> bool:
    """Return whether a box of a kind's face or of its weaker side shows a field, or a screen reader reads it."""
    return field.role == "alt" or _shows(kind.boxes, field)


def _shows(named: Iterable[tuple[str, str]], field: FieldDraft) -> bool:
    pattern = re.compile(rf"\{{\{{[^}}]*(?<![\w.']){re.escape(field.name)}\b")
    boxes = (text.partition("  # ")[0] for name, text in named if not name.startswith(HIDDEN))
    return any((field.part and field.part in box) or pattern.search(box) is not None for box in boxes)


def _left_over(fields: Iterable[FieldDraft], named: Iterable[tuple[str, str]]) -> list[FieldDraft]:
    boxes = tuple(named)
    candidates = (field for field in fields if field.role not in _UNSEEN and not field.icon)
    return [field for field in candidates if not _shows(boxes, field)]


def with_hints(slots: Mapping[str, str], fields: Sequence[FieldDraft], boxes: Mapping[str, bool]) -> dict[str, str]:
    """Return the boxes with a commented one for what they do not show.

    It is a slot that is free, which then has no other line, or else a box of its own. It is enough to remove the ``#``.
    """
    left = [field for field in _left_over(fields, slots.items()) if field.type != "picture"]
    if not left:
        return dict(slots)
    shown = " \u00b7 ".join(f"{{{{ {field.name}{'.name' if field.list_name else ''} }}}}" for field in left)
    free = next((slot for slot in _FREE if boxes.get(slot) and slots.get(slot, "null") == "null"), _MORE)
    content = "markdown" if free == "text" else "text"
    sides = _BETWEEN_CORNERS if "attack" in boxes else _OVER_THE_ICON
    place = f", {sides}, {_PLATE}" if free == _MORE else ""
    hidden = f"{{{content}: {quoted(shown)}{place}}}  # not printed yet: remove the first # to print it"
    return {name: box for name, box in slots.items() if name != free} | {f"{HIDDEN}{free}": hidden}


def unprinted_warning(kinds: Sequence[KindDraft]) -> Iterator[str]:
    """Yield one line that names the columns that no card shows, and where the lines are that would print them."""
    left = {kind.key: [field.column for field in _left_over(kind.fields, kind.boxes)] for kind in kinds}
    names = list(dict.fromkeys(_column_of(name, kind, kinds, left) for kind in kinds for name in left[kind.key]))
    if not names:
        return
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    verb = "column is" if len(names) == 1 else "columns are"
    hidden = [kind for kind in kinds if any(name.startswith(HIDDEN) for name in kind.slots) and left[kind.key]]
    where = " and ".join(f"layouts/faces/{kind.key}.yaml" for kind in hidden[:2])
    fix = f"remove the # before its box in {where}" if where else "give a box of the face another text"
    yield f"{len(names)} {verb} not printed: {', '.join(names[:MAX_NAMED])}{more}. To print: {fix}."


def _column_of(name: str, kind: KindDraft, kinds: Sequence[KindDraft], left: Mapping[str, Sequence[str]]) -> str:
    """Return the name of a column that a kind does not show, with the kind if another one shows it."""
    is_shown = any(_has(other, name) and name not in left[other.key] for other in kinds)
    return f"{name!r} of {kind.name}" if is_shown else repr(name)


def _has(kind: KindDraft, column: str) -> bool:
    return any(field.column == column for field in kind.fields)
