"""The data files of this package, with what the reference adds to the models; each is read when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual.reference import Notes
from punchboard.model.game.setup import COMMON_WORDS, VERBS

STEP = "Step"
"""The model whose keys are the verbs and the other keys of a step."""


@cache
def data(name: str) -> Mapping[str, Any]:
    """Return the content of a data file of this package: ``takes``, ``examples``, ``filters`` and so on."""
    found: dict[str, Any] = read_yaml_value(text(f"{name}.yaml"), f"{name}.yaml")
    return found


def text(path: str) -> str:
    """Return the text of a file of this package."""
    return files(__package__).joinpath(path).read_text(encoding="utf-8")


def reference_notes(kind: str) -> Notes:
    """Return the additional notes of the reference for a kind of file."""
    verbs_of_keys = {word: f"With {_verbs_text(word)}." for word in _step_keys() if word not in COMMON_WORDS}
    verb_values = {verb: one["takes"] for verb, one in data("verbs").items()}
    takes = {**data("takes"), STEP: {**data("takes")[STEP], **verb_values}}
    return Notes(
        takes, data("defaults"), {STEP: {**verbs_of_keys, **_required_texts()}}, data("examples").get(kind, {})
    )


def _step_keys() -> frozenset[str]:
    return frozenset().union(*(verb.allowed for verb in VERBS.values()))


def _verbs_text(word: str) -> str:
    """Return the verbs that a key can accompany, with the verbs that move components as one group."""
    found = [verb for verb, one in VERBS.items() if word in one.allowed]
    movers = [verb for verb, one in VERBS.items() if one.operand == "amount"]
    rest = [f"`{verb}`" for verb in found if verb not in movers]
    names = [f"`{movers[0]}` and all others that move components", *rest] if {*movers} <= {*found} else rest
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _required_texts() -> Mapping[str, str]:
    return {
        verb: f"It needs {' and '.join(f'`{word}`' for word in sorted(one.required))}."
        for verb, one in VERBS.items()
        if one.required
    }
