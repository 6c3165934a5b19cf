"""Mask: the mask of a hero or a villain from the front, combined from random parts."""

from __future__ import annotations

from random import Random
from typing import Final, Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Rect
from punchboard.ornament.figure import Part, part_marks
from punchboard.ornament.pen import Mark

FORMS: Final[dict[str, tuple[Part, ...]]] = {
    "domino": (
        ("2#0,-9! 14,-15 34,-17 44,-15! 46,0 36,15 22,17 10,10 0,4!",),
        ("2#0,-6! 12,-16 30,-15 46,-22! 45,0 34,14 18,17 8,12 0,6!",),
        ("2#0,-10! 16,-13 40,-13! 44,4 34,12 20,14 8,10 0,5!",),
    ),
    "cat": (
        ("2#0,-8! 8,-16 16,-20! 28,-38! 40,-20 42,0 32,14 18,16 8,12 0,6!",),
        ("2#0,-6! 12,-14 26,-18! 48,-34! 46,-8 38,10 24,16 10,14 0,8!",),
    ),
    "wing": (
        ("2#0,-8! 12,-16 28,-20! 50,-32! 44,-20! 54,-18! 45,-8! 50,0! 38,10 22,16 8,12 0,6!",),
        ("2#0,-12! 6,-22! 12,-14 26,-16! 52,-14! 42,-6! 48,4! 36,8 24,17 8,12 0,5!",),
    ),
    "half": (
        ("2#0,-20 18,-19 34,-12 38,4 32,20! 20,14 10,22! 0,12!",),
        ("2#0,-24! 10,-16 34,-16! 38,6 30,24! 24,12 10,10 0,30!",),
        ("2#0,-18 20,-18 36,-8 37,12 27,28! 20,22 10,34! 4,22 0,16!",),
    ),
}
"""Right halves of masks, by form; the bridge of the nose is at (0, 0)."""

EYES: Final[tuple[Part, ...]] = (
    ("1*8,1! 18,-8 32,-6! 26,6 14,7",),
    ("1*7,4! 20,-4 34,-12! 30,4 16,9",),
    ("1*10,0 20,-8 30,0 20,7",),
    ("1*8,-2! 34,-6! 28,6! 14,6!",),
    ("1*8,2! 14,-6 26,-7 33,2! 20,0",),
    ("1*9,-5! 20,-3 32,-5! 28,7 20,9 12,6",),
)

EMBLEMS: Final[tuple[Part, ...]] = (
    (),
    ("1:1,-22! -6,-10! -1,-10! -3,-2! 6,-14! 1,-14! 4,-22!",),
    ("1=0,-16! 1.6,-10! 7,-9! 2.6,-5.6! 4,0! 0,-3!",),
    ("1x10,12 16,14 24,13", "1x12,-14 20,-15 30,-14"),
    ("1+36,-8 39,-5 36,-2 33,-5", "1+39,2 41,4 39,6 37,4"),
    ("0x12,10 14,20 12,30", "0x26,10 27,18 25,26"),
    ("3=0,-13! 3,-8 0,-2!", "3+34,-9! 44,-13! 38,-3!"),
    ("0x0,-9 12,-14 24,-15", "0x4,10 14,14 30,12"),
    ("3+34,9! 24,16! 30,20!", "3+40,0! 34,8! 42,8!"),
)
"""Emblems: nothing, bolt, star, piping, dots, tears, gems, seams, fangs."""


class Params(BaseModel, extra="forbid", frozen=True):
    """The inks are the dark line, the light of eyes and emblems, the mask, and a second colour for gems."""

    form: Literal["any", "domino", "cat", "wing", "half"] = Field(default="any", description="the shape of the mask")
    ribbons: bool = Field(default=True, description="ribbons at the sides, for some seeds")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the mask in the middle of the area, as large as it fits."""
    form = random.choice(sorted(FORMS)) if params.form == "any" else params.form
    unit = min(area.width / 112, area.height / 84)
    wide, tall = random.uniform(0.92, 1.0), random.uniform(0.88, 1.12)
    frame = Affine(unit * wide, 0, 0, unit * tall, *area.centre)
    parts: list[str] = []
    if params.ribbons and random.random() < 0.5:
        parts += ("2*28,-4! 50,-11 56,4 50,16 55,30! 45,22 38,8!",)
    parts += (*random.choice(FORMS[form]), *random.choice(EYES), *random.choice(EMBLEMS))
    return tuple(part_marks(parts, frame))
