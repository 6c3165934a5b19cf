"""Set-ups of well-known games, in our own words and with tiny catalogs: what each pile holds at the end."""

from __future__ import annotations

import pytest

from punchboard.engine.prover.walk import walk

NAMED = {"stated": "Setup"}


def assert_left(walked, by_name, **sizes):
    """Assert that every step is safe, and what is left."""
    assert [
        (line.step.verb, line.verdict, line.unproved_reason) for line in walked.results if line.verdict != "safe"
    ] == []
    assert walked.is_complete
    assert by_name(walked.sizes) == {name.replace("_", " "): size for name, size in sizes.items()}


@pytest.mark.parametrize("case", [(2, 4, 6), (3, 3, 6), (4, 2, 6), (2, 4, 4), (4, 2, 4)])
def test_a_deck_split_for_its_epidemics(boxed, script, by_name, case):
    """The player deck is split, an epidemic goes into each part, and the parts are stacked again."""
    players, hand, parts = case
    game = boxed(
        {
            "player": [{"name": "city", "copies": 48}, {"name": "event", "copies": 5}],
            "epidemic": [{"name": "epidemic", "copies": 6}],
            "infection": [{"name": "place", "copies": 48}],
            "cube": [{"name": "cube", "copies": 96}],
        },
        decks={
            "player deck": {"name": "player deck", "contains": "player"},
            "infection deck": {"name": "infection deck", "contains": "infection"},
        },
        piles={
            "part": {"name": "part", "many": "epidemics"},
            "map": {"name": "map"},
            "infected": {"name": "infected"},
        },
        numbers={"epidemics": {"value": parts, **NAMED}},
        each_player_has={"hand": {"name": "hand"}},
    )
    lines = [
        {"shuffle": "player deck"},
        {"deal": {2: 4, 3: 3, 4: 2}, "from": "player deck", "to": "hand"},
        {"split": "player deck", "to": "each part"},
        {"place": "1 epidemic", "from": "box", "to": "each part"},
        {"shuffle": "each part"},
        {"stack": "each part", "to": "player deck"},
        {"shuffle": "infection deck"},
        {
            "do": [
                {"draw": 3, "from": "infection deck", "to": "infected"},
                {"place": "9 cube", "from": "box", "to": "map"},
            ],
            "times": 3,
        },
        {"draw": 1, "from": "player deck", "to": "infected"},
    ]
    left = 53 - players * hand + parts - 1
    expected = {"player_deck": left, "infection_deck": 39, "map": 27, "infected": 10, "hand": hand}
    expected |= {"box": 96 - 27 + 6 - parts}
    assert_left(walk(game, script(lines), players), by_name, **expected)


def test_the_parts_of_a_stack_keep_their_order(boxed, script):
    """The cards of the first part surely contain an epidemic; one card fewer need not."""
    game = boxed(
        {"card": [{"name": "city", "copies": 8}], "epidemic": [{"name": "epidemic", "copies": 2}]},
        decks={"deck": {"name": "deck", "contains": "card"}},
        piles={"part": {"name": "part", "many": 2}, "drawn": {"name": "drawn"}},
    )
    lines = [
        {"split": "deck", "to": "each part"},
        {"place": "1 epidemic", "from": "box", "to": "each part"},
        {"shuffle": "each part"},
        {"stack": "each part", "to": "deck"},
    ]
    for number, verdict in ((5, "safe"), (4, "fails")):
        last = [{"draw": number, "from": "deck", "to": "drawn"}, {"take": "1 epidemic", "from": "drawn", "to": "box"}]
        assert walk(game, script([*lines, *last]), 2).results[-1].verdict == verdict


@pytest.mark.parametrize("case", [(2, 10, 4), (3, 12, 1), (4, 11, 1)])
def test_a_letter_for_a_princess(boxed, script, by_name, case):
    """One card is out of the game unseen, with two players three more are face up; each player gets one."""
    players, deck, aside = case
    rows = [{"name": "guard", "copies": 5}, {"name": "spy", "copies": 10}, {"name": "princess", "copies": 1}]
    game = boxed(
        {"card": rows},
        decks={"deck": {"name": "deck", "contains": "card"}},
        piles={"aside": {"name": "aside"}},
        each_player_has={"hand": {"name": "hand"}},
    )
    lines = [
        {"shuffle": "deck"},
        {"draw": 1, "from": "deck", "to": "aside"},
        {"draw": 3, "from": "deck", "to": "aside", "when": "players == 2"},
        {"deal": 1, "from": "deck", "to": "hand"},
    ]
    assert_left(walk(game, script(lines), players), by_name, deck=deck, aside=aside, hand=1)


@pytest.mark.parametrize(("players", "hand"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_fireworks(boxed, script, by_name, players, hand):
    """The size of hands depends on a table by seats."""
    rows = [{"name": f"{colour}-{rank}", "copies": n} for colour in "rgbyw" for rank, n in enumerate((3, 2, 2, 2, 1))]
    game = boxed(
        {"card": rows, "token": [{"name": "clock", "copies": 8}, {"name": "fuse", "copies": 3}]},
        players="2-5",
        decks={"deck": {"name": "deck", "contains": "card"}},
        each_player_has={"hand": {"name": "hand"}},
    )
    lines = [
        {"place": "all token", "from": "box", "on": "table"},
        {"shuffle": "deck"},
        {"deal": {2: 5, 3: 5, 4: 4, 5: 4}, "from": "deck", "to": "hand"},
    ]
    assert_left(walk(game, script(lines), players), by_name, deck=50 - players * hand, table=11, hand=hand)


@pytest.mark.parametrize(("players", "victories"), [(2, 8), (3, 12), (4, 12)])
def test_a_kingdom(boxed, script, by_name, players, victories):
    """Everyone takes seven coppers and three estates, shuffles them and draws five; five kinds of ten are picked."""
    supply = [{"name": f"kingdom-{number}", "row": number, "copies": 10} for number in range(1, 8)]
    game = boxed(
        {
            "coin": [{"name": "copper", "copies": 60}],
            "victory": [{"name": "estate", "copies": 24}, {"name": "duchy", "copies": 12}],
            "kingdom": supply,
        },
        decks={"kingdoms": {"name": "kingdoms", "contains": "kingdom"}},
        piles={"supply": {"name": "supply"}},
        each_player_has={"deck": {"name": "deck"}, "hand": {"name": "hand"}},
    )
    lines = [
        {"do": [{"take": "all", "same": "row", "from": "kingdoms", "to": "supply"}], "times": 5},
        {"return": "all", "from": "kingdoms"},
        {"each player takes": 7, "of": "coin", "from": "box", "to": "deck"},
        {"each player takes": 3, "from": "box", "to": "deck", "only": "name == 'estate'"},
        {"place": {2: 8, 3: 12, 4: 12}, "from": "box", "to": "supply", "only": "name == 'estate'"},
        {"each player shuffles": "deck"},
        {"each player draws": 5, "from": "deck", "to": "hand"},
    ]
    left = {"box": 96 + 20 - players * 10 - victories, "supply": 50 + victories, "deck": 5, "hand": 5}
    assert_left(walk(game, script(lines), players), by_name, **left)


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_factories_by_seats(boxed, script, by_name, players, factories):
    """Each factory gets four tiles, whatever they show."""
    colours = [{"name": colour, "copies": 20} for colour in ("blue", "red", "black", "white", "yellow")]
    game = boxed(
        {"tile": colours},
        decks={"bag": {"name": "bag", "contains": "tile"}},
        piles={"factory": {"name": "factory", "many": {2: 5, 3: 7, 4: 9}}},
    )
    lines = [{"shuffle": "bag"}, {"draw": 4, "from": "bag", "to": "each factory"}]
    each = {f"factory {number}": 4 for number in range(1, factories + 1)}
    assert_left(walk(game, script(lines), players), by_name, bag=100 - 4 * factories, **each)


def test_a_first_tile_and_followers(boxed, script, by_name):
    """The dark-backed tile comes first, the others are a shuffled pile, and everyone takes followers of a colour."""
    seats = [{"name": colour, "copies": 8} for colour in ("red", "blue", "green", "black", "yellow")]
    game = boxed(
        {"tile": [{"name": "first", "copies": 1}, {"name": "other", "copies": 71}], "follower": seats},
        players="2-5",
        decks={"tiles": {"name": "tiles", "contains": "tile"}},
        each_player_has={"supply": {"name": "supply"}, "track": {"name": "track"}},
    )
    lines = [
        {"place": 1, "from": "tiles", "on": "table", "only": "name == 'first'"},
        {"shuffle": "tiles"},
        {"each player takes": "all follower", "same": "name", "from": "box", "to": "supply"},
        {"each player places": 1, "from": "supply", "to": "track"},
    ]
    walked = walk(game, script(lines), 5)
    assert_left(walked, by_name, tiles=71, table=1, supply=7, track=1)
    assert walk(game, script(lines), 6).results[2].failures[0].seat == 5


AGES = [{"name": f"for-{least}", "least": least, "copies": 21 if least == 3 else 7} for least in range(3, 8)]
MORE = "kind == 'age' and least > players"


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("how", ["a group", "what the deck contains", "only some", "a group that is counted"])
def test_cards_for_more_players_are_taken_out(boxed, script, by_name, players, how):
    """There are seven for each player, so that the deck is dealt out; said once for every number of players."""
    contains = "kind == 'age' and least <= players" if how.startswith("what") else "age"
    game = boxed(
        {"age": AGES},
        decks={"deck": {"name": "deck", "contains": contains}},
        each_player_has={"hand": {"name": "hand"}},
        groups={"for more": MORE},
        players="3-7",
    )
    taken_out = {
        "a group": [{"return": "all", "of": "for more", "from": "deck"}],
        "what the deck contains": [],
        "only some": [{"return": "all", "only": MORE, "from": "deck"}],
        "a group that is counted": [
            {"do": [{"return": "all", "of": "for more", "from": "deck"}], "when": "count('deck', 'for more') > 0"}
        ],
    }
    walked = walk(game, script([*taken_out[how], {"deal": 7, "from": "deck", "to": "hand"}]), players)
    left = {"box": 49 - 7 * players} if players < 7 else {}
    assert_left(walked, by_name, hand=7, **left)
