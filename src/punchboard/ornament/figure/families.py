"""The families of figures, and the parts that the people of each are combined from."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.ornament.figure import backdrops, dress, faces, hair, heads
from punchboard.ornament.figure.part_notation import Part


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
    found = [*random.choice(faces.GLINTS), *faces.EYES[eye], *(faces.PUPILS if eye != 2 else ())]
    found += random.choice(faces.AGE)
    if random.random() < beard:
        return (*found, *random.choice(faces.BEARDS))
    return (*found, *random.choice(faces.MOUTHS))


def _beard_chance(cut: tuple[Part, Part], chance: float) -> float:
    """Return the chance of a beard: 0 for hair that falls behind the head."""
    return 0.0 if cut[0] and cut[0] != hair.DOME else chance


def _zealot(random: Random) -> Look:
    hooded = random.random() < 0.72
    over: list[str] = []
    face = _face(random, eyes=(0, 1, 1, 3, 3))
    if random.random() < 0.3:
        over += random.choice(heads.VEILS)
    if hooded:
        behind = random.choice(heads.HOOD_BACKS)
        over += (*random.choice(heads.HOOD_FRONTS), *random.choice(heads.HOOD_FOLDS))
    else:
        behind = random.choice((*hair.HAIR_BACKS, ()))
        over += random.choice(heads.TALL_HATS)
    return Look(
        girth=random.uniform(0.88, 1.04),
        backdrop=random.choice(backdrops.SIGNS),
        behind=behind,
        body=(*random.choice(dress.ROBES), *random.choice(dress.CHEST_EMBLEMS)),
        head=random.choice(faces.HEADS),
        shadow=random.choice(faces.SHADOWS),
        face=face,
        over=tuple(over),
    )


def _thug(random: Random) -> Look:
    cut = random.choice(hair.HAIRCUTS)
    hat = random.choice(heads.CAPS) if random.random() < 0.62 else ()
    covered = random.choice(heads.THUG_FACEWEAR) if random.random() < 0.62 else ()
    return Look(
        girth=random.uniform(0.94, 1.1),
        backdrop=random.choice(backdrops.STREETS),
        behind=cut[0],
        body=(*random.choice(dress.JACKETS), *random.choice(dress.TRIMMINGS)),
        head=random.choice(faces.HEADS),
        shadow=random.choice(faces.SHADOWS),
        face=_face(random, eyes=(0, 1, 1, 1), beard=_beard_chance(cut, 0.45)),
        over=(*covered, *(hat or cut[1])),
    )


def _hero(random: Random) -> Look:
    cut = random.choice(hair.HAIRCUTS)
    cowl = random.random() < 0.45
    return Look(
        girth=random.uniform(0.98, 1.1),
        backdrop=random.choice(backdrops.BURSTS),
        behind=() if cowl else cut[0],
        body=(*random.choice(dress.CAPES), *random.choice(dress.BADGES)),
        head=random.choice(faces.HEADS),
        shadow=random.choice(faces.SHADOWS),
        face=_face(random, eyes=(0, 1), beard=_beard_chance(cut, 0.2)),
        over=random.choice(heads.COWLS) if cowl else (*random.choice(heads.DOMINOES), *cut[1]),
    )


def _citizen(random: Random) -> Look:
    cut = random.choice(hair.HAIRCUTS)
    worn = random.random()
    hat = random.choice(heads.CAPS) if worn < 0.25 else cut[1]
    return Look(
        girth=random.uniform(0.82, 1.0),
        backdrop=(),
        behind=cut[0],
        body=random.choice(dress.JACKETS),
        head=random.choice(faces.HEADS),
        shadow=random.choice(faces.SHADOWS),
        face=_face(random, eyes=(0, 0, 0, 3, 2), beard=_beard_chance(cut, 0.45)),
        over=(*(heads.GLASSES if random.random() < 0.35 else ()), *hat),
    )


def _saint(random: Random) -> Look:
    cut = random.choice(hair.LOCKS)
    return Look(
        girth=random.uniform(0.86, 1.0),
        backdrop=(*random.choice(backdrops.WINGS), *random.choice(backdrops.HALOES)),
        behind=cut[0],
        body=(*random.choice((*dress.ROBES, *dress.ARMOURS)), *random.choice(dress.BLESSINGS)),
        head=random.choice(faces.HEADS),
        shadow=random.choice(faces.SHADOWS[:3]),
        face=_face(random, eyes=(0, 0, 2, 2, 3), beard=_beard_chance(cut, 0.5)),
        over=(*cut[1], *random.choice(heads.BANDS)),
    )


def _fallen(random: Random) -> Look:
    hooded = random.random() < 0.3
    cut = random.choice(hair.LOCKS)
    over = [*random.choice(heads.HOOD_FRONTS), *random.choice(heads.HOOD_FOLDS)] if hooded else [*cut[1]]
    return Look(
        girth=random.uniform(0.94, 1.08),
        backdrop=(*random.choice(backdrops.BROKEN_WINGS), *random.choice(backdrops.BROKEN_HALOES)),
        behind=(*random.choice(heads.HORNS), *(random.choice(heads.HOOD_BACKS) if hooded else cut[0])),
        body=random.choice((*dress.SPIKES, *dress.ARMOURS)),
        head=random.choice((faces.HEADS[0], faces.HEADS[2], faces.HEADS[4], faces.HEADS[1])),
        shadow=random.choice((faces.SHADOWS[0], faces.SHADOWS[3], faces.SHADOWS[3])),
        face=(*_face(random, eyes=(1, 1, 3), beard=0.3), *random.choice(faces.WRATH)),
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
