"""Filters that texts and colours of layouts may use: ``{{ colour | tint(20) }}``, ``{{ 3 | words }}``."""

from __future__ import annotations

from typing import Final


def _mix(colour: str, other: str, percent: float) -> str:
    part = min(max(float(percent), 0.0), 100.0) / 100
    channels = (round(int(colour[i : i + 2], 16) * part + int(other[i : i + 2], 16) * (1 - part)) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def tint(colour: str, percent: float) -> str:
    """Return the colour thinned with white: 100 is the colour itself, 0 is white."""
    return _mix(str(colour), "#ffffff", percent)


def shade(colour: str, percent: float) -> str:
    """Return the colour darkened with black: 100 is the colour itself, 0 is black."""
    return _mix(str(colour), "#000000", percent)


_WORDS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def in_words(number: int) -> str:
    """Return small whole numbers as words, others as digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else f"{number:,}".replace(",", "\u202f")
