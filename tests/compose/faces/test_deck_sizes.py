"""The names of a deck have one size, a step of a scale, and the texts of a set of cards, too."""

import pytest

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.deck_sizes import deck_sizes
from punchboard.problem import Place

NAME = 'boxes: {name: {at: [5, 5], size: [30, 8], text: "{{ text }}", style: h1, one line: true, fit: shrink to 6pt}}'
SHORT = ("Ash", "Elm", "Fir", "Oak", "Yew", "Bay", "Fig")
MEDIUM, LONG = "Silver birches", "The mountain ash of the river"


def rows(names):
    return "[{}]".format(", ".join(f"{{name: card-{at}, text: {name}}}" for at, name in enumerate(names)))


@pytest.fixture
def sizes(tiny_game):
    """Return a function that gives the size of the name on each card of a deck, in points."""

    def sizes(names, face=NAME):
        loaded = tiny_game(face, rows=rows(names))
        composer = FaceComposer(loaded)
        faces = [composer.front_face(component) for component in loaded.game.components]
        return [next(round(box.size, 2) for box in face.boxes if box.name == "name") for face in faces]

    return sizes


def test_names_of_a_deck_have_one_size(sizes):
    """Where several names are too long for the full size, all names take the step at which those fit."""
    full = sizes(SHORT)
    assert len(set(full)) == 1
    shared = sizes((*SHORT[:5], MEDIUM, "Silver beeches", "Silver willows"))
    assert shared.count(shared[0]) >= 7
    assert shared[0] < full[0]


def test_one_long_name_does_not_make_all_others_small(sizes):
    """It takes a further step of the scale, and the others stay as they are."""
    *others, long = sizes((*SHORT, LONG))
    assert set(others) == set(sizes(SHORT))
    assert long < others[0]


def test_numbers_are_not_as_small_as_the_words_beside_them(sizes):
    """A rank is read from a hand: 7 keeps its size beside Queen, and all numbers have one size."""
    found = sizes(("'7'", "'8'", "'10'", MEDIUM, "Silver beeches", "Silver willows"))
    assert {*found[:3]} == {*sizes(SHORT)}
    assert {*found[3:]} != {*found[:3]}


def test_sizes_are_steps_of_a_scale(sizes):
    """Names that are nearly as long as each other share a size, which continuous fitting would not give them."""
    found = sizes((*SHORT, "Tall silver birches", "Tall silver birch tree"))
    steps = [round(found[0] * 0.9**step, 2) for step in range(9)]
    assert all(any(abs(size - step) < 0.02 for step in (*steps, 6.0)) for size in found)


def test_text_on_several_lines_keeps_its_own_size(sizes):
    """Only names on one line share a size."""
    face = NAME.replace("one line: true, ", "").replace("[30, 8]", "[30, 9]")
    found = sizes((*SHORT, f"{LONG} and of the sea", f"{LONG} and of the valley"), face)
    assert set(found[:7]) == set(sizes(SHORT, face))
    assert found[-1] < found[0]


def test_layouts_with_one_back_are_one_deck():
    """Their names of one style share a size; other styles do not."""
    short, long = {"a": 5.0, "b": 5.0, "c": 5.0, "d": 5.0}, {"e": 4.0, "f": 4.0, "g": 5.0}
    name, foot = ("name", False), ("foot", False)
    assert deck_sizes([{name: short, foot: {"x": 3.0}}, {name: long}], is_set=False) == {name: 4.0, foot: 3.0}


def test_a_set_has_the_size_of_its_longest_text(tiny_game):
    """No card of a set is smaller than the others, also in texts of several lines."""
    face = 'boxes: {text: {at: [5, 5], size: [40, 20], markdown: "{{ text }}", fit: shrink to 5pt}}'
    loaded = tiny_game(face, rows=rows(SHORT))
    composer, trim = FaceComposer(loaded), loaded.game.kinds["card"].trim
    texts = ["A word.", "Many words. " * 24, "Two words."]
    cards = [({"text": text, "name": "x"}, Place("reference.md")) for text in texts]
    found = {
        round(box.size, 2)
        for spec in composer.set_specs("card", trim, cards)
        for box in composer.draw(spec).boxes
        if box.size
    }
    assert len(found) == 1
    alone = FaceComposer(loaded)
    (own,) = (box.size for box in alone.draw(alone.face_spec("card", trim, *cards[0])).boxes)
    assert max(found) < own
