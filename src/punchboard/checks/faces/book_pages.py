"""Checks on whole pages of a book or sheet of paper: the rules on what is read, each on what lies under it there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from punchboard.asking import Ask, asked_anew
from punchboard.checks.faces import contrast, small_type
from punchboard.checks.faces.pages import page_face
from punchboard.model.layout.face import Face
from punchboard.problem import Place, Problem, as_text, problems_of
from punchboard.scene import Document, Page, Symbol


def check_book(document: Document, parts: Sequence[Face], place: Place, ask: Ask = asked_anew) -> tuple[Problem, ...]:
    """Return what is wrong with the type and the contrast of a book's pages, each problem once.

    Args:
        document: the composed book.
        parts: the faces of its pages and chapters.
        place: the text that the book is made of.
        ask: may know what is said of a page.
    """
    known = {part.symbol: part for part in parts}
    told = [
        json.loads(ask("what is wrong with its type", (page, place), partial(_said, page, known, place)))
        for page in document.pages
    ]
    found = [problem for problems, _ in told for problem in problems_of(problems)]
    sizes = Counter[float]()
    for _, letters in told:
        for size, count in letters:
            sizes[size] += count
    return tuple(dict.fromkeys((*found, *small_type.check_body(sizes, place))))


def _said(page: Page, known: Mapping[Symbol, Face], place: Place) -> str:
    """Return what is wrong with a page, and the sizes of what flows over it, as a text."""
    face = page_face(page, known, place)
    problems = [problem for rule in (small_type, contrast) for problem in rule.check(face)]
    return json.dumps([as_text(problems), list(small_type.body_sizes(face).items())])
