"""``simulate``: games by bots, in one process or several, as text, as JSON and as a log."""

from __future__ import annotations

import json

import pytest
from tests.cli.two_hands import HEAD

GAME = f"""\
title: The Two Hands
{HEAD}\
    fields: {{nr: {{type: integer, min: 1}}, title: {{type: text}}, text: {{type: text}}}}
"""


@pytest.fixture
def hands(workspace):
    """A workspace with a game in which each player plays one of two cards."""
    workspace.add("hands", game=GAME)
    return workspace


def test_shares_have_a_number_of_games_and_an_interval(hands):
    """Even a share of all games: its interval says how much that means."""
    ran = hands.run("simulate", "hands", "--games", "40", "--jobs", "1")
    assert ran.status == 0
    assert "rounds: 1.0 on average (1.0-1.0), 1 to 1 in the 40 games that ended" in ran.out
    assert "all have played  40 of 40  91.2-100.0 %" in ran.out
    assert "seat 1 (random)" in ran.out


def test_processes_play_the_same_games(hands):
    """What is printed does not depend on their number."""
    words = ("simulate", "hands", "--games", "120", "--bots", "greedy,random")
    assert hands.run(*words, "--jobs", "2") == hands.run(*words, "--jobs", "1")


def test_json_has_what_the_text_has(hands):
    """Numbers of games, intervals, components."""
    ran = hands.run("simulate", "hands", "--games", "30", "--format", "json", "--players", "2")
    data = json.loads(ran.out)
    assert (data["game"], data["games"], data["players"], len(data["wins"])) == ("hands", 30, 2, 2)
    assert data["ends"][0]["count"] == 30
    assert {one["id"] for one in data["components"]} == {"card-1", "card-2", "card-3"}


def test_a_log_has_every_game(hands):
    """Each begins with a line that names the edition, and ends with its result."""
    assert hands.run("simulate", "hands", "--games", "3", "--log", "games.jsonl").status == 0
    lines = [json.loads(line) for line in (hands.path / "games.jsonl").read_text().splitlines()]
    heads = [line for line in lines if line.get("kind") == "punchboard log"]
    assert len(heads) == len([line for line in lines if line.get("do") == "result"]) == 3
    assert heads[0]["edition"]
    assert set(heads[0]["looks"]) == {"card-1", "card-2", "card-3"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", "5"), "is for 2, 3 players, not for 5"),
        (("--variant", "long"), "has no variant 'long'"),
        (("--bots", "gredy"), "did you mean 'greedy'?"),
        (("--bots", "random,random,random"), "3 bots for 2 players"),
        (("--format", "xml"), "not a report format"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(hands, words, message):
    """With the usual exit status."""
    ran = hands.run("simulate", "hands", *words)
    assert (ran.status, message in ran.err) == (2, True), ran.err


def test_a_game_without_turns_or_an_aim_says_what_is_missing(workspace):
    """Turns for any bot, an aim for greedy ones."""
    workspace.add("still")
    still = workspace.run("simulate", "still")
    assert (still.status, "write 'turn' or 'round'" in still.err) == (1, True)
    workspace.add("aimless", game=GAME.replace("aim:", "# aim:"))
    assert "need an aim" in workspace.run("simulate", "aimless", "--bots", "greedy").err
    assert "no end of these games says who wins" in workspace.run("simulate", "aimless", "--games", "2").out
