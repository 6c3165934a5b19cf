"""Ornaments: vector drawings generated from an area, a seed and parameters; the same seed always gives the same marks.

`KINDS` lists them. Each has a model of its parameters and a function that draws it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.ornament.pen import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

    from punchboard.geometry import Rect

__all__ = ["KINDS", "Kind", "Mark", "draw", "kind_description", "params_model"]


class Kind(NamedTuple):
    """A kind of ornament: the module that draws it, imported on first use, and what it draws in a few words.

    For the kind ``torn-page``, the module has a model ``TornPage`` of its parameters and a function ``draw_torn_page``.
    """

    module: str
    drawing: str

    def part(self, name: str) -> Any:
        """Return a class or function of the module."""
        return getattr(import_module(f"{__name__}.{self.module}"), name)


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "antiquity": Kind("legend", "a temple with columns on a hill, or a vase within a wreath of laurel"),
        "broadside": Kind(
            "borders", "the border of a letterpress sheet: rules, rows of one printers' flower, and corner pieces"
        ),
        "castle": Kind(
            "legend", "a castle on a hill before mountains, a lone tower in a wood, or a hall with arches and torches"
        ),
        "chart": Kind(
            "maps", "an old map with a coast, mountains, woods and a route, a sea chart with depths, or a compass rose"
        ),
        "corners": Kind(
            "frames",
            "a border with marked corners, such as brackets, rivets, fans of art deco, thorns or hazard stripes",
        ),
        "circuit": Kind(
            "machines",
            "traces that run in parallel and turn by 45 degrees, with pads at their ends and chips between them",
        ),
        "city": Kind(
            "town", "towers with lit windows at night, with neon signs, an alley of signs, or rain and a street lamp"
        ),
        "comic": Kind(
            "pulp",
            "rays or speed lines with halftone dots and a burst with a sign in it, roofs at night, or speech bubbles",
        ),
        "crime": Kind(
            "pulp",
            "a man in a hat under a street lamp, light through blinds, or a board with photographs and a red thread",
        ),
        "dragon": Kind(
            "legend", "a dragon in flight before the moon and mountains, or a sword in a stone with a ring of light"
        ),
        "emblem": Kind(
            "emblem", "a plate for an icon, such as a disc, a shield, a burst or a seal, with a line along its edge"
        ),
        "figure": Kind(
            "figure",
            "a bust in the style of a block print, combined from random heads, hats, faces and clothes of a family",
        ),
        "filigree": Kind(
            "filigree", "scrolls with leaves and buds that grow from the corners or the lower edge of the area"
        ),
        "flames": Kind(
            "elements", "rows of licking tongues, each row in front of the one above, with a hot core in the second ink"
        ),
        "gate": Kind("gothic", "a wrought-iron gate under a pointed arch, between two posts"),
        "gears": Kind(
            "machines", "toothed wheels that turn each other, pipes with valves, or a plate with rivets and a factory"
        ),
        "geometric": Kind(
            "geometric", "a few large discs, quarter circles and stripes on a grid, as on a modern poster"
        ),
        "graveyard": Kind("gothic", "a great moon behind bare trees, tombs and bats, or a house on a hill"),
        "guilloche": Kind("radial", "the rosette of bank notes, bands of woven lines about the centre of the area"),
        "guilloche-band": Kind(
            "borders", "a border of woven lines along the sides of the area, with a rosette in each corner"
        ),
        "halftone": Kind("tones", "dots on a rotated screen that grow along a gradient"),
        "hatching": Kind("tones", "engraved lines that swell and fade, as a vignette, a gradient or an even tint"),
        "hexmap": Kind(
            "maps",
            "a battlefield of hexagons with woods, hills, a river and a road, contour lines, or fronts with arrows",
        ),
        "knotwork": Kind("frames", "a plaited border round the area, whose strands pass over and under each other"),
        "landscape": Kind(
            "landscape",
            "a sky with sun or moon, ridges one behind the other, and trees, snow or a boat in front of them",
        ),
        "mask": Kind("figure", "the mask of a hero or a villain from the front, combined from random parts"),
        "ouroboros": Kind("radial", "the snake that bites its own tail, in a ring about the centre of the area"),
        "playground": Kind(
            "playground", "round hills under a rainbow, balloons in the sky, or a garden of large flowers"
        ),
        "rain": Kind("town", "slanting streaks in front of lit windows and neon signs, over a whole area"),
        "rays": Kind("radial", "a sunburst of wedges and fine lines from the centre of the area"),
        "rose-window": Kind(
            "radial", "panes between stone tracery round a hub; in a broken window, sectors slip, rotate and fall out"
        ),
        "skyline": Kind("town", "roofs, towers and lit windows in two rows, along the lower edge of the area"),
        "space": Kind(
            "night_sky",
            "stars, a planet with rings or bands, moons, and the ridge of a near world with a dome or a rocket",
        ),
        "spiral": Kind("radial", "tapering arms that wind tighter with each turn, as in a maelstrom"),
        "starfield": Kind(
            "night_sky", "randomly but evenly scattered stars of several sizes, some joined to constellations"
        ),
        "strata": Kind("elements", "layers of earth one below the other: solid, carved, or full of pebbles"),
        "torn-page": Kind(
            "torn_page", "a piece of newsprint with torn edges, a masthead, headlines and greeked columns"
        ),
        "waves": Kind(
            "elements", "rows of breaking crests as a block printer cuts them, each row in front of the one above"
        ),
        "wind": Kind("elements", "streams of air that swell, fade and curl up, rows of volutes with long tails"),
        "woven-border": Kind(
            "borders", "a band round a hexagon or a rectangle, in which a motif repeats between two rules"
        ),
    }
)
"""The kinds of ornaments, by their names in layouts."""


def params_model(kind: str) -> type[BaseModel]:
    """Return the model of a kind's parameters.

    Raises:
        ValueError: for an unknown kind; the message suggests the most similar one.
    """
    model: type[BaseModel] = _kind(kind).part("".join(word.title() for word in kind.split("-")))
    return model


def kind_description(kind: str) -> str:
    """Return what a kind of ornament draws, in a few words.

    Raises:
        ValueError: for an unknown kind; the message suggests the most similar one.
    """
    return _kind(kind).drawing


def draw(kind: str, area: Rect, seed: str, params: Mapping[str, object]) -> tuple[Mark, ...]:
    """Return the marks of an ornament over ``area`` (mm), bottom first; they may extend beyond its edges.

    Raises:
        ValueError: for an unknown kind or parameter, or a value out of bounds.
    """
    return _draw(kind, area, seed, _validated(kind, params_model(kind), params))


@lru_cache(maxsize=512)  # the preview and `build --watch` draw the same ornaments after every save
def _draw(kind: str, area: Rect, seed: str, params: BaseModel) -> tuple[Mark, ...]:
    marks: tuple[Mark, ...] = _kind(kind).part(f"draw_{kind.replace('-', '_')}")(area, _random(kind, seed), params)
    return marks


def _kind(kind: str) -> Kind:
    if kind not in KINDS:
        raise ValueError(f"unknown ornament {kind!r}{_did_you_mean(kind, KINDS)}")
    return KINDS[kind]


def _validated(kind: str, model: type[BaseModel], params: Mapping[str, object]) -> BaseModel:
    from pydantic import ValidationError  # noqa: PLC0415 - listing the kinds does not need it

    for name in params:
        if name not in model.model_fields:
            raise ValueError(f"ornament {kind} has no parameter {name!r}{_did_you_mean(name, model.model_fields)}")
    try:
        return model.model_validate(dict(params))
    except ValidationError as error:
        faults = (
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}, not {fault['input']!r}" for fault in error.errors()
        )
        raise ValueError(f"ornament {kind}: {'; '.join(faults)}") from error


def _did_you_mean(word: str, names: Iterable[str]) -> str:
    valid = sorted(names)
    similar = get_close_matches(str(word), valid, n=1, cutoff=0.5)
    return f"; did you mean {similar[0]!r}?" if similar else f"; valid names: {', '.join(valid)}"


def _random(kind: str, seed: str) -> Random:
    # unlike hash(), a digest is the same in every process
    digest = hashlib.sha256(f"{kind}\0{seed}".encode()).digest()
    return Random(int.from_bytes(digest[:8]))  # noqa: S311 - for drawings, not for secrets
