"""Books as products: the rulebook, the design notes and the back cover, as pages and as HTML."""

import pytest

from punchboard.products import PRODUCTS
from punchboard.products.web.components import books

BACK = "# At a glance\n\nLeaves fall.\n\n# Makers\n\n```credits\n```\n"


def made(game, name):
    """Return the files of a product by path."""
    return {file.path: file for file in PRODUCTS[name].make(game)}


@pytest.mark.parametrize("texts", [(), ("rulebook", "reference", "turn")])
def test_a_game_without_the_text_has_no_design_notes(composed, texts):
    """Whatever else a game has: the product is empty, and is no fault."""
    assert made(composed(("a4",), texts=texts), "design-notes") == {}


def test_design_notes_are_pages_of_the_rulebook_without_a_cover(composed):
    """One page of text has the size of the rulebook's pages, and its title has that of the game before it."""
    game = composed(("a4",), texts=("rulebook", "design-notes"))
    notes, rules = made(game, "design-notes")["design-notes.pdf"], made(game, "rulebook")["rulebook.pdf"]
    (page,) = notes.document.pages
    assert page.size == rules.document.pages[0].size
    assert notes.document.title == f"{rules.document.title}: Design notes"


def test_design_notes_need_no_rulebook(composed):
    """A game that only has notes has them as pages and as HTML, in which their words stand."""
    files = made(composed(("a4",), texts=("design-notes",)), "design-notes")
    assert sorted(files) == ["design-notes.html", "design-notes.pdf"]
    assert b"All leaves are ours." in files["design-notes.html"].data


def test_the_page_of_all_components_lists_every_book(composed):
    """The rulebook comes first, each book with its pages and its HTML."""
    game = composed(("a4",), texts=("rulebook", "design-notes"))
    built = {
        path: (name, len(file.document.pages))
        for name in ("design-notes", "rulebook")
        for path, file in made(game, name).items()
    }
    listed = [(view.name, view.file, view.html) for view in books(built)]
    assert listed == [
        ("Rulebook", "rulebook.pdf", "rulebook.html"),
        ("Design notes", "design-notes.pdf", "design-notes.html"),
    ]


@pytest.mark.parametrize("product", ["rulebook", "epub"])
def test_the_back_cover_ends_the_rulebook_on_screens(composed, product):
    """HTML and e-book have its words as their last chapters, so that credits are never lost."""
    game = composed(("a4",), texts=("rulebook",), files={"back-cover.md": BACK})
    for file in made(game, product).values():
        data = b"".join(file.members.values()) or file.data
        assert file.format == "pdf" or (b"Leaves fall." in data and b"Makers" in data)
