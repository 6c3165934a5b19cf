"""The chart of the results: one SVG picture with its own background, for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence

import svgwrite
from chart_builds import draw_builds
from chart_decks import draw_decks
from chart_ink import STYLE, WIDTH
from outcome import Result

WORDS = "Build times of Punchboard and other tools, and of repeated builds; the tables have every number."


def chart(results: Sequence[Result]) -> str:
    """Return the picture as the text of an SVG file."""
    drawing = svgwrite.Drawing(debug=False, profile="full", role="img", font_size="14px")
    drawing.set_desc("Seconds", WORDS)
    drawing.defs.add(drawing.style(STYLE))
    ground = drawing.add(drawing.rect((0.5, 0.5), class_="ground", rx=8))
    height = draw_builds(drawing, results, draw_decks(drawing, results, 0)) + 12
    ground["width"], ground["height"] = WIDTH - 1, height - 1
    drawing["width"], drawing["height"] = WIDTH, height
    drawing.viewbox(0, 0, WIDTH, height)
    return str(drawing.tostring()) + "\n"
