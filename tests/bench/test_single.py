"""The cost of a file for every card, as multiples of tuned reportlab for 2,000 cards in the same run."""

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]
CARDS = 242


@pytest.fixture(scope="module")
def yardsticks(at_best, bench, tuned, tmp_path_factory):
    """Return a function from a limit and a measurement to its best multiple of the yardstick (0.25 s)."""
    deck = bench.workspace(tmp_path_factory.mktemp("yardstick"), 2000)
    return lambda most, measure: at_best(most, measure, lambda: bench.timed(tuned, deck).work)


@pytest.mark.parametrize(("name", "times"), [("Punchboard, PNG", 2 * 12), ("Punchboard, SVG", 4.8)])
def test_a_file_for_every_card_takes_a_few_times_the_yardstick(bench, yardsticks, tmp_path, name, times):
    """242 cards, whole process, where the yardstick takes 0.25 s: PNG at 300 dpi two cores for 3 s, SVG 1.2 s."""
    tool = next(tool for tool in bench.single() if tool.name == name)
    deck = bench.workspace(tmp_path, CARDS)
    tool.run_clean(deck)  # compiles bytecode
    assert len([file for file in (deck / tool.output).rglob("*") if file.is_file()]) == CARDS
    assert yardsticks(times, lambda: tool.run_clean(deck).work) <= times
