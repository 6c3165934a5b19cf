"""Checks on whole pages of a book or sheet of paper: the rules on what is read, each on what lies under it there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from punchboard.checks.faces import contrast, small_type
from punchboard.checks.faces.page_faces import page_face
from punchboard.model.layout.face import Face
from punchboard.problem import Place, Problem
from punchboard.scene import Document


def check_book(document: Document, parts: Sequence[Face], place: Place) -> tuple[Problem, ...]:
    """Return what is wrong with the type and the contrast of a book's pages, each problem once.

    Args:
        document: the composed book.
        parts: the faces of its pages and chapters.
        place: the text that the book is made of.
    """
    known = {part.symbol: part for part in parts}
    found, sizes = list[Problem](), Counter[float]()
    for page in document.pages:
        face = page_face(page, known, place)
        found += [problem for rule in (small_type, contrast) for problem in rule.check(face)]
        sizes.update(small_type.body_sizes(face))
    return tuple(dict.fromkeys((*found, *small_type.check_body(sizes, place))))
