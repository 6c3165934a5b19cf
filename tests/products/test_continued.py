"""Components whose text takes several cards: one for the rules, several on paper, at shops and on tables."""

import json

import pytest

from punchboard.compose.books.directives import Directives
from punchboard.model.layout.face import flat_parts, spoken_parts
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build
from punchboard.products import PRODUCTS
from punchboard.products.game.stacks import by_kind, stacks
from punchboard.products.shops.decks import shop_cards

LONG = " ".join(f"word{number}" for number in range(62))
GAME = f"""\
title: The Grove
version: "2.1"
players: {{range: 2-4, prototype: for a test}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "{{{{ name|lower }}}}"
    prototype: made for a test
    fields: {{name: {{type: text}}, title: {{type: text, default: x}}, text: {{type: markdown, default: Short.}}}}
    rows: [{{name: Root, copies: 2, text: "{LONG}"}}, {{name: Root-2}}, {{name: Crown}}]
decks: {{pack: {{name: the pack, contains: card}}}}
expect: [{{count: card, is: 4, prototype: for a test}}]
tuck boxes: {{pack: {{holds: card}}}}
"""
FACE = """\
continues: text
boxes:
  name: {at: [6, 6], size: [40, 8], text: "{{ name }}", style: title}
  text: {at: [6, 20], size: [50, 30], markdown: "{{ text }}"}
"""


@pytest.fixture
def long(composed):
    """The game with one component of three cards."""

    def long(**changes):
        return composed(("a4",), texts=(), game=GAME, **changes)

    return long


@pytest.fixture
def game(long, tmp_path):
    """The composed game, with the face whose text continues."""
    long()
    (tmp_path / "catalog/grove/layouts/faces/card.yaml").write_text(FACE)
    from punchboard.load import load
    from punchboard.products import ComposedGame

    return ComposedGame(load("grove", tmp_path), ("a4",))


def test_cards_have_unique_ids(game):
    """``root-2`` is another component, so the second card of ``root`` gets another id."""
    ids = [component.id for component, _, _ in game.drawn_cards]
    assert ids == ["root", "root-part-2", "root-3", "root-2", "crown"]
    assert game.continued == {"root": ("root", "root-part-2", "root-3")}


def test_cards_of_one_component_are_side_by_side(game):
    """Copy after copy, each with all its cards, all with one back."""
    own = list(game.continued["root"])
    assert [piece.id for piece in game.pieces][: 2 * len(own)] == own * 2
    assert len({piece.back for piece in game.pieces}) == 1


def test_rules_count_the_component_and_files_count_cards(game, tmp_path):
    """Expectations count four components; sheets, manifest and proof have every card."""
    built = build("grove", BuildOptions(tmp_path, tmp_path / "output", ("sheets", "components"), ("a4",)))
    assert [problem.rule for problem in built.problems] == ["FIT003"]
    assert "2 cards become 6 to cut out" in built.problems[0].message
    extra = len(game.continued["root"]) - 1
    assert built.pieces == 4 + 2 * extra
    manifest = json.loads((tmp_path / "output/grove/manifest.json").read_text())
    assert [part["copies"] for part in manifest["components"]] == [2, 1, 1]
    assert manifest["continued"] == [{"id": "root", "cards": list(game.continued["root"])}]
    sheets = [file for file in manifest["files"] if file["path"].endswith("duplex.pdf")]
    assert all(file["pieces"] == built.pieces for file in sheets)
    assert all(file["proof"]["components"] == built.pieces for file in sheets if "components" in (file["proof"] or {}))
    names = {file["path"] for file in manifest["files"]}
    assert {f"components/{name}-front.svg" for name in game.continued["root"]} <= names


def test_shops_and_tables_have_every_card(game):
    """Each with its component's copies, and a name that says which card it is."""
    own = game.continued["root"]
    for made in (stacks(game)[0].items, by_kind(game)[0].items, shop_cards(game)):
        found = {item.id: item for item in made}
        assert set(found) == {*own, "root-2", "crown"}
        assert [found[name].copies for name in own] == [2] * len(own)
        assert [found[name].name for name in own] == [f"Root ({n}/{len(own)})" for n in range(1, len(own) + 1)]
        assert found["crown"].name == "Crown"


def test_a_box_is_as_deep_as_all_cards_are_thick(game):
    """Printed cards count, not components."""
    (box,) = game.tuck_boxes
    assert str(len(game.pieces)) in box.caption


def test_changes_are_found_by_component(game, tmp_path):
    """The state has one fingerprint for it, the same however it is computed."""
    from punchboard.products.game.snapshots import take_snapshot

    drawn = game.snapshot
    asked = take_snapshot(game.loaded, ((one, game.composer.single_card_specs(one)) for one in game.game.components))
    assert drawn.parts == asked.parts
    assert list(drawn.parts) == ["root", "root-2", "crown"]


def test_every_product_can_be_made(game):
    """None fails on ids that no row has."""
    for name in ("sheets", "components", "boxes", "pictures", "shops", "tabletop-simulator", "tabletopia", "cutting"):
        assert list(PRODUCTS[name].make(game)), name


COPIES = '\n  copy: {at: [6, 55], size: [50, 8], text: "{{ copy }} of {{ copies }}"}\n'


@pytest.fixture
def numbered(long, tmp_path):
    """The composed game with three short cards, of which two copies of one say which copy they are."""
    long()
    (tmp_path / "catalog/grove/game.yaml").write_text(GAME.replace(LONG, "Grow."))
    (tmp_path / "catalog/grove/layouts/faces/card.yaml").write_text(FACE + COPIES)
    from punchboard.load import load
    from punchboard.products import ComposedGame

    return ComposedGame(load("grove", tmp_path), ("a4",))


def copies_of(game, name):
    """The last words of each card of a component."""
    faces = (game.draw(front).symbol for _, front, _ in game.cards[name])
    return [[*flat_parts(spoken_parts(face.items))][-1].text for face in faces]


def test_copies_that_say_which_they_are_are_cards_of_their_own(numbered):
    """Each is drawn and printed once; a single card says so, too."""
    assert copies_of(numbered, "root") == ["1 of 2", "2 of 2"]
    assert copies_of(numbered, "crown") == ["1 of 1"]
    assert [(card.id, card.copies) for card, _, _ in numbered.specs][:2] == [("root", 1), ("root-part-2", 1)]
    assert [piece.id for piece in numbered.pieces] == ["root", "root-part-2", "root-2", "crown"]
    assert "4" in numbered.tuck_boxes[0].caption


def test_numbered_copies_stay_one_component(numbered, tmp_path):
    """All counts are those of the table: nothing continues, and sheets have each copy once."""
    built = build("grove", BuildOptions(tmp_path, tmp_path / "output", ("sheets", "components"), ("a4",)))
    assert not built.problems
    assert built.pieces == 4
    manifest = json.loads((tmp_path / "output/grove/manifest.json").read_text())
    assert [(part["id"], part["copies"]) for part in manifest["components"]] == [
        ("root", 2),
        ("root-2", 1),
        ("crown", 1),
    ]
    sheets = [file for file in manifest["files"] if file["path"].endswith("duplex.pdf")]
    assert [file["pieces"] for file in sheets] == [4] * len(sheets)
    for made in (stacks(numbered)[0].items, by_kind(numbered)[0].items, shop_cards(numbered)):
        assert [(item.name, item.copies) for item in made] == [
            ("Root (1/2)", 1),
            ("Root (2/2)", 1),
            ("Root-2", 1),
            ("Crown", 1),
        ]


def test_numbered_copies_can_be_every_product(numbered):
    """None fails on their ids."""
    for name in (
        "sheets",
        "components",
        "boxes",
        "pictures",
        "shops",
        "tabletop-simulator",
        "tabletopia",
        "cutting",
        "cards",
        "table",
    ):
        assert list(PRODUCTS[name].make(numbered)), name


def test_the_word_copy_alone_makes_no_cards(long, tmp_path):
    """A face on which all copies look the same is shared as ever."""
    long()
    (tmp_path / "catalog/grove/game.yaml").write_text(GAME.replace(LONG, "Grow."))
    (tmp_path / "catalog/grove/layouts/faces/card.yaml").write_text(FACE + COPIES.replace("{{ copy }} of", "copy"))
    from punchboard.load import load
    from punchboard.products import ComposedGame

    game = ComposedGame(load("grove", tmp_path), ("a4",))
    assert [(card.id, card.copies) for card, _, _ in game.specs] == [("root", 2), ("root-2", 1), ("crown", 1)]


def test_the_list_of_components_says_on_how_many_cards_they_are(game):
    """A reader counts two kinds of things: components, and the cards that they take."""
    (entry,) = Directives(game.game, game.loaded.layouts, game.composer).component_entries(20)
    assert entry.title == f"4 Cards, on {len(game.pieces)} cards"
