"""`punchboard check GAME --deck`: a player's own deck, checked against the limits of a game."""

from __future__ import annotations

import json

import pytest

GAME = """\
title: Groves
version: 0.1.0
players: {range: 2, stated: Players}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ name | lower }}"
    stated: Components
    fields: {name: {type: text}}
    rows: [{name: Alder, copies: 3}, {name: Birch}]
own decks:
  grove: {from: card, size: 3+, stated: Decks}
"""


@pytest.fixture
def run(workspace):
    """Check a deck beside a game."""
    folder = workspace.path / "catalog" / "groves"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")

    def run(text, *more, name="my-deck.csv"):
        (workspace.path / name).write_text(text, encoding="utf-8")
        return workspace.run("check", "groves", "--deck", name, *more)

    return run


def test_a_deck_within_the_limits_prints_one_line(run):
    """The status is 0."""
    ran = run("card,copies\nAlder,2\nBirch,1\n")
    assert (ran.status, ran.out, ran.err) == (0, "1 deck checked: no problems\n", "")


def test_problems_name_the_lines_of_the_players_file(run):
    """Status 1; each problem with line and column of the deck, its code and a hint."""
    ran = run("card,copies\nAldre,2\nBirch,2\n")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "my-deck.csv:2:1: error DECK001: the game has no card 'Aldre'",
        "    did you mean 'Alder'?",
        "my-deck.csv:3:7: error DECK003: 2 copies of 'Birch', but 1 is published",
        "    this is stated: Decks",
        "1 deck checked: 2 errors",
    ]


def test_json_is_one_object(run):
    """--json names the deck that was checked and its problems; a plain list is a deck too."""
    ran = run("2 Birch\nAlder\n", "--json", name="deck.txt")
    data = json.loads(ran.out)
    assert (ran.status, data["checked"]) == (1, ["deck.txt"])
    assert [(one["rule"], one["file"], one["line"], one["column"]) for one in data["problems"]] == [
        ("DECK003", "deck.txt", 1, 1)
    ]


def test_an_unreadable_deck_is_a_problem(run, workspace):
    """A missing file, and copies that are not a number."""
    assert "my-deck.csv:2:7: error VALUE001: 'two' is not" in run("card,copies\nAlder,two\n").err
    ran = workspace.run("check", "groves", "--deck", "lost.csv")
    assert ran.status == 1
    assert "FILE001" in ran.err


@pytest.mark.parametrize("games", [(), ("groves", "groves2")])
def test_a_deck_needs_exactly_one_game(workspace, games):
    """Without a game, or with two, it is a usage error."""
    ran = workspace.run("check", *games, "--deck", "my-deck.csv")
    assert (ran.status, ran.err) == (2, "--deck needs the name of one game\n")


def test_an_unknown_game_is_reported(run, workspace):
    """As in every check."""
    run("Alder\n")
    ran = workspace.run("check", "grooves", "--deck", "my-deck.csv")
    assert (ran.status, "did you mean 'groves'?" in ran.err) == (1, True)
