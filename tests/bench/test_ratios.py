"""The time of whole processes against the bars of benchmarks/bars.py, relative to tuned reportlab in the same run.

Missed bars have a wider limit in tests; benchmarks/results.md lists them.
"""

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]
DECKS = ("--no-peer", "--tools", "Punchboard", "reportlab, tuned", "floor", "--runs", "5", "--cards", "54", "2000")
LARGE = ("--no-peer", "--tools", "Punchboard", "reportlab, tuned", "floor", "--runs", "2", "--cards", "2000", "20000")
GAMES = ("--parts", "games", "--runs", "2", "--patience", "50")


@pytest.mark.parametrize("what", ["54 cards", "2,000 cards", "2,000 cards, memory"])
def test_a_deck_is_built_within_its_bar(best_bar_result, what):
    """From CSV to sheets: seconds for 54 and 2,000 cards, and memory for 2,000."""
    found = best_bar_result(what, *DECKS)
    assert found.kept, found


@pytest.mark.parametrize("what", ["20,000 cards", "20,000 cards, memory"])
def test_a_large_deck_is_built_within_its_bar(best_bar_result, what):
    """20,000 cards: seconds and memory."""
    found = best_bar_result(what, *LARGE)
    assert found.kept, found


def test_two_thousand_cards_are_built_forty_times_faster_than_by_protograf(best_bar_result, peer):
    """In the same run, where protograf is installed."""
    asked = ("--peer-python", peer, "--tools", "Punchboard", "protograf", "--runs", "3", "--cards", "2000")
    found = best_bar_result("2,000 cards, faster than protograf", *asked, "--patience", "20")
    assert found.kept, found


@pytest.mark.parametrize(
    "what",
    [
        "the five games, clean build, two jobs",
        "the five games, nothing changed",
        "the five games, one card edited",
        "2,000 cards, one edited",
        "the five games, one card edited, watched",
        "2,000 cards, one edited, watched",
    ],
)
def test_the_five_games_are_built_within_their_bars(best_bar_result, what):
    """The default products with an empty output, and repeated builds."""
    found = best_bar_result(what, *GAMES, turns=2)
    assert found.kept, found


@pytest.mark.long
def test_all_products_of_the_five_games_take_a_minute(best_bar_result):
    """On a machine where tuned reportlab takes 0.25 s for 2,000 cards."""
    asked = ("--parts", "games", "all", "--runs", "3", "--patience", "150")
    found = best_bar_result("all products of the five games, clean build", *asked, turns=1)
    assert found.kept, found
