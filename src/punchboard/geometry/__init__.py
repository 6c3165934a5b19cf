"""Points, rectangles, affine transforms and outlines, in millimetres. Start with `basics`."""

from punchboard.geometry.basics import (
    IDENTITY,
    Affine,
    Outline,
    Point,
    Rect,
    Segment,
    Size,
    curve_segments,
    join_outlines,
    polyline,
    smooth_curve,
)
from punchboard.geometry.shapes import (
    circle,
    cut_rectangle,
    ellipse,
    hexagon,
    pennant,
    rectangle,
    rounded_rectangle,
    scooped_rectangle,
    star,
    triangle,
)
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
    "curve_segments",
    "cut_rectangle",
    "ellipse",
    "hexagon",
    "join_outlines",
    "path_from_svg",
    "path_to_svg",
    "pennant",
    "polyline",
    "rectangle",
    "rounded_rectangle",
    "scooped_rectangle",
    "smooth_curve",
    "star",
    "triangle",
]
