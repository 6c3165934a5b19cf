"""What a file for every card costs, and all there is of five games, as multiples of the floor timed in the same run."""

import statistics
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]
CARDS = 242
RUNS = 5


@pytest.fixture(scope="module")
def floor(bench, tmp_path_factory):
    """The work of writing the bytes of 2,000 cards and nothing else, a quarter of a second where others are told."""
    tool = next(tool for tool in bench.tools() if tool.name == "floor")
    deck = bench.workspace(tmp_path_factory.mktemp("floor"), 2000)
    return statistics.median(bench.timed(tool.command, deck).work for _ in range(RUNS))


@pytest.mark.parametrize(("name", "times"), [("Punchboard, PNG", 2 * 12), ("Punchboard, SVG", 4.8)])
def test_a_file_for_every_card_takes_a_few_times_the_floor(bench, floor, tmp_path, name, times):
    """242 cards, whole process: PNG at 300 dpi the work of two cores for 3 s, SVG 1.2 s, where the floor is 0.25 s."""
    tool = next(tool for tool in bench.single() if tool.name == name)
    deck = bench.workspace(tmp_path, CARDS)
    bench.timed(tool.command, deck)  # compiles bytecode
    assert len([file for file in (deck / tool.made).rglob("*") if file.is_file()]) == CARDS
    work = statistics.median(bench.timed(tool.command, deck).work for _ in range(RUNS))
    assert work / floor <= times


def test_every_product_of_all_games_takes_a_minute_of_two_cores(bench, root, floor, tmp_path):
    """Sheets, pictures, shops, virtual tables, cutting: 240 times the floor (60 s where that is 0.25 s)."""
    build = [sys.executable, str(root / "build.py"), "--all", "--out", str(tmp_path / "output")]
    assert bench.timed(build, tmp_path).work / 2 / floor <= 240
