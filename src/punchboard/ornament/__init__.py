"""Ornaments: vector drawings generated from an area, a seed and parameters; the same seed always gives the same marks.

`KINDS` lists them. Each has a model of its parameters and a function that draws it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.geometry import Rect
from punchboard.ornament.pen import Mark
from punchboard.system.yaml_parser import own_data

if TYPE_CHECKING:
    from pydantic import BaseModel

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


def _read_kinds() -> Iterator[tuple[str, Kind]]:
    modules: dict[str, dict[str, str]] = own_data("ornament/kinds.yaml")
    for module, kinds in modules.items():
        yield from ((kind, Kind(module, drawing)) for kind, drawing in kinds.items())


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(dict(sorted(_read_kinds())))
"""The kinds of ornaments, by their names in layouts."""


def params_model(kind: str) -> "type[BaseModel]":
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
def _draw(kind: str, area: Rect, seed: str, params: "BaseModel") -> tuple[Mark, ...]:
    marks: tuple[Mark, ...] = _kind(kind).part(f"draw_{kind.replace('-', '_')}")(area, _random(kind, seed), params)
    return marks


def _kind(kind: str) -> Kind:
    if kind not in KINDS:
        raise ValueError(f"unknown ornament {kind!r}{_did_you_mean(kind, KINDS)}")
    return KINDS[kind]


def _validated(kind: str, model: "type[BaseModel]", params: Mapping[str, object]) -> "BaseModel":
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
