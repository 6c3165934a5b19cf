"""Figures: busts in the style of a block print, combined from random parts of a family, and masks.

The inks are the dark block, the light of faces, the cloth, and the hair; with three inks the hair is dark. The
parts are in `parts.yaml`, which says how they are written.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Point, Rect
from punchboard.ornament.pen import (
    Knot,
    Mark,
    Part,
    drawings_of,
    knot_outline,
    parse_knots,
    part_marks,
    transform_outline,
)
from punchboard.system.yaml_parser import own_data

POSES: Final[Mapping[str, tuple[float, float]]] = {
    "front": (0.0, 0.0),
    "turned": (-3.4, 0.0),
    "bowed": (-1.0, 3.0),
    "raised": (-1.6, -2.6),
}
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
    raw: dict[str, dict[str, Any]] = own_data("ornament/figure/parts.yaml")
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
    features = [
        *random.choice(PARTS.choices["glints"]),
        *PARTS.choices["eyes"][eye],
        *(PARTS.parts["pupils"] if eye != 2 else ()),
    ]
    features += random.choice(PARTS.choices["age"])
    if random.random() < beard:
        return (*features, *random.choice(PARTS.choices["beards"]))
    return (*features, *random.choice(PARTS.choices["mouths"]))


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


FAMILIES: Final[Mapping[str, Callable[[Random], Look]]] = {
    "zealot": _zealot,
    "thug": _thug,
    "saint": _saint,
    "fallen": _fallen,
    "hero": _hero,
    "citizen": _citizen,
}
"""The function that combines a person of each family, by the family's name."""


def face_shadow(head: str, edge: str, frame: Affine, moved: tuple[float, float]) -> Mark:
    """Return the dark side of a face: from the edge of the light, which moves with the features, to the outline."""
    dx, dy = moved
    top, *inner, foot = parse_knots(edge)
    line = [top, *(Knot(x + dx, y + dy, corner) for x, y, corner in inner), foot]
    rim = [knot for knot in parse_knots(head) if knot.x > foot.x]
    return Mark(transform_outline(knot_outline((*line, *rim[::-1])), frame))


MASKS: Final = drawings_of("mask")


class Mask(BaseModel, extra="forbid", frozen=True):
    """The inks are the dark line, the light of eyes and emblems, the mask, and a second colour for gems."""

    form: Literal["any", "domino", "cat", "wing", "half"] = Field(default="any", description="the shape of the mask")
    ribbons: bool = Field(default=True, description="ribbons at the sides, for some seeds")


def draw_mask(area: Rect, random: Random, params: Mask) -> tuple[Mark, ...]:
    """Return the mask in the middle of the area, as large as it fits."""
    form = random.choice(sorted(MASKS["forms"])) if params.form == "any" else params.form
    unit = min(area.width / 112, area.height / 84)
    wide, tall = random.uniform(0.92, 1.0), random.uniform(0.88, 1.12)
    frame = Affine(unit * wide, 0, 0, unit * tall, *area.centre)
    parts: list[str] = []
    if params.ribbons and random.random() < 0.5:
        parts += MASKS["ribbons"]
    parts += (
        part for choices in (MASKS["forms"][form], MASKS["eyes"], MASKS["emblems"]) for part in random.choice(choices)
    )
    return tuple(part_marks(parts, frame))
