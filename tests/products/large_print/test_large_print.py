"""Large print: every word at 18 pt or more, on a page or on a card; what does not fit a card is in the list."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.products.conftest import FACE, GAME

from punchboard.compose.text.markdown import parse_blocks
from punchboard.load import load
from punchboard.products.game.component_words import as_markdown
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.large_print import large_print
from punchboard.scene import DECORATION, Group, Text, Use
from punchboard.units import MM_PER_POINT

ROOT = Path(__file__).resolve().parents[3]
LEAST = 18 * MM_PER_POINT - 0.001
LONG = "Each player who has no leaf left takes one from the pile, or turns a branch if the pile is empty. " * 6


def texts(items):
    """Yield each line of text and its size in mm; figures and decoration have none to read."""
    for item in items:
        if isinstance(item, Text):
            yield from ((line.text, item.size) for line in item.lines)
        elif isinstance(item, Use):
            yield from texts(item.symbol.items)
        elif isinstance(item, Group) and item.element != DECORATION and getattr(item.element, "role", "") != "Figure":
            yield from texts(item.items)


def faces(items):
    """Yield the faces of components on a page."""
    for item in items:
        if isinstance(item, Use) and item.symbol.is_face:
            yield item
        elif isinstance(item, Group):
            yield from faces(item.items)


def files_of(composed):
    """Return the files in large print, by name."""
    return {product.path.partition("a4-")[2][:-4]: product.document for product in large_print(composed)}


def words_of(document, shown=lambda items: items):
    """Return all that is read on the pages of a document, and the smallest size of it in mm."""
    lines = [line for page in document.pages for line in texts(shown(page.items))]
    return " ".join(text for text, _ in lines), min(size for _, size in lines)


@pytest.mark.parametrize(
    "name",
    [
        "alpha-and-omega",
        pytest.param("alter-ego", marks=pytest.mark.slow),
        *(
            pytest.param(name, marks=[pytest.mark.slow, pytest.mark.long])
            for name in ("alpha-omega", "atmosfear", "vortex")
        ),
    ],
)
def test_no_word_of_a_game_is_smaller_than_18_points(name):
    """In the rulebook, the reference cards, the set-up, the list, and on the cards."""
    files = files_of(ComposedGame(load(name, ROOT), ("a4",)))
    assert {"rulebook", "reference", "set-up", "words"} <= {*files}
    for file, document in files.items():
        _, smallest = words_of(document, faces if file == "cards" else tuple)
        assert smallest >= LEAST, file


def test_a_card_has_its_name_its_number_and_its_words(composed):
    """At the size of a jumbo card, with a back if its own face has one."""
    files = files_of(composed(("a4",)))
    words, smallest = words_of(files["cards"], faces)
    assert smallest >= LEAST
    for name, number in (("Root", 1), ("Branch", 2), ("Crown", 3)):
        assert f"{number} {name} Card" in words
    marks = [group.mark for page in files["cards"].pages for group in page.items if getattr(group, "mark", None)]
    assert [(mark.component, mark.side) for mark in marks if mark.component == "branch"] == [
        ("branch", side) for side in ("front", "back") for _ in range(3)
    ]


def test_words_that_do_not_fit_a_card_are_in_the_list(composed):
    """The card names its number there; the list begins with what is different."""
    game = GAME.replace("title: {type: text}", 'title: {type: text}\n      rule: {type: text, default: ""}')
    game = game.replace("[{title: Root}", f'[{{title: Root, rule: "{LONG}"}}')
    rule = '  rule: {at: [6, 16], size: [50, 66], text: "{{ rule }}", style: label}\n'
    files = files_of(composed(("a4",), game=game, files={"layouts/faces/card.yaml": FACE + rule}))
    words, _ = words_of(files["cards"], faces)
    assert "See number 1 in the list." in words
    assert LONG.strip() not in words
    listed, _ = words_of(files["words"])
    assert "only in this list: 1." in listed
    assert LONG.strip() in listed


def test_a_game_whose_components_say_nothing_has_no_list(composed):
    """Its cards still have their names and numbers, and its tokens are not changed."""
    empty = "boxes:\n  ground: {area: bleed, fill: ink}\n"
    files = files_of(composed(("a4",), files={"layouts/faces/card.yaml": empty}))
    assert {*files} == {"rulebook", "reference", "cards"}
    assert words_of(files["cards"], faces)[0].count("Branch") == 3


@given(st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S")), min_size=1))
def test_words_are_printed_letter_by_letter(text):
    """Whatever marks of Markdown they have."""
    (paragraph,) = parse_blocks(as_markdown(f"a{text}a"))
    assert "".join(span.text for span in paragraph.spans) == f"a{text}a"
