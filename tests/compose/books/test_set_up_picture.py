"""The picture of the table that is placed from the data of the set-up."""

from itertools import combinations

import pytest

from punchboard.compose.books.directives import Directives
from punchboard.compose.books.table_scenes import scene_scale, table_layout
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.markdown import Directive
from punchboard.expression import ExpressionError
from punchboard.model.game.directives import SceneDirective

COLUMN = 104
DECK = """
decks: {deck: {contains: card, name: the deck}}
piles: {discards: {name: the discard pile}}
each player has: {hand: {name: hand, shows: owner}}
setup:
  - {shuffle: deck}
  - {each player takes: 3 card, from: deck, to: hand}
"""


def many_piles(number):
    """Return a set-up with one pile beside another, each of which gets a card."""
    piles = ", ".join(f"pile {index}: {{name: the pile with the long name number {index}}}" for index in range(number))
    steps = "".join(f"  - {{draw: 1 card, from: deck, to: pile {index}}}\n" for index in range(number))
    return f"""
decks: {{deck: {{contains: card, name: the deck}}}}
piles: {{{piles}}}
setup:
  - {{shuffle: deck}}
{steps}"""


@pytest.fixture
def picture(tiny_game):
    """Return the scene of a game with twenty copies of a card, and the areas that it covers in a column."""

    def picture(more, look, **body):
        loaded = tiny_game(back="boxes: {}", rows="[{name: alder, copies: 20}, {name: birch, copies: 20}]", more=more)
        composer = FaceComposer(loaded)
        directives = Directives(loaded.game, loaded.layouts, composer)
        scene = directives.parse(Directive("set-up-picture", body, 1))
        assert isinstance(scene, SceneDirective)
        return scene, table_layout(scene, loaded.game, composer, look, scene_scale(scene, COLUMN))

    return picture


def test_each_pile_is_shown_as_it_lies(picture, look):
    """A deck face down, a hand side by side, and a frame where a pile begins empty; steps stand at what they fill."""
    scene, _ = picture(DECK, look)
    deck = [item for item in scene.items if "deck" in item.group]
    hand = [item for item in scene.items if "hand" in item.group]
    (discards,) = [item for item in scene.items if item.place]
    assert {item.side for item in deck} == {"back"}
    assert [item.show for item in hand] == ["alder", "birch"]
    assert {item.side for item in hand} == {"front"}
    assert {item.step for item in hand} == {(2,)}
    assert "discard" in discards.label


def test_a_pile_can_be_left_out(picture, look):
    """By its name in game.yaml."""
    scene, _ = picture(DECK, look, without=["discards"])
    assert [item for item in scene.items if item.place] == []


def test_another_number_of_players_is_refused(picture, look):
    """It is named."""
    with pytest.raises(ExpressionError, match="not for 9 players"):
        picture(DECK, look, players=9)


@pytest.mark.parametrize("number", [1, 3, 7, 12, 20, 30])
def test_piles_and_labels_lie_apart(picture, look, number):
    """Within the picture, whatever their number; only components of one pile lie upon each other."""
    scene, layout = picture(many_piles(number), look)
    groups: dict[str, list[object]] = {}
    for item, area in zip(scene.items, layout.taken, strict=True):
        groups.setdefault(item.group or item.label, []).append(area)
    for one, other in combinations(groups.values(), 2):
        assert not any(a.overlap(b) for a in one for b in other)
    below = [label.ink for label in layout.labels]
    assert not any(one.overlap(other) for one, other in combinations(below, 2))
    assert all(area.x >= -0.01 and area.right <= COLUMN + 0.01 for area in layout.taken)
    assert len(groups) >= number
