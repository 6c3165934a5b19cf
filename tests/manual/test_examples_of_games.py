"""Examples in the manual that need a game of their own: in it the bad one is found, and the good one is not.

What a comment says about the bad one (two sevens and no eight) is true of the game around it.
"""

import itertools
import json

import pytest

from punchboard.checks import check_game
from punchboard.checks.played import check_plays
from punchboard.checks.severities import apply_overrides
from punchboard.engine.proof import proof_of
from punchboard.load import load_game
from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual import pages

REALMS = ("tide", "ember", "moss", "dust", "night", "dawn")
HAND = {"each player has": {"hand": {"name": "hand", "shows": "backs"}}}
ORDERS = (*itertools.permutations(("red", "green", "blue")),)


def kind(rows, **more):
    """Return a kind with these rows. Each key of the first row is a field, of the type of its value."""
    types = {int: "integer", bool: "boolean", str: "text"}
    fields = {key: {"type": types[type(value)], "optional": True} for key, value in rows[0].items() if key != "copies"}
    numbered = [{**row, "nr": str(number)} for number, row in enumerate(rows)]
    return {
        "name": "Card",
        "shape": "poker",
        "face": "card",
        "id": "{{ kind }}-{{ nr }}",
        "rows": numbered,
        "fields": {**fields, "nr": {"type": "text"}, **more.pop("fields", {})},
        **more,
    }


def listed(*names, **properties):
    """Return a list with entries of these names."""
    return {"entries": {name: {"name": name.title(), **properties.get(name, {})} for name in names}}


def piled(number, **more):
    """Return a game with a pack of so many cards, whose set-up deals hands of three."""
    return {
        "kinds": {"card": kind([{"copies": number}])},
        "decks": {"pack": {"name": "the pack", "contains": "card"}},
        "setup": [{"shuffle": "pack"}, {"deal": 3, "from": "pack", "to": "hand"}],
        **HAND,
        **more,
    }


DRAWN = {"turn": [{"draw": 3, "from": "pack", "to": "hand", "if short": "stop"}]}


def tiles(**more):
    """Return a game with a deck of tiles, a hand, and further keys."""
    deck = {"tile deck": {"name": "the tile deck", "contains": "tile"}}
    return {"kinds": {"tile": kind([{"copies": 60}])}, "decks": deck, **HAND, **more}


HEROES = [{"rank": rank, "realm": realm} for realm in REALMS for rank in range(1, 7)]
LEAST = [{"least": 2, "copies": 24}, {"least": 3, "copies": 9}, {"least": 4, "copies": 10}]
OF_REALMS = {"fields": {"realm": {"one of": "realm"}}}
RANKS = {"good": range(1, 14), "bad": (*range(1, 8), 7, *range(9, 14))}
STEPS = {"good": range(1, 13), "bad": (*range(1, 8), *range(9, 13), 12)}

AROUND = {
    "COUNT001": lambda how: {
        "lists": {"realm": listed(*REALMS)},
        "kinds": {
            "hero": kind(HEROES, **OF_REALMS),
            "tile": kind(LEAST if how == "good" else [*LEAST[:2], {"least": 4, "copies": 9}]),
        },
        "decks": {"draw pile": {"name": "the draw pile", "contains": "hero"}},
    },
    "COUNT002": lambda how: {
        "lists": {"suit": listed("hearts"), "colour": listed("red", "green", "blue")},
        "kinds": {
            "card": kind(
                [{"suit": "hearts", "rank": rank} for rank in RANKS[how]],
                fields={"suit": {"one of": "suit"}, "rank": {"type": "integer", "min": 1, "max": 13}},
            ),
            "order": kind(
                [dict(zip(("first", "second", "third"), order, strict=True)) for order in ORDERS],
                fields={key: {"one of": "colour"} for key in ("first", "second", "third")},
            ),
        },
        "groups": {"playing cards": "kind == 'card'", "order card": "kind == 'order'"},
    },
    "COUNT003": lambda how: {
        "lists": {"realm": listed("tide")},
        "kinds": {"tile": kind([{"realm": "tide", "rank": rank} for rank in STEPS[how]], **OF_REALMS)},
    },
    "COUNT004": lambda how: {
        "kinds": {
            "action": kind([{"name": "Dig", "copies": 3 if how == "good" else 4}, {"name": "Row", "copies": 1}]),
            "legend": kind([{"name": "Ox"}]),
        }
    },
    "COUNT005": lambda how: {
        "lists": {"side": listed("light", "dark")},
        "kinds": {
            "hero": kind(
                [
                    {"side": side, "strength": strength, "attack": 4, "defence": 6}
                    for side, strength in (("light", 50 if how == "good" else 64), ("dark", 50))
                ],
                fields={"side": {"one of": "side"}},
            ),
            "coin": kind([{"value": 5, "copies": 20}]),
        },
    },
    "COUNT006": lambda how: {
        "kinds": {
            "person": kind(
                [
                    {"name": "Gabriel", "number": 1, "colour": "red"},
                    {"name": "Gabriel" if how == "bad" else "Michael", "number": 2, "colour": "red"},
                ]
            )
        }
    },
    "COUNT007": lambda how: {
        "lists": {"symbol": listed("crown", "cup", crown={"rank": 12}, cup={"rank": 3})},
        "kinds": {
            "hero": kind(
                [{"symbol": "crown", "rank": 11 if how == "bad" else 12}, {"symbol": "cup", "rank": 3}],
                fields={"symbol": {"one of": "symbol"}},
            ),
            "event": kind([{"text": "Rain.", "picture": ""}]),
        },
    },
    "SETUP002": lambda _how: {**piled(55), "setup": []},
    "SETUP003": lambda _how: tiles(dice={"storm": {"name": "storm die", "faces": [1, 2, 3]}}),
    "SETUP004": lambda _how: {
        **tiles(),
        "decks": {"player deck": {"name": "the player deck", "contains": "tile"}},
    },
    "TURN001": lambda _how: tiles(
        setup=[{"deal": 1, "from": "tile deck", "to": "hand"}], end={"over": {"when": "count('tile deck') == 0"}}
    ),
    "TURN003": lambda how: (
        {**piled(50), "players": 4}
        | ({"turn": [{"draw": 1, "from": "pack", "to": "hand", "if short": "stop"}]} if how == "good" else {})
    ),
    "BOX003": lambda _how: {
        "kinds": {
            "hero": kind([{"name": "Ox"}]),
            "villain": kind([{"name": "Owl"}]),
            "token": kind([{"name": "Grain"}], shape="circle 25mm"),
        }
    },
}
"""The game around an example, bad or good, by the code of its page."""


def found(folder, code, label):
    """Return the codes of the problems of a game with an example in it."""
    example = next(section.code for section in pages()[code].sections_labelled(label) if section.code)
    base = {"title": "Examples", "version": "0.1.0", "players": "2-4", "prototype": "a sample"}
    folder.mkdir(parents=True)
    whole = {**base, **AROUND[code](label.lower()), **read_yaml_value(example, code)}
    (folder / "game.yaml").write_text(json.dumps(whole), encoding="utf-8")
    game = load_game(folder, folder.parent)
    played = check_plays(proof_of(game, None)) if whole.keys() & {"setup", "turn", "end"} else ()
    return {problem.rule for problem in apply_overrides(game, (*check_game(game), *played), is_complete=False).problems}


@pytest.mark.parametrize("code", AROUND)
def test_a_bad_example_is_found_in_its_game_and_a_good_one_is_not(code, tmp_path):
    """As their page says."""
    codes = {label: found(tmp_path / label / "game", code, label) for label in ("Bad", "Good")}
    assert code in codes["Bad"], codes
    assert code not in codes["Good"], codes
    assert not codes["Good"] & {"REF001", "EXPR001", "VALUE001", "KEY001", "SETUP001"}, codes
