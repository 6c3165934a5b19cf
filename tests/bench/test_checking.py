"""The time of the checks, as multiples of tuned reportlab for 2,000 cards (0.25 s), in processor seconds."""

import json
import subprocess
import sys
import time

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]
CARDS = 2000


@pytest.fixture(scope="module")
def deck(bench, tmp_path_factory):
    """A workspace with the deck of 2,000 cards."""
    return bench.workspace(tmp_path_factory.mktemp("deck"), CARDS)


@pytest.fixture(scope="module")
def yardstick(bench, deck, tuned):
    """Return a function that times tuned reportlab in processor seconds."""
    return lambda: bench.timed(tuned, deck).work


@pytest.fixture
def checks(bench, root):
    """Return a function that times only the checks of all games of a workspace, in a process of its own."""

    def checks(workspace):
        command = [sys.executable, str(root / "benchmarks" / "checks.py"), str(workspace)]
        done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["checks"]

    return checks


def test_all_checks_of_all_games_take_three_seconds_of_two_cores(root, at_best, yardstick, checks):
    """Data, played set-ups and turns, prose, faces and pages: 12 times the yardstick.

    Games are checked in parallel, so this is the time of two cores.
    """
    assert at_best(12, lambda: checks(root) / 2, yardstick, rounds=6) <= 12


def test_ten_thousand_set_ups_of_the_vortex_take_ten_seconds(root, at_best, yardstick):
    """With four seats, which is the most work, piece by piece: 40 times the yardstick."""
    from punchboard.engine.simulator import simulate
    from punchboard.load import load

    game = load("vortex", root).game

    def simulated():
        start = time.process_time()
        found = simulate(game, game.file.setup, 4, runs=10_000)
        taken = time.process_time() - start
        assert found.runs == 10_000
        return taken

    assert at_best(40, simulated, yardstick, rounds=6) <= 40


def test_checking_two_thousand_cards_adds_half_a_second_to_building(deck, at_best, yardstick, checks):
    """Every check of a deck that the build composes anyway: twice the yardstick."""
    assert at_best(2, lambda: checks(deck), yardstick) <= 2
