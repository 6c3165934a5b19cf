"""Ornaments: pure drawings made from an area, a seed and a few parameters; the same seed always draws the same marks.

Each kind is a module with a `Params` model and ``draw(area, random, params)``; it is imported when it is first used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from random import Random
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Final

from punchboard.ornament.mark import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

    from punchboard.geometry import Rect

__all__ = ["KINDS", "Mark", "draw", "params_model"]

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        kind: f"{__name__}.{kind.replace('-', '_')}"
        for kind in (
            "broadside",
            "figure",
            "filigree",
            "flames",
            "gate",
            "guilloche",
            "guilloche-band",
            "halftone",
            "hatching",
            "knotwork",
            "landscape",
            "mask",
            "ouroboros",
            "rain",
            "rays",
            "rose-window",
            "skyline",
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
"""The module of each kind of ornament, by the name that layouts use."""


def params_model(kind: str) -> type[BaseModel]:
    """Return the model of a kind's parameters.

    Raises:
        ValueError: for a kind that does not exist; the message names the nearest one.
    """
    model: type[BaseModel] = _module(kind).Params
    return model


def draw(kind: str, area: Rect, seed: str, params: Mapping[str, object]) -> tuple[Mark, ...]:
    """Return the marks of an ornament over ``area`` (mm), bottom first; they may run over its edge.

    Raises:
        ValueError: for an unknown kind or parameter, or a value out of bounds.
    """
    module = _module(kind)
    marks: tuple[Mark, ...] = module.draw(area, _random(kind, seed), _validated(kind, module.Params, params))
    return marks


def _module(kind: str) -> ModuleType:
    if kind not in KINDS:
        raise ValueError(f"no ornament is called {kind!r}{_did_you_mean(kind, KINDS)}")
    return import_module(KINDS[kind])


def _validated(kind: str, model: type[BaseModel], params: Mapping[str, object]) -> BaseModel:
    from pydantic import ValidationError

    for name in params:
        if name not in model.model_fields:
            raise ValueError(f"ornament {kind} has no parameter {name!r}{_did_you_mean(name, model.model_fields)}")
    try:
        return model.model_validate(dict(params))
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}, not {one['input']!r}" for one in error.errors())
        raise ValueError(f"ornament {kind}: {'; '.join(faults)}") from error


def _did_you_mean(word: str, names: Iterable[str]) -> str:
    known = sorted(names)
    near = get_close_matches(str(word), known, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"


def _random(kind: str, seed: str) -> Random:
    # hash() differs from run to run, a digest does not
    digest = hashlib.sha256(f"{kind}\0{seed}".encode()).digest()
    return Random(int.from_bytes(digest[:8]))
