"""The boxes of built-in layouts that take the colours of a list, such as that of types."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.system.yaml_parser import own_data


class ColouredBoxes(NamedTuple):
    """The boxes of a layout that are filled with a list's colour, and those whose text stands on that colour."""

    fills: tuple[str, ...]
    inks: tuple[str, ...] = ()


COLOURED_BOXES: Final[Mapping[str, ColouredBoxes]] = {
    layout: ColouredBoxes(**{use: tuple(names) for use, names in boxes.items()})
    for layout, boxes in own_data("model/layout/coloured_boxes.yaml").items()
}
"""Coloured boxes by layout. Each layout shows the colour on every card, with the words for it beside it."""

EMBLEM: Final = "emblem"
ONLY_COLOURED: Final = frozenset(name for boxes in COLOURED_BOXES.values() for name in boxes.fills) | {EMBLEM}
"""The boxes without content of their own, which a face leaves out where its layout has none."""

_INK: Final = ".ink }}"
"""How the colour of what is printed on the colour of an entry of a list ends."""


def recoloured(
    boxes: Mapping[str, Any], lost: Sequence[str], there: Collection[str], layouts: Iterable[str]
) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the boxes of a face without those that its layout lacks, and which of these nothing replaces.

    The colour of a list that a lost box has goes to the boxes that have it in that layout.

    Args:
        boxes: the boxes of the face, written for another layout.
        lost: the names of those that its layout lacks.
        there: the names of the boxes that its layout has.
        layouts: the names of the layouts that the face extends, the nearest first.
    """
    kept = {name: box for name, box in boxes.items() if name not in lost}
    lost = [name for name in lost if name != EMBLEM]
    coloured = next((COLOURED_BOXES[name] for name in layouts if name in COLOURED_BOXES), None)
    fill = next((boxes[name]["fill"] for name in lost if "fill" in boxes[name]), None)
    if coloured is None or fill is None:
        return kept, lost
    inks = (box.get("colour") for box in boxes.values() if isinstance(box, Mapping))
    ink = next((one for one in inks if isinstance(one, str) and one.endswith(_INK)), None)
    kept = {name: _without_ink(box) if name not in coloured.inks else box for name, box in kept.items()}
    fills = [name for name in coloured.fills if name in there and kept.get(name, {}) is not None]
    kept |= {name: {"fill": fill, **kept.get(name, {})} for name in fills}
    kept |= {name: {"colour": ink, **kept[name]} for name in coloured.inks if ink and kept.get(name)}
    return kept, () if fills else lost


def _without_ink(box: Any) -> Any:
    """Return a box without the colour of what is printed on that of a list."""
    if not isinstance(box, Mapping) or not str(box.get("colour")).endswith(_INK):
        return box
    return {key: value for key, value in box.items() if key != "colour"}
