"""Checks on whole pages of a book or sheet of paper: the rules on what is read, each on what lies under it there."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.check.faces import contrast, smalltype
from punchboard.check.faces.pages import page_faces
from punchboard.model.face import Face
from punchboard.problem import Place, Problem
from punchboard.scene import Document


def check_book(document: Document, parts: Sequence[Face], place: Place) -> tuple[Problem, ...]:
    """Return what is wrong with the type and the contrast of a book's pages, each problem once.

    Args:
        document: the composed book.
        parts: the faces of its pages and chapters.
        place: the text that the book is made of.
    """
    pages = tuple(page_faces(document, parts, place))
    found = [problem for page in pages for rule in (smalltype, contrast) for problem in rule.check(page)]
    return tuple(dict.fromkeys((*found, *smalltype.check_body(pages))))
