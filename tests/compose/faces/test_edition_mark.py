import pytest

from punchboard.checks.faces import check_faces
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.edition_mark import CLEARANCE, TYPE_SIZE
from punchboard.model.layout.face import EDITION_BOX
from punchboard.problem import ProblemsFound
from punchboard.scene import Shape, Text
from punchboard.units import to_pt

EDITION_LINE = 'edition: "v{{ game.version }}"\n'


def marks(face):
    """Return the boxes of the edition mark on a face."""
    return [placed for placed in face.boxes if placed.name == EDITION_BOX]


def faces(tiny_game, face="boxes: {}", more=EDITION_LINE, **changes):
    """Return the composer, the front and the back of the first card of a game."""
    loaded = tiny_game(face, more=more, **changes)
    composer = FaceComposer(loaded)
    card = loaded.game.components[0]
    return composer.front_face(card), composer.back_face(card)


def test_fronts_bear_the_mark_and_backs_do_not(tiny_game):
    """It is at the bottom right between safe area and trim, in small type; no check reports it."""
    front, back = faces(tiny_game, back="boxes: {}")
    (mark,) = marks(front)
    assert mark.size == pytest.approx(TYPE_SIZE)
    assert mark.area.right == pytest.approx(63.5 - 3)
    assert mark.ink.y > 88.9 - 3
    assert mark.ink.bottom < 88.9 - CLEARANCE
    assert marks(back) == []
    assert check_faces((front, back)) == ()


@pytest.mark.parametrize(("on", "front", "back"), [("fronts", 1, 0), ("backs", 0, 1), ("both", 1, 1)])
def test_the_game_says_which_side_is_marked(tiny_game, on, front, back):
    """All backs have the same mark."""
    found = faces(tiny_game, more=f'edition: {{mark: "x", on: {on}}}\n', back="boxes: {}")
    assert [len(marks(side)) for side in found] == [front, back]


def test_a_layout_moves_it_or_switches_it_off(tiny_game):
    """``edition`` in a layout sets its place and colour, or switches it off."""
    moved, _ = faces(tiny_game, "edition: {at: [4, 5], from: top left, colour: red}\nboxes: {}")
    (mark,) = marks(moved)
    assert (mark.area.x, mark.area.y) == (4, 5)
    assert {item.colour for item in moved.symbol.items if isinstance(item, Text)} == {"#c8402f"}
    off, _ = faces(tiny_game, "edition: false\nboxes: {}")
    assert marks(off) == []


@pytest.mark.parametrize(
    ("ground", "colour"),
    [("#ffffff", "#1d1d1f"), ("#101014", "#ffffff"), ("#f1f0ec", "#1d1d1f"), ("#7a1010", "#ffffff")],
)
def test_it_stands_out_against_the_background(tiny_game, ground, colour):
    """It has the theme's ink on light backgrounds, its paper colour on dark ones."""
    front, _ = faces(tiny_game, f'ground: "{ground}"\nboxes: {{}}')
    (text,) = [item for item in front.symbol.items if isinstance(item, Text)]
    assert text.colour == colour


def test_it_has_a_plate_on_a_background_of_several_colours(tiny_game):
    """Over an ornament it is black on a small white plate."""
    front, _ = faces(tiny_game, "boxes: {sky: {area: bleed, ornament: {kind: strata, seed: a, colours: [red, ink]}}}")
    (text,) = [item for item in front.symbol.items if isinstance(item, Text)]
    plate = [item for item in front.symbol.items if isinstance(item, Shape)][-1]
    assert (text.colour, plate.fill) == ("#000000", "#ffffff")
    assert plate.outline.bounds.contains(marks(front)[0].area)


@pytest.mark.parametrize("shape", ["hex 50mm", "circle 25mm", "square 20mm", "mini"])
def test_it_fits_on_other_shapes(tiny_game, shape):
    """On a hexagon and a token it is centred near the lower edge, within the trim."""
    front, _ = faces(tiny_game, shape=shape)
    (mark,) = marks(front)
    assert front.trim.frame(-CLEARANCE).contains(mark.area, 0.01)
    assert front.problems == ()


def test_without_space_it_is_left_out_with_one_warning(tiny_game):
    """A small token has no mark; there is one warning for its shape."""
    more = 'edition: "the second edition of all"\n'
    loaded = tiny_game(more=more, shape="circle 12mm", rows="[{name: alder}, {name: birch}]")
    composer = FaceComposer(loaded)
    found = {problem for card in loaded.game.components for problem in composer.front_face(card).problems}
    assert [(problem.rule, problem.severity) for problem in found] == [("EDITION001", "warning")]
    assert marks(composer.front_face(loaded.game.components[0])) == []


def test_a_mark_of_unknown_names_is_a_problem(tiny_game):
    """The template can use only the values of the game."""
    with pytest.raises(ProblemsFound, match="EXPR001"):
        faces(tiny_game, more='edition: "{{ nonsense }}"\n')


def test_the_mark_is_readable_at_five_points(tiny_game):
    """Its type has the stated size."""
    front, _ = faces(tiny_game)
    (text,) = [item for item in front.symbol.items if isinstance(item, Text)]
    assert to_pt(text.size) == pytest.approx(TYPE_SIZE)
    assert [word.text for line in text.lines for word in line.words] == ["v0.1.0"]
