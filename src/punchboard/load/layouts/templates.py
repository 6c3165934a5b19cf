"""Templates and expressions of layouts, read when the layout is: what cannot be read is told where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.expression import ExpressionError, UnknownNameError, expression, template
from punchboard.load.layouts.references import BoxSet, layout_place
from punchboard.model.layout.box_templates import Path, template_sources
from punchboard.model.source import LayoutSource
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem


def template_problems(boxes: BoxSet) -> Iterator[Problem]:
    """Yield a problem for each key of boxes that holds no template or expression; those that do are kept compiled."""
    for path, box in boxes.present():
        for one in template_sources(box):
            yield from syntax_problems(
                one.source, layout_place(boxes.source, (*path, *one.path)), is_expression=one.is_expression
            )


def syntax_problems(source: str, place: Place, *, is_expression: bool = False) -> Iterator[Problem]:
    """Yield the problem of a template that cannot be read, or of an expression where ``sums`` says so."""
    try:
        (expression if is_expression else template)(source)
    except ExpressionError as error:
        yield Problem("EXPR001", place, str(error), _hint(error, is_expression=is_expression))


def _hint(error: ExpressionError, *, is_expression: bool) -> str:
    if isinstance(error, UnknownNameError):
        return did_you_mean(error.name, error.known)
    return (
        "write 'a == b' to compare, names without '{{ }}'" if is_expression else "a value stands between '{{' and '}}'"
    )


def layout_source(boxes: BoxSet) -> LayoutSource:
    """Return where a set of boxes is written, as what draws them asks for it."""
    path: Path = boxes.path[:-1]
    return LayoutSource(boxes.source.file, boxes.source.places, path)
