"""BOX005: text or an icon is covered by another box.

What: a plate, a line, a picture or an ornament is drawn over text or an icon that was drawn before, and hides at least
a twelfth of a line or of the icon. Only what is really painted counts: see-through parts of ornaments and round corners
do not. Each two boxes are reported once, at the layout, with the number of cards. A picture, icon, ornament or shape
that is meant to lie over others has ``overlaps: true``; the plate of a text is never meant to. An icon with ``overlaps:
true`` is part of a drawing, and is not checked.

Why: what is covered is not printed, and on the screen one card in a hundred is not looked at.

Bad::

    boxes:
      cost: {at: [5, 5], size: [9, 9], text: "{{ cost }}"}
      corner: {at: [3, 3], size: [13, 13], fill: accent}

Good: the plate before the text, or ``over: corner`` in the box of the text::

    boxes:
      corner: {at: [3, 3], size: [13, 13], fill: accent}
      cost: {at: [5, 5], size: [9, 9], text: "{{ cost }}"}
"""

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.faces.frame import is_frame
from punchboard.checks.faces.overlap import pairs
from punchboard.checks.ink.background_colour import BARE_PAPER, background_shares
from punchboard.checks.ink.painted_areas import Leaf, leaves_of
from punchboard.checks.ink.readable_inks import NEAR, Ink, block_of, icons, lines
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face, Fault, PlacedBox
from punchboard.model.layout.layout import READABLE_CONTENT, TEXT_CONTENT
from punchboard.problem import Place, Problem

ID: Final = "BOX005"

COVERED: Final = 0.08
"""The share of a line of text, or of an icon, that may be hidden: less is not seen."""

_BORDER: Final = 1.0
"""Mm by which the stroke of a box may reach beyond its area."""


def faults(face: Face) -> Iterator[Fault]:
    """Yield a fault of the layout for each two boxes of which the later covers the content of the earlier."""
    covered = dict.fromkeys(
        (under.name, over.name)
        for under, above in _over_content(face.boxes)
        for over in _covering(face, under, above)
        if not _is_meant(over)
    )
    overlapping = {(first, second) for first, second, *_ in pairs(face)} if covered else ()
    for under, over in (pair for pair in covered if pair not in overlapping):  # one cause, one message
        message = f"box {under!r} of face {face.layout!r} is covered by box {over!r}"
        hint = f"move one of the two, or draw {under!r} later: 'over: {over}' in its box"
        yield Fault(Problem(ID, _place(face, under, over), message, hint), face.place, layout=True)


def _over_content(boxes: Sequence[PlacedBox]) -> Iterator[tuple[PlacedBox, list[PlacedBox]]]:
    """Yield each box that people read with the later boxes that may paint over its content, if there are any."""
    painted = [(at, placed) for at, placed in enumerate(boxes) if _paints(placed)]
    for at, under in enumerate(boxes):
        if under.ink is not None and _is_read(under):
            x, y, width, height = under.ink
            above = [
                over
                for number, over in painted
                if number > at
                and over.area.x < x + width
                and over.area.right > x
                and over.area.y < y + height
                and over.area.bottom > y
            ]
            if not all(map(_is_meant, above)):
                yield under, above


def _is_read(placed: PlacedBox) -> bool:
    return placed.content in READABLE_CONTENT and not (placed.content == "icon" and placed.box.overlaps)


def _paints(placed: PlacedBox) -> bool:
    return placed.box.drawn_shape is not None or placed.content in {"icon", "picture", "ornament"}


def _is_meant(over: PlacedBox) -> bool:
    """Return whether a box is meant to lie over others, or is a frame, whose distance to text is another rule's."""
    box = over.box
    return (box.overlaps and box.content not in TEXT_CONTENT) or (is_frame(over) and box.fill is None)


def _covering(face: Face, under: PlacedBox, above: Sequence[PlacedBox]) -> Iterator[PlacedBox]:
    """Yield those boxes above that really hide a part of a box's content."""
    leaves = leaves_of(face.symbol)
    for ink in _inks(face, under, leaves):
        painted: dict[int, list[Leaf]] = {}
        for leaf in leaves[ink.level + 1 :]:
            painted.setdefault(_owner(leaf.bounds, above), []).append(leaf)
        for at, over in enumerate(above):
            free = background_shares(ink.area, ink.edges, ink.cell, painted.get(at, ())).get(BARE_PAPER, 0.0)
            if 1 - free > COVERED:
                yield over


def _inks(face: Face, placed: PlacedBox, leaves: Sequence[Leaf]) -> Iterator[Ink]:
    """Yield the lines of text of a box, or its icon."""
    if placed.content == "icon":
        yield from (ink for ink in icons(face) if ink.box is placed)
        return
    assert placed.ink is not None
    around = placed.ink.grow(NEAR)
    for level, leaf in enumerate(leaves):
        block = block_of(leaf, level)
        yield from (ink for ink in lines(face, block) if around.contains(ink.area)) if block is not None else ()


def _owner(bounds: Rect, boxes: Sequence[PlacedBox]) -> int:
    """Return the number of the smallest of the boxes that a painted area belongs to; -1 if it belongs to none."""
    holding = [at for at, box in enumerate(boxes) if box.area.grow(_BORDER).contains(bounds)]
    return min(holding, key=lambda at: boxes[at].area.width * boxes[at].area.height, default=-1)


def _place(face: Face, under: str, over: str) -> Place:
    """Return the place of the box that the face's own file has, where it only changes one of another face."""
    if face.source is None:
        return face.place
    places = [face.source.place("boxes", name) for name in (under, over)]
    return next((place for place in places if place.file == face.source.file), places[0])
