"""Gradients, shadows and outlines of boxes. Low ink has none of them: its fills are white and its texts are black."""

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from punchboard.compose.inks import Palette
from punchboard.geometry import Affine, Outline, Point, Rect
from punchboard.model.layout.box_drawing import GradientPaint, OutlineFile, ShadowFile, gradient_paint
from punchboard.scene import Colour, Gradient, Group, Item, Shadow, Shape, Stroke, Text


def painted(paint: str, area: Rect, palette: Palette) -> tuple[Colour, Gradient | None]:
    """Return the colour that a fill gives, the first of a gradient, and its gradient over an area if it has one.

    Raises:
        ExpressionError: for colours that the theme lacks.
    """
    file = gradient_paint(paint)
    if file is None:
        return palette.fill(paint), None
    stops = tuple(map(palette.fill, file.paints))
    return stops[0], _gradient(stops, file, area) if len({*stops}) > 1 else None


def _gradient(stops: tuple[Colour, ...], file: GradientPaint, area: Rect) -> Gradient:
    x, y = area.centre
    if file.is_radial:
        return Gradient(stops, area.centre, area.centre, max(area.width, area.height) / 2)
    right, down = cos(radians(file.angle)), sin(radians(file.angle))
    reach = (abs(area.width * right) + abs(area.height * down)) / 2  # so that the corners have the colours of the ends
    return Gradient(stops, Point(x - right * reach, y - down * reach), Point(x + right * reach, y + down * reach))


def shadow(file: ShadowFile | None, palette: Palette) -> Shadow | None:
    """Return a shadow in the colours of the palette."""
    if file is None or not file.opacity or palette.ink_mode.is_low:
        return None
    return Shadow(palette.colour(file.colour), *file.at, file.opacity)


def cast(outline: Outline, file: ShadowFile | None, palette: Palette) -> tuple[Shape, ...]:
    """Return the shadow that an outline throws; none without one."""
    thrown = shadow(file, palette)
    if thrown is None:
        return ()
    moved = outline.placed(Affine.move(thrown.right, thrown.down))
    return (Shape(moved, thrown.colour, opacity=thrown.opacity),)


def with_effects(
    items: Iterable[Item], outline: OutlineFile | None, thrown: ShadowFile | None, palette: Palette
) -> tuple[Item, ...]:
    """Return items whose texts have an outline and a shadow."""
    if palette.ink_mode.is_low:
        return tuple(items)
    # twice as wide: the letters hide the inner half
    around = (
        None
        if outline is None or not outline.width
        else Stroke(palette.colour(outline.colour), 2 * outline.width, round=True)
    )
    return tuple(_outlined(items, around, shadow(thrown, palette)))


def _outlined(items: Iterable[Item], around: Stroke | None, thrown: Shadow | None) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Text):
            yield item._replace(outline=around, shadow=thrown)
        elif isinstance(item, Group):
            yield item._replace(items=tuple(_outlined(item.items, around, thrown)))
        else:
            yield item
