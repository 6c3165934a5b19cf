"""Points, rectangles, affine maps and outlines, in millimetres."""

from punchboard.geometry.basics import IDENTITY, Affine, Point, Rect, Size
from punchboard.geometry.outline import Outline, Segment, joined, polyline, smooth
from punchboard.geometry.shapes import circle, ellipse, hexagon, rectangle, rounded, star
from punchboard.geometry.svgpath import path_from_svg, path_to_svg

__all__ = [
    "IDENTITY",
    "Affine",
    "Outline",
    "Point",
    "Rect",
    "Segment",
    "Size",
    "circle",
    "ellipse",
    "hexagon",
    "joined",
    "path_from_svg",
    "path_to_svg",
    "polyline",
    "rectangle",
    "rounded",
    "smooth",
    "star",
]
