"""The templates and expressions of a box, each with the path of its key."""

from collections.abc import Iterator
from typing import NamedTuple

from punchboard.model.layout.layout import Box
from punchboard.model.source import Path


class TemplateSource(NamedTuple):
    """The text of a template or an expression, and the path of its key within the box."""

    path: Path
    source: str
    is_expression: bool = False


def template_sources(box: Box) -> Iterator[TemplateSource]:
    """Yield the templates and expressions of a box in the order of their evaluation."""
    if box.when:
        yield TemplateSource(("when",), box.when, is_expression=True)
    if box.repeat and box.repeat.each:
        yield TemplateSource(("repeat", "each"), box.repeat.each, is_expression=True)
    if box.ornament is not None:
        yield TemplateSource(("ornament", "seed"), box.ornament.seed)
    elif box.content:
        yield TemplateSource((box.content,), str(getattr(box, box.content)))
    line = box.stroke and box.stroke.colour
    paints = ((("fill",), box.fill), (("stroke", "colour"), line), (("colour",), box.colour), (("alt",), box.alt))
    yield from (TemplateSource(path, paint) for path, paint in paints if paint)
    if box.ornament is not None:
        for index, colour in enumerate(box.ornament.colours):
            yield TemplateSource(("ornament", "colours", index), colour)
        for name, value in box.ornament.params.items():
            if isinstance(value, str):
                yield TemplateSource(("ornament", "params", name), value)
    yield from (TemplateSource(("with", name), value) for name, value in box.with_.items())
