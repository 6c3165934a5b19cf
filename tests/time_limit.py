"""A run of the gate starts no test after a given moment, and counts those that it left.

A shared machine may be ten times as slow as another, and a run that never ends proves nothing. The order of the modules
is drawn by that moment, so that each run leaves other tests. Without a moment all of them run.
"""

from __future__ import annotations

import os
import time
from random import Random

import pytest

END = float(os.environ.get("PUNCHBOARD_TESTS_END", "0")) or None
"""The moment, in seconds since 1970."""
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("PUNCHBOARD_TESTS_END", None)  # a run of pytest that a test starts is a whole one
LEFT = "left for another run: no time"
COUNT = "punchboard/left"
"""Where pytest's cache has the number of tests that were left."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items) -> None:
    """Put the modules in an order drawn by the moment, the same for all workers."""
    if END is not None:
        modules = sorted({str(item.path) for item in items})
        Random(END).shuffle(modules)
        places = {module: place for place, module in enumerate(modules)}
        items.sort(key=lambda item: places[str(item.path)])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Leave a test, before anything is made for it, when the moment is over."""
    if END is not None and time.time() >= END:
        pytest.skip(LEFT)


def pytest_terminal_summary(terminalreporter, config) -> None:
    """Keep the number of tests that were left, for the gate."""
    skipped = terminalreporter.stats.get("skipped", ())
    if (cache := getattr(config, "cache", None)) is not None:
        cache.set(COUNT, sum(LEFT in str(report.longrepr) for report in skipped))
