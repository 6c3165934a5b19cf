"""The measurement of a ratio on a busy machine."""

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
def test_the_fastest_runs_count_and_a_missed_bar_is_measured_again(benchmark, taken, beside, told, rounds):
    """For a bar of five times the yardstick, with four rounds."""
    measured, yardstick = iter(taken), iter(beside)
    best_ratio = benchmark("timing").best_ratio
    assert best_ratio(5, lambda: next(measured), lambda: next(yardstick), 4) == told
    assert len(list(measured)) == len(taken) - rounds
