"""Speed of the checks, by processor time, as multiples of the tuned plain-reportlab floor for 2,000 cards (0.25 s)."""

import statistics
import sys
import time

import pytest

pytestmark = pytest.mark.slow
CARDS = 2000


@pytest.fixture(scope="module")
def floor(bench, tmp_path_factory):
    """Return the function that times the floor for 2,000 cards: seconds of work."""
    tool = next(tool for tool in bench.tools() if tool.name == "floor")
    deck = bench.workspace(tmp_path_factory.mktemp("floor"), CARDS)
    return lambda: bench.timed(tool.command, deck).work


def test_all_checks_of_all_games_take_three_seconds(bench, root, tmp_path, floor):
    """Data, every set-up and turn for every number of seats, prose, every face and page: 12 times the floor (3 s)."""
    check = [sys.executable, "-m", "punchboard", "check", "--workspace", str(root)]
    runs = [(bench.timed(check, tmp_path).work, floor()) for _ in range(4)]
    checks, alone = (statistics.median(works) for works in zip(*runs[1:], strict=True))
    assert checks / alone <= 12


def test_a_hundred_thousand_set_ups_of_the_vortex_take_ten_seconds(root, floor):
    """With four seats, the most work there is: 40 times the floor (10 s)."""
    from punchboard.load import load
    from punchboard.play.simulate import simulate

    game = load("vortex", root).game
    start = time.process_time()
    found = simulate(game, game.file.setup, 4, runs=100_000)
    taken = time.process_time() - start
    assert found.runs == 100_000
    assert taken / statistics.median(floor() for _ in range(3)) <= 40


def test_checking_two_thousand_cards_adds_half_a_second_to_building(bench, tmp_path, floor):
    """Every check of a deck that is composed anyway: twice the floor (0.5 s)."""
    from punchboard.check import check_game
    from punchboard.check.faces import check_faces
    from punchboard.load import load
    from punchboard.pipeline import _composed_problems, _played_problems
    from punchboard.products import Composed

    deck = bench.workspace(tmp_path, CARDS)
    material = load("deck", deck)
    composed = Composed(material, ("a4",))
    faces = composed.all_faces
    start = time.process_time()
    found = check_game(material.game)
    found = (*found, *_played_problems(material.game, found), *check_faces(faces), *_composed_problems(composed))
    taken = time.process_time() - start
    assert found == ()
    assert taken / statistics.median(floor() for _ in range(3)) <= 2
