import pytest

from punchboard.compose.faces.composer import FaceComposer, game_values, players_in_words
from punchboard.geometry import Rect
from punchboard.scene import Group, Text, Use

TWO = "[{name: alder}, {name: birch}]"


def composed(loaded):
    composer = FaceComposer(loaded)
    return composer, [composer.front_face(component) for component in loaded.game.components]


def said(items):
    for item in items:
        if isinstance(item, Text):
            yield from (word.text for line in item.lines for word in line.words)
        elif isinstance(item, Group):
            yield from said(item.items)
        elif isinstance(item, Use):
            yield from said(item.symbol.items)


def test_equal_faces_are_one_object(tiny_game):
    """Components that show the same share a face; others have their own."""
    loaded = tiny_game(
        "boxes: {rank: {size: [50, 8], text: '{{ rank }}'}}", rows="[{name: a}, {name: b}, {name: c, rank: 2}]"
    )
    composer, (one, two, three) = composed(loaded)
    assert one is two
    assert one is not three
    assert composer.front_face(loaded.game.components[0]) is one


def test_backs_are_shared_and_may_be_missing(tiny_game):
    """A kind without a back has none; one back serves every card."""
    loaded = tiny_game(back="ground: ink\nboxes: {}", rows=TWO)
    composer = FaceComposer(loaded)
    one, two = (composer.back_face(component) for component in loaded.game.components)
    assert one is two
    assert one.layout == "back"
    plain = tiny_game(rows=TWO)
    assert FaceComposer(plain).back_face(plain.game.components[0]) is None


def test_constant_boxes_are_one_symbol(tiny_game):
    """What all cards have in common is drawn once and placed on each card."""
    loaded = tiny_game(
        "ground: red\nboxes:\n  edge: {area: safe, stroke: {colour: ink}}\n"
        "  name: {at: [10, 10], size: [40, 8], text: '{{ name }}'}",
        rows=TWO,
    )
    _, (one, two) = composed(loaded)
    bases = [face.symbol.items[0].symbol for face in (one, two)]
    assert bases[0] is bases[1]
    assert len(bases[0].items) == 2
    assert [list(said(face.symbol.items)) for face in (one, two)] == [["alder"], ["birch"]]


def test_equal_icons_are_one_symbol(tiny_game):
    """An icon that some cards share is drawn once."""
    loaded = tiny_game(
        "boxes:\n  n: {size: [40, 8], text: '{{ name }}'}\n  i: {at: [5, 20], size: [9, 9], icon: star}", rows=TWO
    )
    _, (one, two) = composed(loaded)
    assert one.symbol.items[-1].symbol is two.symbol.items[-1].symbol


def test_a_face_includes_its_bleed(tiny_face):
    """Origin and size are those of the trim; the background covers the bleed."""
    face = tiny_face("{}", head="bleed: 2\nground: red")
    assert face.symbol.bounds == Rect(-2, -2, 67.5, 92.9)
    (ground,) = face.symbol.items
    assert (ground.fill, ground.outline.bounds) == ("#c8402f", face.symbol.bounds)


def test_a_hexagons_background_is_a_hexagon(tiny_face):
    """It follows the trim."""
    face = tiny_face("{}", head="ground: red", shape="hex 50mm")
    assert sum(command in "ML" for command, _ in face.symbol.items[0].outline.segments) == 6


def test_templates_in_values_are_filled_first(tiny_game):
    """A card's text can use the numbers of the game and the other fields of its row."""
    loaded = tiny_game(
        "boxes: {text: {size: [50, 30], markdown: '{{ text }}'}}",
        rows="[{name: alder, text: 'Draw {{ numbers.deal }} for {{ name }}'}]",
        more="numbers: {deal: {value: 10, stated: Setup}}\n",
    )
    _, (face,) = composed(loaded)
    assert list(said(face.symbol.items)) == ["Draw", "10", "for", "alder"]


def test_a_card_knows_its_number_among_those_of_its_kind(tiny_game):
    """Copies are one card; text on a card may use the numbers as its boxes do."""
    loaded = tiny_game(
        "boxes: {n: {size: [50, 9], text: '{{ number }}/{{ count }}'}, t: {size: [50, 9], text: '{{ text }}'}}",
        rows="[{name: alder, copies: 4}, {name: birch, text: 'Card {{ number }} of {{ count }}'}]",
    )
    _, (one, two) = composed(loaded)
    assert list(said(one.symbol.items)) == ["1/2"]
    assert list(said(two.symbol.items)) == ["2/2", "Card", "2", "of", "2"]


def test_records_follow_the_order_of_boxes(tiny_face):
    """Every box that is drawn has a record, constant or not."""
    face = tiny_face(
        "a: {size: [9, 9], fill: red}\nb: {size: [9, 9], text: '{{ name }}'}\nc: {size: [9, 9], icon: star}"
    )
    assert [(placed.name, placed.content) for placed in face.boxes] == [("a", None), ("b", "text"), ("c", "icon")]


def test_a_card_with_faults_does_not_share_its_face(tiny_game):
    """Each row that fails has its own fault with its place; the problem belongs to the layout."""
    loaded = tiny_game("boxes: {a: {size: [9, 9], text: '{{ nmae }}'}}", rows="\n      - {name: a}\n      - {name: b}")
    _, (one, two) = composed(loaded)
    (first,), (second,) = one.faults, two.faults
    assert first.problem == second.problem
    assert second.card.line == first.card.line + 1


@pytest.mark.parametrize(("players", "text"), [("2-4", "2 to 4"), ("2", "2"), ("1+", "1 or more"), ("3-3", "3")])
def test_the_number_of_players_is_a_phrase(tiny_game, players, text):
    """As it is printed."""
    loaded = tiny_game()
    game = loaded.game
    file = game.file.model_copy(update={"players": game.file.players.model_copy(update={"range": players})})
    assert players_in_words(type(game)(**{**vars(game), "file": file})) == text


def test_every_expression_can_use_the_game(tiny_game):
    """Title, version, players, numbers and lists."""
    values = game_values(tiny_game(more="numbers: {deal: {value: 10, stated: Setup}}\n").game)
    assert values["game"]["title"] == "The Tiny Game"
    assert values["game"]["players"] == "2 to 4"
    assert values["numbers"] == {"deal": 10}
    assert values["lists"]["realm"]["ember"].properties["name"] == "Ember"


def texts(face):
    return {box.name: box.area for box in face.boxes if box.content}


def test_the_title_slot_falls_back_to_the_name(tiny_game):
    """Most tables have a name; every other slot shows only its own field."""
    slots = "boxes:\n  title: {slot: text, size: [40, 8]}\n  type: {slot: text, size: [40, 8], at: [0, 20]}\n"
    _, (face,) = composed(tiny_game(slots, rows="[{name: alder}]"))
    assert list(said(face.symbol.items)) == ["alder"]


def test_a_slot_shows_the_field_of_its_name_or_nothing_at_all(tiny_game):
    """A missing or empty field leaves out the slot and its shape; 0 is a value."""
    face = (
        "boxes:\n  name: {slot: text, size: [40, 8]}\n  rank: {slot: text, size: [8, 8], at: [0, 10]}\n"
        "  cost: {slot: text, size: [9, 9], at: [0, 30], fill: ink}\n"
        "  other: {size: [9, 9], slot: text, text: '{{ rank }}'}"
    )
    loaded = tiny_game(face, rows="[{name: a, rank: 0}, {name: b, rank: 7}]")
    _, (one, two) = composed(loaded)
    assert list(said(one.symbol.items)) == ["a", "0", "0"]
    assert "cost" not in {box.name for box in one.boxes}
    assert list(said(two.symbol.items)) == ["b", "7", "7"]


def test_a_slot_with_an_unknown_field_is_reported(tiny_game):
    """Only a slot's own name may be missing."""
    _, (face,) = composed(
        tiny_game("boxes:\n  name: {slot: text, text: '{{ nmae }}', size: [40, 8]}", rows="[{name: a}]")
    )
    assert [(one.rule, "there is nothing called 'nmae'" in one.message) for one in face.problems] == [("EXPR001", True)]


def test_boxes_move_to_fit_the_shown_ones(tiny_game):
    """One layout is arranged differently on two cards, which have different faces."""
    face = (
        "boxes:\n  plate: {sides: {around: text + 1}, fill: ink, frame: false}\n"
        "  text: {slot: text, sides: {left: 5, width: 8, top: 5, height: 8}}\n"
        "  name: {text: '{{ name }}', sides: {left: 5, after: text + 2, right: 5, top: 5, height: 8}}\n"
    )
    loaded = tiny_game(face, rows="[{name: a}, {name: b, text: '3'}]")
    _, (bare, priced) = composed(loaded)
    assert texts(bare)["name"] == Rect(5, 5, 53.5, 8)
    assert texts(priced)["name"] == Rect(15, 5, 43.5, 8)
    assert {box.name: box.area for box in priced.boxes}["plate"] == Rect(4, 4, 10, 10)


def test_boxes_placed_beside_themselves_are_reported(tiny_game):
    """The card is drawn, with a problem."""
    sides = "{{width: 5, top: 0, below: {}, height: 5}}"
    face = f"boxes:\n  a: {{sides: {sides.format('b')}, text: x}}\n  b: {{sides: {sides.format('a')}, text: y}}\n"
    _, (one,) = composed(tiny_game(face, rows="[{name: a}]"))
    (problem,) = one.problems
    assert (problem.rule, problem.message) == (
        "EXPR001",
        "face 'card': the place of box 'a' depends on itself",
    )
    assert (problem.place.file, problem.place.line) == ("catalog/tiny/layouts/faces/card.yaml", 2)


def test_faults_of_nested_layouts_are_reported(tiny_game):
    """At its own key if it is the layout's fault, at the card if it depends on the passed values."""
    face = "boxes:\n  a: {size: [20, 8], layout: badge, with: {word: ':{{ name }}:'}}\n"
    badge = (
        "boxes:\n  word: {size: [18, 8], text: '{{ word }} {{ wrod }}'}\n  icon: {size: [18, 8], text: '{{ word }}'}\n"
    )
    loaded = tiny_game(face, rows="[{name: alder}]", files={"layouts/faces/badge.yaml": badge})
    _, (one,) = composed(loaded)
    assert [(problem.rule, problem.place.file.rpartition("/")[2]) for problem in one.problems] == [
        ("EXPR001", "badge.yaml"),
        ("REF001", "game.yaml"),
    ]
