"""Selections: the meaning of their names, and that the fast test of the kind does not change the result."""

from __future__ import annotations

import pytest

from punchboard.expression import ExpressionError, expression
from punchboard.load import load_game
from punchboard.model.game.selection import count_pieces, expand_selection, selected_components

GAME = """\
title: Woods
version: 0.1.0
players: {range: 2, stated: Players}
groups: {tall: "kind == 'tree' and height > 3", forest: wood}
decks: {wood: {name: the wood, contains: tree}}
piles: {glade: {name: the glade}, tall: {name: tall trees, contains: all}}
kinds:
  tree:
    name: Tree
    shape: poker
    face: card
    id: "{{ name | lower }}"
    fields: {name: {type: text}, height: {type: integer}}
    rows: [{name: Alder, height: 3}, {name: Or, height: 5, copies: 2}]
  stone: {name: Stone, shape: circle 20mm, face: card, id: stone, rows: [{copies: 3}]}
"""


@pytest.fixture
def woods(tmp_path):
    """A game with two kinds, a group, a group with the name of a pile, and a pile without ``contains``."""
    folder = tmp_path / "catalog" / "woods"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder, tmp_path)


@pytest.mark.parametrize(
    ("text", "pieces"), [("all", 6), ("tree", 3), ("wood", 3), ("forest", 3), ("tall", 2), ("copies > 2", 3)]
)
def test_a_name_is_a_kind_a_group_or_a_pile(woods, text, pieces):
    """A pile with ``contains`` is a selection; a group takes precedence over a pile of the same name."""
    assert count_pieces(woods, text) == pieces


def test_a_pile_without_contents_is_not_a_selection(woods):
    """Its name is read as an expression, and no component has that name."""
    assert expand_selection(woods, "glade") == "glade"
    with pytest.raises(ExpressionError):
        count_pieces(woods, "glade")


@pytest.mark.parametrize(
    "text",
    [
        "kind == 'tree'",
        "kind == 'bush'",
        "kind in ['tree', 'stone']",
        "kind in ['tree'] and height > 3",
        "kind == 'tree' and name == 'Or'",
        "kind == 'tree' and height > 3 or kind == 'stone'",
        "kind == 'tree' and height > 3 if kind == 'tree' else true",
        "kind == 'tree' and not height > 3",
    ],
)
def test_testing_the_kind_first_does_not_change_the_result(woods, text):
    """The components are those for which the whole expression is true."""
    whole = expression(text)
    assert selected_components(woods, text) == tuple(one for one in woods.components if whole(one.values))


def test_a_selection_may_use_extra_names(woods):
    """The names of the component take precedence."""
    assert [one.id for one in selected_components(woods, "copies == players", {"players": 3, "copies": 9})] == ["stone"]
