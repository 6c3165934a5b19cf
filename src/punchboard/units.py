"""Length units: text such as ``2.5in`` as millimetres, points, and numbers as short text.

Within the program, every length is a float in mm.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import fsum
from typing import Any

MM_PER_INCH = 25.4
"""Millimetres in one inch."""

PRINT_DPI = 400
"""Pixels per inch of a picture that has more than print needs. Presses ask for 300; the rest is for cropping."""

MM_PER_POINT = MM_PER_INCH / 72
"""Millimetres in one PostScript point."""

_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*(mm|cm|in|pt)\s*")
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?) *(mm|cm|in)? *x *(\d+(?:\.\d+)?) *(mm|cm|in)\s*")


def to_mm(length: str) -> float:
    """Return millimetres for text such as ``63.5mm``, ``2.5in`` or ``10pt``.

    Raises:
        ValueError: when the text is not a number followed by mm, cm, in or pt.
    """
    match = _LENGTH.fullmatch(length)
    if match is None:
        raise ValueError(f"{length!r} is not a length; write a number and a unit: 12mm, 0.5in, 9pt")
    number, unit = match.groups()
    return float(number) * _MM_PER_UNIT[unit]


def size_to_mm(size: str) -> tuple[float, float] | None:
    """Return width and height in mm for text such as ``120x170mm`` or ``12 x 18in``; None for any other text."""
    match = _SIZE.fullmatch(size)
    if match is None:
        return None
    width, first, height, unit = match.groups()
    return to_mm(f"{width}{first or unit}"), to_mm(f"{height}{unit}")


def to_pt(millimetres: float) -> float:
    """Return PostScript points for a length in millimetres."""
    return millimetres / MM_PER_POINT


@lru_cache(maxsize=8192)
def format_number(value: float) -> str:
    """Return a number as short text with at most three decimals and no ``-0``."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def exact_sum(values: Iterable[Any], start: Any = 0) -> Any:
    """Return a sum as `sum` does, but of decimals the same with every version of Python: rounded once, at the end."""
    added = [start, *values]
    if all(isinstance(value, int | float) for value in added) and any(isinstance(value, float) for value in added):
        return fsum(added)
    return sum(added[1:], start)
