"""Circuit: traces that run in parallel and turn by 45 degrees, with pads at their ends and chips between them."""

from __future__ import annotations

from random import Random

from pydantic import BaseModel, Field

from punchboard.geometry import Rect, polyline, rectangle
from punchboard.ornament.pen import Mark, disc

BOARD, GLOW, LINE, CHIP, PAD, HOLE, PULSE = range(7)


class Params(BaseModel, extra="forbid", frozen=True):
    """Inks: the board, traces that glow, the other traces, chips, pads, the holes in them, and the core of chips."""

    pitch: float = Field(default=2.4, ge=0.5, le=20.0, description="distance of traces in mm")
    board: bool = Field(default=True, description="fill the area with the first ink, and draw chips")


def draw(area: Rect, random: Random, params: Params) -> tuple[Mark, ...]:
    """Return the board, its traces and its chips."""
    pitch = max(params.pitch, area.width / 60, area.height / 60)
    marks = [Mark(rectangle(area), BOARD)] if params.board else []
    y = area.y - area.width * 0.3
    while y < area.bottom + area.width * 0.3:
        marks += _bundle(area, random, y, pitch)
        y += pitch * random.choice((1.5, 2, 3))
    if params.board:
        for _ in range(4):
            marks += _chip(area, random, pitch)
    return tuple(marks)


def _bundle(area: Rect, random: Random, top: float, pitch: float) -> list[Mark]:
    """Return up to three traces beside each other, which start and bend together."""
    start = random.choice((area.x - 1, area.x + area.width * random.uniform(0.1, 0.7)))
    bend, end = area.width * random.uniform(0.12, 0.4), area.width * random.uniform(0.25, 0.5)
    turn = pitch * random.choice((-4, -3, 3, 4))
    marks = []
    for lane in range(random.choice((1, 2, 2, 3))):
        y, ink = top + lane * pitch, GLOW if random.random() < 0.22 else LINE
        knee = start + bend - lane * (pitch * 0.4 if turn > 0 else -pitch * 0.4)
        last = (knee + abs(turn) + end * random.uniform(0.5, 1.2), y + turn)
        marks.append(Mark(polyline([(start, y), (knee, y), (knee + abs(turn), y + turn), last]), ink, pitch * 0.17))
        for x, at in ((start, y), last):
            marks += [
                Mark(disc((x, at), pitch * 0.34), GLOW if ink == GLOW else PAD),
                Mark(disc((x, at), pitch * 0.15), HOLE),
            ]
    return marks


def _chip(area: Rect, random: Random, pitch: float) -> list[Mark]:
    pins = random.randint(3, 6)
    wide, high = pitch * (pins + 0.6), pitch * random.choice((3, 4))
    x = area.x + random.uniform(-0.1, 0.9) * area.width
    y = area.y + random.uniform(-0.05, 0.95) * area.height
    marks = [
        Mark(rectangle(Rect(x + pitch * (pin + 0.55), y - pitch * 0.5, pitch * 0.4, high + pitch)), PAD)
        for pin in range(pins)
    ]
    return [
        *marks,
        Mark(rectangle(Rect(x, y, wide, high)), CHIP),
        Mark(disc((x + pitch * 0.6, y + pitch * 0.6), pitch * 0.22), GLOW),
        Mark(rectangle(Rect(x + wide * 0.3, y + high * 0.25, wide * 0.4, high * 0.5)), PULSE, pitch * 0.16),
    ]
