"""Waiting in tests: for a condition, never for a time. No test reads a clock or sleeps by itself.

What a machine shared with others takes for anything is unknown, so a test says what it waits for, and ``PATIENCE`` is
spent only by a test that fails.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = float(os.environ.get("PUNCHBOARD_PATIENCE", "300"))
"""Seconds until a test gives up on whatever it waits for; also for what takes a time-out of its own."""

PAUSE = 0.02


def eventually(condition: Callable[[], Found], what: object = "") -> Found:
    """Return the first true value of a condition.

    Args:
        condition: What is asked again and again; ``False``, ``None`` and all that is empty mean not yet.
        what: What was waited for; where it can be called, its answer is told.

    Raises:
        AssertionError: It has not come after ``PATIENCE`` seconds.
    """
    for _ in _looks(what):
        if found := condition():
            return found
        time.sleep(PAUSE)
    raise AssertionError  # _looks says why


async def eventually_async(condition: Callable[[], Found], what: object = "") -> Found:
    """Return the first true value of a condition, while the event loop goes on; otherwise as ``eventually``."""
    for _ in _looks(what):
        if found := condition():
            return found
        await asyncio.sleep(PAUSE)
    raise AssertionError  # _looks says why


def _looks(what: object) -> Iterator[None]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
    told = what() if callable(what) else what
    raise AssertionError(f"waited {PATIENCE:g} s in vain: {told or 'the condition never held'}")
