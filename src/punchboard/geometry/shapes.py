"""Outlines of simple shapes: rectangle, rounded rectangle, ellipse, circle, hexagon, triangle, star."""

from math import cos, pi, sin, sqrt
from typing import Final

from punchboard.geometry.basics import Point, Rect
from punchboard.geometry.outline import DECIMALS, Outline, Segment, polyline

KAPPA: Final = 4 * (sqrt(2) - 1) / 3
"""The distance of the control points of a cubic that draws a quarter circle of radius 1."""


def _outline(*segments: Segment) -> Outline:
    return Outline(
        tuple((command, tuple(round(value, DECIMALS) for value in numbers)) for command, numbers in segments)
    )


def rectangle(rect: Rect) -> Outline:
    """Return the rectangle as an outline."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    return _outline(("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))


def rounded_rectangle(rect: Rect, radius: float) -> Outline:
    """Return the rectangle with round corners; the radius is limited to half the shorter side."""
    r = min(radius, rect.width / 2, rect.height / 2)
    if r <= 0:
        return rectangle(rect)
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    h = r * (1 - KAPPA)
    return _outline(
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - h, y, right, y + h, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - h, right - h, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + h, bottom, x, bottom - h, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + h, x + h, y, x + r, y)),
        ("Z", ()),
    )


def cut_rectangle(rect: Rect, size: float) -> Outline:
    """Return the rectangle with its corners cut off; the size is limited to half the shorter side."""
    r = min(size, rect.width / 2, rect.height / 2)
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    upper = [(x + r, y), (right - r, y), (right, y + r), (right, bottom - r)]
    return polyline([*upper, (right - r, bottom), (x + r, bottom), (x, bottom - r), (x, y + r)], closed=True)


def pennant(rect: Rect, notch: float) -> Outline:
    """Return the rectangle with a notch of this depth cut into its foot; at most half as deep as it is high."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    deep = min(notch, rect.height / 2)
    return polyline([(x, y), (right, y), (right, bottom), (rect.centre.x, bottom - deep), (x, bottom)], closed=True)


def scooped_rectangle(rect: Rect, radius: float) -> Outline:
    """Return the rectangle with a quarter circle cut out of each corner; the radius is limited as for round corners."""
    r = min(radius, rect.width / 2, rect.height / 2)
    if r <= 0:
        return rectangle(rect)
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    k = r * KAPPA
    return _outline(
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - r, y + k, right - k, y + r, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right - k, bottom - r, right - r, bottom - k, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + r, bottom - k, x + k, bottom - r, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x + k, y + r, x + r, y + k, x + r, y)),
        ("Z", ()),
    )


def ellipse(rect: Rect) -> Outline:
    """Return the ellipse inscribed in the rectangle."""
    cx, cy = rect.centre
    rx, ry = rect.width / 2, rect.height / 2
    kx, ky = rx * KAPPA, ry * KAPPA
    return _outline(
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def circle(centre: Point, radius: float) -> Outline:
    """Return the circle around a point."""
    return ellipse(Rect(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius))


def hexagon(rect: Rect) -> Outline:
    """Return the hexagon that fills the rectangle, with a corner at the top unless it is wider than high."""
    cx, cy = rect.centre
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    if rect.height >= rect.width:
        quarter = rect.height / 4
        points = [
            (cx, y),
            (right, y + quarter),
            (right, bottom - quarter),
            (cx, bottom),
            (x, bottom - quarter),
            (x, y + quarter),
        ]
    else:
        quarter = rect.width / 4
        points = [
            (x, cy),
            (x + quarter, y),
            (right - quarter, y),
            (right, cy),
            (right - quarter, bottom),
            (x + quarter, bottom),
        ]
    return polyline(points, closed=True)


def triangle(rect: Rect) -> Outline:
    """Return the triangle that fills the rectangle, with a corner at the top."""
    return polyline([(rect.centre.x, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)], closed=True)


def star(centre: Point, radius: float, points: int, depth: float = 0.5) -> Outline:
    """Return a star with its first point at the top; ``depth`` is the inner radius as a fraction of the outer."""
    corners = []
    for index in range(2 * points):
        reach = radius if index % 2 == 0 else radius * depth
        angle = pi * index / points
        corners.append((centre.x + reach * sin(angle), centre.y - reach * cos(angle)))
    return polyline(corners, closed=True)
