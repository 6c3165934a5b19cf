"""Counts of work, which a slow or busy machine cannot change."""

from __future__ import annotations

import sys
from collections.abc import Callable


def steps(work: Callable[[], object]) -> int:
    """Return how many lines of Python a piece of work runs, each turn of a loop counted."""
    counted = 0

    def count(_frame, event, _arg):
        nonlocal counted
        counted += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted


def calls(work: Callable[[], object]) -> int:
    """Return how many functions of Python a piece of work calls."""
    counted = 0

    def count(_frame, event, _arg):
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted
