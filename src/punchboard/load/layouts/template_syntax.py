"""Syntax checks of the templates and expressions in layouts, done when a layout is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.expression import ExpressionError, UnknownNameError, expression, template
from punchboard.load.layouts.references import BoxSet, layout_place
from punchboard.model.layout.box_contents import template_sources
from punchboard.model.values import LayoutSource, Path, did_you_mean
from punchboard.problem import Place, Problem


def template_problems(boxes: BoxSet) -> Iterator[Problem]:
    """Yield a problem for each invalid template or expression in boxes. Valid ones are compiled and cached."""
    for path, box in boxes.present():
        for text in template_sources(box):
            place = layout_place(boxes.source, (*path, *text.path))
            yield from syntax_problems(text.source, place, is_expression=text.is_expression)


def syntax_problems(source: str, place: Place, *, is_expression: bool = False) -> Iterator[Problem]:
    """Yield the problem of an invalid template, or of an invalid expression if ``is_expression``."""
    try:
        (expression if is_expression else template)(source)
    except ExpressionError as error:
        yield Problem("EXPR001", place, str(error), _hint(error, is_expression=is_expression))


def _hint(error: ExpressionError, *, is_expression: bool) -> str:
    if isinstance(error, UnknownNameError):
        return did_you_mean(error.name, error.known)
    if is_expression:
        return "write 'a == b' to compare, and names without '{{ }}'"
    return "write a value between '{{' and '}}'"


def layout_source(boxes: BoxSet) -> LayoutSource:
    """Return the source of a set of boxes, from which problems found while drawing take their place."""
    path: Path = boxes.path[:-1]
    return LayoutSource(boxes.source.file, boxes.source.places, path)
