"""The page of a small game: its view, and its parsed HTML."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

from punchboard.products import PRODUCTS
from punchboard.products.product import NOTHING_BUILT
from punchboard.products.web.components import Addresses, view

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Html(HTMLParser):
    """The elements of a page as (name, attributes, text), in order; what is not closed rightly is an error."""

    def __init__(self, data):
        super().__init__(convert_charrefs=True)
        self.text = data.decode("utf-8")
        self.tags = []
        self._open = []
        self.feed(self.text)
        self.close()
        assert self._open == []

    def handle_starttag(self, name, attributes):
        """Open an element."""
        assert len(dict(attributes)) == len(attributes), (name, attributes)
        tag = (name, dict(attributes), [])
        self.tags.append(tag)
        if name not in VOID:
            self._open.append(tag)

    def handle_endtag(self, name):
        """Close the innermost element, which must be this one."""
        assert self._open.pop()[0] == name

    def handle_data(self, data):
        """Add text to the element that is open."""
        if self._open:
            self._open[-1][2].append(data)

    def all(self, name, **wanted):
        """Return the (attributes, text) of the elements of a name with these attributes."""
        found = ((attributes, "".join(text)) for one, attributes, text in self.tags if one == name)
        return [tag for tag in found if wanted.items() <= tag[0].items()]

    @property
    def view(self):
        """The view that the page has in it."""
        ((_, text),) = self.all("script", type="application/json")
        return json.loads(text)


@pytest.fixture
def addresses():
    """Return addresses as in the static page."""
    return Addresses(lambda side, _key: f"components/{side.name}.svg")


@pytest.fixture
def shown(addresses):
    """Return a function that makes the view of a composed game."""
    return lambda composed, **more: view(composed, addresses, **more)


@pytest.fixture
def page():
    """Return a function that makes ``index.html`` of a composed game."""

    def make(composed, report=NOTHING_BUILT):
        product = list(PRODUCTS["page"].make(composed, report))[-1]
        assert (product.path, product.format) == ("index.html", "data")
        return Html(product.data)

    return make


@pytest.fixture
def html():
    """Return the reader of HTML."""
    return Html
