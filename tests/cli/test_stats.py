"""``stats``: a page with curves, pairs, odds and logs, and the same as a table."""

from __future__ import annotations

import importlib.util
import json
import re
import sys

import pytest
from tests.cli.two_hands import HEAD

from punchboard.cli.commands.stats import Request, run_stats

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None
needs_matplotlib = pytest.mark.skipif(not HAS_MATPLOTLIB, reason="Matplotlib is not installed")

GAME = f"""\
title: The <Two> Hands
odds: {{a crown: "count('hand', nr=3) == 1"}}
lists: {{suit: {{prototype: for a test, entries: {{sun: {{name: Sun}}, moon: {{name: Moon}}}}}}}}
{HEAD.replace("0.1.0", "0.2.0")}\
    fields:
      nr: {{type: integer, min: 1}}
      suit: {{one of: suit}}
      way: {{one of: [up, down]}}
      title: {{type: text}}
      text: {{type: text}}
"""
CARDS = "nr,copies,suit,way,title,text\n1,2,sun,up,Root,$x$\n2,3,moon,up,Branch,-\n3,1,sun,down,Crown,-\n"
PEOPLE = [
    {
        "kind": "punchboard log",
        "game": "hands",
        "version": "0.1.0",
        "edition": "old",
        "players": 2,
        "names": ["<Ines>"],
    },
    {"do": "move", "step": "", "seat": None, "from": "hand 0", "to": "own 0", "pieces": ["card-$9$"]},
    {
        "do": "result",
        "round": 2,
        "ends": ["all have played"],
        "winners": [1],
        "score": [["4", 5]],
        "notes": "Too <long>.",
    },
]


def stats(workspace, *logs, output=None):
    """Run the command in this process, which may have Matplotlib where a bare one has not."""
    return run_stats(Request("hands", tuple(workspace.path / log for log in logs), None, output, workspace.path))


@pytest.fixture
def hands(workspace):
    """A workspace with a game of two lists and a number, a log of bots, and one of people with an older edition."""
    workspace.add("hands", game=GAME, cards=CARDS)
    assert workspace.run("simulate", "hands", "--games", "30", "--log", "bots.jsonl").status == 0
    (workspace.path / "people.jsonl").write_text("\n".join(map(json.dumps, PEOPLE)))
    return workspace


def test_the_table_has_curves_odds_and_groups_of_games(hands):
    """Whether or not there is a page."""
    ran = hands.run("stats", "hands", "bots.jsonl", "people.jsonl")
    assert "Cards: nr           6  1.83    1-3" in ran.out
    assert "a crown, 2 players 33.33 % 1/3" in " ".join(ran.out.split())
    assert "30 games of this edition, version 0.2.0: 2 players, by random, random" in ran.out
    assert "1 game of another edition old, version 0.1.0: 2 players, by people" in ran.out
    assert "wins of seat 2: 1 of 1 games, 20.7-100.0 %" in ran.out


@needs_matplotlib
def test_the_page_has_plots_and_the_record_of_people(hands):
    """Names of games, people and components are text, also where they look like markup or mathematics."""
    assert stats(hands, "bots.jsonl", "people.jsonl") == 0
    page = (hands.path / "output" / "hands-stats.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert len(re.findall(r' id="([^"]+)"', page)) == len(set(re.findall(r' id="([^"]+)"', page)))
    assert "The &lt;Two&gt; Hands" in page
    assert "Seat 1: &lt;Ines&gt;, Seat 2: –" in page  # noqa: RUF001 - an en dash stands for nothing
    assert "Too &lt;long&gt;." in page
    assert "card-$9$" in page
    assert "another edition: old" in page
    assert page.index('id="records"') > page.index('id="games"')
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"|http-equiv', "", page)


@needs_matplotlib
def test_the_same_data_give_the_same_page(hands):
    """No date, no random ids."""
    for name in ("one.html", "two.html"):
        assert stats(hands, "bots.jsonl", output=hands.path / name) == 0
    assert (hands.path / "one.html").read_bytes() == (hands.path / "two.html").read_bytes()


@needs_matplotlib
def test_a_damaged_log_is_named_on_the_page(hands, capsys):
    """The others are shown."""
    (hands.path / "damaged.jsonl").write_text("{")
    assert stats(hands, "damaged.jsonl", "bots.jsonl") == 1
    assert "damaged.jsonl:1: error LOG001: this line is not JSON" in capsys.readouterr().err
    page = (hands.path / "output" / "hands-stats.html").read_text(encoding="utf-8")
    assert "damaged.jsonl:1: this line is not JSON" in page
    assert "30 of 30" in page


def test_without_matplotlib_the_table_says_how_to_get_the_page(hands, monkeypatch, capsys):
    """The table is printed, and the command is named."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert stats(hands, output=hands.path / "x.html") == 1
    out, err = capsys.readouterr()
    assert "Cards: nr" in out
    assert "pip install 'punchboard[stats]'" in err


def test_json_has_what_the_table_has(hands):
    """Groups, odds and records as plain values."""
    data = json.loads(hands.run("stats", "hands", "bots.jsonl", "people.jsonl", "--json").out)
    assert [(one["games"], one["version"]) for one in data["groups"]] == [(30, "0.2.0"), (1, "0.1.0")]
    assert data["records"][0]["notes"] == "Too <long>."
    assert {one["field"] for one in data["curves"]} == {"nr"}
    assert [one["fields"] for one in data["pairs"]] == [["suit", "way"]]
