"""How speed is held to a bar on a machine that others disturb."""

import pytest


@pytest.mark.parametrize(
    ("taken", "beside", "told", "rounds"),
    [
        ((9, 5, 1), (1, 1, 1), 5, 2),  # the first run was disturbed
        ((9, 8, 5, 1), (1, 1, 1, 1), 5, 3),
        ((9, 9, 9, 9), (1, 1, 1, 1), 9, 4),  # slow is slow, however often
        ((9, 9, 9, 9), (1, 9, 9, 9), 9, 4),  # a yardstick that was disturbed does not help
        ((5, 9, 9, 9), (9, 9, 9, 1), 5 / 9, 2),
    ],
)
def test_the_least_of_either_counts_and_a_bar_that_is_missed_is_tried_again(at_best, taken, beside, told, rounds):
    """A bar of five times the yardstick, with four rounds."""
    measured, yardstick = iter(taken), iter(beside)
    assert at_best(5, lambda: next(measured), lambda: next(yardstick), rounds=4) == told
    assert len(list(measured)) == len(taken) - rounds
