"""Conversion between SVG path data and outlines.

The grammar is that of https://www.w3.org/TR/SVG11/paths.html#PathDataBNF; arcs become cubics by appendix F.6.5.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Final

from punchboard.geometry.basics import Outline, Point, Segment
from punchboard.units import format_number

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_ARC_FLAGS = re.compile(r"[\s,]*([01])")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_RUN = re.compile(r"([MmLlHhVvCcSsQqTtZz])([^a-df-zA-DF-Z]*)")
_PLAIN = re.compile(rf"[\s,]*+(?>[MmLlHhVvCcSsQqTtZz][\s,]*+(?>{_NUMBER.pattern}[\s,]*+)*+)*+")
"""Path data without arcs; the pattern cannot backtrack, so that no text makes it slow."""

_SEPARATORS = re.compile(r"[\s,]*")
_SVG = {"M": "M%g %g", "L": "L%g %g", "C": "C%g %g %g %g %g %g", "Z": "Z"}
"""Formatting a whole path at once is ten times as fast as a call for each number. %g keeps six digits, which is exact
for numbers below a metre that are rounded to micrometres."""

_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=16_384)
def path_to_svg(outline: Outline) -> str:
    """Return the ``d`` attribute of an SVG path for the outline."""
    pattern = "".join([_SVG[command] for command, _ in outline.segments])
    text = pattern % tuple([value for _, numbers in outline.segments for value in numbers])
    return text if "e" not in text else _exactly(outline)


def _exactly(outline: Outline) -> str:
    """Return path data for numbers that the short format would round or write with an exponent."""
    return "".join(command + " ".join(map(format_number, numbers)) for command, numbers in outline.segments)


def path_from_svg(data: str) -> Outline:
    """Return the outline for the ``d`` attribute of an SVG path.

    Raises:
        ValueError: for text outside the path grammar, and for arcs that are too large or too small to compute.
    """
    pen = _Pen()
    try:
        for command, numbers in _plain_commands(data) or _commands(data):
            pen.draw(command, numbers)
    except ArithmeticError as error:
        raise ValueError("an arc is too large or too small to be drawn") from error
    return Outline(tuple(pen.segments))


def _plain_commands(data: str) -> list[tuple[str, tuple[float, ...]]] | None:
    """Return the commands of path data without arcs, three times as fast; None for data that needs `_commands`."""
    if not _PLAIN.fullmatch(data):
        return None
    commands: list[tuple[str, tuple[float, ...]]] = []
    for command, text in _RUN.findall(data):
        numbers = tuple(map(float, _NUMBER.findall(text)))
        count = _COUNT[command.upper()]
        if len(numbers) == count:
            commands.append((command, numbers))
            continue
        if not count or not numbers or len(numbers) % count:
            return None
        rest = {"M": "L", "m": "l"}.get(command, command)
        commands.append((command, numbers[:count]))
        commands += [(rest, numbers[start : start + count]) for start in range(count, len(numbers), count)]
    return commands


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers; further sets of numbers repeat the command."""
    position, command = _skip(data, 0), ""
    while position < len(data):
        match = _TOKEN.match(data, position)
        if match is None:
            raise ValueError(f"{data[position : position + 12]!r} is not SVG path data")
        if match.group(1):
            command, position = match.group(1), match.end()
        elif not command or command in "Zz":
            raise ValueError(f"a number without a command at {data[position : position + 12]!r}")
        numbers, position = _numbers(data, position, command.upper())
        yield command, numbers
        command = {"M": "L", "m": "l"}.get(command, command)
        position = _skip(data, position)


def _numbers(data: str, position: int, command: str) -> tuple[tuple[float, ...], int]:
    values: list[float] = []
    while len(values) < _COUNT[command]:
        # the two flags of an arc may be written without a space: "a1 1 0 01.5.5"
        flag = command == "A" and len(values) in (3, 4)
        position = _skip(data, position)
        match = _ARC_FLAGS.match(data, position) if flag else _TOKEN.match(data, position)
        if match is None or (not flag and match.group(1)):
            raise ValueError(f"{command} needs {_COUNT[command]} numbers, but has {len(values)}")
        values.append(float(match.group(1 if flag else 2)))
        position = match.end()
    return tuple(values), position


def _skip(data: str, position: int) -> int:
    match = _SEPARATORS.match(data, position)
    return match.end() if match else position


class _Pen:
    """Converts path commands to absolute M, L, C and Z; positions are plain numbers, which is faster than points."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = self.left = self.top = 0.0
        """The current position, and the start of the subpath."""
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)
        """The command of the last curve, and its last control point."""

    def draw(self, command: str, numbers: tuple[float, ...]) -> None:
        name = command.upper()
        ox, oy = (self.x, self.y) if command != name else (0.0, 0.0)
        self._DRAW[name](self, numbers, ox, oy)
        if name not in "CSQT":
            self.handle = ("", self.x, self.y)

    def _move(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        self.x, self.y = self.left, self.top = n[0] + ox, n[1] + oy
        self.segments.append(("M", (self.x, self.y)))

    def _to(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.segments.append(("L", (x, y)))

    def _line(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        self._to(n[0] + ox, n[1] + oy)

    def _across(self, n: tuple[float, ...], ox: float, _oy: float) -> None:
        self._to(n[0] + ox, self.y)

    def _down(self, n: tuple[float, ...], _ox: float, oy: float) -> None:
        self._to(self.x, n[0] + oy)

    def _curve(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        x1, y1, x2, y2, x, y = n
        self._bezier(x1 + ox, y1 + oy, x2 + ox, y2 + oy, x + ox, y + oy)

    def _smooth(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        x2, y2, x, y = n
        self._bezier(*self._mirrored("C"), x2 + ox, y2 + oy, x + ox, y + oy)

    def _quadratic(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        self._conic(n[0] + ox, n[1] + oy, n[2] + ox, n[3] + oy)

    def _smooth_quadratic(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        self._conic(*self._mirrored("Q"), n[0] + ox, n[1] + oy)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        known, x, y = self.handle
        return (2 * self.x - x, 2 * self.y - y) if known == kind else (self.x, self.y)

    def _bezier(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:  # noqa: PLR0917 - a curve
        self.segments.append(("C", (x1, y1, x2, y2, x, y)))
        self.x, self.y, self.handle = x, y, ("C", x2, y2)

    def _conic(self, cx: float, cy: float, x: float, y: float) -> None:
        x1, y1 = self.x + 2 / 3 * (cx - self.x), self.y + 2 / 3 * (cy - self.y)
        self._bezier(x1, y1, x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y)
        self.handle = ("Q", cx, cy)

    def _arc(self, n: tuple[float, ...], ox: float, oy: float) -> None:
        start, end = Point(self.x, self.y), Point(n[5] + ox, n[6] + oy)
        for first, second, point in _arc_to_cubics(start, end, n[0], n[1], n[2], large=n[3] != 0, sweep=n[4] != 0):
            self._bezier(*first, *second, *point)
        if not self.segments or (self.x, self.y) != end:
            self._to(*end)

    def _close(self, _numbers: tuple[float, ...], _ox: float, _oy: float) -> None:
        self.segments.append(("Z", ()))
        self.x, self.y = self.left, self.top

    _DRAW: Final[Mapping[str, Callable[[_Pen, tuple[float, ...], float, float], None]]] = {
        "M": _move,
        "L": _line,
        "H": _across,
        "V": _down,
        "C": _curve,
        "S": _smooth,
        "Q": _quadratic,
        "T": _smooth_quadratic,
        "A": _arc,
        "Z": _close,
    }


def _arc_to_cubics(
    start: Point, end: Point, rx: float, ry: float, tilt: float, *, large: bool, sweep: bool
) -> Iterator[tuple[Point, Point, Point]]:
    """Yield cubics of at most a quarter turn each, by appendix F.6.5; radii that are too small grow by F.6.6."""
    rx, ry = abs(rx), abs(ry)
    if start == end or rx == 0 or ry == 0:
        return
    cosine, sine = cos(radians(tilt)), sin(radians(tilt))
    dx, dy = (start.x - end.x) / 2, (start.y - end.y) / 2
    x1, y1 = cosine * dx + sine * dy, cosine * dy - sine * dx
    stretch = sqrt(max(1.0, (x1 / rx) ** 2 + (y1 / ry) ** 2))
    rx, ry = rx * stretch, ry * stretch
    spread = (rx * y1) ** 2 + (ry * x1) ** 2
    root = sqrt(max(0.0, (rx * ry) ** 2 - spread) / spread) * (-1 if large == sweep else 1)
    cx1, cy1 = root * rx * y1 / ry, -root * ry * x1 / rx
    centre = Point(
        cosine * cx1 - sine * cy1 + (start.x + end.x) / 2,
        sine * cx1 + cosine * cy1 + (start.y + end.y) / 2,
    )
    theta = _angle(1, 0, (x1 - cx1) / rx, (y1 - cy1) / ry)
    delta = _angle((x1 - cx1) / rx, (y1 - cy1) / ry, (-x1 - cx1) / rx, (-y1 - cy1) / ry)
    if sweep and delta < 0:
        delta += 2 * pi
    elif not sweep and delta > 0:
        delta -= 2 * pi

    def on_page(u: float, v: float) -> Point:
        return Point(centre.x + cosine * rx * u - sine * ry * v, centre.y + sine * rx * u + cosine * ry * v)

    pieces = max(1, ceil(abs(delta) / (pi / 2) - 1e-9))
    step = delta / pieces
    reach = 4 / 3 * tan(step / 4)
    for index in range(pieces):
        a, b = theta + index * step, theta + (index + 1) * step
        yield (
            on_page(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
            on_page(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
            end if index == pieces - 1 else on_page(cos(b), sin(b)),
        )


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return acos(max(-1.0, min(1.0, cosine))) * (-1 if ux * vy - uy * vx < 0 else 1)
