"""Counts in texts: what people type is counted, and an unknown name is answered with the fields that there are."""

import pytest

from punchboard.expression import ExpressionError, UnknownNameError
from punchboard.load import load_game
from punchboard.model.game.counting import counted_pieces
from punchboard.model.values import did_you_mean

GAME = """\
title: Docks
version: 0.1.0
players: 2
prototype: a test
lists: {type: {name: Type, entries: {ship: {name: Ship}, dock-hand: {name: Dock Hand}}}}
decks: {draw pile: {name: the draw pile, contains: card}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ name | slug }}"
    fields: {name: {type: text}, type: {one of: type}, cost: {type: integer}, rank: {type: text, optional: true}}
    rows:
      - {name: Tug, type: ship, cost: 1, copies: 2}
      - {name: Barge, type: ship, cost: 3}
      - {name: Ines, type: dock-hand, cost: 3, rank: Mate}
  event:
    name: Storm
    shape: poker
    face: card
    id: "{{ name | slug }}"
    fields: {name: {type: text}}
    rows: [{name: Gale}]
"""


@pytest.fixture
def docks(tmp_path):
    """A game with two kinds, of which one has types and costs."""
    folder = tmp_path / "catalog" / "docks"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    return load_game(folder, tmp_path)


@pytest.mark.parametrize(
    ("texts", "conditions", "pieces"),
    [
        ((), {}, 5),
        (("all",), {}, 5),
        (("ship",), {}, 3),
        (("Ship",), {}, 3),
        (("dock hand",), {}, 1),
        (("mate",), {}, 1),
        (("Storms",), {}, 1),
        (("draw pile",), {}, 4),
        (("card", "ship"), {}, 3),
        (("card",), {"type": "Ship"}, 3),
        ((), {"kind": "event"}, 1),
        ((), {"type": "ship", "cost": 3}, 1),
        (("type == 'ship'",), {}, 3),
        (("type = Ship and cost > 2",), {}, 1),
        (('Type == "Dock Hand"',), {}, 1),
        (("cost >= 3",), {}, 2),
        (("not type == ship",), {}, 1),
        (("Ships",), {}, 3),
        (("type = Ships",), {}, 3),
        (("card",), {"type": "ships"}, 3),
    ],
)
def test_what_people_type_is_counted(docks, texts, conditions, pieces):
    """Types, kinds by their names and plurals, conditions with a single = or without quotes; events have no cost."""
    assert counted_pieces(docks, *texts, **conditions) == pieces


@pytest.mark.parametrize(("texts", "conditions"), [(("shipps",), {}), ((), {"type": "shipps"})])
def test_a_misspelt_value_is_answered_with_the_nearest_one(docks, texts, conditions):
    """None would be counted, and nobody would see why."""
    with pytest.raises(UnknownNameError) as caught:
        counted_pieces(docks, *texts, **conditions)
    assert did_you_mean(caught.value.name, caught.value.known) == "did you mean 'ship'?"


@pytest.mark.parametrize(("texts", "conditions"), [(("boat",), {}), ((), {"typ": "ship"}), (("price > 2",), {})])
def test_an_unknown_name_is_answered_with_the_fields(docks, texts, conditions):
    """Each kind with its own, and with the values of a list."""
    with pytest.raises(ExpressionError) as caught:
        counted_pieces(docks, *texts, **conditions)
    assert "Card has name, type (Ship, Dock Hand), cost, rank; Storm has name" in str(caught.value)
