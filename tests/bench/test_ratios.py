"""Speed of whole processes, as multiples of the tuned plain-reportlab floor timed in the same run."""

import json
import statistics
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]
RUNS = 9


@pytest.fixture(scope="session")
def results(bench, root):
    """Return a function from a number of cards to what Punchboard and the floor need, measured once.

    The benchmark runs as a process of its own: a child's peak memory counts from that of the process that started it.
    """
    known = {}

    def measure(cards):
        if cards not in known:
            script = [sys.executable, str(root / "benchmarks" / "run.py"), "--no-peer", "--json"]
            command = [*script, "--cards", str(cards), "--runs", str(RUNS)]
            done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=True)
            known[cards] = {result["tool"]: bench.Result(**result) for result in json.loads(done.stdout)}
        return known[cards]

    return measure


@pytest.mark.parametrize(("cards", "times"), [(54, 3.0), (2000, 4.0)])
def test_a_deck_takes_a_few_times_what_the_bytes_alone_take(results, cards, times):
    """Whole process, CSV to sheets: 54 cards in at most 3 times the floor's time, 2,000 in at most 4 times."""
    assert results(cards)["Punchboard"].times <= times


def test_two_thousand_cards_need_little_memory_and_few_bytes(results):
    """At 2,000 cards: at most 150 MB at the peak, and at most 600 bytes a card."""
    found = results(2000)["Punchboard"]
    assert found.memory <= 150
    assert found.size / 2000 <= 600


def test_all_games_with_all_products_take_twelve_seconds_of_two_cores(bench, root, tmp_path):
    """The five games take 48 times the floor for 2,000 cards, by the work of two cores (12 s where that is 0.25 s)."""
    floor = next(tool for tool in bench.tools() if tool.name == "floor")
    deck = bench.workspace(tmp_path / "deck", 2000)
    build = [sys.executable, str(root / "build.py"), "--out", str(tmp_path / "output")]
    runs = [(bench.timed(build, tmp_path).work, bench.timed(floor.command, deck).work) for _ in range(4)]
    games, alone = (statistics.median(works) for works in zip(*runs[1:], strict=True))  # the first compiles bytecode
    assert games / 2 / alone <= 48
