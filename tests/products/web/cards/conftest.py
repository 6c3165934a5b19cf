"""The articles of `cards.html`, parsed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

import pytest

from punchboard.products import PRODUCTS

VOID = {"meta", "link", "input"}
NOT_LETTERS = re.compile(r"[\W_]+")


def letters(text):
    """Return letters and digits alone."""
    return NOT_LETTERS.sub("", text).casefold()


class Article(NamedTuple):
    """One component on the page: its attributes, and its elements, each (name, attributes, text)."""

    attributes: dict[str, str]
    elements: list[tuple[str, dict[str, str], list[str]]]

    def texts(self, *names):
        """Return the texts of the elements of some names in their order; of all if none is named."""
        return [" ".join("".join(text).split()) for name, _, text in self.elements if not names or name in names]

    @property
    def name(self):
        """The text of its heading."""
        return self.texts("h3")[0]

    @property
    def text(self):
        """All its words in reading order."""
        return " ".join(filter(None, self.texts()))


class CardsPage(HTMLParser):
    """A page, as its sections and articles; what is not closed rightly is an error."""

    def __init__(self, data):
        super().__init__(convert_charrefs=True)
        self.html = data.decode("utf-8")
        self.sections: dict[str, list[Article]] = {}
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(self.html)
        self.close()
        assert self._open == []

    def handle_starttag(self, name, attributes):
        """Open an element; the first element of a section is its heading."""
        element = (name, dict(attributes), [])
        assert len(element[1]) == len(attributes)
        self.elements.append(element)
        if name == "article":
            *_, found = self.sections.values()
            found.append(Article(element[1], []))
        elif name == "section":
            self.sections[element[1]["id"]] = []
        elif any(one == "article" for one, *_ in self._open):
            *_, found = self.sections.values()
            found[-1].elements.append(element)
        if name not in VOID:
            self._open.append(element)

    def handle_endtag(self, name):
        """Close the innermost element, which must be this one."""
        assert self._open.pop()[0] == name

    def handle_data(self, data):
        """Add text to the element that is open."""
        if self._open:
            self._open[-1][2].append(data)

    @property
    def articles(self):
        """All articles by their ids."""
        return {one.attributes["id"]: one for found in self.sections.values() for one in found}

    def texts(self, name):
        """Return the texts of all elements of a name."""
        return ["".join(text) for one, _, text in self.elements if one == name]


@pytest.fixture
def cards_page():
    """Return a function that makes the page of a game and parses it."""

    def cards_page(composed):
        (product,) = PRODUCTS["cards"].make(composed)
        assert product.path == "cards.html"
        return CardsPage(product.data)

    return cards_page
