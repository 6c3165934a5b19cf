"""The view: the JSON document for the page, made from a composed game."""

import json
from pathlib import Path

import pytest

from punchboard.problem import Place, Problem, Severity
from punchboard.products.web.components import Addresses, DocumentView, face_keys, view

GOLDEN = Path(__file__).parent / "grove.json"
"""The view of the small game; after a change that is meant, what the test shows takes its place."""


def by_id(found):
    return {one["id"]: one for one in found["components"]}


def test_the_view_of_a_tiny_game_is_unchanged(composed, shown):
    """Every key and value of the document, in order: the page and the server depend on it."""
    found = shown(
        composed(texts=()), keys={}, sheets=[DocumentView("Fronts", file="a4-fronts.pdf", count=2, group="A4")]
    )
    assert json.dumps(found, indent=1, ensure_ascii=False) + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_every_part_is_in_the_view(everything, shown):
    """Components, sides of dice and reference cards, each of a named kind."""
    found = shown(everything)
    assert {"root", "marker", "ada", "map", "fate-1", "spot-6", "reference-1"} <= by_id(found).keys()
    kinds = [kind["id"] for kind in found["kinds"]]
    assert kinds == ["card", "marker", "hero", "map", "die fate", "die wits", "die spot", "reference cards"]
    assert {one["kind"] for one in found["components"]} == set(kinds)
    assert len(by_id(found)) == len(found["components"])


def test_pieces_are_counted_without_sides_of_dice(everything, shown):
    """Five cards, two markers, three pawns, one board."""
    assert shown(everything)["game"]["pieces"] == 11


def test_measurements_give_trim_and_bleed(composed, shown):
    """A poker card with 3 mm of bleed and round corners; a round marker; a card with a back, a marker without."""
    parts = by_id(shown(composed(texts=())))
    front, round_ = parts["root"]["front"], parts["marker"]["front"]
    assert (front["size"], front["trim"]) == ([69.5, 94.9], [3.0, 3.0, 63.5, 88.9])
    assert (front["bleed"], front["safe"], front["shape"], front["corner"]) == (3.0, 3.0, "rectangle", 3.0)
    assert (round_["size"], round_["shape"], round_["corner"]) == ([31.0, 31.0], "circle", 0)
    assert parts["root"]["back"]["src"] == "components/back.svg"
    assert parts["marker"]["back"] is None


def test_a_hexagon_has_more_bleed_at_its_corners(tiny_game, addresses):
    """50 mm across the flats and 57.735 mm high; the frame grows by 3 mm at the flats and 3.464 mm at the corners."""
    from punchboard.products import ComposedGame

    found = view(ComposedGame(tiny_game(shape="hex 50mm"), ("a4",)), addresses)
    (part,) = found["components"]
    assert part["front"]["size"] == [56.0, 64.663]
    assert part["front"]["trim"] == [3.0, 3.464, 50.0, 57.735]
    assert part["front"]["shape"] == "hex"


def test_names_come_from_name_title_or_list_entries(composed, plain, shown):
    """A title; the entry that a row chose from a list; the kind if there is nothing else."""
    game = f"""{plain}\
  tile:
    name: Tile
    shape: square 30mm
    face: marker
    id: "{{{{ realm }}}}"
    prototype: made for a test
    fields: {{realm: {{one of: realm}}}}
    rows: [{{realm: oak}}]
lists: {{realm: {{prototype: for a test, entries: {{oak: {{name: Old Oak}}}}}}}}
"""
    parts = by_id(shown(composed(texts=(), game=game)))
    assert [parts[id_]["name"] for id_ in ("root", "marker", "oak")] == ["Root", "Marker", "Old Oak"]
    assert parts["oak"]["fields"] == [{"name": "Realm", "value": "Old Oak"}]


def test_the_words_of_a_card_are_searchable(composed, shown):
    """Those of its row, and those that the layout adds."""
    found = shown(composed(texts=(), files={"layouts/faces/card.yaml": SAID}))
    assert {"Root", "is", "growing"} <= set(by_id(found)["root"]["text"].split())


SAID = 'boxes:\n  title: {at: [6, 6], size: [40, 8], text: "{{ title }} is growing", style: title}\n'


def test_decks_are_those_that_a_card_is_in_at_the_start(folded, shown):
    """The pack has the cards, and no pawn."""
    found = shown(folded(texts=()))
    assert found["decks"] == [{"id": "pack", "name": "The pack"}]
    assert by_id(found)["root"]["decks"] == ["pack"]
    assert by_id(found)["ada"]["decks"] == []


def test_problems_are_listed_with_the_components_that_they_concern(composed, shown):
    """A text that does not fit belongs to its card; a problem of a file without cards to none."""
    game = composed(texts=(), files={"layouts/faces/card.yaml": TIGHT})
    from punchboard.checks.faces import check_faces

    other = Problem("PROSE001", Place("catalog/grove/rulebook.md", 7, 3), "a word", "a hint", Severity.WARNING)
    found = shown(game, problems=(*check_faces(game.all_faces), other))
    fits = [number for number, one in enumerate(found["problems"]) if one["code"] == "FIT001"]
    assert fits
    assert all(found["problems"][number]["component"] in {"root", "branch", "crown"} for number in fits)
    assert set(fits) == {number for one in found["components"] for number in one["problems"]}
    last = found["problems"][-1]
    assert (last["component"], last["severity"], last["place"]) == (None, "warning", "catalog/grove/rulebook.md:7:3")
    assert last["title"]


TIGHT = 'boxes:\n  title: {at: [6, 6], size: [4, 3], text: "{{ title }} and more", style: title}\n'


def test_keys_depend_only_on_what_is_shown(composed, plain):
    """Another title changes the key of that card, and of no other card or back."""

    def keys(game):
        made = composed(texts=(), game=game)
        found = view(made, Addresses(lambda _, key: key))
        return {one["id"]: (one["front"]["src"], one["back"] and one["back"]["src"]) for one in found["components"]}

    before, after = keys(plain), keys(plain.replace("{title: Crown}", "{title: Crest}"))
    assert before["root"] == after["root"]
    assert before["crown"][0] != after["crest"][0]
    assert before["crown"][1] == after["crest"][1]


def test_keys_differ_between_editions(composed, plain):
    """The mark of the edition is not part of a face key, but of the picture."""
    keys = [
        set(face_keys(drawn(composed(texts=(), game=plain.replace('"2.1"', version)))).values()) for version in "23"
    ]
    assert keys[0].isdisjoint(keys[1])


def drawn(game):
    assert game.drawn_cards
    return game


@pytest.mark.parametrize("way", [None, lambda side, key: f"low/{side.name}-{key}"])
def test_low_ink_is_offered_if_there_are_pictures(composed, way):
    """Without low-ink addresses no face has one, and the page offers no switch."""
    found = view(composed(texts=()), Addresses(lambda side, _: side.name, way))
    assert found["lowInk"] is (way is not None)
    assert all(("lowInk" in one["front"]) is (way is not None) for one in found["components"])


def test_a_continued_text_is_several_cards_of_one_name(composed, plain, shown):
    """Each has its own id and a name with its number; all are in the deck of the component."""
    title = " ".join(["leaf"] * 30)
    game = plain.replace("{title: Root}", f"{{title: {title}}}").replace(
        "{{ title|lower }}", "{{ title[:5]|lower|trim }}"
    )
    found = shown(
        composed(
            texts=(),
            game=f"{game}decks: {{pack: {{name: the pack, contains: card}}}}\n",
            files={"layouts/faces/card.yaml": ON_AND_ON},
        )
    )
    leaves = [one for one in found["components"] if one["name"].startswith("leaf")]
    assert len(leaves) > 1
    assert len({one["id"] for one in leaves}) == len({one["front"]["src"] for one in leaves}) == len(leaves)
    assert leaves[0]["name"].endswith(f"(1/{len(leaves)})")
    assert all(one["decks"] == ["pack"] for one in leaves)


ON_AND_ON = """\
continues: title
boxes:
  title: {at: [6, 6], size: [50, 9], markdown: "{{ title }}"}
"""
