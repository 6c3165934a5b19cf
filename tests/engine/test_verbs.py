"""Steps of a script: what each verb does, and which steps cannot be determined and so are never called safe."""

from __future__ import annotations

import pytest

from punchboard.engine.liveness import ignores_seat_order
from punchboard.engine.moves.conditions import uses_moved_count
from punchboard.engine.prover.walk import walk
from punchboard.engine.states.piles import ComponentClasses
from punchboard.engine.states.table import Table

CARDS = {"card": [{"name": "ember", "copies": 4}, {"name": "tide", "copies": 4}], "pawn": [{"copies": 3}]}
REST = {
    "decks": {"deck": {"name": "deck", "contains": "card"}},
    "piles": {"part": {"name": "part", "many": 3}, "other": {"name": "other"}, "discards": {"name": "discards"}},
    "each_player_has": {"hand": {"name": "hand"}},
    "seats": {"chosen one": {"name": "the Chosen One"}},
    "dice": {"luck": {"name": "Luck Die", "faces": [1, 2, 3], "stated": "Dice"}},
    "numbers": {"few": {"value": 2, "stated": "Few"}},
    "variants": [{"name": "Many of them", "text": "More.", "numbers": {"few": 3}, "stated": "Variants"}],
    "sequences": {
        "deal": [{"deal": 1, "from": "deck", "to": "hand"}],
        "round and round": [{"do": "there"}],
        "there": [{"do": "round and round"}],
    },
}


@pytest.fixture
def walked(boxed, script):
    """Return steps walked with two players."""

    def walked(*lines, players=2, variant=""):
        return walk(boxed(CARDS, **REST), script([{"shuffle": "deck"}, *lines]), players, variant)

    return walked


DONE = {
    "a split gives the first parts what is over": (
        [{"split": "deck", "to": "each part"}],
        {"part 1": 3, "part 2": 3, "part 3": 2},
    ),
    "a stack lies in one pile": (
        [{"split": "deck", "to": "each part"}, {"stack": ["part 3", "part 1"], "to": "deck"}],
        {"deck": 5, "part 2": 3},
    ),
    "one into each part": ([{"place": "1 pawn", "from": "box", "to": "each part"}], {"part 2": 1, "deck": 8}),
    "one out of each part": (
        [{"split": "deck", "to": "each part"}, {"take": 1, "from": "each part", "to": "other"}],
        {"part 1": 2, "part 2": 2, "part 3": 1, "other": 3},
    ),
    "each part shuffled for itself": (
        [{"split": "deck", "to": "each part"}, {"shuffle": "each part"}],
        {"part 1": 3, "part 3": 2},
    ),
    "all hands back in the deck": (
        [{"deal": 2, "from": "deck", "to": "hand"}, {"shuffle": ["each hand", "deck"], "to": "deck"}],
        {"deck": 8},
    ),
    "one to each hand from nobody": ([{"draw": 1, "from": "deck", "to": "each hand"}], {"deck": 6, "hand": 1}),
    "a sequence": ([{"do": "deal", "times": 2}], {"deck": 4, "hand": 2}),
    "as often as a number": ([{"do": "deal", "times": "few"}], {"deck": 4, "hand": 2}),
    "as often as a die shows": ([{"roll": "luck"}, {"do": "deal", "times": "luck"}], {"hand": (1, 3), "deck": (2, 6)}),
    "as many as players": ([{"draw": "players", "from": "deck", "to": "other"}], {"deck": 6, "other": 2}),
    "hands that are passed on": (
        [
            {"chosen one draws": 2, "from": "deck", "to": "hand"},
            {"pass left": "hand"},
            {"chosen one draws": 1, "from": "deck", "to": "hand"},
            {"pass right": "hand"},
        ],
        {"deck": 5, "hand": (1, 2)},
    ),
    "half of a hand": (
        [{"deal": 3, "from": "deck", "to": "hand"}, {"each player discards": "half", "from": "hand"}],
        {"deck": 2, "hand": 2, "discards": 2},
    ),
    "half of a hand, rounded up": (
        [{"deal": 3, "from": "deck", "to": "hand"}, {"each player discards": "half rounded up", "from": "hand"}],
        {"deck": 2, "hand": 1, "discards": 4},
    ),
    "half of a pile after a pile": (
        [{"draw": "half", "from": "deck", "to": "other"}, {"draw": "half", "from": "deck", "to": "discards"}],
        {"deck": 2, "other": 4, "discards": 2},
    ),
    "a formula": ([{"draw": "players + few - 1", "from": "deck", "to": "other"}], {"deck": 5, "other": 3}),
    "a formula with a limit": ([{"draw": "until 2 * few", "from": "deck", "to": "other"}], {"deck": 4, "other": 4}),
    "as many as a hand holds, and one more": (
        [
            {"chosen one draws": 2, "from": "deck", "to": "hand"},
            {"each player draws": "count('hand') + 1", "from": "deck", "to": "hand"},
        ],
        {"deck": 2, "hand": (1, 5)},
    ),
    "half of what lies in another pile": (
        [{"draw": 5, "from": "deck", "to": "other"}, {"draw": "count('other') // 2", "from": "deck", "to": "discards"}],
        {"deck": 1, "other": 5, "discards": 2},
    ),
    "as many as all players have together, at most": (
        [{"deal": 1, "from": "deck", "to": "hand"}, {"draw": "up to total('hand')", "from": "deck", "to": "other"}],
        {"deck": (4, 6), "hand": 1, "other": (0, 2)},
    ),
    "what a die shows, and one more": (
        [{"roll": "luck"}, {"draw": "luck + 1", "from": "deck", "to": "other"}],
        {"deck": (4, 6), "other": (2, 4)},
    ),
    "a table with ranges": ([{"deal": {"1-2": 3, "3+": 1}, "from": "deck", "to": "hand"}], {"deck": 2, "hand": 3}),
    "as often as a table says": ([{"do": "deal", "times": {"2-3": 3, 4: 1}}], {"deck": 2, "hand": 3}),
    "as often as a formula says": ([{"do": "deal", "times": "players // 2"}], {"deck": 6, "hand": 1}),
    "discards have a pile": (
        [{"do": "deal"}, {"each player discards": 1, "from": "hand"}],
        {"deck": 6, "discards": 2},
    ),
    "an exchange": (
        [
            {"deal": 3, "from": "deck", "to": "hand"},
            {"each player may discard": "up to 2", "from": "hand", "to": "other"},
            {"each player draws": "as many", "from": "deck", "to": "hand", "if short": "shuffle in other"},
        ],
        {"hand": 3, "deck": (0, 2), "other": (0, 2)},
    ),
    "what is looked for as it needs to be": (
        [{"take": 2, "from": "deck", "to": "other", "needs": "count('other', name='tide') == 1"}],
        {"deck": 6, "other": 2},
    ),
    "one of each type": ([{"take": "1 card", "each": "name", "from": "deck", "to": "other"}], {"deck": 6, "other": 2}),
    "what is returned goes into the box": (
        [{"deal": 2, "from": "deck", "to": "hand"}, {"each player returns": 1, "from": "hand"}],
        {"deck": 4, "hand": 1, "box": 5},
    ),
    "or into a pile that is named": (
        [{"deal": 2, "from": "deck", "to": "hand"}, {"each player returns": 1, "from": "hand", "to": "deck"}],
        {"deck": 6, "hand": 1, "box": 3},
    ),
    "to choose and leave it there": ([{"choose": 1, "from": "deck"}], {"deck": 8}),
}


@pytest.mark.parametrize("name", DONE)
def test_steps_leave_the_expected_piles(walked, by_name, name):
    """The sizes of piles at the end; the sizes of one seat stand for any seat."""
    lines, sizes = DONE[name]
    found = walked(*lines)
    assert {line.verdict for line in found.results} == {"safe"}
    left = by_name(found.sizes)
    assert {pile: left.get(pile) for pile in sizes} == sizes


def test_a_variant_changes_numbers(walked, by_name):
    """Its numbers apply to amounts, repetitions and conditions."""
    lines = [
        {"draw": "few", "from": "deck", "to": "other"},
        {"do": "deal", "when": "numbers.few == 3 and few == 3 and variant == 'many-of-them'"},
    ]
    assert by_name(walked(*lines).sizes) == {"deck": 6, "other": 2, "box": 3}
    assert by_name(walked(*lines, variant="many-of-them").sizes) == {"deck": 3, "other": 3, "hand": 1, "box": 3}


def test_counts_after_a_name_in_a_condition_are_found(walked):
    """A count that follows a number's name in a condition is recognised, too."""
    found = walked(
        {"deal": 1, "from": "deck", "to": "hand"},
        {
            "each player takes": "1 pawn",
            "from": "box",
            "to": "hand",
            "when": "numbers.few > count('hand', name='tide')",
        },
    )
    assert found.is_complete
    assert {line.verdict for line in found.results} == {"safe"}


NOT_PROVED = {
    "a sequence that calls itself": ([{"do": "there"}], "'there' calls itself"),
    "a sequence that is not there": ([{"do": "nothing like it"}], "is not a sequence of this game"),
    "a pile that is not there": ([{"draw": 1, "from": "dreck", "to": "hand"}], "there is no pile 'dreck'"),
    "one of several piles": ([{"draw": 1, "from": "deck", "to": "part"}], "write 'each part'"),
    "a hand of nobody": ([{"draw": 1, "from": "deck", "to": "hand"}], "'hand' belongs to each player"),
    "as many parts as hands": ([{"take": 1, "from": "each part", "to": "each hand"}], "different numbers of piles"),
    "a die that was not rolled": ([{"draw": "luck", "from": "deck", "to": "other"}], "'luck' has no value"),
    "a die that is not there": ([{"roll": "lock"}], "no die 'lock'"),
    "a table without an entry": ([{"draw": {3: 1}, "from": "deck", "to": "other"}], "no number for 2 players"),
    "a seat that nobody has": (
        [{"someone draws": 1, "from": "deck", "to": "other"}],
        "no seat has been named 'someone'",
    ),
    "others of nobody": ([{"each other player draws": 1, "from": "deck", "to": "hand"}], "'each other player'"),
    "a way out without meaning": (
        [{"draw": 9, "from": "deck", "to": "other", "if short": "pray"}],
        "unknown 'if short: pray'",
    ),
    "refused ones without a place": (
        [
            {
                "draw": 1,
                "from": "deck",
                "to": "other",
                "only": "name == 'tide'",
                "otherwise": [{"of": "pawn", "to": "box"}],
            }
        ],
        "no pile for some refused components",
    ),
    "refused ones done something with": (
        [{"draw": 1, "from": "deck", "to": "other", "only": "name == 'tide'", "otherwise": "burn"}],
        "'otherwise: burn'",
    ),
    "a draw of all alike": ([{"draw": 2, "from": "deck", "to": "other", "same": "name"}], "'same'"),
    "a name in a condition": ([{"draw": 1, "from": "deck", "to": "other", "when": "weather == 'fair'"}], "weather"),
    "as many as into several parts": (
        [{"place": "1 pawn", "from": "box", "to": "each part"}, {"draw": "as many", "from": "deck", "to": "other"}],
        "the line before it has several piles",
    ),
    "an amount below zero": (
        [{"draw": -1, "from": "deck", "to": "other"}],
        "nothing can be done with fewer than 0 components",
    ),
    "the pile of nobody": (
        [{"draw": 1, "from": "deck", "to": "other", "when": "count('hand') == 0"}],
        "'hand' belongs to each player, and no player acts here",
    ),
    "a need that no pick meets": (
        [{"take": 1, "from": "deck", "to": "other", "needs": "count('other') == 2"}],
        "no possible pick meets 'needs'",
    ),
}


@pytest.mark.parametrize("name", NOT_PROVED)
def test_unsupported_steps_are_not_called_safe(walked, name):
    """The result says why the step is not proved; bounds do not make it safe."""
    lines, why = NOT_PROVED[name]
    found = walked(*lines, {"say": "Done."})
    assert not found.is_complete
    last = found.results[-2]
    assert last.verdict == "not proved"
    assert why in last.unproved_reason


def test_an_unknown_number_of_piles_proves_nothing(boxed, script):
    """Without an entry for this number of players, no step is called safe."""
    game = boxed(CARDS, piles={"part": {"name": "part", "many": {3: 2}}})
    found = walk(game, script([{"say": "Hello."}]), 2)
    assert [line.verdict for line in found.results] == ["not proved"]
    assert "part" in found.results[0].unproved_reason


def test_a_shortage_comes_with_a_witness(walked):
    """The seat, the pile, the required and available numbers, and the roll."""
    found = walked({"chosen one rolls": "luck"}, {"each player draws": "luck", "from": "part 1", "to": "hand"})
    failure = found.results[-1].failures[0]
    assert failure.seat == 0
    assert failure.key == ("part 1", None)
    assert failure.available == 0
    assert ("luck", failure.required) in failure.values


def test_the_order_of_seats_matters_where_they_return_to_a_box_that_is_drawn_from(boxed, script):
    """The last seat's component lies on top of the box; without a draw from there, no order is remembered."""
    game = boxed(CARDS, **REST)
    back = {"each player returns": 1, "from": "hand"}

    def ignores_order(*more):
        steps = script([back, *more])
        return ignores_seat_order(Table(game, 2, "", ComponentClasses(game, ()), steps), steps[0])

    assert ignores_order()
    assert not ignores_order({"draw": 1, "from": "box", "to": "other"})


@pytest.mark.parametrize(
    ("lines", "uses"),
    [
        ([{"times": 2, "do": [{"draw": "as many", "from": "deck", "to": "other"}]}], True),
        ([{"times": 2, "do": [{"draw": 1, "from": "deck", "to": "other"}]}], False),
        ([], None),
    ],
)
def test_the_first_step_of_a_group_uses_the_number_moved_before_it(script, lines, uses):
    """States that differ in this number must not be merged before the group."""
    assert uses_moved_count(script(lines)) is uses


def test_what_is_discarded_goes_to_the_pile_that_says_so(boxed):
    """Letters decide nothing: with two piles named so, none is taken, until one of them says that it is meant."""
    piles = {"ablage": {"name": "the old cards", "discards": True}, "discards": {"name": "the discard pile"}}
    steps = [{"deal": 2, "from": "deck", "to": "hand"}, {"each player discards": 1, "from": "hand"}]
    decks = {"deck": {"name": "the deck", "contains": "card"}}
    cards = {"card": [{"copies": 9}]}
    more = {"decks": decks, "each_player_has": {"hand": {"name": "hand"}}, "setup": steps}
    said = boxed(cards, "2", piles=piles, **more)
    assert walk(said, said.file.setup, 2).sizes["ablage", None] == (2, 2)
    piles = {"ablage": {"name": "a discard pile"}, "discards": {"name": "the discard pile"}}
    unsaid = boxed(cards, "2", piles=piles, **more)
    assert "no pile is the discard pile" in walk(unsaid, unsaid.file.setup, 2).results[1].unproved_reason
