"""BOX001: content that must stay whole is outside the trim or too close to it.

What: a box may reach into the bleed if it is meant to be cut: backgrounds, bands, ornaments, an icon that extends to
the full bleed. Text and icons that must be read have to stay in the safe area. The edition mark, which is read only
when cards are sorted, may leave it.

Why: a cutter drifts by a millimetre or more.

Bad: ``title: {at: [-2, 5], size: [60, 8], text: "{{ title }}"}`` on a poker card.

Good: ``title: {at: [5, 5], size: [53.5, 8], text: "{{ title }}"}``.
"""

from collections.abc import Iterator
from functools import lru_cache

from punchboard.checks.faces.bleed import sides_beyond
from punchboard.geometry import Rect
from punchboard.model.layout.face import EDITION_BOX, Face, PlacedBox
from punchboard.model.layout.layout import READABLE_CONTENT
from punchboard.model.layout.trim import Trim
from punchboard.problem import Problem

ID = "BOX001"


OFF = 0.05
"""Mm by which fitted contents may miss an edge."""


def check(face: Face) -> Iterator[Problem]:
    """Yield a problem for each box beyond the bleed and each content beyond the safe area."""
    bleed, safe = _frames(face.trim, face.bleed, face.safe)
    for placed in face.boxes:
        _, box, area, content, ink, *_ = placed
        if box.area is None and not bleed.contains(area, 0.01):
            yield _problem(face, placed, "reaches beyond the bleed", "keep boxes within the trim and its bleed")
        elif ink is None or content not in READABLE_CONTENT or placed.name == EDITION_BOX or safe.contains(ink, OFF):
            continue
        elif content != "icon" or not _runs_to_bleed(ink, safe, bleed):
            edge = f"closer than {face.safe:g} mm to the trim"
            yield _problem(face, placed, f"has its {content} {edge}", "move it inwards, or set the face's 'safe'")


@lru_cache(maxsize=64)
def _frames(trim: Trim, bleed: float, safe: float) -> tuple[Rect, Rect]:
    """Return the area that boxes may cover, and the safe area."""
    return trim.frame(bleed), trim.frame(-safe)


def _runs_to_bleed(ink: Rect, safe: Rect, bleed: Rect) -> bool:
    """Return whether a drawing leaves the safe area only where it extends to the full bleed: a band or a banner."""
    return all(beyond <= OFF or beyond >= out - OFF for beyond, out in sides_beyond(ink, safe, bleed))


def _problem(face: Face, placed: PlacedBox, what: str, hint: str) -> Problem:
    return Problem(ID, face.place, f"box {placed.name!r} of face {face.layout!r} {what}", hint)
