"""The boxes of a new face: which field each slot of a built-in layout shows."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import name_score, names_by_role, normalised_name, words_of_name
from punchboard.importer.columns.profile import YES, ColumnProfile
from punchboard.importer.columns.racks import is_flag, shows_number
from punchboard.importer.columns.role_tests import MAX_CORNER_LENGTH, SYMBOL
from punchboard.importer.columns.symbols import icon_for
from punchboard.importer.columns.value_lists import MARKS
from punchboard.importer.draft import FieldDraft, KindDraft, ListDraft
from punchboard.importer.kinds.builtin_layouts import LARGE_ICONS, SLOTS
from punchboard.importer.yaml_text import quoted
from punchboard.model.layout.coloured_boxes import COLOURED_BOXES
from punchboard.model.layout.layout import field_of
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

_CODE: Final = re.compile(r"[\w.:#/+-]*(?:\d|[-_.:#/])[\w.:#/+-]*|[a-z]+")
"""A value such as ``tb-017``: in a column where every row has another one, it tells rows apart."""

_NUMBERED: Final = re.compile(r"^[\W\d_]|\d")
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
    part = f"{{{{ '{tag_label(column.name)} ' ~ {field.name} if {field.name} | length > {most} }}}}"
    return field._replace(part=part, slot="tags", corner=most)


def more_text(field: FieldDraft, column: ColumnProfile) -> str:
    """Return the template of a further text below the text of a card, which begins with the name of its column."""
    shown = f"({field.name} | as_written)" if field.type == "text" else field.name
    return f"{{{{ '**{tag_label(column.name)}:** ' ~ {shown} if {field.name} }}}}"


def tag_lengths(column: ColumnProfile, beyond: int = 0) -> Iterator[int]:
    """Yield how many characters the tag of each row has; 0 for none, as for values no longer than ``beyond``."""
    label = len(tag_label(column.name)) + 1
    if _is_marker(column):
        return (label + 1 if value == "1" or value.casefold() in YES else 0 for value in column.values)
    more = 0 if _stands_alone(column) else label
    return (len(value) + more if len(value) > beyond else 0 for value in column.values)


def tag_label(name: str) -> str:
    """Return the name of a column as it is printed: ``isUnique`` is ``Unique``, and ``HP`` stays as it is."""
    parts = [part for part in name.split(".") if part.casefold() not in _SAYS_NOTHING] or [name]
    words = re.sub(r"^(?:is|has) ", "", words_of_name(parts[-1]), flags=re.IGNORECASE)
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
    return "." not in column.name and not any(map(_NUMBERED.search, column.distinct))


def _is_constant(column: ColumnProfile) -> bool:
    """Return whether a word is the same on every card, and so says nothing."""
    is_same = len(column.distinct) == 1 and column.is_complete and len(column.values) > MAX_SAME
    return is_same and not column.is_number and (column.name.startswith("pack.") or _stands_alone(column))


def _is_code(column: ColumnProfile) -> bool:
    """Return whether values only tell rows apart, as ``ash-veil`` and ``tb-017`` do."""
    is_unique = len(column.distinct) == len(column.filled) > 2
    return is_unique and not (column.is_number or column.is_signed) and all(map(_CODE.fullmatch, column.filled))


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


def is_printed(field: FieldDraft, kind: KindDraft) -> bool:
    """Return whether a box of a kind's face or of its weaker side shows a field, or a screen reader reads it."""
    return field.role == "alt" or _shows(kind.boxes, field)


def _shows(named: Iterable[tuple[str, str]], field: FieldDraft) -> bool:
    pattern = re.compile(rf"\{{\{{[^}}]*(?<![\w.']){re.escape(field.name)}\b")
    boxes = (text.partition("  # ")[0] for name, text in named if not name.startswith(HIDDEN))
    return any((field.part and field.part in box) or pattern.search(box) is not None for box in boxes)


def left_over(fields: Iterable[FieldDraft], named: Iterable[tuple[str, str]]) -> list[FieldDraft]:
    """Return the fields that should be printed, and that none of the named boxes shows."""
    boxes = tuple(named)
    candidates = (field for field in fields if field.role not in _UNSEEN and not field.icon)
    return [field for field in candidates if not _shows(boxes, field)]


def with_hints(slots: Mapping[str, str], fields: Sequence[FieldDraft], boxes: Mapping[str, bool]) -> dict[str, str]:
    """Return the boxes with a commented one for what they do not show.

    It is a slot that is free, which then has no other line, or else a box of its own. It is enough to remove the ``#``.
    """
    left = [field for field in left_over(fields, slots.items()) if field.type != "picture"]
    if not left:
        return dict(slots)
    shown = " \u00b7 ".join(f"{{{{ {field.name}{'.name' if field.list_name else ''} }}}}" for field in left)
    free = next((slot for slot in _FREE if boxes.get(slot) and slots.get(slot, "null") == "null"), _MORE)
    content = "markdown" if free == "text" else "text"
    sides = _BETWEEN_CORNERS if "attack" in boxes else _OVER_THE_ICON
    place = f", {sides}, {_PLATE}" if free == _MORE else ""
    hidden = f"{{{content}: {quoted(shown)}{place}}}  # not printed yet: remove the first # to print it"
    return {name: box for name, box in slots.items() if name != free} | {f"{HIDDEN}{free}": hidden}


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
    own = {field.name: slot for slot in offer.boxes for field in with_values if _is_more(offer, slot, field)}
    filled = [field for field in with_values if field.role and field.name not in own]
    by_role = {field.role: field for field in filled if not field.missing_sets}
    boxes: dict[str, str] = {}
    for slot in SLOTS:
        if not offer.boxes.get(slot):
            continue
        field = by_role.get(slot)
        boxes[slot] = _box(slot, field) if field is not None else "null"
    boxes |= {own[field.name]: _box(own[field.name], field) for field in with_values if field.name in own}
    room = {
        "rack": MAX_PIPS if trim.size.width >= NARROW else MAX_NARROW_PIPS,
        "tags": 2 * int((trim.size.width - _TAG_MARGINS) / _TAG_LETTER),
    }
    for slot, most in room.items():
        of_slot = [field for field in fields if field.slot == slot and own.get(field.name, slot) == slot]
        parts = _parts_with_room(of_slot, columns, most)
        if offer.boxes.get(slot) and (parts or any(field.name == slot for field in fields)):
            boxes[slot] = f"{{pips: {quoted(BETWEEN.join(parts))}}}" if parts else "null"
    tags = boxes.get("tags", "")
    boxes |= {one.role: _box(one.role, one, is_corner=True) for one in filled if one.corner and one.part in tags}
    texts = [one for one in with_values if one.name not in own and (one.slot == "text" or one is by_role.get("text"))]
    if offer.boxes.get("text") and len(texts) > 1:
        shown = (
            _text(field)
            if _names_text(field) and (field is texts[0] or not _is_headed(field))
            else more_text(field, columns[field.column])
            for field in texts
        )
        boxes["text"] = f"{{markdown: {quoted(PARAGRAPH.join(shown))}}}"
    boxes |= _icon_of_type(offer, boxes, by_role.get("type"), lists)
    boxes |= _paint(offer, boxes, by_role.get("type"), lists)
    unset = next((field for field in filled if field.missing_sets and field.role in boxes), None)
    if unset is not None:
        command = f"punchboard icons add {' '.join(unset.missing_sets)}"
        boxes[unset.role] = f"null  # after `{command}`: {_box(unset.role, unset)}"
    return with_hints(boxes, fields, offer.boxes)


def with_suit(slots: Mapping[str, str], suit: str, icon: str) -> dict[str, str]:
    """Return the boxes of a face with the name of its suit in the first free one, and its icon, if there is one."""
    free = next((slot for slot in ("type", "title", "footer") if suit and slots.get(slot) == "null"), "")
    boxes = dict(slots) | ({free: f"{{text: {quoted(_BREAKS_TEMPLATES.sub('', suit))}}}"} if free else {})
    return boxes | ({"icon": f"{{icon: {icon}}}"} if free and icon and slots.get("icon") == "null" else {})


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


def _box(slot: str, field: FieldDraft, *, is_corner: bool = False) -> str:
    if slot == "text":
        return f"{{markdown: {quoted(_text(field))}}}"
    content = _CONTENT.get(slot) or ("markdown" if slot in _PARAGRAPHS and field.type == "markdown" else "text")
    return f"{{{content}: {quoted(_shown(field, is_corner=is_corner))}}}"


def _names_text(field: FieldDraft) -> bool:
    """Return whether a column's name says that it has the text, and nothing that cards need to say."""
    words = normalised_name(field.column.rstrip(" 0123456789")).split()
    own = " ".join(word for word in words if word not in names_by_role()["further"])
    is_counted = field.role == "text" or field.column[-1:].isdigit() or own != " ".join(words)
    return is_counted and name_score(own, "text") > WHOLE_NAME >= name_score(own, "ways up")


def _is_headed(field: FieldDraft) -> bool:
    """Return whether a text after others needs its name, as actions after abilities do: there are several of them."""
    return tag_label(field.column).endswith("s") and not {"rules", "effects"} & {*normalised_name(field.column).split()}


def _text(field: FieldDraft) -> str:
    return f"{{{{ {field.name} | as_written }}}}" if field.type == "text" else _shown(field)


def _shown(field: FieldDraft, *, is_corner: bool = False) -> str:
    if field.icon:
        return f"{{{{ {field.icon} }}}}"
    if is_corner:
        return f"{{{{ {field.name} if {field.name} | length <= {field.corner} }}}}"
    if not field.list_name:
        return f"{{{{ {field.name} }}}}"
    return f"{{{{ {field.name}.name if {field.name} else '' }}}}" if field.optional else f"{{{{ {field.name}.name }}}}"


def _parts_with_room(fields: Sequence[FieldDraft], columns: Mapping[str, ColumnProfile], most: int) -> list[str]:
    """Return the pips or the tags that fit on the fullest card: at most so many pips, or letters of tags."""
    parts: list[str] = []
    used = [0] * (len(columns[fields[0].column].values) if fields else 0)
    for field in fields:
        column = columns[field.column]
        sizes = map(shows_number, column.values) if field.slot == "rack" else tag_lengths(column, field.corner)
        after = [
            before + (size + _TAG_ENDS if size and field.slot == "tags" else size)
            for before, size in zip(used, sizes, strict=True)
        ]
        if max(after, default=0) <= most:
            used = after
            parts.append(field.part)
    return parts


def _icon_of_type(
    offer: LayoutBoxes, slots: Mapping[str, str], field: FieldDraft | None, lists: Mapping[str, ListDraft]
) -> dict[str, str]:
    """Return the box of the icon that says the type. A plain form is no picture: none is large in the middle."""
    chosen = lists.get(field.column) if field is not None else None
    icon = chosen.choices[0].icon if chosen is not None else ""
    if field is None or field.optional or not icon or slots.get("icon") != "null":
        return {}
    box = {"icon": f"{{icon: {quoted(f'{{{{ {field.name}.icon }}}}')}}}"}
    if icon not in MARKS:
        return box
    if offer.layout in LARGE_ICONS:
        return {}
    return box | ({"emblem": "{icon of: title}"} if "emblem" in offer.boxes else {})


def shows_icons_of_titles(kind: KindDraft, boxes: Boxes) -> bool:
    """Return whether the cards of a kind show the icons of their titles in the middle, and not those of their types."""
    no_icon = kind.slots.get("icon", "null").startswith("null")
    return "emblem" in kind.slots or ("emblem" in boxes and no_icon)


def _paint(
    offer: LayoutBoxes, slots: Mapping[str, str], field: FieldDraft | None, lists: Mapping[str, ListDraft]
) -> dict[str, str]:
    """Return the boxes that take the colours of the list of types."""
    chosen = lists.get(field.column) if field is not None else None
    painted = COLOURED_BOXES.get(offer.layout)
    if field is None or chosen is None or painted is None or field.optional or not chosen.choices[0].hue:
        return {}
    colour, ink = f"{{{{ {field.name}.colour }}}}", f"{{{{ {field.name}.ink }}}}"
    boxes = {name: f"{{fill: {quoted(colour)}}}" for name in painted.fills if name in offer.boxes}
    for name in painted.inks:
        if slots.get(name, "null") != "null":
            boxes[name] = f"{slots[name][:-1]}, colour: {quoted(ink)}}}"
        elif name == "icon" and name in slots:
            boxes[name] = f"null  # or {{icon: NAME, colour: {quoted(ink)}}}"
    return boxes
