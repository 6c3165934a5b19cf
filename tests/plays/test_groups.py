"""Logs of several files and editions, sorted into groups that can be compared."""

from __future__ import annotations

import json

import pytest

from punchboard.plays.summary import GroupKey, read_groups


@pytest.fixture
def grove(boxed):
    """A game with the id ``boxed``."""
    return boxed({"oak": [{"copies": 1}]}, prototype="for a test")


@pytest.fixture
def log(tmp_path):
    """Return the path of a log with one game."""

    def log(name, *lines, result=None, **head):
        first = {"kind": "punchboard log", "game": "boxed", "players": 2, "edition": "one", **head}
        last = {"do": "result", "round": 3, **(result or {})}
        path = tmp_path / name
        path.write_text("\n".join(json.dumps(line) for line in (first, *lines, last)))
        return path

    return log


def test_editions_players_and_bots_are_counted_apart(grove, log):
    """Only games that can be compared are one group."""
    paths = [
        log("a", result={"winners": [0]}),
        log("b", result={"winners": [1]}),
        log("c", edition="two"),
        log("d", players=3),
        log("e", bots=["random", "greedy"]),
    ]
    found = read_groups(grove, paths)
    assert [tally.games for tally in found.groups.values()] == [2, 1, 1, 1]
    first = found.groups[GroupKey("", "one", 2, "", ())]
    assert [one.count for one in first.win_shares()] == [1, 1]
    assert found.problems == ()


def test_a_damaged_log_is_named_and_the_rest_counts(grove, log, tmp_path):
    """So is a log of another game, and one that does not exist."""
    damaged = log("damaged")
    damaged.write_text(damaged.read_text() + "\nnonsense")
    found = read_groups(grove, [damaged, log("other", game="cave"), tmp_path / "none", log("good")])
    assert sum(tally.games for tally in found.groups.values()) == 1
    assert [problem.rule for problem in found.problems] == ["LOG001"] * 3
    assert [problem.place.line for problem in found.problems] == [3, 0, 0]
    assert "a log of 'cave', not of 'boxed'" in found.problems[1].message


def test_records_are_those_of_people(grove, log):
    """Bots write no notes."""
    paths = [log("people.jsonl", result={"notes": "Too long."}, names=["Ines", "Bram"]), log("bots", bots=["random"])]
    (record,) = read_groups(grove, paths).records
    assert (record.file, record.head.names, record.result.notes) == ("people.jsonl", ("Ines", "Bram"), "Too long.")


def test_only_so_many_groups_are_compared(grove, log):
    """A log with a thousand editions is not a page with a thousand columns."""
    found = read_groups(grove, [log(str(number), edition=str(number)) for number in range(14)])
    assert (len(found.groups), len(found.problems)) == (12, 2)
