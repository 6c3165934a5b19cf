"""What the reference tells beside the models: the data files of this package, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual.reference import Notes
from punchboard.model.game.setup import COMMON_WORDS, VERBS

STEP = "Step"
"""The model whose keys are verbs and what stands beside them."""


@cache
def data(name: str) -> Mapping[str, Any]:
    """Return what a data file of this package says: ``takes``, ``examples``, ``filters`` and so on."""
    found: dict[str, Any] = read_yaml_value(text(f"{name}.yaml"), f"{name}.yaml")
    return found


def text(path: str) -> str:
    """Return the text of a file of this package."""
    return files(__package__).joinpath(path).read_text(encoding="utf-8")


def reference_notes(kind: str) -> Notes:
    """Return what is told besides of a kind of file."""
    beside = {word: f"With {_verbs_text(word)}." for word in _step_keys() if word not in COMMON_WORDS}
    return Notes(
        data("takes"), data("defaults"), {STEP: {**beside, **_required_texts()}}, data("examples").get(kind, {})
    )


def _step_keys() -> frozenset[str]:
    return frozenset().union(*(verb.allowed for verb in VERBS.values()))


def _verbs_text(word: str) -> str:
    """Return the verbs that a word stands beside; those that move components have most words in common."""
    found = [verb for verb, one in VERBS.items() if word in one.allowed]
    movers = [verb for verb, one in VERBS.items() if one.allowed == VERBS["draw"].allowed]
    rest = [f"`{verb}`" for verb in found if verb not in movers]
    told = ["`draw` and all others that move components", *rest] if {*movers} <= {*found} else rest
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def _required_texts() -> Mapping[str, str]:
    return {
        verb: f"It needs {' and '.join(f'`{word}`' for word in sorted(one.required))}."
        for verb, one in VERBS.items()
        if one.required
    }
