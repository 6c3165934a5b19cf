"""Well-known games broken on purpose: each fault is found at its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check as check_game

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parent / "games"


class Broken(NamedTuple):
    """What is changed in a game: the copies of a row, a step, an end, and a sentence of its rules."""

    copies: str
    fewer: str
    more: str
    step: str
    asks_too_much: str
    end: str
    never: str
    rule: str
    wrong: str


DECK_OUT = "count('deck') == 0"
BROKEN = {
    "letter": Broken(
        *("rank: 1, copies: 5", "rank: 1, copies: 4", "rank: 1, copies: 6", "deal: 1", "deal: 6"),
        *(DECK_OUT, "count('deck') == 20", "The deck has 16 cards.", "The deck has 17 cards."),
    ),
    "knockout": Broken(
        *("rank: 1, copies: 5", "rank: 1, copies: 4", "rank: 1, copies: 6", "deal: 1", "deal: 6"),
        *(DECK_OUT, "count('deck') == 20", "The deck has 16 cards.", "The deck has 17 cards."),
    ),
    "letters": Broken(
        *("rank: 1, copies: 5", "rank: 1, copies: 4", "rank: 1, copies: 6", "winner takes: 1", "winner takes: 14"),
        *("(7 if", "(27 if", "There are 13 Tokens.", "There are 14 Tokens."),
    ),
    "race": Broken(
        *("copies: 13", "copies: 12", "copies: 14", "winner takes: 1", "winner takes: 14"),
        *("most('won') >= 4", "most('won') >= 14", "There are 13 Tokens.", "There are 14 Tokens."),
    ),
    "fireworks": Broken(
        *("value: 1, copies: 3", "value: 1, copies: 2", "value: 1, copies: 4", "2-3: 5", "2-3: 20"),
        *(DECK_OUT, "count('deck') == 60", "There are 8 Hints.", "There are 9 Hints."),
    ),
    "kingdom": Broken(
        *("copies: 60", "copies: 59", "copies: 61", "takes: 3, from: estates", "takes: 9, from: estates"),
        *("", "", "There are 60 Coppers.", "There are 61 Coppers."),
    ),
    "kingdoms": Broken(
        *("copies: 60", "copies: 59", "copies: 61", "takes: 3, from: estates", "takes: 9, from: estates"),
        *("", "", "There are 60 Coppers.", "There are 61 Coppers."),
    ),
    "ages": Broken(
        *("least: 3, copies: 21", "least: 3, copies: 20", "least: 3, copies: 22", "takes: 3, from: bank"),
        *("takes: 7, from: bank", "18 * players", "19 * players", "There are 10 Guilds.", "There are 11 Guilds."),
    ),
    "tricks": Broken(
        *("{rank: 12}, {rank: 13}", "{rank: 12}", "{rank: 12, copies: 2}, {rank: 13}", "deal: 13", "deal: 14"),
        *("most('hand') == 0", "most('hand') == 14", "There are 52 Cards.", "There are 53 Cards."),
    ),
    "rolls": Broken(
        *("copies: 108", "copies: 107", "copies: 109", "deal: 12 - players", "deal: 30", "== 3 * players"),
        *("== 4 * players", "There are 108 Cards.", "There are 109 Cards."),
    ),
    "roles": Broken(
        *(
            "copies: 4",
            "copies: 3",
            "copies: 5",
            "7-9: 3",
            "7-9: 5",
            "",
            "",
            "There are 4 Spies.",
            "There are 5 Spies.",
        ),
    ),
    "outbreak": Broken(
        *("copies: 48", "copies: 47", "copies: 49", '"6 - players"', "14", DECK_OUT, "count('deck') == 60"),
        *("There are 48 Cities.", "There are 49 Cities."),
    ),
    "island": Broken(
        *("copies: 95", "copies: 94", "copies: 96"),
        *("in reverse places: 1 settlement", "in reverse places: 5 settlement", "", ""),
        *("There are 25 Developments.", "There are 26 Developments."),
    ),
    "dice": Broken(
        *("copies: 2", "copies: 1", "copies: 3", "take: 1, from: tokens", "take: 3, from: tokens"),
        *("red + white == 7", "red + white == 13", "There are 2 Tokens.", "There are 3 Tokens."),
    ),
    "tiles": Broken(
        *("copies: 71", "copies: 70", "copies: 72", "takes: 8 follower", "takes: 9 follower"),
        *("count('stack') == 0", "count('stack') == 80", "There are 72 Tiles.", "There are 73 Tiles."),
    ),
}


@pytest.fixture
def found(tmp_path):
    """Return the problems of a game in which a text is changed once, and which has a rule: its file, line and code."""

    def found(name, old="", new="", rule=""):
        folder = tmp_path / "catalog" / name
        shutil.copytree(GAMES / name, folder)
        file = folder / "game.yaml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        if rule:
            (folder / "rulebook.md").write_text(f"# Rules\n\n{rule}\n", encoding="utf-8")
        problems = check_game(name, BuildOptions(tmp_path, tmp_path / "output")).findings[0]
        return {
            (Path(one.place.file).name, one.rule)
            for one in problems
            if one.place.line and one.rule not in {"PROSE004", "PROSE001"}
        }

    return found


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("how", ["fewer", "more"])
def test_a_card_too_few_or_too_many_is_found(found, name, how):
    """The expectation that counts them is not met."""
    broken = BROKEN[name]
    assert ("game.yaml", "COUNT001") in found(name, broken.copies, getattr(broken, how))


@pytest.mark.parametrize("name", BROKEN)
def test_a_step_that_asks_for_too_much_is_found(found, name):
    """In the set-up, or in a turn or a round."""
    broken = BROKEN[name]
    assert {("game.yaml", "SETUP002"), ("game.yaml", "TURN001")} & found(name, broken.step, broken.asks_too_much)


@pytest.mark.parametrize("name", [name for name, broken in BROKEN.items() if broken.end])
def test_an_end_that_never_comes_is_found(found, name):
    """It is not reached, or a step fails first since the game goes on."""
    broken = BROKEN[name]
    assert {("game.yaml", "TURN002"), ("game.yaml", "TURN001")} & found(name, broken.end, broken.never)


@pytest.mark.parametrize("name", BROKEN)
def test_a_wrong_number_in_the_rules_is_found(found, name):
    """And a right one is no problem."""
    broken = BROKEN[name]
    wrong = found(name, rule=broken.wrong)
    assert [rule[:5] for file, rule in wrong if file == "rulebook.md"] == ["PROSE"]


@pytest.mark.parametrize("name", BROKEN)
def test_a_right_number_in_the_rules_is_no_problem(found, name):
    """The sentence that says what is in the box."""
    assert found(name, rule=BROKEN[name].rule) == set()
