"""The last judgement on speed before a release is made."""

import sys

import pytest


def judge(printed, status):
    """Return a command in place of benchmarks/judge.py."""
    return (sys.executable, "-c", f"print({printed!r}); raise SystemExit({status})")


def test_the_table_of_speed_is_told(make):
    """Also if limits are not judged, which is for a person to decide."""
    assert make.measure_speed(judge("| 54 cards | not judged |", 0)) == "| 54 cards | not judged |"


def test_a_missed_limit_stops_the_release(make):
    """With the table."""
    with pytest.raises(SystemExit, match="54 cards: missed"):
        make.measure_speed(judge("54 cards: missed", 1))
