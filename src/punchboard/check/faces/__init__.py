"""Checks on composed faces, before anything is rendered: one rule a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from punchboard.check.faces import bleed, contrast, fit, frame, glyph, outside, overlap, resolution, smalltype
from punchboard.model.face import Face
from punchboard.problem import Problem

Check = Callable[[Face], Iterator[Problem]]

RULES: tuple[Check, ...] = (
    fit.check,
    glyph.check,
    outside.check,
    overlap.check,
    frame.check,
    bleed.check,
    smalltype.check,
    contrast.check,
    resolution.check,
)


def check_faces(faces: Sequence[Face]) -> tuple[Problem, ...]:
    """Return every problem of the faces, each once."""
    return tuple(dict.fromkeys(problem for face in faces for rule in RULES for problem in rule(face)))
