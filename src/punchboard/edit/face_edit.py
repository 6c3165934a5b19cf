"""The text of a game's own face file with a box changed; the face that it extends is not touched.

A key that the own file does not have yet is copied into it with the change, since layouts that extend others replace a
box key by key. A game that has no file for a face yet gets one that extends the inherited face.

A box keeps what holds it: an edge that hangs on another box changes its gap, one that is a share of the trim its
offset, and an edge that nothing in the file states stays where it is. Lengths are in mm from the trim's top left.
"""

from collections.abc import Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.edit.yaml_edit import number_text, remove_value, set_value
from punchboard.geometry import Rect, Size
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.box_drawing import Neighbour, RelativeLength, SidesFile
from punchboard.model.layout.layout import Box
from punchboard.model.values import Path

Changes = Mapping[Path, Any]
"""New values by their paths below the box; None removes a key."""


class Around(NamedTuple):
    """What a box lies among: the size of the trim, and the areas of the boxes that the card shows, by name.

    ``moved`` has the new areas of those that are moved together with the box.
    """

    trim: Size
    areas: Mapping[str, Rect]
    moved: Mapping[str, Rect] = MappingProxyType({})

    def shift(self, name: str, beside: str) -> float:
        """Return how far the edge of another box moves to the right, or down, that a box beside it hangs on."""
        return _edge(self.moved[name], beside) - _edge(self.areas[name], beside) if name in self.moved else 0.0


def _edge(area: Rect, beside: str) -> float:
    return {"after": area.right, "below": area.bottom, "before": area.x, "above": area.y}[beside]


class _Axis(NamedTuple):
    """The names of one direction: the keys of its two sides, of its size, and of the boxes beside each side."""

    start: str
    end: str
    extent: str
    behind: str
    ahead: str

    def span(self, area: Rect) -> tuple[float, float]:
        """Return where an area begins and ends."""
        return (area.x, area.right) if self.extent == "width" else (area.y, area.bottom)


_AXES: Final = (_Axis("left", "right", "width", "after", "before"), _Axis("top", "bottom", "height", "below", "above"))


def moved_box(box: Box, among: Around, old: Rect, new: Rect) -> Changes:
    """Return the keys that bring a box from its old area to a new one; empty when nothing can or must change.

    An edge that the text holds (``height: fit``) stays, and so does one that is pulled over the neighbour that holds
    it: its gap is kept, since another card may need it.
    """
    if box.sides is not None:
        changes: dict[Path, Any] = {}
        for axis in _AXES:
            changes |= _moved_sides(box.sides, axis, among, axis.span(old), axis.span(new))
        return MappingProxyType({("sides", *path): value for path, value in changes.items()})
    return MappingProxyType(_moved_corner(box, old, new) if box.area is None else {})


def _moved_corner(box: Box, old: Rect, new: Rect) -> dict[Path, Any]:
    """Return the changes of a box with ``at`` and ``size``: its offset is measured from its anchor, inwards."""
    dx, dy = box.at
    x, y, right, bottom = new.x - old.x, new.y - old.y, new.right - old.right, new.bottom - old.bottom
    dx += x if "left" in box.from_ else -right if "right" in box.from_ else (x + right) / 2
    dy += y if "top" in box.from_ else -bottom if "bottom" in box.from_ else (y + bottom) / 2
    changes: dict[Path, Any] = {}
    if (_short(dx), _short(dy)) != (_short(box.at[0]), _short(box.at[1])):
        changes["at",] = [_short(dx), _short(dy)]
    if (_short(new.width), _short(new.height)) != (_short(old.width), _short(old.height)):
        changes["size",] = [_short(new.width), _short(new.height)]
    return changes


def _moved_sides(
    sides: SidesFile, axis: _Axis, among: Around, old: tuple[float, float], new: tuple[float, float]
) -> dict[Path, Any]:
    """Return the changes of a box with ``sides``, in one direction."""
    first, last = new[0] - old[0], new[1] - old[1]
    if abs(first) < 0.0005 and abs(last) < 0.0005:
        return {}
    start, end, extent = getattr(sides, axis.start), getattr(sides, axis.end), getattr(sides, axis.extent)
    whole = getattr(among.trim, axis.extent)
    follows = _follows(sides, axis, among, (first, last))
    if start is None and end is None:  # centred, or around other boxes: it gets a side of its own
        if follows:
            return {}
        if isinstance(extent, RelativeLength) and not sides.around:
            return {(axis.start,): _short(new[0])} | _longer(axis.extent, extent, last - first)
        if extent is None:
            return {(axis.start,): _short(new[0]), (axis.end,): _short(whole - new[1])}
        return {(axis.start,): _short(new[0]), (axis.extent,): _short(new[1] - new[0])}
    changes: dict[Path, Any] = {}
    if start is not None:
        changes |= _moved_side(sides, axis.start, axis.behind, among, first)
    if end is not None:
        changes |= _moved_side(sides, axis.end, axis.ahead, among, -last)
    changes |= _resized(axis, extent, last - first, new[1] - new[0])
    if extent is None and (start is None or end is None) and not follows:  # around others, with one side of its own
        key, value = (axis.end, whole - new[1]) if end is None else (axis.start, new[0])
        changes |= {(key,): _short(value)} if abs(last if end is None else first) >= 0.0005 else {}
    return changes


def _resized(axis: _Axis, extent: object, by: float, size: float) -> dict[Path, Any]:
    """Return the changes of a box's own size; a width that fitted the text becomes the one that it is given."""
    if isinstance(extent, RelativeLength):
        return _longer(axis.extent, extent, by)
    is_fit = extent == "fit" and axis.extent == "width"
    return {(axis.extent,): _short(size)} if is_fit and abs(by) >= 0.0005 else {}


def _follows(sides: SidesFile, axis: _Axis, among: Around, by: tuple[float, float]) -> bool:
    """Return whether the boxes that this one goes around are moved with it, so that it moves by itself."""
    around = [neighbour.name for neighbour in sides.around if neighbour.name in among.areas]
    ends = ((axis.behind, by[1]), (axis.ahead, by[0]))
    return bool(around) and all(abs(among.shift(name, side) - far) < 0.0005 for name in around for side, far in ends)


def _moved_side(sides: SidesFile, key: str, beside: str, among: Around, inwards: float) -> dict[Path, Any]:
    """Return the changes that move one side inwards: the gap to the box that holds it, else the side's own length."""
    neighbours: tuple[Neighbour, ...] = getattr(sides, beside)
    holder = _holder(sides, beside, among)
    if holder is not None:  # one that is moved, too, takes the side with it
        inwards -= among.shift(holder.name, beside) * (1 if beside in {"after", "below"} else -1)
    if abs(inwards) < 0.0005:
        return {}
    if holder is None:
        return _longer(key, getattr(sides, key), inwards)
    if holder.gap + inwards < -0.0005:  # dropped on its neighbour: the gap that other cards need stays
        return {}
    held = [
        neighbour._replace(gap=neighbour.gap + inwards) if neighbour is holder else neighbour
        for neighbour in neighbours
    ]
    texts = [
        f"{neighbour.name} + {number_text(neighbour.gap)}" if neighbour.gap >= 0.0005 else neighbour.name
        for neighbour in held
    ]
    return {(beside,): texts[0] if len(texts) == 1 else texts}


def held_edges(box: Box, among: Around) -> Mapping[str, str]:
    """Return what holds each edge of a box on a card, as the layout writes it: ``left: 8``, ``top: title + 2``."""
    if box.sides is None:
        return {}
    held: dict[str, str] = {}
    for axis in _AXES:
        for key, beside in ((axis.start, axis.behind), (axis.end, axis.ahead)):
            holder = _holder(box.sides, beside, among)
            length = getattr(box.sides, key)
            if holder is not None:
                held[key] = f"{holder.name} + {number_text(holder.gap)}" if holder.gap else holder.name
            elif length is not None:
                held[key] = str(length_value(length))
        extent = getattr(box.sides, axis.extent)
        if extent is not None:
            held[axis.extent] = "fit" if extent == "fit" else str(length_value(extent))
    return held


def _holder(sides: SidesFile, beside: str, among: Around) -> Neighbour | None:
    """Return the shown neighbour that an edge is pressed against; None when the box's own side applies."""

    def reach(neighbour: Neighbour) -> float:
        edge = _edge(among.areas[neighbour.name], beside)
        return (edge if beside in {"after", "below"} else -edge) + neighbour.gap

    shown = [neighbour for neighbour in getattr(sides, beside) if neighbour.name in among.areas]
    return max(shown, key=reach, default=None)


def _longer(key: str, length: RelativeLength, by: float) -> dict[Path, Any]:
    return {} if abs(by) < 0.0005 else {(key,): length_value(length._replace(offset=length.offset + by))}


def length_value(length: RelativeLength) -> float | str:
    """Return a length as layouts write it: a number of mm, or a share of the trim with an offset."""
    if not length.fraction:
        return _short(length.offset)
    share = f"{number_text(length.fraction * 100)}%" + (f" of {length.of}" if length.of else "")
    if abs(length.offset) < 0.0005:
        return share
    return f"{share} {'-' if length.offset < 0 else '+'} {number_text(abs(length.offset))}"


def _short(number: float) -> float:
    """Return a number to a thousandth of a millimetre, whole where it is."""
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


_BOXES: Final = "boxes"

RawBoxes = Mapping[str, Any]
"""The boxes of a face as written, merged over all that it extends, by name; None for a box that is left out."""


def own_text(text: str | None, face: str) -> str:
    """Return the text of a game's own face file, or of a new file that extends the face if there is none."""
    return f"extends: {face}\n" if text is None else text


def changed_box(text: str, boxes: RawBoxes, box: str, changes: Changes) -> str:
    """Return the file's text with keys of a box changed. A value of None removes a key."""
    for path, value in changes.items():
        key = str(path[0])
        if len(path) > 1 and key not in _own_box(text, box):
            text = set_value(text, (_BOXES, box, key), deepcopy((boxes.get(box) or {}).get(key, {})))
        where = (_BOXES, box, *path)
        text = remove_value(text, where) if value is None else set_value(text, where, value)
    return text


def cleared_key(text: str, box: str, key: str | int) -> str:
    """Return the file's text with a key of a box set to null, which hides an inherited value."""
    return set_value(text, (_BOXES, box, key), None)


def reset_key(text: str, box: str, path: Path) -> str:
    """Return the file's text without a key of a box, so that the face inherits it again."""
    shorter = remove_value(text, (_BOXES, box, *path))
    return shorter if _own_box(shorter, box) else remove_value(shorter, (_BOXES, box))


def hidden_box(text: str, box: str) -> str:
    """Return the file's text with a box left out of the face."""
    return set_value(text, (_BOXES, box), None)


def deleted_box(text: str, inherited: RawBoxes, box: str) -> str:
    """Return the file's text without a box; one that the face inherits is left out instead."""
    return hidden_box(text, box) if inherited.get(box) is not None else remove_value(text, (_BOXES, box))


def copied_box(text: str, boxes: RawBoxes, box: str, changes: Changes) -> tuple[str, str]:
    """Return the file's text with a copy of a box in front of the others, and the name of the copy."""
    number = 2
    while f"{box}-{number}" in boxes:
        number += 1
    name, raw = f"{box}-{number}", deepcopy(boxes[box])
    if raw.get("slot") and not any(raw.get(key) for key in ("text", "markdown", "icon", "picture")):
        raw[raw["slot"]] = f"{{{{ {box} }}}}"  # a slot shows the field of its own name, which the copy would lose
    return changed_box(set_value(text, (_BOXES, name), raw), {name: raw}, name, changes), name


def own_boxes(text: str) -> RawBoxes:
    """Return the boxes that a face file itself has."""
    raw = read_yaml_value(text, "")
    boxes = raw.get(_BOXES) if isinstance(raw, Mapping) else None
    return boxes if isinstance(boxes, Mapping) else {}


def _own_box(text: str, box: str) -> Mapping[str, Any]:
    own = own_boxes(text).get(box)
    return own if isinstance(own, Mapping) else {}
