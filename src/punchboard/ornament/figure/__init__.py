"""Figure: a bust in the style of a block print, combined from random heads, hats, faces and clothes of a family.

The inks are the dark block, the light of faces, the cloth, and the hair; with three inks the hair is dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect
from punchboard.ornament.figure import faces
from punchboard.ornament.figure.families import FAMILIES, Look
from punchboard.ornament.figure.part_notation import face_shadow, part_marks
from punchboard.ornament.pen import Mark

POSES: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"front": (0.0, 0.0), "turned": (-3.4, 0.0), "bowed": (-1.0, 3.0), "raised": (-1.6, -2.6)}
)
"""How far the features of a face move in each pose, in units of the grid."""


class Params(BaseModel, extra="forbid", frozen=True):
    """Each seed is a different person of the family."""

    family: Literal["zealot", "thug", "saint", "fallen", "hero", "citizen"] = Field(
        default="zealot", description="the family that the figure belongs to"
    )
    pose: Literal["any", "front", "turned", "bowed", "raised"] = Field(
        default="any", description="how the head is held; random if any"
    )
    light: Literal["any", "left", "right"] = Field(default="any", description="the side from which the figure is lit")
    beard: bool = Field(default=True, description="allow beards and moustaches")
    backdrop: bool = Field(default=True, description="what stands behind the figure: wings, a halo, a sign")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the figure, standing on the lower edge of the area, as large as it fits."""
    look = FAMILIES[params.family](random)
    if not params.beard:
        look = _without_beard(look)
    pose = random.choice(("front", "front", "turned", "bowed", "raised")) if params.pose == "any" else params.pose
    side = random.choice((-1, 1)) if params.light == "any" else (1 if params.light == "left" else -1)
    unit = min(area.width / 100, area.height / 132)
    floor = Affine(side * unit, 0, 0, unit, area.centre.x, area.bottom - 120 * unit)
    return tuple(_layer_marks(look, floor, pose, random, backdrop=params.backdrop))


def _without_beard(look: Look) -> Look:
    """Return the look with a mouth in place of a beard, and everything else unchanged."""
    kept = tuple(part for part in look.face if not any(part in beard for beard in faces.BEARDS))
    return look if kept == look.face else look._replace(face=(*kept, *faces.MOUTHS[0]))


def _layer_marks(look: Look, floor: Affine, pose: str, random: Random, *, backdrop: bool) -> list[Mark]:
    broad, long = random.uniform(0.9, 1.06), random.uniform(0.96, 1.06)
    sway = random.uniform(-1.2, 1.2) if pose == "front" else random.uniform(1.5, 4.5) * random.choice((-1, 1))
    turned, lifted = POSES[pose]
    head = floor @ Affine.turn(sway, Point(0, 74)) @ Affine(broad, 0, 0, long, 0, 74 - 74 * long)
    face = head @ Affine.move(turned, lifted)
    body = floor @ Affine(look.girth, 0, 0, 1, 0, 0)
    layers = [(look.behind, head), (faces.NECK, head), (look.body, body), ((f"1#{look.head}",), head)]
    if backdrop:
        layers.insert(0, (look.backdrop, floor))
    marks = [mark for part, frame in layers for mark in part_marks(part, frame)]
    marks.append(face_shadow(look.head, look.shadow, head, (turned, lifted)))
    return [*marks, *part_marks(look.face, face), *part_marks(look.over, head)]
