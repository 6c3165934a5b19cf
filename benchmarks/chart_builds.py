"""The part of the chart with builds of the five games, and builds after little or no change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bars import BARS, YARDSTICK_SECONDS, yardstick_of
from chart_ink import Scale, mark, seconds, tick
from outcome import Result

ROWS = {
    "games, --all": "five games, all products",
    "games, clean build": "five games, clean build",
    "games, one card edited": "… one card edited",
    "games, another card edited": "… one that no book shows",
    "games, one card edited, watched": "… one card edited, watched",
    "games, another card edited, watched": "… one that no book shows",
    "games, nothing changed": "… nothing changed",
    "deck, clean build": "2,000 text cards",
    "deck, one card edited": "… one card edited",
    "deck, one card edited, watched": "… one card edited, watched",
    "deck, nothing changed": "… nothing changed",
}
LEFT, RIGHT, TOP, STEP = 248, 800, 84, 30


def draw_builds(drawing: Any, results: Sequence[Result], y: float) -> float:
    """Draw the part at a height, and return the height of its end; nothing is drawn when no game was built."""
    found = {one.task: one for one in results if one.task in ROWS}
    if not found:
        return y
    shown = [(words, found[task]) for task, words in ROWS.items() if task in found]
    yardstick = yardstick_of(results)
    scale = yardstick.seconds / YARDSTICK_SECONDS if yardstick else 1.0
    bars = {bar.task: bar.seconds * scale for bar in BARS}
    every = [one.seconds for one in found.values()] + [bars[task] for task in found if task in bars]
    along = Scale(min(0.1, *every), max(100.0, *every), LEFT, RIGHT)
    part, bottom = drawing.add(drawing.g(transform=f"translate(0 {y:g})")), TOP + STEP * len(shown)
    part.add(drawing.text("The five games, and building again", (24, 36), class_="heading"))
    words = "seconds, logarithmic; a stroke is the bar, converted to this machine by tuned reportlab"
    part.add(drawing.text(words, (24, 58), class_="small"))
    for value in along.ticks():
        part.add(drawing.line((along(value), TOP - 8), (along(value), bottom), class_="grid"))
        part.add(drawing.text(tick(value), (along(value), bottom + 18), text_anchor="middle", class_="small"))
    for index, (name, one) in enumerate(shown):
        _row(drawing, part, name, one, along, bars.get(one.task), TOP + STEP * (index + 0.5))
    return y + bottom + 40


def _row(  # noqa: PLR0917 - everything that one row shows
    drawing: Any, part: Any, name: str, one: Result, along: Scale, bar: float | None, y: float
) -> None:
    part.add(drawing.text(name, (LEFT - 28, y + 4.5), text_anchor="end"))
    part.add(drawing.line((LEFT, y), (RIGHT, y), class_="fine"))
    x = along(one.seconds)
    if bar is not None:
        part.add(drawing.line((along(bar), y - 10), (along(bar), y + 10), class_="bar"))
    part.add(mark(drawing, "circle", (x, y), klass="c0"))
    crowded = bar is not None and 0 < along(bar) - x < 60
    at = {"insert": (x - 10, y + 4.5), "text_anchor": "end"} if crowded else {"insert": (x + 10, y + 4.5)}
    part.add(drawing.text(seconds(one.seconds), class_="label c0 ours", **at))
