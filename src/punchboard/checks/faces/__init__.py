"""Checks on composed faces, before anything is rendered: one rule a file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from punchboard.checks.faces import bleed, contrast, fit, frame, glyph, outside, overlap, resolution, small_type
from punchboard.checks.ink import background_layers
from punchboard.model.layout.face import Face
from punchboard.problem import Problem

Check = Callable[[Face], Iterator[Problem]]

RULES: tuple[Check, ...] = (
    fit.check,
    glyph.check,
    outside.check,
    overlap.check,
    frame.check,
    bleed.check,
    small_type.check,
    contrast.check,
    resolution.check,
)


class Checked(NamedTuple):
    """What the checks say of faces."""

    problems: tuple[Problem, ...]
    faulty: frozenset[int]
    """The places of those that could not be drawn as they were asked for."""
    wrong: frozenset[int]
    """The places of all with which something is wrong."""


def checked_faces(faces: Iterable[Face]) -> Checked:
    """Return every problem of the faces, each once, and which of them have any."""
    try:
        return _checked(faces)
    finally:  # or each edit of a game that is watched for a day would leave the game before it behind
        background_layers.forget()
        resolution.forget()


def _checked(faces: Iterable[Face]) -> Checked:
    problems, faulty, wrong = dict[Problem, None](), set[int](), set[int]()
    for at, face in enumerate(faces):
        found = [problem for rule in RULES for problem in rule(face)]
        problems |= dict.fromkeys(found)
        if face.faults:
            faulty.add(at)
        if face.faults or found:
            wrong.add(at)
    return Checked(tuple(problems), frozenset(faulty), frozenset(wrong))


def all_checked(lengths: Sequence[int], found: Sequence[Checked]) -> Checked:
    """Return what the checks say of runs of faces, one after another.

    Args:
        lengths: how many faces each run has.
        found: what the checks say of each.
    """
    starts = [0, *accumulate(lengths)]
    return Checked(
        tuple(dict.fromkeys(problem for one in found for problem in one.problems)),
        frozenset(start + at for start, one in zip(starts, found, strict=False) for at in one.faulty),
        frozenset(start + at for start, one in zip(starts, found, strict=False) for at in one.wrong),
    )


def check_faces(faces: Sequence[Face]) -> tuple[Problem, ...]:
    """Return every problem of the faces, each once."""
    return checked_faces(faces).problems
