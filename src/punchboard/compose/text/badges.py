"""Lettered badges for symbols without an icon: a filled disc or lozenge from which the letters are cut out."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from punchboard.fonts import Typeface
from punchboard.geometry import Affine, Outline, Point, Rect, join_outlines
from punchboard.geometry.fills import polygon, reversed_subpath, signed_area, subpaths
from punchboard.geometry.shapes import circle, rounded_rectangle

GRID: Final = 512.0
"""The height of a badge on the grid of icons."""

MAX_ROUND_LETTERS: Final = 2
"""The highest number of letters on a round badge; more letters make a lozenge."""

_CAP_SHARE: Final = (0.0, 0.58, 0.46)
"""The height of capitals on a disc with one and with two letters, as a share of its diameter."""

_LOZENGE_CAP_SHARE: Final = 0.48
_LOZENGE_PADDING: Final = 0.3 * GRID


@lru_cache(maxsize=512)
def badge_outline(label: str, face: Typeface) -> Outline:
    """Return a badge of `GRID` units height with a label in capitals of a typeface."""
    shown = label.upper()
    if len(shown) <= MAX_ROUND_LETTERS:
        letters = _letters(shown, face, _CAP_SHARE[max(len(shown), 1)] * GRID)
        frame = circle(Point(GRID / 2, GRID / 2), GRID / 2)
        middle = GRID / 2
    else:
        letters = _letters(shown, face, _LOZENGE_CAP_SHARE * GRID)
        width = letters.bounds.width + 2 * _LOZENGE_PADDING
        frame = rounded_rectangle(Rect(0, 0, width, GRID), GRID * 0.42)
        middle = width / 2
    if not letters.segments:
        return frame
    bounds = letters.bounds
    shift = Affine.move(middle - bounds.centre.x, GRID / 2 - bounds.centre.y)
    return join_outlines((_turning(frame, 1), _turning(letters.placed(shift), -1)))


def _letters(text: str, face: Typeface, cap_height: float) -> Outline:
    """Return the outline of a text on a baseline at 0, with capitals of a height."""
    scale = cap_height / (face.cap_height * face.upem)
    word, x, parts = face.word(text), 0.0, []
    for glyph, advance in zip(word.glyphs, word.advances, strict=True):
        parts.append(face.outline(glyph).placed(Affine.scale(scale) @ Affine.move(x, 0)))
        x += advance
    return join_outlines(parts)


def _turning(outline: Outline, direction: int) -> Outline:
    """Return an outline whose area has a sign: letters that turn against their frame are holes in it."""
    parts = tuple(subpaths(outline))
    if sum(signed_area(polygon(part)) for part in parts) * direction >= 0:
        return outline
    return join_outlines(map(reversed_subpath, parts))
