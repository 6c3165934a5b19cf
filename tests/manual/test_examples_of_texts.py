"""Examples in the manual that are lines of a rulebook or a table: a game with the bad one has the problem."""

import json
import re
from dataclasses import replace

import pytest

from punchboard.checks import check_game
from punchboard.checks.prose import check_prose
from punchboard.compose.books.prose import prose_values
from punchboard.load import load_game
from punchboard.manual import pages
from punchboard.problem import ProblemsFound

SUITS = ("Hearts", "Spades", "Clubs", "Diamonds")
RANKS = ("Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
GAME = {
    "title": "Examples",
    "version": "0.1.0",
    "players": "4",
    "prototype": "a sample",
    "kinds": {
        "card": {
            "name": "Card",
            "shape": "poker",
            "face": "card",
            "id": "{{ name | slug }}",
            "rows": "cards.csv",
            "fields": {"name": {"type": "text"}, "points": {"type": "integer", "optional": True}},
        }
    },
    "decks": {"pack": {"name": "the pack", "contains": "card"}},
}
CARDS = "name,points\n" + "".join(f"{rank} of {suit},1\n" for suit in SUITS for rank in RANKS)
OWLS = "name,points\nBarn Owl,5\n"
TEN = {"rules.yaml": "deal-ten: {section: Set-up, rule: Deal ten cards each.}\n"}
MUGGINS = "\n\n## Muggins (optional)\n\nWho says so takes the points.\n"

AROUND = {
    "PROSE001": {},
    "PROSE002": {},
    "PROSE003": {"game.yaml": json.dumps({**GAME, "players": "2-5"})},
    "PROSE006": {"rulebook.md": "# Play\n\n{}" + MUGGINS},
    "PROSE010": {"cards.csv": OWLS},
    "RULE001": TEN,
    "TABLE001": {"cards.csv": "{}", "rulebook.md": "# Play\n"},
    "TABLE003": {"cards.csv": "{}", "rulebook.md": "# Play\n"},
}
"""The files of the game around an example. ``{}`` is replaced by the example, by default in the rulebook."""

BAD = {"PROSE006": "See [Muggins](#muggins).\n", "PROSE010": "The Barn Owl is worth 4 points.\n"}
"""The part of a bad example that goes into the text, if it shows two files or has a heading."""


def found(folder, code, label, words):
    """Return the codes of the problems of a game with an example in it, in a language with these words."""
    example = next(section.code for section in pages()[code].sections_labelled(label) if section.code)
    example = BAD.get(code, example) if label == "Bad" else example
    example = re.sub(r"(?m) {4,}# .*$", "", example)
    files = {"game.yaml": json.dumps(GAME), "cards.csv": CARDS, "rulebook.md": "# Play\n\n{}\n", **AROUND[code]}
    if code.startswith("TABLE"):
        fields = {name: {"type": "text"} for name in ("name", "cost", "text")}
        kind = {**GAME["kinds"]["card"], "fields": fields}
        files["game.yaml"] = json.dumps({**GAME, "kinds": {"card": kind}})
    folder.mkdir(parents=True)
    for name, text in files.items():
        whole = text if name == "game.yaml" else text.replace("{}", example)
        (folder / name).write_text(whole, encoding="utf-8")
    try:
        game = replace(load_game(folder, folder.parent), words=words)
    except ProblemsFound as problems:
        return {problem.rule for problem in problems.problems}
    return {problem.rule for problem in (*check_game(game), *check_prose(game, prose_values(game)))}


@pytest.mark.parametrize("code", AROUND)
def test_a_bad_line_is_found_and_a_good_one_is_not(code, tmp_path, english):
    """As their page says; what its comments say is true of the game around it."""
    codes = {label: found(tmp_path / label / "game", code, label, english) for label in ("Bad", "Good")}
    assert code in codes["Bad"], codes
    assert code not in codes["Good"], codes


@pytest.mark.parametrize("code", BAD)
def test_each_replacement_is_part_of_its_bad_example(code):
    """So that a change of the page is noticed here."""
    example = next(section.code for section in pages()[code].sections_labelled("Bad") if section.code)
    assert BAD[code].strip() in example
