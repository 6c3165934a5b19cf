"""The documents that the static page links to: PDF files and pages that lie in the output beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.components.view import DocumentView

SHEETS: Final = ("sheets", "boards", "nets", "boxes", "reference", "set-up", "score", "playtest", "booklet")
"""The products whose PDF files are printed and cut, folded or filled in, in the order of the page."""

RULEBOOK: Final = "rulebook.html"
CHECKS: Final = "checks.html"
REFERENCE: Final = "reference.pdf"


def sheets(composed: ComposedGame) -> Iterator[DocumentView]:
    """Yield what is printed, paper by paper."""
    files = [(product, path) for path, (product, _) in composed.made.items() if path.endswith(".pdf")]
    for name, paper in composed.papers.items():
        for product in SHEETS:
            for path in (path for made, path in files if made == product):
                head, _, rest = PurePosixPath(path).stem.partition("-")
                if head == name and rest:
                    yield DocumentView(
                        _said(rest, product), file=path, count=composed.made[path][1], group=paper.name or name
                    )


def books(composed: ComposedGame) -> Iterator[DocumentView]:
    """Yield what is read: the rulebook, as HTML and as PDF, and the quick reference."""
    made = composed.made
    html = RULEBOOK if RULEBOOK in made else None
    if html or "rulebook.pdf" in made:
        yield DocumentView("Rulebook", file=_there("rulebook.pdf", made), count=_count("rulebook.pdf", made), html=html)
    if REFERENCE in made:
        yield DocumentView("Quick reference", file=REFERENCE, count=_count(REFERENCE, made))


def checks(composed: ComposedGame) -> str | None:
    """Return the address of what the checks found, when it is there."""
    return CHECKS if CHECKS in composed.made else None


def _there(path: str, made: Mapping[str, tuple[str, int]]) -> str:
    return path if path in made else ""


def _count(path: str, made: Mapping[str, tuple[str, int]]) -> int:
    return made[path][1] if path in made else 0


def _said(stem: str, product: str) -> str:
    """Return the name of a file as a title: ``Rulebook booklet``; a product's own name as it is: ``Set-up``."""
    name = stem if stem == product else stem.replace("-", " ")
    return name[:1].upper() + name[1:]
