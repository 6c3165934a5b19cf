"""Ornaments: vector drawings generated from an area, a seed and parameters; the same seed always gives the same marks.

Each kind is a module with a `Params` model and a function ``draw(area, random, params)``, imported on first use.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from random import Random
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Final

from punchboard.ornament.pen import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

    from punchboard.geometry import Rect

__all__ = ["KINDS", "Mark", "draw", "kind_description", "params_model"]

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        kind: f"{__name__}.{kind.replace('-', '_')}"
        for kind in (
            "antiquity",
            "broadside",
            "castle",
            "chart",
            "corners",
            "circuit",
            "city",
            "comic",
            "crime",
            "dragon",
            "emblem",
            "figure",
            "filigree",
            "flames",
            "gate",
            "gears",
            "geometric",
            "graveyard",
            "guilloche",
            "guilloche-band",
            "halftone",
            "hatching",
            "hexmap",
            "knotwork",
            "landscape",
            "mask",
            "ouroboros",
            "playground",
            "rain",
            "rays",
            "rose-window",
            "skyline",
            "space",
            "spiral",
            "starfield",
            "strata",
            "torn-page",
            "waves",
            "wind",
            "woven-border",
        )
    }
)
"""The module of each kind of ornament, by the kind's name in layouts."""


def params_model(kind: str) -> type[BaseModel]:
    """Return the model of a kind's parameters.

    Raises:
        ValueError: for an unknown kind; the message suggests the most similar one.
    """
    model: type[BaseModel] = _module(kind).Params
    return model


def kind_description(kind: str) -> str:
    """Return what a kind of ornament draws, in a few words: its module's docstring without the name.

    Raises:
        ValueError: for an unknown kind; the message suggests the most similar one.
    """
    return str(_module(kind).__doc__).splitlines()[0].partition(": ")[2].removesuffix(".")


def draw(kind: str, area: Rect, seed: str, params: Mapping[str, object]) -> tuple[Mark, ...]:
    """Return the marks of an ornament over ``area`` (mm), bottom first; they may extend beyond its edges.

    Raises:
        ValueError: for an unknown kind or parameter, or a value out of bounds.
    """
    return _draw(kind, area, seed, _validated(kind, _module(kind).Params, params))


@lru_cache(maxsize=512)  # the preview and `build --watch` draw the same ornaments after every save
def _draw(kind: str, area: Rect, seed: str, params: BaseModel) -> tuple[Mark, ...]:
    marks: tuple[Mark, ...] = _module(kind).draw(area, _random(kind, seed), params)
    return marks


def _module(kind: str) -> ModuleType:
    if kind not in KINDS:
        raise ValueError(f"unknown ornament {kind!r}{_did_you_mean(kind, KINDS)}")
    return import_module(KINDS[kind])


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
