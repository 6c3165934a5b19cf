"""The boxes of a new face: which field each slot of a built-in layout shows."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import name_score
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.racks import shows_number
from punchboard.importer.draft import FieldDraft, ListDraft
from punchboard.importer.kinds.builtin_layouts import COLOURED_BOXES, SLOTS
from punchboard.importer.kinds.tags import more_text, tag_lengths
from punchboard.importer.kinds.unprinted import with_hints
from punchboard.importer.yaml_text import quoted
from punchboard.model.layout.layout import field_of
from punchboard.model.layout.trim import Trim

BETWEEN: Final = " | "
"""What stands between two pips, and between two tags."""

WHOLE_NAME: Final = 2.0
"""A column's name with a higher score is known as a whole."""

PARAGRAPH: Final = "\n\n"
"""What stands between two texts."""

MAX_PIPS: Final = 8
"""The highest number of pips on a card; a card narrower than `NARROW` has room for `MAX_NARROW_PIPS`."""

MAX_NARROW_PIPS: Final = 5
NARROW: Final = 55.0

_TAG_MARGINS: Final = 21.0
"""Width in mm beside tags, at most."""

_TAG_LETTER: Final = 1.4
"""Width in mm of a letter of a tag."""

_TAG_ENDS: Final = 2
"""Width in letters of the ends of a tag."""

ICON_SLOTS: Final = ("icon", "icon-2", "top-icon", "bottom-icon")
PICTURE_SLOTS: Final = ("picture", "picture-2", "top-picture", "bottom-picture")

_CONTENT: Final = MappingProxyType(
    {
        **dict.fromkeys(ICON_SLOTS, "icon"),
        **dict.fromkeys(PICTURE_SLOTS, "picture"),
        **dict.fromkeys(("text-2", "goal", "steps", "reward"), "markdown"),
    }
)

_PARAGRAPHS: Final = frozenset({"flavour"})
"""The slots with room for emphasis and lines, beside the text."""

Boxes = Mapping[str, bool]
"""The boxes of a built-in layout by name, and whether each is a slot."""


class LayoutBoxes(NamedTuple):
    """A built-in layout and its boxes."""

    layout: str
    boxes: Boxes


def slot_boxes(
    offer: LayoutBoxes,
    fields: Sequence[FieldDraft],
    columns: Mapping[str, ColumnProfile],
    lists: Mapping[str, ListDraft],
    trim: Trim,
) -> dict[str, str]:
    """Return the YAML of each box by name; ``null`` for a slot that shows nothing."""
    with_values = [field for field in fields if columns[field.column].filled]
    filled = [field for field in with_values if field.role]
    by_role = {field.role: field for field in filled if not field.missing_sets}
    found: dict[str, str] = {}
    for slot in SLOTS:
        if not offer.boxes.get(slot):
            continue
        field = by_role.get(slot)
        found[slot] = _box(slot, field) if field is not None else "null"
    found |= {slot: _box(slot, field) for slot in offer.boxes for field in with_values if _is_more(offer, slot, field)}
    room = {
        "rack": MAX_PIPS if trim.size.width >= NARROW else MAX_NARROW_PIPS,
        "tags": 2 * int((trim.size.width - _TAG_MARGINS) / _TAG_LETTER),
    }
    for slot, most in room.items():
        parts = _parts_with_room([field for field in fields if field.slot == slot], columns, most)
        if offer.boxes.get(slot) and (parts or any(field.name == slot for field in fields)):
            found[slot] = f"{{pips: {quoted(BETWEEN.join(parts))}}}" if parts else "null"
    texts = [
        field for field in with_values if field.slot == "text" or (field.role == "text" and field is by_role["text"])
    ]
    if offer.boxes.get("text") and len(texts) > 1:
        shown = (_text(field) if _names_text(field) else more_text(field, columns[field.column]) for field in texts)
        found["text"] = f"{{markdown: {quoted(PARAGRAPH.join(shown))}}}"
    found |= _paint(offer, found, by_role.get("type"), lists)
    unset = next((field for field in filled if field.missing_sets and field.role in found), None)
    if unset is not None:
        command = f"punchboard icons add {' '.join(unset.missing_sets)}"
        found[unset.role] = f"null  # after `{command}`: {_box(unset.role, unset)}"
    return with_hints(found, fields, offer.boxes)


def plain_back(fields: Sequence[str]) -> dict[str, str]:
    """Return the boxes that cover the back of a card without any value for it."""
    when = quoted(f"not ({' or '.join(fields)})")
    return {
        "blank": f"{{area: bleed, fill: back, overlaps: true, when: {when}}}",
        "blank-field": f"{{area: bleed, ornament: {{kind: field}}, overlaps: true, when: {when}}}",
    }


def _is_more(offer: LayoutBoxes, slot: str, field: FieldDraft) -> bool:
    """Tell whether a slot that only some layouts have, such as the goal of a quest, shows a field by its name."""
    return offer.boxes[slot] and slot not in SLOTS and field_of(slot) == field.name


def _box(slot: str, field: FieldDraft) -> str:
    if slot == "text":
        return f"{{markdown: {quoted(_text(field))}}}"
    content = _CONTENT.get(slot) or ("markdown" if slot in _PARAGRAPHS and field.type == "markdown" else "text")
    return f"{{{content}: {quoted(_shown(field))}}}"


def _names_text(field: FieldDraft) -> bool:
    """Return whether a column's name says that it has the text, and nothing that cards need to say."""
    return name_score(field.column.rstrip(" 0123456789"), "text") > WHOLE_NAME and (
        field.role == "text" or field.column[-1:].isdigit()
    )


def _text(field: FieldDraft) -> str:
    return f"{{{{ {field.name} | as_written }}}}" if field.type == "text" else _shown(field)


def _shown(field: FieldDraft) -> str:
    if field.icon:
        return f"{{{{ {field.icon} }}}}"
    if not field.list_name:
        return f"{{{{ {field.name} }}}}"
    return f"{{{{ {field.name}.name if {field.name} else '' }}}}" if field.optional else f"{{{{ {field.name}.name }}}}"


def _parts_with_room(fields: Sequence[FieldDraft], columns: Mapping[str, ColumnProfile], most: int) -> list[str]:
    """Return the pips or the tags that fit on the fullest card: at most so many pips, or letters of tags."""
    parts: list[str] = []
    used = [0] * (len(columns[fields[0].column].values) if fields else 0)
    for field in fields:
        column = columns[field.column]
        sizes = map(shows_number, column.values) if field.slot == "rack" else tag_lengths(column)
        after = [
            before + (size + _TAG_ENDS if size and field.slot == "tags" else size)
            for before, size in zip(used, sizes, strict=True)
        ]
        if max(after, default=0) <= most:
            used = after
            parts.append(field.part)
    return parts


def _paint(
    offer: LayoutBoxes, found: Mapping[str, str], field: FieldDraft | None, lists: Mapping[str, ListDraft]
) -> dict[str, str]:
    """Return the boxes that take the colours of the list of types."""
    chosen = lists.get(field.column) if field is not None else None
    painted = COLOURED_BOXES.get(offer.layout)
    if field is None or chosen is None or painted is None or field.optional or not chosen.choices[0].colour:
        return {}
    colour, ink = f"{{{{ {field.name}.colour }}}}", f"{{{{ {field.name}.ink }}}}"
    boxes = {name: f"{{fill: {quoted(colour)}}}" for name in painted.fills if name in offer.boxes}
    for name in painted.inks:
        if found.get(name, "null") != "null":
            boxes[name] = f"{found[name][:-1]}, colour: {quoted(ink)}}}"
        elif name == "icon" and name in found:
            boxes[name] = f"null  # or {{icon: NAME, colour: {quoted(ink)}}}"
    return boxes
