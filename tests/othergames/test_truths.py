"""Well-known games in their own catalogs: what arithmetic says of their set-ups and their lengths is what is proved."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from punchboard.checks import check_game
from punchboard.engine.proof import proof_of
from punchboard.load import load_game

GAMES = Path(__file__).parent / "games"

PILES = {
    ("letter", "deck"): {2: 16 - 1 - 3 - 2, 3: 16 - 1 - 3, 4: 16 - 1 - 4},
    ("letter", "open"): {2: 3, 3: 0, 4: 0},
    ("knockout", "deck"): {2: 16 - 1 - 3 - 2, 3: 16 - 1 - 3, 4: 16 - 1 - 4},
    ("letters", "deck"): {2: 16 - 1 - 3 - 2, 3: 16 - 1 - 3, 4: 16 - 1 - 4},
    ("letters", "tokens"): dict.fromkeys((2, 3, 4), 13),
    ("fireworks", "deck"): {2: 50 - 10, 3: 50 - 15, 4: 50 - 16, 5: 50 - 20},
    ("kingdom", "coppers"): {players: 60 - 7 * players for players in (2, 3, 4)},
    ("kingdom", "estates"): {2: 8, 3: 12, 4: 12},
    ("kingdom", "provinces"): {2: 8, 3: 12, 4: 12},
    ("kingdom", "curses"): {2: 10, 3: 20, 4: 30},
    ("kingdom", "deck"): dict.fromkeys((2, 3, 4), 7 + 3 - 5),
    ("kingdoms", "supply 1"): dict.fromkeys((2, 3, 4), 10),
    ("kingdoms", "supply 10"): dict.fromkeys((2, 3, 4), 10),
    ("kingdoms", "box"): {2: 16 * 10 + 10 + 4 + 4 + 20, 3: 16 * 10 + 3 + 10, 4: 16 * 10},
    ("ages", "age 1"): {players: 7 * players for players in range(3, 8)},
    ("ages", "age 2"): {players: 7 * players for players in range(3, 8)},
    ("ages", "age 3"): {players: 7 * players for players in range(3, 8)},
    ("ages", "bank"): {players: 46 - 3 * players for players in range(3, 8)},
    ("tricks", "hand"): {4: 13},
    ("tricks", "deck"): {4: 0},
    ("roles", "role"): dict.fromkeys(range(5, 11), 1),
    ("roles", "roles"): dict.fromkeys(range(5, 11), 0),
    ("outbreak", "deck"): {2: 53 - 8 + 4, 3: 53 - 9 + 4, 4: 53 - 8 + 4},
    ("island", "island"): {3: 19 + 18 + 4 * 3, 4: 19 + 18 + 4 * 4},
    ("island", "bank"): {3: 95 - 9, 4: 95 - 12},
    ("island", "supply"): dict.fromkeys((3, 4), 15 + 5 + 4 - 2 - 2),
    ("tiles", "stack"): dict.fromkeys(range(2, 6), 71),
    ("tiles", "supply"): dict.fromkeys(range(2, 6), 7),
}

ROUNDS = {
    "race": {players: (4, 3 * players + 1) for players in (2, 3, 4)},
    "letter": {2: (5, 5), 3: (4, 4), 4: (3, 3)},
    "fireworks": {players: (-(-turns // players),) * 2 for players, turns in {2: 42, 3: 38, 4: 38, 5: 35}.items()},
    "knockout": {2: (1, 5), 3: (1, 6), 4: (1, 6)},  # at most, all but two are out before their first turn
    "rolls": dict.fromkeys(range(2, 6), (3, 3)),
    "ages": dict.fromkeys(range(3, 8), (1, 1)),
    "tricks": {4: (13, 13)},
    "outbreak": {2: (13, 13), 3: (8, 8), 4: (7, 7)},
    "tiles": {players: (-(-71 // players), -(-71 // players)) for players in range(2, 6)},
    "dice": {2: (1, 2)},
}

NOT_PROVED = {"tricks", "letters"}
"""Whoever wins the tricks or the deals: there are too many courses, so games are played at random."""


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """Return a game and its proof, by the name of its folder."""
    folder = tmp_path_factory.mktemp("other")
    shutil.copytree(GAMES, folder / "catalog")
    games = {one.name: load_game(folder / "catalog" / one.name, folder) for one in sorted(GAMES.iterdir())}
    return {name: (game, proof_of(game)) for name, game in games.items()}


@pytest.mark.parametrize("name", sorted(one.name for one in GAMES.iterdir()))
def test_nothing_is_wrong_with_a_game(proved, name):
    """Its data have no problem, and each step can always be carried out, as far as it can be proved."""
    game, proof = proved[name]
    assert [str(problem) for problem in check_game(game)] == []
    verdicts = {line.verdict for walk in proof.setup_walks for line in walk.results}
    verdicts |= {line.verdict for played in proof.turns for line in played.results}
    assert verdicts <= ({"safe", "not proved"} if name in NOT_PROVED else {"safe"})


@pytest.mark.parametrize(("name", "pile"), PILES)
def test_a_pile_holds_what_arithmetic_says(proved, name, pile):
    """After the set-up, with each number of players; for the piles of players, those of each."""
    _, proof = proved[name]
    found = {
        walk.players: {size for (one, _seat), size in walk.sizes.items() if one == pile} for walk in proof.setup_walks
    }
    assert found == {players: {(size, size)} for players, size in PILES[name, pile].items()}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_lasts_as_long_as_arithmetic_says(proved, name):
    """The fewest and the most rounds; every course is played unless there are too many."""
    _, proof = proved[name]
    assert {one.players: (one.rounds.least, one.rounds.most) for one in proof.turns} == ROUNDS[name]
    assert all(one.is_complete for one in proof.turns) is (name not in NOT_PROVED)


def test_chances_are_exact(proved):
    """Seven of two dice within two rounds, and two rounds because it did not come in the first."""
    (played,) = proved["dice"][1].turns
    assert {end.name: end.share for end in played.ends} == {
        "seven": 1 - Fraction(5, 6) ** 2,
        "nothing left": Fraction(5, 6),
    }
