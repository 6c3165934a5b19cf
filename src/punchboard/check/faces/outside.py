"""BOX001: what must be seen lies outside the trim, or too near its edge.

A box may reach into the bleed when it is meant to be cut (grounds, bands, ornaments, an icon that runs out to the full
bleed). Text, icons and pictures that must be read may not leave the safe area: a cutter drifts by a millimetre or more.

Bad: ``title: {at: [-2, 5], size: [60, 8], text: ...}`` on a poker card.
Good: ``title: {at: [5, 5], size: [53.5, 8], text: ...}``.
"""

from collections.abc import Iterator

from punchboard.geometry import Rect
from punchboard.model.face import Face, PlacedBox
from punchboard.problem import Problem

ID = "BOX001"

READ = frozenset({"text", "markdown", "icon"})
"""Contents that must stay whole, but for an icon that runs out to the bleed."""

OFF = 0.05
"""Mm by which fitting may miss an edge."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box beyond the bleed and each content beyond the safe area."""
    bleed, safe = face.trim.frame(face.bleed), face.trim.frame(-face.safe)
    for placed in face.boxes:
        if placed.box.area is None and not bleed.contains(placed.area, 0.01):
            yield _problem(face, placed, "reaches beyond the bleed", "keep boxes within the trim and its bleed")
        elif placed.content in READ and placed.ink is not None and not safe.contains(placed.ink, OFF):
            if placed.content == "icon" and _runs_off(placed.ink, safe, bleed):
                continue
            edge = f"nearer than {face.safe:g} mm to the trim"
            yield _problem(
                face, placed, f"has its {placed.content} {edge}", "move it inwards, or set the face's 'safe'"
            )


def _runs_off(ink: Rect, safe: Rect, bleed: Rect) -> bool:
    """Tell whether a drawing leaves the safe area only where it runs out to the full bleed: a band or a banner."""
    sides = (
        (safe.x - ink.x, safe.x - bleed.x),
        (safe.y - ink.y, safe.y - bleed.y),
        (ink.right - safe.right, bleed.right - safe.right),
        (ink.bottom - safe.bottom, bleed.bottom - safe.bottom),
    )
    return all(beyond <= OFF or beyond >= out - OFF for beyond, out in sides)


def _problem(face: Face, placed: PlacedBox, what: str, hint: str) -> Problem:
    return Problem(ID, face.place, f"box {placed.name!r} of face {face.layout!r} {what}", hint)
