"""``table.html``: one file with its faces and its program, which runs nothing but its own script."""

import gzip
import json
import re
from base64 import b64decode

from punchboard.products.web.table import table
from punchboard.render.svg.html_drawings import drawn_html


def unpacked(page, name):
    """Return what the page brings, as its script unpacks it."""
    (found,) = re.findall(rf'<script type="text/plain" id="{name}">([^<]*)</script>', page)
    return gzip.decompress(b64decode(found)).decode()


def test_the_page_has_every_component_with_its_sides(folded):
    """Components, dice and reference cards name drawings that the page brings."""
    composed = folded()
    (product,) = table(composed)
    page = drawn_html(product.data, product.document.pages).decode()
    view = json.loads(unpacked(page, "view"))
    drawings = unpacked(page, "drawings").split("\0")[1:]
    assert [one["id"] for one in view["components"]] == [one.id for one in composed.game.components]
    sides = [side for one in view["components"] for side in (one["front"], one["back"], *one["more"])]
    sides += [side for die in view["dice"].values() for side in die["sides"]]
    sides += [one["side"] for one in view["reference"]]
    assert {side for side in sides if side is not None} == set(range(len(drawings)))
    assert all(drawings)


def test_only_its_own_script_and_style_may_run(played):
    """The policy allows them by their hashes, and no connection; nothing is loaded from elsewhere."""
    (product,) = table(played())
    page = product.data.decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert "default-src &#39;none&#39;" in policy
    assert "connect-src &#39;none&#39;" in policy
    assert "unsafe" not in policy
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)


def test_the_program_has_the_printed_words_of_its_steps(played):
    """Each line of the set-up has the words that the rulebook prints, without their marks, for each way to play."""
    composed = played()
    (product,) = table(composed)
    view = json.loads(unpacked(product.data.decode(), "view"))
    for program in view["program"]["programs"]:
        words = view["words"][f"{program['players']}/{program['variant']}"]
        assert {line["path"] for line in program["blocks"]["setup"]} <= words.keys()
        assert all(word == word.strip() and word for word in words.values())


def test_the_page_brings_the_rulebook(played):
    """With its text and its drawings; a game without one has no button for it."""
    composed = played()
    (product,) = table(composed)
    page = drawn_html(product.data, product.document.pages).decode()
    assert "Draw a card. Then fall." in unpacked(page, "rulebook")
    assert "<!--drawing" not in unpacked(page, "rulebook")


def test_a_game_without_a_rulebook_offers_none(composed):
    """There is no button that would open nothing."""
    (product,) = table(composed(texts=()))
    assert b'id="read"' not in product.data


def test_words_of_a_stranger_cannot_end_the_script(composed, plain):
    """Names with end tags reach the page only packed or escaped."""
    (product,) = table(composed(game=plain.replace("title: The Grove", 'title: "</script><script>alert(1)</script>"')))
    assert b"alert(1)</script>" not in product.data


def test_numbered_copies_have_drawings_of_their_own(composed):
    """Each copy shows which one it is; a card that is there once has one drawing."""
    kind = (
        "  card: {name: Card, shape: poker, face: card, id: '{{ name | lower }}', prototype: a test,\n"
        "    fields: {name: {type: text}}, rows: [{name: Elm, copies: 3}, {name: Oak}]}\n"
    )
    game = f"title: Grove\nversion: '1'\nplayers: {{range: 2-4, prototype: a test}}\nkinds:\n{kind}"
    face = "boxes: {name: {at: [6, 6], size: [50, 8], text: '{{ name }} {{ copy }}/{{ copies }}'}}\n"
    (product,) = table(composed(("a4",), texts=(), game=game, files={"layouts/faces/card.yaml": face}))
    page = drawn_html(product.data, product.document.pages).decode()
    elm, oak = json.loads(unpacked(page, "view"))["components"]
    assert len(set(elm["copies"])) == 3
    assert elm["front"] == elm["copies"][0]
    assert (oak["copies"], oak["more"], elm["more"]) == ([], [], [])
