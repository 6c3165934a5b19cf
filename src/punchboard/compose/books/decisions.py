"""Charts of questions in books: each answer leads to an outcome or to another question; and their arrows and words."""

from collections.abc import Iterator
from dataclasses import replace
from math import fsum
from typing import Final, NamedTuple

from punchboard.compose.text.column import Draw, Figure, Look, Slab, stacked_height, stacked_items
from punchboard.compose.text.markdown import parse_inline
from punchboard.compose.text.paragraphs import text_slabs
from punchboard.geometry import Point, Rect, polyline, rounded_rectangle
from punchboard.model.game.directives import Decision
from punchboard.scene import Item, Shape, Stroke

_LINE, _HEAD = 0.35, 1.6
"""Width of lines and length of the heads of arrows, in mm."""

_PAD: Final = 1.2
"""Space in mm between a frame and its text."""

_ASKS: Final = 0.5
"""Width of a question, as a part of what it shares with an outcome at its right."""

_ASIDE: Final = 13.0
"""Width in mm of the arrow from a question to an outcome at its right."""

_DOWN: Final = 5.0
"""Height in mm of the arrow to what stands below a question."""

_SPINE, _INDENT = 5.0, 11.0
"""How far in mm the way down, and the questions of a branch that ends, stand to the right of a question."""


def arrow(start: Point, end: Point, look: Look) -> Iterator[Item]:
    """Yield an arrow that runs straight to the right or down."""
    across, down = end.x - start.x, end.y - start.y
    length = max(abs(across), abs(down))
    along = Point(across / length, down / length)
    neck = Point(end.x - along.x * _HEAD, end.y - along.y * _HEAD)
    side = Point(-along.y * _HEAD * 0.6, along.x * _HEAD * 0.6)
    ink = look.colour("ink")
    yield Shape(polyline((start, neck)), stroke=Stroke(ink, _LINE))
    corners = end, Point(neck.x + side.x, neck.y + side.y), Point(neck.x - side.x, neck.y - side.y)
    yield Shape(polyline(corners, closed=True), fill=ink)


def diagram_words(
    text: str, look: Look, width: float, colour: str = "ink", *, align: str = "centre", bold: bool = False
) -> tuple[Slab, ...]:
    """Return lines of text for a diagram, in a width in mm."""
    style = replace(look.style("figure-label"), align=align, balance=True, colour=look.colour(colour))
    spans = parse_inline(text, look.setter.symbols)
    return tuple(text_slabs([span._replace(bold=True) for span in spans] if bold else spans, style, width, look))


def plain(text: str, look: Look) -> str:
    """Return Markdown as it is read."""
    return "".join(span.text for span in parse_inline(text, look.setter.symbols))


class _Block(NamedTuple):
    """A frame, or a question with all that follows from it; ``entry`` is the height at which an arrow enters."""

    height: float
    entry: float
    draw: Draw


def decision_chart(asked: Decision, look: Look, width: float) -> Figure:
    """Return a chart of questions for a column of a width in mm."""
    block = _chart(asked, look, width)
    return Figure(width, block.height, block.draw, _read(asked, look))


def _read(asked: Decision, look: Look) -> str:
    """Return a chart in words: each question, and what its answers lead to."""
    ways = (
        f"{plain(answer, look)}: {_read(then, look) if isinstance(then, Decision) else plain(then, look)}"
        for answer, then in asked.answers.items()
    )
    return " ".join((plain(asked.ask, look), *ways))


def _chart(asked: Decision, look: Look, width: float) -> _Block:
    """Return a question with outcomes at its right, and below it what the other answers lead to."""
    asks = (width - _ASIDE) * _ASKS
    question = _frame(asked.ask, look, asks, is_question=True)
    below = [answer for answer, then in asked.answers.items() if isinstance(then, Decision)] or [[*asked.answers][-1]]
    aside = _stacked(
        [(answer, then) for answer, then in asked.answers.items() if answer not in below], look, width, asks
    )
    top = max(question.height, aside.height)
    ways = [_way(answer, asked.answers[answer], look, width, asks, is_last=answer == below[-1]) for answer in below]

    def draw(x: float, y: float) -> Iterator[Item]:
        foot = y + (top + question.height) / 2
        yield Shape(
            polyline((Point(x + _SPINE, foot), Point(x + _SPINE, y + top + fsum(way.height for way in ways[:-1])))),
            stroke=Stroke(look.colour("ink"), _LINE),
        )
        yield from question.draw(x, foot - question.height)
        yield from aside.draw(x + asks, y + (top - aside.height) / 2)
        at = y + top
        for way in ways:
            yield from way.draw(x, at)
            at += way.height

    return _Block(fsum((top, *(way.height for way in ways))), top / 2, draw)


def _stacked(outcomes: list[tuple[str, str | Decision]], look: Look, width: float, asks: float) -> _Block:
    """Return the outcomes at the right of a question, each with its answer on the arrow."""
    frames = [
        (diagram_words(answer, look, _ASIDE - _HEAD, bold=True), _frame(str(then), look, width - asks - _ASIDE))
        for answer, then in outcomes
    ]
    height = fsum(frame.height for _words, frame in frames) + 1.6 * max(0, len(frames) - 1)

    def draw(x: float, y: float) -> Iterator[Item]:
        for words, frame in frames:
            middle = y + frame.height / 2
            yield from arrow(Point(x, middle), Point(x + _ASIDE, middle), look)
            yield from stacked_items(words, x, middle - stacked_height(words) - 0.2)
            yield from frame.draw(x + _ASIDE, y)
            y += frame.height + 1.6

    return _Block(height, height / 2, draw)


def _way(answer: str, then: str | Decision, look: Look, width: float, asks: float, *, is_last: bool) -> _Block:
    """Return what stands below a question: the last answer leads straight down, others to the right of the way down."""
    indent = 0.0 if is_last else _INDENT
    words = diagram_words(answer, look, width / 2, align="left", bold=True)
    block = _chart(then, look, width - indent) if isinstance(then, Decision) else _frame(then, look, asks)
    height = _DOWN + block.height

    def draw(x: float, y: float) -> Iterator[Item]:
        if is_last:
            yield from arrow(Point(x + _SPINE, y), Point(x + _SPINE, y + _DOWN), look)
        else:
            entry = y + _DOWN + block.entry
            yield from arrow(Point(x + _SPINE, entry), Point(x + indent, entry), look)
        yield from stacked_items(words, x + _SPINE + 1.6, y + (_DOWN - stacked_height(words)) / 2)
        yield from block.draw(x + indent, y + _DOWN)

    return _Block(height, height / 2, draw)


def _frame(text: str, look: Look, width: float, *, is_question: bool = False) -> _Block:
    """Return a frame of a width in mm around a question, which has a ground, or around an outcome."""
    lines = diagram_words(text, look, width - 2 * _PAD, bold=is_question)
    height = stacked_height(lines) + 2 * _PAD

    def draw(x: float, y: float) -> Iterator[Item]:
        outline = rounded_rectangle(Rect(x, y, width, height), 1.2 if is_question else height / 2)
        ground = look.fill("callout" if is_question else "paper")
        yield Shape(outline, ground, Stroke(look.colour("callout-edge" if is_question else "ink"), _LINE))
        yield from stacked_items(lines, x + _PAD, y + _PAD)

    return _Block(height, height / 2, draw)
