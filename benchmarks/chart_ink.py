"""Scales, colours for light and dark pages, and marks that the parts of the chart share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from programs import FLOOR, OURS, PLAIN, PROTOGRAF, SQUIB, TUNED

WIDTH = 900
STYLE = """
text { font-family: "Source Sans 3", "Segoe UI", Helvetica, Arial, sans-serif; font-size: 14px; fill: #24292f; }
.ground { fill: #ffffff; stroke: #d0d7de; }
.heading { font-size: 18px; font-weight: 600; }
.small { font-size: 12.5px; fill: #57606a; }
.grid { stroke: #d8dee4; stroke-width: 1; }
.fine { stroke: #eef1f4; stroke-width: 1; }
.bar { stroke: #24292f; stroke-width: 2; }
.ours { font-weight: 700; }
.c0 { stroke: #c5341f; fill: #c5341f; } .c1 { stroke: #6e7781; fill: #6e7781; }
.c2 { stroke: #0a6ebd; fill: #0a6ebd; } .c3 { stroke: #0b7f6b; fill: #0b7f6b; }
.c4 { stroke: #8a4fc7; fill: #8a4fc7; } .c5 { stroke: #96630a; fill: #96630a; }
.line { fill: none; }
.hollow { fill: #ffffff; }
text.label { stroke: #ffffff; stroke-width: 4px; paint-order: stroke; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .ground { fill: #0d1117; stroke: #30363d; }
  .small { fill: #9ba5b0; }
  .grid { stroke: #2d333b; }
  .fine { stroke: #1b2027; }
  .bar { stroke: #e6edf3; }
  .c0 { stroke: #ff7b68; fill: #ff7b68; } .c1 { stroke: #9aa4af; fill: #9aa4af; }
  .c2 { stroke: #6cb6ff; fill: #6cb6ff; } .c3 { stroke: #4fd1b5; fill: #4fd1b5; }
  .c4 { stroke: #c79bff; fill: #c79bff; } .c5 { stroke: #e3b341; fill: #e3b341; }
  .line { fill: none; }
  .hollow { fill: #0d1117; }
  text.label { stroke: #0d1117; }
}
"""
"""The picture has its own background, so it is readable on a page of any colour."""
CLASSES = {OURS: "c0", FLOOR: "c1", TUNED: "c2", PLAIN: "c3", PROTOGRAF: "c4", SQUIB: "c5"}
SHAPES = {OURS: "circle", FLOOR: "square", TUNED: "circle", PLAIN: "square", PROTOGRAF: "diamond", SQUIB: "diamond"}


class Scale(NamedTuple):
    """A logarithmic scale: the values at its ends, and their positions."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the position of a value."""
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return round(self.start + part * (self.end - self.start), 1)

    def ticks(self, within: Sequence[int] = (1,)) -> tuple[float, ...]:
        """Return the values within the scale that are a power of ten times one of the given numbers."""
        powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        every = (times * 10.0**power for power in powers for times in within)
        return tuple(value for value in every if self.low * 0.999 <= value <= self.high * 1.001)


def seconds(value: float) -> str:
    """Return seconds with two significant digits: ``0.14 s``, ``1.5 s``, ``40 s``."""
    digits = 2 if value < 1 else 1 if value < 10 else 0
    return f"{value:.{digits}f} s"


def tick(value: float) -> str:
    """Return the label of a tick of seconds: ``0.1 s``, ``10 s``."""
    return f"{value:g} s"


def mark(drawing: Any, shape: str, at: tuple[float, float], *, klass: str) -> Any:
    """Return a mark at a point; tools also differ by shape, for colour-blind readers."""
    x, y = at
    if shape == "circle":
        return drawing.circle((x, y), 4.5, class_=klass)
    if shape == "square":
        return drawing.rect((x - 4, y - 4), (8, 8), class_=klass)
    return drawing.polygon([(x, y - 5.5), (x + 5.5, y), (x, y + 5.5), (x - 5.5, y)], class_=klass)


def spread(heights: Sequence[float], gap: float) -> tuple[float, ...]:
    """Return heights that are at least a gap apart, each as near as possible to its old value, in the same order."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    blocks: list[tuple[float, list[int]]] = []
    for index in order:  # merge labels that touch into blocks around the mean of their heights
        blocks.append((heights[index], [index]))
        while len(blocks) > 1 and _bottom(blocks[-2], gap) + gap > _top(blocks[-1], gap):
            (upper, first), (lower, second) = blocks[-2:]
            count = len(first) + len(second)
            blocks[-2:] = [((upper * len(first) + lower * len(second)) / count, first + second)]
    placed = {index: _top(block, gap) + step * gap for block in blocks for step, index in enumerate(block[1])}
    return tuple(placed[index] for index in range(len(heights)))


def _top(block: tuple[float, list[int]], gap: float) -> float:
    return block[0] - (len(block[1]) - 1) * gap / 2


def _bottom(block: tuple[float, list[int]], gap: float) -> float:
    return block[0] + (len(block[1]) - 1) * gap / 2
