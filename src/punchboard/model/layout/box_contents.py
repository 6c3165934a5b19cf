"""What the boxes of a face show: templates and expressions, and pictures that a column ``alt`` describes."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.model.game.game import Game
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.values import Path


class TemplateSource(NamedTuple):
    """The text of a template or an expression, and the path of its key within the box."""

    path: Path
    source: str
    is_expression: bool = False


def template_sources(box: Box) -> Iterator[TemplateSource]:
    """Yield the templates and expressions of a box in the order of their evaluation."""
    ornament, content = box.ornament, box.content
    expressions = ((("when",), box.when), (("repeat", "each"), box.repeat.each if box.repeat else None))
    yield from (TemplateSource(path, text, is_expression=True) for path, text in expressions if text)
    colours, params = (ornament.colours, ornament.params) if ornament is not None else ((), {})
    templates: list[tuple[Path, str | None]] = [
        (("ornament", "seed"), ornament.seed) if ornament is not None else ((content or "",), _own_content(box)),
        (("fill",), box.fill),
        (("stroke", "colour"), box.stroke.colour if box.stroke else None),
        (("colour",), box.colour),
        (("alt",), box.alt),
        *((("ornament", "colours", index), colour) for index, colour in enumerate(colours)),
        *((("ornament", "params", name), value) for name, value in params.items() if isinstance(value, str)),
        *((("with", name), value) for name, value in box.with_.items()),
    ]
    yield from (TemplateSource(path, text) for path, text in templates if text)


def _own_content(box: Box) -> str | None:
    return str(getattr(box, box.content)) if box.content else None


FIELD: Final = "alt"
"""The field of a kind that describes the picture on each of its components."""

TEMPLATE: Final = f"{{{{ {FIELD} }}}}"


def described_layouts(game: Game) -> frozenset[str]:
    """Return the layouts whose pictures the column ``alt`` describes: all kinds that use them have it."""
    layouts = [(layout, kind) for kind in game.kinds.values() for layout in (kind.file.face, kind.file.back)]
    uses = [(layout, FIELD in kind.file.fields) for layout, kind in layouts if layout is not None]
    return frozenset(layout for layout, _ in uses) - {layout for layout, has_column in uses if not has_column}


def with_descriptions(face: FaceFile) -> FaceFile:
    """Return a face whose pictures without ``alt`` are read as the column ``alt`` describes them."""
    boxes = {
        name: box.model_copy(update={"alt": TEMPLATE}) if box is not None and is_undescribed(box) else box
        for name, box in face.boxes.items()
    }
    return face.model_copy(update={"boxes": boxes})


def is_undescribed(box: Box) -> bool:
    """Return whether a box shows a picture that differs from card to card, and the layout does not describe it."""
    return "{{" in (box.picture or "") and box.alt is None and not box.turned_copy_of
