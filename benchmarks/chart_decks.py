"""The part of the chart that compares tools: seconds by number of cards, both logarithmic, one line for each tool."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from chart_ink import CLASSES, SHAPES, WIDTH, Scale, mark, seconds, spread, tick
from outcome import Result
from recorded import SIZES, missing_tools

HEIGHT = 500
LEFT, RIGHT, TOP, BOTTOM = 66, 664, 84, 446
LABELS = 12
"""The distance of a label from the end of its line."""


class Line(NamedTuple):
    """One tool: its cards and seconds, and whether they were recorded on another machine."""

    tool: str
    points: tuple[tuple[int, float], ...]
    recorded: bool = False

    @property
    def label(self) -> str:
        """The text at the end of the line."""
        return f"{self.tool}: {seconds(self.points[-1][1])}" + (", on another machine" if self.recorded else "")


def lines_of(results: Sequence[Result]) -> tuple[Line, ...]:
    """Return the lines of the measured tools, and of recorded tools that were not measured."""
    texts = [one for one in results if one.task == "text"]
    tools = dict.fromkeys(one.tool for one in texts)
    here = [Line(tool, tuple(sorted((one.cards, one.seconds) for one in texts if one.tool == tool))) for tool in tools]
    elsewhere = [
        Line(one.tool, tuple(zip(SIZES, one.seconds, strict=True)), recorded=True)
        for one in missing_tools(results)
        if one.tool in CLASSES
    ]
    return (*here, *elsewhere)


def draw_decks(drawing: Any, results: Sequence[Result], y: float) -> float:
    """Draw the part at a height, and return the height of its end."""
    lines = lines_of(results)
    every = [point for line in lines for point in line.points]
    if not every:
        return y
    part = drawing.add(drawing.g(transform=f"translate(0 {y:g})"))
    across = Scale(min(cards for cards, _ in every), max(cards for cards, _ in every), LEFT + 20, RIGHT - 10)
    up = Scale(min(0.04, *(taken for _, taken in every)), max(100.0, *(taken for _, taken in every)), BOTTOM, TOP)
    part.add(drawing.text("The same deck of text cards, CSV to PDF", (24, 36), class_="heading"))
    part.add(drawing.text("seconds of the whole program by cards; both logarithmic", (24, 58), class_="small"))
    _axes(drawing, part, across, up, sorted({cards for cards, _ in every}))
    for line in reversed(lines):  # the first line is drawn last, on top
        _line(drawing, part, line, across, up)
    _labels(drawing, part, lines, across, up)
    return y + HEIGHT


def _axes(drawing: Any, part: Any, across: Scale, up: Scale, sizes: Sequence[int]) -> None:
    for value in up.ticks((2, 5)):
        part.add(drawing.line((LEFT, up(value)), (RIGHT, up(value)), class_="fine"))
    for value in up.ticks():
        part.add(drawing.line((LEFT, up(value)), (RIGHT, up(value)), class_="grid"))
        part.add(drawing.text(tick(value), (LEFT - 8, up(value) + 4.5), text_anchor="end", class_="small"))
    for cards in sizes:
        part.add(drawing.line((across(cards), TOP), (across(cards), BOTTOM), class_="grid"))
        part.add(drawing.text(f"{cards:,}", (across(cards), BOTTOM + 20), text_anchor="middle", class_="small"))


def _line(drawing: Any, part: Any, line: Line, across: Scale, up: Scale) -> None:
    colour = CLASSES.get(line.tool, "c1")
    points = [(across(cards), up(taken)) for cards, taken in line.points]
    dashes = {"stroke_dasharray": "5 4"} if line.recorded else {}
    part.add(drawing.polyline(points, class_=f"{colour} line", stroke_width=3 if colour == "c0" else 2, **dashes))
    for point in points:
        klass = f"{colour} hollow" if line.recorded else colour
        part.add(mark(drawing, SHAPES.get(line.tool, "circle"), point, klass=klass))


def _labels(drawing: Any, part: Any, lines: Sequence[Line], across: Scale, up: Scale) -> None:
    """Write the name of each tool at the end of its line; labels that would overlap are moved apart."""
    by_end = sorted(lines, key=lambda line: line.points[-1][0])
    for cards, group in groupby(by_end, key=lambda line: line.points[-1][0]):
        ends = list(group)
        heights = [up(line.points[-1][1]) for line in ends]
        for line, height in zip(ends, spread(heights, 18), strict=True):
            colour = CLASSES.get(line.tool, "c1")
            klass = f"label {colour}" + (" ours" if colour == "c0" else "")
            at = (min(across(cards) + LABELS, WIDTH - 24), height + 4.5)
            part.add(drawing.text(line.label, at, class_=klass))
