"""`cards.html`: every component in words, in the order in which its faces are read aloud."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.products.web.cards.conftest import CardsPage, letters

from punchboard.load import find_games, load
from punchboard.model.layout.face import SpokenPart
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.products.sheets import face_page
from punchboard.products.web.cards import parts_html
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Document, Element
from punchboard.verify.read_aloud import read_aloud

ROOT = Path(__file__).resolve().parents[4]
WORDED = """\
title: The Grove & <b>More</b>
version: "2.1"
players: {range: 2-4, prototype: for a test}
lists:
  wood: {prototype: for a test, entries: {oak: {name: Oak, icon: star}, elm: {name: "Elm <i>"}}}
kinds:
  card:
    name: Leaf
    plural: Leaves
    shape: poker
    face: card
    back: back
    id: "leaf-{{ number }}"
    prototype: for a test
    fields:
      number: {type: integer}
      name: {type: text}
      wood: {one of: wood}
      text: {type: markdown, default: ""}
    rows:
      - {number: 1, name: "Root <script>alert(1)</script>", wood: oak,
         text: "Draw.\\n\\n3. First\\n4. Second\\n\\n- one\\n- two"}
      - {number: 2, name: Branch, wood: elm, copies: 3, text: "| A | B |\\n|---|---|\\n| 1 | **2** |"}
dice: {fate: {name: Fate Die, faces: [1, 2, 3, 4, 5, 6], prototype: for a test}}
"""
FACE = """\
boxes:
  text: {at: [6, 30], size: [51, 50], markdown: "{{ text }}"}
  number: {at: [50, 6], size: [8, 8], text: "{{ number }}"}
  again: {at: [50, 80], size: [8, 8], text: "{{ number }}"}
  motto: {at: [6, 82], size: [40, 5], text: always the same}
  name: {at: [6, 6], size: [40, 8], text: "{{ name }}", style: title}
  wood: {at: [6, 18], size: [8, 8], icon: "{{ wood.icon }}"}
"""
BACK = 'boxes:\n  name: {at: [6, 6], size: [51, 8], text: "Owl of {{ wood.name }}"}\n'
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H512V512Z"/></svg>'
FILES = {"layouts/faces/card.yaml": FACE, "layouts/faces/back.yaml": BACK, "layouts/icons/star.svg": STAR}


@pytest.fixture
def worded(composed, cards_page):
    """The page of a game with two cards that have names, numbers, icons, lists, a table and different backs."""
    return cards_page(composed(game=WORDED, files=FILES))


def test_each_kind_is_a_section_and_each_component_an_article(worded):
    """Then the dice and the quick reference; a component has its copies below its name."""
    assert worded.texts("h2") == ["Leaves", "Dice", "Quick reference"]
    assert list(worded.articles) == [
        "card-leaf-1",
        "card-leaf-2",
        "die-fate",
        *(f"reference-{at}" for at in ("1-1", "1-2", "2-1")),
    ]
    assert worded.articles["card-leaf-2"].texts("h3", "p")[:2] == ["Branch", "3 copies"]


def test_a_face_is_read_in_its_order(worded):
    """The name first, then values with their labels, then texts; what stands at both ends is read once."""
    root = worded.articles["card-leaf-1"]
    assert root.texts("p")[:3] == ["number: 1", "wood: Oak", "Draw."]
    assert "always the same" not in worded.html


def test_lists_and_tables_stay_lists_and_tables(worded):
    """A numbered list has its own numbers; cells of a header have a scope."""
    root, branch = worded.articles["card-leaf-1"], worded.articles["card-leaf-2"]
    items = [(attributes.get("value"), "".join(text)) for name, attributes, text in root.elements if name == "li"]
    assert items == [("3", "First"), ("4", "Second"), (None, "one"), (None, "two")]
    assert branch.texts("th", "td") == ["A", "B", "1", "2"]
    assert [attributes["scope"] for name, attributes, _ in branch.elements if name == "th"] == ["col", "col", "row"]


def test_a_back_is_read_only_where_backs_differ(worded, composed, cards_page):
    """A back that all components of a kind share says nothing about one of them."""
    assert worded.articles["card-leaf-2"].texts("h4", "strong") == ["Back", "Owl of Elm <i>"]
    shared = {
        **FILES,
        "layouts/faces/back.yaml": 'boxes:\n  name: {at: [6, 6], size: [51, 8], text: "{{ game.title }}"}\n',
    }
    assert "h4" not in {
        name for name, *_ in cards_page(composed(game=WORDED, files=shared)).articles["card-leaf-1"].elements
    }


def test_names_and_texts_are_escaped(worded):
    """Markup in a catalog stays text."""
    assert worded.articles["card-leaf-1"].name == "Root <script>alert(1)</script>"
    assert worded.html.count("<script") == 1
    assert worded.texts("h1") == ["The Grove & <b>More</b>"]


def test_components_that_are_read_alike_are_one_article(composed, cards_page):
    """Such as tiles that differ only in their pictures; it has the copies of all."""
    alike = WORDED.replace("number: 2, name: Branch, wood: elm", "number: 1, name: Branch, wood: elm")
    rows = alike.replace('id: "leaf-{{ number }}"', 'id: "leaf-{{ number }}-{{ copies }}"').replace(
        "dice:",
        '      - {number: 1, name: Branch, wood: elm, copies: 2, text: "| A | B |\\n|---|---|\\n| 1 | **2** |"}\ndice:',
    )
    articles = cards_page(composed(game=rows, files=FILES)).sections["kind-card"]
    assert [article.texts("p")[0] for article in articles] == ["number: 1", "5 copies"]


def test_dice_and_reference_cards_are_on_the_page(worded):
    """A die with its sides; each side of a reference card below its own title, as often as there are seats."""
    assert worded.articles["die-fate"].texts("li") == ["1", "2", "3", "4", "5", "6"]
    reference = worded.articles["reference-1-1"]
    assert (reference.name, reference.texts("p")) == ("Card 1, side 1", ["4 copies", "Draw."])


def test_components_are_filtered_by_their_choices(worded):
    """Only fields with several values are filters; each article has the codes of its values."""
    choices = [element for element in worded.elements if element[0] == "select"]
    assert [attributes["id"] for _, attributes, _ in choices] == ["kind", "choice-1"]
    assert worded.articles["card-leaf-2"].attributes["data-choices"] == "0.1"
    assert [text for text in worded.texts("option") if text.startswith("Elm")] == ["Elm <i>"]


def test_the_policy_allows_nothing_but_its_own_style_and_script(worded):
    """By their hashes; the page makes no request."""
    policy = next(attributes["content"] for name, attributes, _ in worded.elements if "http-equiv" in attributes)
    for tag in ("style", "script"):
        (text,) = worded.texts(tag)
        assert f"{tag}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert not re.search(r"(?:src|href)=\"(?!#|data:)", worded.html)


def test_the_page_is_in_the_language_of_the_game(composed, cards_page):
    """Its own words, too."""
    page = cards_page(composed(game=f"language: de\n{WORDED}", files=FILES))
    assert '<html lang="de" dir="ltr">' in page.html
    assert page.texts("h2") == ["Leaves", "Würfel", "Kurzreferenz"]


def test_equal_games_have_equal_pages(composed):
    """Byte by byte."""
    one, other = (next(PRODUCTS["cards"].make(composed(game=WORDED, files=FILES))).data for _ in range(2))
    assert one == other


ROLES = st.sampled_from(["P", "H2", "L", "OL", "LI", "LBody", "Table", "TR", "TH", "TD", "RowHeader", "Div", "Figure"])
TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
PARTS = st.recursive(
    st.builds(lambda role, text: SpokenPart(Element(role), text), ROLES, TEXTS),
    lambda inner: st.builds(
        lambda role, parts: SpokenPart(Element(role), "", tuple(parts)), ROLES, st.lists(inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.lists(PARTS, max_size=4))
def test_any_parts_become_closed_elements_with_all_their_words(parts):
    """In the same order, whatever lies in what."""
    html = f'<section id="s"><article id="a">{parts_html(parts)}</article></section>'
    words = CardsPage(html.encode()).articles["a"].text
    assert letters(words) == "".join(letters(part.whole_text) for part in parts)


@pytest.mark.slow
@pytest.mark.parametrize("game", find_games(ROOT))
def test_every_component_has_the_words_that_are_read_of_its_pdf(game, cards_page):
    """For all games: the name as heading, then each part of the structure tree of its front, in the same order."""
    composed = ComposedGame(load(game, ROOT), ("a4",))
    page = cards_page(composed)
    fronts = tuple(dict.fromkeys(front for _, front, _ in composed.specs))
    pages = (face_page(composed.draw(front))._replace(label=f"{number}") for number, front in enumerate(fronts))
    document = Document("nothing on page", tuple(pages))
    read = dict(zip(fronts, read_aloud(render_pdf(document)).parts, strict=True))
    for cards in composed.cards.values():
        component, parts = (
            cards[0][0],
            [read[front] for _, front, _ in cards if not read[front].text.startswith("nothing on page")],
        )
        articles = page.sections[f"kind-{component.kind}"]
        assert any(is_read_as(article, parts) for article in articles), component.id
        name = letters(composed.composer.printed_name(component))
        is_unnamed = name == letters(composed.game.kinds[component.kind].name)
        assert is_unnamed or name in {letters(article.name) for article in articles}


def is_read_as(article, parts):
    """Tell whether an article has parts of a PDF in their order; what is read again may be left out."""
    text, at, seen = letters(article.text), 0, ""
    for part in (inner for outer in parts for inner in outer.all_parts()):
        words = letters(part.text)
        if part.role == "Figure" and "." in part.text:  # a face within the face, which a PDF has as one picture
            if not all(letters(word) in text for word in part.text.split()):
                return False
        elif part.role != "Lbl" and words and words not in seen:
            found = text.find(words, 0 if part.role == "H1" else at)
            if found < 0:
                return False
            at = found + len(words)
        seen += f"{words} "
    return True
