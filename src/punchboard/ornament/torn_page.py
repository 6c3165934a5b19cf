"""Torn page: a piece of newsprint with torn edges, a masthead, headlines and greeked columns."""

from __future__ import annotations

from random import Random
from typing import Literal

from pydantic import BaseModel, Field

from punchboard.geometry import Affine, Outline, Point, Rect, polyline, rectangle
from punchboard.ornament.pen import Mark, transform_outline


class TornPage(BaseModel, extra="forbid", frozen=True):
    """The first ink is the print, the second the paper, the third its shadow side and the picture."""

    columns: int = Field(default=3, ge=1, le=6, description="columns of text")
    headline: int = Field(default=2, ge=0, le=4, description="lines of the headline")
    masthead: bool = Field(default=True, description="the name of the paper between two rules")
    picture: bool = Field(default=True, description="a picture in the columns")
    torn: Literal["foot", "sides", "all"] = Field(default="foot", description="which edges are torn")
    tilt: float = Field(default=0.0, ge=-20.0, le=20.0, description="rotation of the page in degrees, clockwise")
    rough: float = Field(default=0.5, ge=0.0, le=1.0, description="depth of the tears")


def draw_torn_page(area: Rect, random: Random, params: TornPage) -> tuple[Mark, ...]:
    """Return shadow, paper and print; the seed sets the tears and the lengths of the words."""
    depth = min(area.size) * 0.09 * params.rough
    turned = Affine.turn(params.tilt, area.centre)
    page = area.shrink(depth * 0.6)
    paper = _paper(page, depth, params.torn, random)
    marks = [
        Mark(transform_outline(paper, Affine.move(depth * 0.35, depth * 0.35) @ turned), 2),
        Mark(transform_outline(paper, turned), 1),
    ]
    margin = min(page.size) * 0.09
    inner = Rect(page.x + margin, page.y + margin, page.width - 2 * margin, page.height - 2 * margin - depth)
    bars = _print(inner, random, params)
    marks += (Mark(transform_outline(rectangle(bar), turned), ink) for bar, ink in bars)
    return tuple(marks)


def _paper(page: Rect, depth: float, torn: str, random: Random) -> Outline:
    corners = [
        Point(page.x, page.y),
        Point(page.right, page.y),
        Point(page.right, page.bottom),
        Point(page.x, page.bottom),
    ]
    edges = {"foot": (2,), "sides": (1, 2, 3), "all": (0, 1, 2, 3)}[torn]
    points: list[Point] = []
    for index, start in enumerate(corners):
        end = corners[(index + 1) % 4]
        points.append(start)
        if index not in edges:
            continue
        dx, dy = end.x - start.x, end.y - start.y
        length = abs(dx) + abs(dy)
        count = max(6, min(46, int(length / max(depth * 0.42, 0.4))))
        drift = 0.0
        for step in range(1, count):
            drift = max(-1.0, min(1.0, drift + random.uniform(-0.55, 0.55)))
            away = depth * (0.55 * drift + random.uniform(-0.28, 0.28))
            along = (step + random.uniform(-0.35, 0.35)) / count
            points.append(Point(start.x + dx * along - dy / length * away, start.y + dy * along + dx / length * away))
    return polyline([Point(round(x, 3), round(y, 3)) for x, y in points], closed=True)


def _print(inner: Rect, random: Random, params: TornPage) -> list[tuple[Rect, int]]:
    unit = min(inner.height / 26, inner.width / 16)
    bars: list[tuple[Rect, int]] = []
    y = inner.y
    if params.masthead:
        bars += (
            (Rect(inner.x, y, inner.width, unit * 0.3), 0),
            (Rect(inner.x, y + unit * 2.6, inner.width, unit * 0.3), 0),
        )
        bars += (
            (word, 0)
            for word in _words(
                Rect(inner.x + unit, y + unit * 0.75, inner.width - 2 * unit, unit * 1.4), random, unit * 2.4
            )
        )
        y += unit * 3.9
    for line in range(params.headline):
        reach = inner.width * (1.0 if line < params.headline - 1 else random.uniform(0.55, 0.9))
        bars += ((word, 0) for word in _words(Rect(inner.x, y, reach, unit * 1.9), random, unit * 3.4))
        y += unit * 2.6
    return bars + _columns(
        Rect(inner.x, y + unit * 0.5, inner.width, inner.bottom - y - unit * 0.5), random, params, unit
    )


def _columns(room: Rect, random: Random, params: TornPage, unit: float) -> list[tuple[Rect, int]]:
    gutter = unit * 0.8
    width = (room.width - gutter * (params.columns - 1)) / params.columns
    leading = max(unit, room.height / 40)
    bars: list[tuple[Rect, int]] = []
    pictured = random.randrange(params.columns) if params.picture else -1
    for column in range(params.columns):
        x, y = room.x + column * (width + gutter), room.y
        if column == pictured:
            tall = min(width * 0.9, room.height * 0.5)
            bars.append((Rect(x, y, width, tall), 2))
            bars += _view(Rect(x, y, width, tall), random)
            y += tall + leading
        while y + leading * 0.5 <= room.bottom:
            last = random.random() < 0.16
            bars.append((Rect(x, y, width * (random.uniform(0.3, 0.8) if last else 1.0), leading * 0.42), 0))
            y += leading * (1.5 if last else 1.0)
    return bars


def _view(frame: Rect, random: Random) -> list[tuple[Rect, int]]:
    """Return a picture: a row of houses."""
    houses: list[tuple[Rect, int]] = []
    x = frame.x
    while x < frame.right - frame.width * 0.04:
        wide = min(frame.width * random.uniform(0.12, 0.26), frame.right - x)
        tall = frame.height * random.uniform(0.3, 0.85)
        houses.append((Rect(x, frame.bottom - tall, wide, tall), 0))
        x += wide
    return houses


def _words(line: Rect, random: Random, mean: float) -> list[Rect]:
    words: list[Rect] = []
    x = line.x
    while x < line.right - mean * 0.3:
        wide = min(mean * random.uniform(0.5, 1.5), line.right - x)
        words.append(Rect(x, line.y, wide, line.height))
        x += wide + mean * 0.22
    return words
