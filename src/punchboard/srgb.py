"""sRGB colours (IEC 61966-2-1): linear light, and luminance and contrast as WCAG 2.2 defines them."""

from functools import lru_cache
from typing import Final

LinearRgb = tuple[float, float, float]
"""Red, green and blue in proportion to light, each from 0 to 1."""

LUMINANCE: Final[LinearRgb] = (0.2126, 0.7152, 0.0722)
"""The parts of linear red, green and blue in luminance."""


def linear(value: float) -> float:
    """Return the light of an encoded channel, both from 0 to 1."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=4096)
def linear_rgb(colour: str) -> LinearRgb:
    """Return ``#rrggbb`` as linear red, green and blue."""
    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def luminance(light: LinearRgb) -> float:
    """Return the relative luminance of linear red, green and blue: 0 for black, 1 for white."""
    (red, green, blue), (r, g, b) = light, LUMINANCE
    return r * red + g * green + b * blue


@lru_cache(maxsize=16_384)
def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 for the same to 21 for black and white."""
    low, high = sorted((luminance(linear_rgb(one)), luminance(linear_rgb(other))))
    return (high + 0.05) / (low + 0.05)
