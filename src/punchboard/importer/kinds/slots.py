"""The boxes of a new face: which field each slot of a built-in layout shows."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import is_one_of, name_score, names_by_role, normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.racks import are_zeros_values, shows_number
from punchboard.importer.columns.shapes import letters_on_round
from punchboard.importer.columns.value_lists import MARKS
from punchboard.importer.draft import FieldDraft, KindDraft, ListDraft
from punchboard.importer.kinds.builtin_layouts import LARGE_ICONS, SLOTS
from punchboard.importer.kinds.builtin_layouts import LAYOUT as COUNTER
from punchboard.importer.kinds.tags import BREAKS_TEMPLATES, more_text, says_something, tag_label, tag_lengths
from punchboard.importer.yaml_text import quoted
from punchboard.model.layout.coloured_boxes import COLOURED_BOXES
from punchboard.model.layout.layout import field_of
from punchboard.model.layout.trim import Trim

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

_CONTENT: Final[Mapping[str, str]] = {
    **dict.fromkeys(ICON_SLOTS, "icon"),
    **dict.fromkeys(PICTURE_SLOTS, "picture"),
    **dict.fromkeys(("text-2", "goal", "steps", "reward"), "markdown"),
}


_PARAGRAPHS: Final = frozenset({"flavour"})
"""The slots with room for emphasis and lines, beside the text."""

Boxes = Mapping[str, bool]
"""The boxes of a built-in layout by name, and whether each is a slot."""


class LayoutBoxes(NamedTuple):
    """A built-in layout and its boxes."""

    layout: str
    boxes: Boxes


_ROLE_OF_SLOT: Final[Mapping[str, str]] = {"title": "type", "type": ""}
"""What the boxes of the title and the type show on cards without names, such as questions of a category."""


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
    is_nameless = bool("title" not in by_role and "type" in by_role and offer.boxes.get("title"))
    for slot in SLOTS:
        if not offer.boxes.get(slot):
            continue
        field = by_role.get(_ROLE_OF_SLOT.get(slot, slot) if is_nameless else slot)
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
            has_zeros = slot == "rack" and are_zeros_values(columns[one.column] for one in of_slot)
            end = ", zeros: true}" if has_zeros else "}"
            boxes[slot] = f"{{pips: {quoted(BETWEEN.join(parts))}{end}" if parts else "null"
    tags = boxes.get("tags", "")
    boxes |= {one.role: _box(one.role, one, is_corner=True) for one in filled if one.corner and one.part in tags}
    texts = [one for one in with_values if one.name not in own and (one.slot == "text" or one is by_role.get("text"))]
    if offer.boxes.get("text"):
        others = sum(boxes.get(slot, "").count(BETWEEN) + ("{pips" in boxes.get(slot, "")) for slot in room)
        spare = _with_room(left_over(with_values, boxes.items()), texts, columns, others, trim)
        shown = [
            _text(field)
            if field not in spare and _names_text(field) and (field is texts[0] or not _is_headed(field))
            else more_text(field, columns[field.column])
            for field in (*texts, *spare)
        ]
        if len(shown) > 1 or spare:
            boxes["text"] = f"{{markdown: {quoted(PARAGRAPH.join(shown))}}}"
    boxes |= _icon_of_type(offer, boxes, by_role.get("type"), lists)
    sides = [one for one in with_values if offer.layout == COUNTER and is_one_of(one.column, "sides")]
    painted = (_paint(offer, boxes, field, lists) for field in (*sides, by_role.get("type")))
    boxes |= next(filter(None, painted), {})
    unset = next((field for field in filled if field.missing_sets and field.role in boxes), None)
    if unset is not None:
        command = f"punchboard icons add {' '.join(unset.missing_sets)}"
        boxes[unset.role] = f"null  # after `{command}`: {_box(unset.role, unset)}"
    text = by_role.get("text") if offer.layout == "token" and not by_role.keys() & {"picture", "value"} else None
    if text and max(map(len, columns[text.column].filled)) <= letters_on_round(trim.size.width):
        boxes = _with_text_below(boxes, text)
    return with_hints(boxes, fields, offer.boxes)


_ON_A_ROUND_PIECE: Final[Mapping[str, str]] = {
    "icon": "sides: {width: 40%, top: 11%, bottom: 59%}",
    "emblem": "sides: {width: 40%, top: 11%, bottom: 59%}",
    "title": "sides: {left: 16%, right: 16%, top: 42%, bottom: 43%}",
}
"""Where the boxes are of a round piece that has a text below its name."""

_BELOW: Final = (
    "sides: {left: 20%, right: 20%, top: 58%, height: 24%}, style: card-footer, colour: on-token, align: centre, "
    "valign: top, fit: shrink to 7pt"
)


def _with_text_below(boxes: Mapping[str, str], text: FieldDraft) -> dict[str, str]:
    """Return the boxes of a round piece, whose layout has no text, with a text below its name."""
    moved = {name: boxes.get(name, "{}") for name in _ON_A_ROUND_PIECE if boxes.get(name) != "null"}
    sides = {name: f"{box[:-1]}{', ' * (len(box) > 2)}{_ON_A_ROUND_PIECE[name]}}}" for name, box in moved.items()}
    return {**boxes, **sides, "words": f"{{markdown: {quoted(_text(text))}, {_BELOW}}}"}


_MOST_LETTERS: Final = 400
"""The most letters of a text with what is printed below it, on a poker card without pips and tags."""

_LEAST_LETTERS: Final = 30
"""What is printed below the text takes a line, which is this many letters; a pip or a tag takes a third of one."""

_LONG_CARDS: Final = 0.2
"""The highest share of cards whose text may go on on a second card."""


def _with_room(
    left: Iterable[FieldDraft],
    texts: Sequence[FieldDraft],
    columns: Mapping[str, ColumnProfile],
    others: int,
    trim: Trim,
) -> list[FieldDraft]:
    """Return the fields that nothing else shows, and for which most cards have room below the text.

    Args:
        left: what nothing shows.
        texts: the fields in the box of the text.
        columns: all columns, by name.
        others: how many pips and tags the card has.
        trim: the card; tiles and narrow cards have no room.
    """
    spare: list[FieldDraft] = []
    if trim.form != "card" or trim.size.width < NARROW:
        return spare
    most = _MOST_LETTERS - others * _LEAST_LETTERS // 3
    letters = [sum(map(len, row)) for row in zip(*(columns[one.column].values for one in texts), strict=True)]
    for field in left:
        column = columns[field.column]
        lines = [max(len(value) + len(column.name), _LEAST_LETTERS) if value else 0 for value in column.values]
        after = [one + line for one, line in zip(letters or [0] * len(lines), lines, strict=True)]
        is_told = not field.role and field.type != "picture" and says_something(column)
        if is_told and sum(total > most for total in after) <= _LONG_CARDS * len(after):
            letters = after
            spare.append(field)
    return spare


def with_suit(slots: Mapping[str, str], suit: str, icon: str) -> dict[str, str]:
    """Return the boxes of a face with the name of its suit in the first free one, and its icon, if there is one."""
    free = next((slot for slot in ("type", "title", "footer") if suit and slots.get(slot) == "null"), "")
    boxes = dict(slots) | ({free: f"{{text: {quoted(BREAKS_TEMPLATES.sub('', suit))}}}"} if free else {})
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
    if field.role == "text" and field.part:
        return field.part
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
    is_shown = bool if are_zeros_values(columns[field.column] for field in fields) else shows_number
    for field in fields:
        column = columns[field.column]
        sizes = map(is_shown, column.values) if field.slot == "rack" else tag_lengths(column, field.corner)
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
    """Return the boxes that take the colours of the list of types, or of sides; none without such a list."""
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
