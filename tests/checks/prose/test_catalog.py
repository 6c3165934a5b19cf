"""The rulebooks of the catalog: they have no problems, and faults added to them are found."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from punchboard.checks.prose import check_prose
from punchboard.checks.prose.reading import catalog
from punchboard.compose.books.prose import prose_values
from punchboard.load import find_games, load
from punchboard.model.game.selection import count_pieces

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
GAMES = find_games(ROOT)


@cache
def game(name):
    """Return a game of the catalog."""
    return load(name, ROOT).game


def found(of, added=""):
    """Return the problems of a game whose rulebook ends with another paragraph: the line after it, rule, message."""
    text = of.texts["rulebook"]
    broken = replace(of, texts={**of.texts, "rulebook": f"{text}\n\n# Broken\n\n{added}\n"})
    last = text.count("\n") + 5
    problems = check_prose(broken, prose_values(broken))
    return [(problem.place.line - last, problem.rule, problem.message) for problem in problems]


@pytest.mark.every_case
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong(name):
    """Rulebook, reference and the other texts of a game agree with its catalog."""
    assert list(check_prose(game(name), prose_values(game(name)))) == []


BROKEN = [
    ("alpha-and-omega", "**Place** {{ words(numbers.place) }} tiles", "**Place** three tiles", "PROSE008"),
    ("alpha-and-omega", "{{ words(numbers.pawns) }} pawns", "nine pawns", "PROSE002"),
    ("alpha-omega", "5 damage to each Good Person", "6 damage to each Good Person", "PROSE008"),
    ("alter-ego", "short for Civilian, come in three types", "short for Civilian, come in four types", "PROSE008"),
    ("alter-ego", "Play all five phases", "Play all six phases", "PROSE002"),
    ("atmosfear", "There are three dice.", "There are four dice.", "PROSE002"),
    (
        "vortex",
        "Two, three or four can",
        "Two, three or five can",
        "PROSE003",
    ),
    ("vortex", "A round has six steps.", "A round has seven steps.", "PROSE008"),
    ("alpha-and-omega", "# Transformation tiles", "# Transfomration tiles", "PROSE001"),
    ("alpha-omega", "the Calling deck", "the Calilng deck", "PROSE001"),
    ("alter-ego", "So do **Arch Villains**", "So do **Arch Vilains**", "PROSE001"),
    ("atmosfear", "the **Ruling Die**", "the **Rulign Die**", "PROSE001"),
    ("vortex", "Each Devotee has", "Each Devotte has", "PROSE001"),
]
"""A wrong number and a misspelt name in each game."""


@pytest.mark.parametrize(("name", "right", "wrong", "rule"), BROKEN)
def test_a_fault_is_found_on_its_line(name, right, wrong, rule):
    """Another number, or two swapped letters of a name, and nothing else."""
    text = game(name).texts["rulebook"]
    line = text[: text.index(right)].count("\n") + 1
    broken = replace(game(name), texts={**game(name).texts, "rulebook": text.replace(right, wrong, 1)})
    problems = check_prose(broken, prose_values(broken))
    file = game(name).text_file("rulebook")
    assert [(one.place.file, one.place.line, one.rule) for one in problems] == [(file, line, rule)]


@pytest.mark.parametrize("name", GAMES)
def test_a_misspelt_name(name):
    """Two swapped letters of a component are found on their line, and nothing else."""
    names = (one.values.get("name") for one in game(name).components)
    right = next((one for one in names if isinstance(one, str) and len(one.split()[-1]) > 5), None)
    right = (right or max((kind.name for kind in game(name).kinds.values()), key=len)).removeprefix("The ")
    wrong = f"{right[:-3]}{right[-2]}{right[-3]}{right[-1]}"
    assert found(game(name), f"Take the *{wrong}* now.") == [(0, "PROSE001", f"unknown name {wrong!r}")]


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_number(name):
    """One more than there are of the largest kind."""
    there, kind = max(
        ((count_pieces(game(name), one.id), one) for one in game(name).kinds.values()), key=lambda one: one[0]
    )
    ((line, rule, message),) = found(game(name), f"There are {there + 1} {kind.plural} in the box.")
    assert (line, rule) == (0, "PROSE002")
    assert message.startswith(f"'{there + 1} {kind.plural}': there")


@pytest.mark.parametrize("name", GAMES)
def test_another_number_of_players(name):
    """One player more than the game is for."""
    low, high = game(name).file.players.bounds
    ((line, rule, _message),) = found(game(name), f"This game is for {low} to {high + 1} players.")
    assert (line, rule) == (0, "PROSE003")


@pytest.mark.parametrize("name", GAMES)
def test_a_link_to_an_unknown_heading(name):
    """It is found on its line."""
    assert found(game(name), "See [there](#nowhere-at-all).") == [
        (0, "PROSE006", "no heading has the anchor '#nowhere-at-all'")
    ]


def test_the_vocabulary_of_a_game(grove_of):
    """Components by their kinds, entries of lists, players; every kind describes itself."""
    found = catalog.game_vocabulary(grove_of("piles: {river: {name: the river}}\n"))
    copies = {
        name: {found.copies(sense.pieces) for sense in found.senses[name]} for name in ("cards", "ember", "pawns")
    }
    assert copies == {"cards": {8}, "ember": {4}, "pawns": {4}}
    assert found.players == (2, 4)
    assert "the river" in found.known_terms
    assert found.are_kinds_described
