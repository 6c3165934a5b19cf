"""Recorded results of peers that are not installed: an earlier measurement on another machine.

All tools ran in turn there: two cores, CPython 3.12, whole processes, medians, the same kind of deck. Ratios can be
compared with those of a new measurement, seconds hardly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from outcome import Result
from programs import FLOOR, OURS, PROTOGRAF, SQUIB


class Recorded(NamedTuple):
    """A recorded tool: seconds for 54, 242 and 2,000 cards, and memory and bytes per card for 2,000."""

    tool: str
    version: str
    seconds: tuple[float, float, float]
    memory: float
    size: int


SIZES = (54, 242, 2000)
RECORDED = (
    Recorded(PROTOGRAF, "0.5.2", (1.79, 5.57, 40.2), 352, 1_352),
    Recorded(SQUIB, "0.19, SVG backend", (1.55, 6.48, 51.5), 514, 58_425),
    Recorded("Squib, sheets of pixels", "0.19", (1.85, 7.26, 59.3), 6_093, 75_520),
    Recorded("WeasyPrint, a grid", "", (1.55, 4.27, 28.6), 472, 810),
    Recorded("fpdf2", "", (0.58, 1.03, 4.4), 82, 619),
)
FLOOR_THEN = 0.135
"""The seconds of the floor there for 2,000 cards: 0.12 to 0.15."""


def missing_tools(results: Iterable[Result]) -> tuple[Recorded, ...]:
    """Return the recorded tools that were not measured now."""
    here = {one.tool for one in results}
    return tuple(one for one in RECORDED if one.tool not in here - {OURS, FLOOR})
