"""Logs of games: written, read again, and refused with words where they are damaged."""

from __future__ import annotations

import io
import json

import pytest

from punchboard.plays import log as logs
from punchboard.plays.log import Event, GameLog, Head, Result, log_text, read_logs
from punchboard.problem import ProblemsFound

HEAD = {"kind": "punchboard log", "game": "grove", "players": 2}


def read(*lines):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return list(read_logs(io.BytesIO(text.encode()), "a.jsonl"))


def test_a_log_is_read_as_it_was_written():
    """Several games follow one another in a file."""
    head = Head(game="grove", edition="ab", looks={"oak": "1"}, seed=7, players=2, bots=("random", "greedy"))
    events = (
        Event.model_validate(
            {"do": "move", "step": "turn.0", "seat": 0, "from": "pack", "to": "hand 0", "pieces": ["oak"]}
        ),
        Event(do="roll", step="turn.1", seat=1, die="luck", value=3),
        Event(do="round"),
    )
    games = [
        GameLog(head=head, events=events, result=Result(round=2, ends=("out",), winners=(1,), values=(1.0, 2.0))),
        GameLog(head=head, result=Result(winners=None)),
    ]
    assert list(read_logs(io.BytesIO("".join(map(log_text, games)).encode()), "x")) == games


def test_a_log_of_the_table_in_the_browser_is_read():
    """It has more kinds of lines, the words of people, and no winners."""
    end = {"do": "result", "round": 3, "score": [["4", "", None, 2]], "notes": "Too long.", "winners": None}
    (game,) = read(
        {**HEAD, "names": ["Ines", "Bram"]}, {"do": "flip", "step": "", "seat": None, "pieces": ["oak"]}, end
    )
    assert (game.result.notes, game.result.score, game.head.names) == (
        "Too long.",
        (("4", "", None, 2.0),),
        ("Ines", "Bram"),
    )


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ((), 0, "is empty"),
        (("{",), 1, "not JSON"),
        (("[" * 100_000,), 1, "not JSON"),
        (("[1]",), 1, "not a JSON object"),
        (({"do": "round"},), 1, "begins with a line"),
        (({**HEAD, "kind": "diary"},), 1, "'kind'"),
        (({**HEAD, "players": 0},), 1, "'players'"),
        ((HEAD, {"do": "move", "pieces": "oak"}), 2, "'pieces'"),
        ((HEAD, {"do": "move", "seat": 2}), 2, "no seat 2"),
        ((HEAD, {"do": "result", "winners": [5]}), 2, "no seat 5"),
        ((HEAD, {"do": "result"}, {"do": "round"}), 3, "last line"),
        ((HEAD, {"do": "x" * 201}), 2, "'do'"),
    ],
)
def test_a_damaged_log_is_refused_at_its_line(lines, line, words):
    """With a place, and words that say what is wrong."""
    with pytest.raises(ProblemsFound) as found:
        read(*lines)
    (problem,) = found.value.problems
    assert (problem.rule, problem.place.file, problem.place.line) == ("LOG001", "a.jsonl", line)
    assert words in problem.message


def test_long_lines_and_long_games_are_refused(monkeypatch):
    """So that a file cannot fill the memory."""
    monkeypatch.setattr(logs, "MAX_LINE", 90)
    monkeypatch.setattr(logs, "MAX_EVENTS", 3)
    with pytest.raises(ProblemsFound, match="more than 90 bytes"):
        read(HEAD, {"do": "move", "step": "x" * 90})
    with pytest.raises(ProblemsFound, match="more than 3 lines"):
        read(HEAD, *[{"do": "round"}] * 4)


def test_games_before_the_damage_are_read():
    """A reader gets them before the problem."""
    found = read_logs(io.BytesIO(f"{json.dumps(HEAD)}\n{json.dumps(HEAD)}\nnonsense".encode()), "x")
    assert next(found).head.game == "grove"
    with pytest.raises(ProblemsFound):
        next(found)
