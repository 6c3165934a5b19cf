"""A book in brief: what there is to say of it without its pages, so that it need not be set where that is known."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from punchboard.problem import Problem, as_text, problems_of

if TYPE_CHECKING:
    from punchboard.compose.books.book import Book


class Brief(NamedTuple):
    """What a composed book says of itself."""

    problems: tuple[Problem, ...]
    """What composing found wrong with its text."""
    told: Mapping[str, int]
    """The first page on which each marked rule is told."""
    looks: frozenset[str]
    """The looks of the faces of its pages and chapters."""
    name: str = ""
    """The hash of all that the book is made from; nothing where it is not known what that is."""


def in_brief(book: "Book") -> str:
    """Return a book in brief as a text, from which `brief_of` makes it again."""
    looks = sorted({face.symbol.look for face in book.faces})
    return json.dumps([as_text(book.problems), dict(book.told), looks])


def brief_of(text: str, name: str) -> Brief:
    """Return a book in brief.

    Args:
        text: what `in_brief` made of the book.
        name: what the book goes by, beside its text.
    """
    problems, told, looks = json.loads(text)
    return Brief(problems_of(problems), told, frozenset(looks), name)
