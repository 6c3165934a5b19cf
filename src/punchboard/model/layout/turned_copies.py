"""Boxes that repeat another box of the same face upside down: the second half of a card with two halves."""

from collections.abc import Mapping
from typing import Any

from punchboard.model.layout.box_drawing import RepeatFile
from punchboard.model.layout.layout import CONTENT_KEYS, Box
from punchboard.model.layout.sides import Neighbour, SidesFile
from punchboard.model.values import did_you_mean

_LINKS = ("goes_with", "stands_in_for", "icon_of")
_BESIDE = ("after", "before", "below", "above", "around")


def with_turned_copies(boxes: Mapping[str, Box | None]) -> dict[str, Box | None]:
    """Return the boxes of a face with every ``turned_copy_of`` replaced by the box that it stands for.

    Raises:
        ValueError: for a copy of a box that the face lacks, or that is a copy itself.
    """
    copies = {box.turned_copy_of: name for name, box in boxes.items() if box is not None and box.turned_copy_of}
    return {
        name: box if box is None or box.turned_copy_of is None else _copy(name, box, boxes, copies)
        for name, box in boxes.items()
    }


def _copy(name: str, own: Box, boxes: Mapping[str, Box | None], copies: Mapping[str, str]) -> Box | None:
    """Return a box with the keys of the other one, changed by its own; None if the other is left out."""
    source = own.turned_copy_of or ""
    if source not in boxes:
        raise ValueError(f"box {name!r} is a copy of an unknown box {source!r}; {did_you_mean(source, boxes)}")
    other = boxes[source]
    if other is None:
        return None
    if other.turned_copy_of is not None:
        raise ValueError(f"box {name!r} is a copy of {source!r}, which is a copy itself; name {other.turned_copy_of!r}")
    changed: dict[str, Any] = {key: _renamed(getattr(other, key), copies) for key in _LINKS}
    changed["over"] = copies.get(other.over or "")
    if other.sides is not None:
        changed["sides"] = _turned_sides(other.sides, copies)
    if other.ornament is not None and other.ornament.motif is not None:
        motif = copies.get(other.ornament.motif, other.ornament.motif)
        changed["ornament"] = other.ornament.model_copy(update={"motif": motif})
    if other.slot is not None:
        changed |= dict.fromkeys(CONTENT_KEYS)
    changed |= {key: getattr(own, key) for key in own.model_fields_set}
    repeat = other.repeat or RepeatFile.model_validate({})
    return other.model_copy(
        update={**changed, "turned_copy_of": None, "repeat": repeat.model_copy(update={"turns": (180.0,)})}
    )


def _turned_sides(sides: SidesFile, copies: Mapping[str, str]) -> SidesFile:
    beside = {
        key: tuple(Neighbour(copies.get(one.name, one.name), one.gap) for one in getattr(sides, key)) for key in _BESIDE
    }
    return sides.model_copy(update={**beside, "fills_without": _renamed(sides.fills_without, copies)})


def _renamed(names: tuple[str, ...], copies: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(copies.get(name, name) for name in names)
