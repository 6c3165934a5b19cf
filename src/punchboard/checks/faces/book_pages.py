"""Checks on whole pages of books and sheets of paper: type size, and contrast with what lies under the text there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from punchboard.checks.faces import contrast, small_type
from punchboard.checks.faces.page_faces import page_face
from punchboard.model.layout.face import Face
from punchboard.problem import Place, Problem
from punchboard.scene import Document


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
