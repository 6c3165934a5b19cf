"""Pages of checks, and a reader of their HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from punchboard.checks import check_game
from punchboard.checks.played import check_plays
from punchboard.checks.severities import apply_overrides
from punchboard.engine.proof import proof_of
from punchboard.products import PRODUCTS, BuildReport

WITHIN_WORDS = {"em", "strong"}
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Tag(NamedTuple):
    """An element: its name, its attributes, and the text within."""

    name: str
    attributes: dict
    text: list


class Page(HTMLParser):
    """The elements of a page, in order; what is not closed rightly is an error."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.html = html
        self.tags = []
        self._open = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, name, attributes):
        """Open an element."""
        assert len(dict(attributes)) == len(attributes), (name, attributes)
        tag = Tag(name, dict(attributes), [])
        self.tags.append(tag)
        if name not in WITHIN_WORDS:
            self.handle_data(" ")
        if name not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, name, attributes):
        """Take an element that closes itself."""
        self.tags.append(Tag(name, dict(attributes), []))

    def handle_endtag(self, name):
        """Close the innermost element, which must be this one."""
        assert self._open.pop().name == name

    def handle_data(self, data):
        """Add text to all elements that are open."""
        for tag in self._open:
            tag.text.append(data)

    def all(self, name, **wanted):
        """Return the elements of a name with these attributes."""
        return [tag for tag in self.tags if tag.name == name and wanted.items() <= tag.attributes.items()]

    def texts(self, name, **wanted):
        """Return the words within each element of a name."""
        return [" ".join("".join(tag.text).split()) for tag in self.all(name, **wanted)]


@pytest.fixture
def root():
    """The root of the repository."""
    return Path(__file__).resolve().parents[4]


@pytest.fixture
def page():
    """Return a function that makes the page of a composed game, checked as the pipeline does."""

    def make(composed):
        game = composed.game
        found = check_game(game)
        if game.file.setup:
            found += tuple(check_plays(proof_of(game)))
        report = BuildReport(apply_overrides(game, found))
        (product,) = PRODUCTS["checks"].make(composed, report)
        assert (product.path, product.format) == ("checks.html", "data")
        return Page(product.data.decode("utf-8"))

    return make
