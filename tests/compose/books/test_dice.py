import pytest

from punchboard.compose.books.figures import draw_die
from punchboard.compose.faces.composer import FaceComposer
from punchboard.problem import Place
from punchboard.scene import flat_items

NAMES = ("value", "label", "icon", "colour", "die", "name", "id")
SEES = "boxes:\n" + "".join(f"  {name}: {{area: trim, text: '{{{{ {name} }}}}', style: label}}\n" for name in NAMES)
DICE = """\
dice:
  fate: {name: Fate Die, faces: {one of: realm}, stated: Dice, size: 18mm}
  plain: {name: Number Die, faces: [1, two, 3], stated: Dice}
"""


@pytest.fixture
def faces(tiny_game):
    """Return the faces of a die of a game with two dice."""

    def faces(name, layout=SEES, dice=DICE):
        loaded = tiny_game(more=dice, files={"layouts/faces/die.yaml": layout})
        return draw_die(loaded.game, FaceComposer(loaded), name)

    return faces


def text(face):
    lines = [line for item in flat_items(face.symbol.items) for line in item.lines]
    return [" ".join(word.text for word in line.words) for line in lines]


def test_a_layout_can_use_the_values_of_a_side(faces):
    """An entry's name, icon and colour, or the plain value in ink; the key and name of the die; an id."""
    assert text(faces("fate")[0]) == ["ember", "Ember", "star", "#a3282f", "fate", "Fate Die", "fate-1"]
    assert text(faces("fate")[3]) == ["tide", "Tide", "ink", "fate", "Fate Die", "fate-4"]
    assert text(faces("plain")[4]) == ["two", "two", "ink", "plain", "Number Die", "plain-5"]


def test_there_are_six_squares_of_the_die_s_size(faces):
    """Problems have the place where the die is written."""
    found = faces("fate")
    assert [face.trim.size for face in found] == [(18, 18)] * 6
    assert {face.place for face in found} == {Place("catalog/tiny/game.yaml", 20, 9)}


def test_equal_sides_share_a_face(faces):
    """If all that the boxes show is equal."""
    found = faces("plain", "boxes: {t: {area: trim, text: '{{ label }}'}}")
    assert len(set(found)) == 3
    assert found[:3] == found[3:]


def test_a_die_with_a_missing_list_has_no_faces(faces):
    """The checks report it; composing continues."""
    assert faces("fate", dice=DICE.replace("realm", "reelm")) == ()
