"""BOX001: what must be seen lies outside the trim, or too near its edge.

A box may reach into the bleed when it is meant to be cut (grounds, bands, ornaments). Text, icons and pictures that
must be read may not leave the safe area: a cutter drifts by a millimetre or more.

Bad: ``title: {at: [-2, 5], size: [60, 8], text: ...}`` on a poker card.
Good: ``title: {at: [5, 5], size: [53.5, 8], text: ...}``.
"""

from collections.abc import Iterator

from punchboard.model.face import Face, PlacedBox
from punchboard.problem import Problem

ID = "BOX001"

READ = frozenset({"text", "markdown", "icon"})
"""Contents that must stay whole."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box beyond the bleed and each content beyond the safe area."""
    bleed, safe = face.trim.frame(face.bleed), face.trim.frame(-face.safe)
    for placed in face.boxes:
        if placed.box.area is None and not bleed.contains(placed.area, 0.01):
            yield _problem(face, placed, "reaches beyond the bleed", "keep boxes within the trim and its bleed")
        elif placed.content in READ and placed.ink is not None and not safe.contains(placed.ink, 0.05):
            edge = f"nearer than {face.safe:g} mm to the trim"
            yield _problem(
                face, placed, f"has its {placed.content} {edge}", "move it inwards, or set the face's 'safe'"
            )


def _problem(face: Face, placed: PlacedBox, what: str, hint: str) -> Problem:
    return Problem(ID, face.place, f"box {placed.name!r} of face {face.layout!r} {what}", hint)
