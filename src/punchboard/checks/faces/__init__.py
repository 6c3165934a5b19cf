"""Checks on composed faces, before anything is rendered: one rule a file."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from punchboard.checks.faces import (
    bleed,
    contrast,
    covered,
    fit,
    frame,
    large_pictures,
    missing_glyphs,
    overlap,
    resolution,
    safe_area,
    small_type,
)
from punchboard.checks.ink import contrast as background_layers
from punchboard.checks.ink.readable_inks import page_face
from punchboard.model.layout.face import Face, Fault, fault_problems
from punchboard.problem import Place, Problem
from punchboard.scene import Document

Check = Callable[[Face], Iterator[Problem]]
LayoutCheck = Callable[[Face], Iterator[Fault]]

RULES: tuple[Check, ...] = (
    fit.check,
    missing_glyphs.check,
    safe_area.check,
    overlap.check,
    frame.check,
    bleed.check,
    small_type.check,
    contrast.check,
    resolution.check,
)

LAYOUT_RULES: tuple[LayoutCheck, ...] = (covered.faults, large_pictures.faults)
"""The rules whose problems lie in the layout: each is reported once, with the number of cards."""


class FaceReport(NamedTuple):
    """What is wrong with some faces."""

    faults: tuple[Fault, ...] = ()
    """What went wrong while the faces were drawn."""
    problems: tuple[Problem, ...] = ()
    """What the checks found, each problem once."""
    fault_positions: frozenset[int] = frozenset()
    """The positions of the faces with faults."""
    layout_faults: tuple[Fault, ...] = ()
    """What the checks found that lies in the layouts."""


def report_faces(faces: Iterable[Face]) -> FaceReport:
    """Return what is wrong with faces. Each is read once, so they may come from a generator."""
    faults, problems, faulty, layout_faults = list[Fault](), dict[Problem, None](), set[int](), list[Fault]()
    try:
        for at, face in enumerate(faces):
            faults += face.faults
            layout_faults += [fault for rule in LAYOUT_RULES for fault in rule(face)]
            problems |= dict.fromkeys(problem for rule in RULES for problem in rule(face))
            if face.faults:
                faulty.add(at)
    finally:  # a watched game is checked again and again: these caches must not outlive one check
        background_layers.clear_caches()
        resolution.clear_caches()
    return FaceReport(tuple(faults), tuple(problems), frozenset(faulty), tuple(layout_faults))


def join_reports(reports: Iterable[tuple[int, FaceReport]]) -> FaceReport:
    """Return one report from pairs of (number of faces, report) for consecutive runs of faces."""
    faults, problems, faulty, layout_faults = list[Fault](), dict[Problem, None](), set[int](), list[Fault]()
    start = 0
    for length, report in reports:
        faults += report.faults
        layout_faults += report.layout_faults
        problems |= dict.fromkeys(report.problems)
        faulty |= {start + at for at in report.fault_positions}
        start += length
    return FaceReport(tuple(faults), tuple(problems), frozenset(faulty), tuple(layout_faults))


def check_faces(faces: Iterable[Face]) -> tuple[Problem, ...]:
    """Return every problem that the checks find on faces, each once."""
    report = report_faces(faces)
    return (*fault_problems(report.layout_faults), *report.problems)


def check_book(document: Document, parts: Sequence[Face], place: Place) -> tuple[Problem, ...]:
    """Return the problems of type size and contrast on a book's pages, each once.

    Args:
        document: the composed book.
        parts: the faces of its pages and chapters.
        place: the text that the book is made from.
    """
    part_faces = {part.symbol: part for part in parts}
    problems, sizes = list[Problem](), Counter[float]()
    for page in document.pages:
        face = page_face(page, part_faces, place)
        problems += [problem for rule in (small_type, contrast) for problem in rule.check(face)]
        sizes.update(small_type.body_sizes(face))
    return tuple(dict.fromkeys((*problems, *small_type.check_body(sizes, place))))
