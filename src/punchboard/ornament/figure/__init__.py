"""Figures: busts in the style of a block print, combined from random parts of a family, and masks.

The inks are the dark block, the light of faces, the cloth, and the hair; with three inks the hair is dark. The
parts are in `parts.yaml`, which says how they are written.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import yaml
from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect
from punchboard.ornament.pen import (
    Knot,
    Mark,
    evenly_spaced,
    knot_outline,
    leaf_width,
    parse_knots,
    swelling_stroke,
    transform_outline,
)

Part = tuple[str, ...]
"""Layers, bottom first."""

KEY_LINE = 1.3
"""Width of the key line, in units of the grid."""

POSES: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"front": (0.0, 0.0), "turned": (-3.4, 0.0), "bowed": (-1.0, 3.0), "raised": (-1.6, -2.6)}
)
"""How far the features of a face move in each pose, in units of the grid."""


class Figure(BaseModel, extra="forbid", frozen=True):
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


class Parts(NamedTuple):
    """The parts that figures are combined from, by their names in `parts.yaml`."""

    outlines: Mapping[str, Sequence[str]]
    parts: Mapping[str, Part]
    choices: Mapping[str, Sequence[Part]]
    hair: Mapping[str, Sequence[tuple[Part, Part]]]
    """Hair behind the head, and on it."""


def _read_parts() -> Parts:
    raw: dict[str, dict[str, Any]] = yaml.load(
        files(__name__).joinpath("parts.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return Parts(
        raw["outlines"],
        {name: tuple(part) for name, part in raw["parts"].items()},
        {name: tuple(map(tuple, parts)) for name, parts in raw["choices"].items()},
        {
            name: tuple((tuple(cut["behind"]), tuple(cut["above"])) for cut in cuts)
            for name, cuts in raw["hair"].items()
        },
    )


PARTS: Final = _read_parts()


def draw_figure(area: Rect, random: Random, params: Figure) -> tuple[Mark, ...]:
    """Return the figure, standing on the lower edge of the area, as large as it fits."""
    look = FAMILIES[params.family](random)
    if not params.beard:
        look = _without_beard(look)
    pose = random.choice(("front", "front", "turned", "bowed", "raised")) if params.pose == "any" else params.pose
    side = random.choice((-1, 1)) if params.light == "any" else (1 if params.light == "left" else -1)
    unit = min(area.width / 100, area.height / 132)
    floor = Affine(side * unit, 0, 0, unit, area.centre.x, area.bottom - 120 * unit)
    return tuple(_layer_marks(look, floor, pose, random, backdrop=params.backdrop))


def _without_beard(look: "Look") -> "Look":
    """Return the look with a mouth in place of a beard, and everything else unchanged."""
    kept = tuple(part for part in look.face if not any(part in beard for beard in PARTS.choices["beards"]))
    return look if kept == look.face else look._replace(face=(*kept, *PARTS.choices["mouths"][0]))


def _layer_marks(look: "Look", floor: Affine, pose: str, random: Random, *, backdrop: bool) -> list[Mark]:
    broad, long = random.uniform(0.9, 1.06), random.uniform(0.96, 1.06)
    sway = random.uniform(-1.2, 1.2) if pose == "front" else random.uniform(1.5, 4.5) * random.choice((-1, 1))
    turned, lifted = POSES[pose]
    head = floor @ Affine.turn(sway, Point(0, 74)) @ Affine(broad, 0, 0, long, 0, 74 - 74 * long)
    face = head @ Affine.move(turned, lifted)
    body = floor @ Affine(look.girth, 0, 0, 1, 0, 0)
    layers = [(look.behind, head), (PARTS.parts["neck"], head), (look.body, body), ((f"1#{look.head}",), head)]
    if backdrop:
        layers.insert(0, (look.backdrop, floor))
    marks = [mark for part, frame in layers for mark in part_marks(part, frame)]
    marks.append(face_shadow(look.head, look.shadow, head, (turned, lifted)))
    return [*marks, *part_marks(look.face, face), *part_marks(look.over, head)]


class Look(NamedTuple):
    """The parts of one figure, bottom first; ``girth`` stretches the width of the body."""

    girth: float
    backdrop: Part
    behind: Part
    body: Part
    head: str
    shadow: str
    face: Part
    over: Part


def _face(random: Random, *, eyes: tuple[int, ...] = (0, 1, 2, 3), beard: float = 0.4) -> Part:
    """Return the features of a face, from glint to beard."""
    eye = random.choice(eyes)
    found = [
        *random.choice(PARTS.choices["glints"]),
        *PARTS.choices["eyes"][eye],
        *(PARTS.parts["pupils"] if eye != 2 else ()),
    ]
    found += random.choice(PARTS.choices["age"])
    if random.random() < beard:
        return (*found, *random.choice(PARTS.choices["beards"]))
    return (*found, *random.choice(PARTS.choices["mouths"]))


def _beard_chance(cut: tuple[Part, Part], chance: float) -> float:
    """Return the chance of a beard: 0 for hair that falls behind the head."""
    return 0.0 if cut[0] and cut[0] != PARTS.parts["dome"] else chance


def _zealot(random: Random) -> Look:
    hooded = random.random() < 0.72
    over: list[str] = []
    face = _face(random, eyes=(0, 1, 1, 3, 3))
    if random.random() < 0.3:
        over += random.choice(PARTS.choices["veils"])
    if hooded:
        behind = random.choice(PARTS.choices["hood-backs"])
        over += (*random.choice(PARTS.choices["hood-fronts"]), *random.choice(PARTS.choices["hood-folds"]))
    else:
        behind = random.choice((*PARTS.choices["hair-backs"], ()))
        over += random.choice(PARTS.choices["tall-hats"])
    return Look(
        girth=random.uniform(0.88, 1.04),
        backdrop=random.choice(PARTS.choices["signs"]),
        behind=behind,
        body=(*random.choice(PARTS.choices["robes"]), *random.choice(PARTS.choices["chest-emblems"])),
        head=random.choice(PARTS.outlines["heads"]),
        shadow=random.choice(PARTS.outlines["shadows"]),
        face=face,
        over=tuple(over),
    )


def _thug(random: Random) -> Look:
    cut = random.choice(PARTS.hair["haircuts"])
    hat = random.choice(PARTS.choices["caps"]) if random.random() < 0.62 else ()
    covered = random.choice(PARTS.choices["thug-facewear"]) if random.random() < 0.62 else ()
    return Look(
        girth=random.uniform(0.94, 1.1),
        backdrop=random.choice(PARTS.choices["streets"]),
        behind=cut[0],
        body=(*random.choice(PARTS.choices["jackets"]), *random.choice(PARTS.choices["trimmings"])),
        head=random.choice(PARTS.outlines["heads"]),
        shadow=random.choice(PARTS.outlines["shadows"]),
        face=_face(random, eyes=(0, 1, 1, 1), beard=_beard_chance(cut, 0.45)),
        over=(*covered, *(hat or cut[1])),
    )


def _hero(random: Random) -> Look:
    cut = random.choice(PARTS.hair["haircuts"])
    cowl = random.random() < 0.45
    return Look(
        girth=random.uniform(0.98, 1.1),
        backdrop=random.choice(PARTS.choices["bursts"]),
        behind=() if cowl else cut[0],
        body=(*random.choice(PARTS.choices["capes"]), *random.choice(PARTS.choices["badges"])),
        head=random.choice(PARTS.outlines["heads"]),
        shadow=random.choice(PARTS.outlines["shadows"]),
        face=_face(random, eyes=(0, 1), beard=_beard_chance(cut, 0.2)),
        over=random.choice(PARTS.choices["cowls"]) if cowl else (*random.choice(PARTS.choices["dominoes"]), *cut[1]),
    )


def _citizen(random: Random) -> Look:
    cut = random.choice(PARTS.hair["haircuts"])
    worn = random.random()
    hat = random.choice(PARTS.choices["caps"]) if worn < 0.25 else cut[1]
    return Look(
        girth=random.uniform(0.82, 1.0),
        backdrop=(),
        behind=cut[0],
        body=random.choice(PARTS.choices["jackets"]),
        head=random.choice(PARTS.outlines["heads"]),
        shadow=random.choice(PARTS.outlines["shadows"]),
        face=_face(random, eyes=(0, 0, 0, 3, 2), beard=_beard_chance(cut, 0.45)),
        over=(*(PARTS.parts["glasses"] if random.random() < 0.35 else ()), *hat),
    )


def _saint(random: Random) -> Look:
    cut = random.choice(PARTS.hair["locks"])
    return Look(
        girth=random.uniform(0.86, 1.0),
        backdrop=(*random.choice(PARTS.choices["wings"]), *random.choice(PARTS.choices["haloes"])),
        behind=cut[0],
        body=(
            *random.choice((*PARTS.choices["robes"], *PARTS.choices["armours"])),
            *random.choice(PARTS.choices["blessings"]),
        ),
        head=random.choice(PARTS.outlines["heads"]),
        shadow=random.choice(PARTS.outlines["shadows"][:3]),
        face=_face(random, eyes=(0, 0, 2, 2, 3), beard=_beard_chance(cut, 0.5)),
        over=(*cut[1], *random.choice(PARTS.choices["bands"])),
    )


def _fallen(random: Random) -> Look:
    hooded = random.random() < 0.3
    cut = random.choice(PARTS.hair["locks"])
    over = (
        [*random.choice(PARTS.choices["hood-fronts"]), *random.choice(PARTS.choices["hood-folds"])]
        if hooded
        else [*cut[1]]
    )
    return Look(
        girth=random.uniform(0.94, 1.08),
        backdrop=(*random.choice(PARTS.choices["broken-wings"]), *random.choice(PARTS.choices["broken-haloes"])),
        behind=(
            *random.choice(PARTS.choices["horns"]),
            *(random.choice(PARTS.choices["hood-backs"]) if hooded else cut[0]),
        ),
        body=random.choice((*PARTS.choices["spikes"], *PARTS.choices["armours"])),
        head=random.choice(
            (
                PARTS.outlines["heads"][0],
                PARTS.outlines["heads"][2],
                PARTS.outlines["heads"][4],
                PARTS.outlines["heads"][1],
            )
        ),
        shadow=random.choice(
            (PARTS.outlines["shadows"][0], PARTS.outlines["shadows"][3], PARTS.outlines["shadows"][3])
        ),
        face=(*_face(random, eyes=(1, 1, 3), beard=0.3), *random.choice(PARTS.choices["wrath"])),
        over=tuple(over),
    )


FAMILIES: Final[Mapping[str, Callable[[Random], Look]]] = MappingProxyType(
    {
        "zealot": _zealot,
        "thug": _thug,
        "saint": _saint,
        "fallen": _fallen,
        "hero": _hero,
        "citizen": _citizen,
    }
)
"""The function that combines a person of each family, by the family's name."""


def part_marks(part: Sequence[str], frame: Affine) -> Iterator[Mark]:
    """Yield the marks of a part placed by a frame; the frame must scale equally in both directions, or mirror."""
    width = round(KEY_LINE * (abs(frame.a) + abs(frame.b)), 3)
    for layer in part:
        ink = int(layer[0])
        for outline in _outlines(layer[1], layer[2:]):
            there = transform_outline(outline, frame)
            yield Mark(there, ink)
            if layer[1] in "o#*":
                yield Mark(there, 0, width)


def face_shadow(head: str, edge: str, frame: Affine, moved: tuple[float, float]) -> Mark:
    """Return the dark side of a face: from the edge of the light, which moves with the features, to the outline."""
    dx, dy = moved
    top, *inner, foot = parse_knots(edge)
    line = [top, *(Knot(x + dx, y + dy, corner) for x, y, corner in inner), foot]
    rim = [knot for knot in parse_knots(head) if knot.x > foot.x]
    return Mark(transform_outline(knot_outline((*line, *rim[::-1])), frame))


@lru_cache(maxsize=512)
def _outlines(sort: str, knots: str) -> tuple[Outline, ...]:
    given = parse_knots(knots)
    if sort in "~x":
        strokes = (given, _mirrored(given)) if sort == "x" else (given,)
        return tuple(_stroke(one) for one in strokes)
    if sort in "=#":
        half = [knot for knot in given if abs(knot.x) > 1e-9]
        return (knot_outline((*given, *_mirrored(half)[::-1])),)
    if sort in "+*":
        return knot_outline(given), knot_outline(_mirrored(given))
    return (knot_outline(given),)


def _mirrored(knots: Sequence[Knot]) -> list[Knot]:
    return [Knot(-x, y, corner) for x, y, corner in knots]


def _stroke(knots: Sequence[Knot]) -> Outline:
    points = evenly_spaced([(x, y) for x, y, _ in knots], 3 * len(knots))
    return swelling_stroke(points, leaf_width(1.7, 0.3))


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


class Mask(BaseModel, extra="forbid", frozen=True):
    """The inks are the dark line, the light of eyes and emblems, the mask, and a second colour for gems."""

    form: Literal["any", "domino", "cat", "wing", "half"] = Field(default="any", description="the shape of the mask")
    ribbons: bool = Field(default=True, description="ribbons at the sides, for some seeds")


def draw_mask(area: Rect, random: Random, params: Mask) -> tuple[Mark, ...]:
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
