"""Letters as shapes: where the glyphs of a line lie, and the shadow and outline that are drawn beneath a text."""

from collections.abc import Iterator

from punchboard.geometry import Affine, Outline
from punchboard.scene import Line, Shape, Text


def glyph_places(item: Text, line: Line) -> Iterator[tuple[int, float, float]]:
    """Yield the glyphs of a line with their places in font units, from (0, 0) with y downwards."""
    face = item.face
    tracking = item.tracking / item.size * face.upem
    space = face.space.width * face.upem + tracking
    x = 0.0
    for word in line.words:
        offsets = word.offsets or ((0.0, 0.0),) * len(word.glyphs)
        for glyph, advance, (right, up) in zip(word.glyphs, word.advances, offsets, strict=True):
            yield glyph, x + right, -up
            x += advance + tracking
        x += space


def beneath_text(item: Text) -> Iterator[Shape]:
    """Yield the shadow of a text and the outline of its letters, as far as it has them.

    They are shapes, so that nothing is read, found or copied twice.
    """
    if item.outline is None and item.shadow is None:
        return
    scale = item.size / item.face.upem
    letters = Outline(
        tuple(
            segment
            for line in item.lines
            for glyph, x, y in glyph_places(item, line)
            for segment in item.face.outline(glyph)
            .placed(Affine(scale, 0, 0, scale, line.x + x * scale, line.y + y * scale))
            .segments
        )
    )
    if item.shadow is not None:
        colour, right, down, opacity = item.shadow
        line_around = item.outline and item.outline._replace(colour=colour)
        yield Shape(letters.placed(Affine.move(right, down)), colour, line_around, opacity=opacity)
    if item.outline is not None:
        yield Shape(letters, stroke=item.outline)
