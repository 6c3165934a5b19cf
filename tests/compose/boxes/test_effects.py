"""Gradients, shadows and outlines of boxes, as a face draws them and as contrast is judged."""

import pytest
from pydantic import ValidationError
from tests.conftest import THEME

from punchboard.checks.ink.contrast import low_contrast_inks, lowest_text_contrast
from punchboard.compose.faces.composer import FaceComposer
from punchboard.geometry import Point
from punchboard.model.layout.layout import Box
from punchboard.scene import Group, Shape, Text, Use


def items_of(items):
    for item in items:
        if isinstance(item, Group | Use):
            yield from items_of(item.items if isinstance(item, Group) else item.symbol.items)
        else:
            yield item


def drawn(face, kind):
    return [item for item in items_of(face.symbol.items) if isinstance(item, kind)]


@pytest.mark.parametrize(
    ("fill", "start", "end"),
    [
        ("red to ink", (20, 10), (20, 50)),
        ("red to '#ffffff' to ink at 0".replace("'", ""), (10, 30), (30, 30)),
        ("red to ink 40% at 180", (30, 30), (10, 30)),
    ],
)
def test_a_fill_may_run_from_colour_to_colour(tiny_face, fill, start, end):
    """From top to bottom, or at an angle from left to right, clockwise."""
    face = tiny_face(f"a: {{at: [10, 10], size: [20, 40], fill: '{fill}'}}")
    (shape,) = drawn(face, Shape)
    assert shape.fill == shape.gradient.stops[0] == "#c8402f"
    assert len(shape.gradient.stops) == fill.count(" to ") + 1
    assert shape.gradient.start == pytest.approx(start)
    assert shape.gradient.end == pytest.approx(end)


def test_a_radial_fill_runs_outwards_and_may_take_a_colour_from_the_row(tiny_face):
    """From the middle of the box to its longer side."""
    face = tiny_face(
        "a: {at: [10, 10], size: [20, 40], fill: 'radial paper to #12345{{ rank }}'}",
        rows="[{name: alder, rank: 6}]",
    )
    (shape,) = drawn(face, Shape)
    assert shape.gradient[1:] == (Point(20, 30), Point(20, 30), 20)
    assert shape.gradient.stops[1] == "#123456"


LOUD = (
    "a: {at: [5, 5], size: [50, 20], fill: red to ink, shadow: {}, text: x, "
    "text shadow: {colour: red, opacity: 1}, text outline: {colour: paper, width: 0.2}}"
)


def test_shadows_lie_beneath_and_outlines_around(tiny_face):
    """A shadow is a copy that is moved; half of the line around a letter is hidden by it."""
    face = tiny_face(LOUD)
    thrown, shape = drawn(face, Shape)
    assert thrown.outline.bounds == shape.outline.bounds.moved(0.3, 0.3)
    assert thrown.opacity == 0.4
    (text,) = drawn(face, Text)
    assert text.outline.width == 0.4
    assert text.shadow == ("#c8402f", 0.3, 0.3, 1)


def test_an_outline_and_a_shadow_of_the_style_are_taken_away_by_nought(tiny_face):
    """A box, or another style, writes a width or an opacity of 0."""
    styles = "  loud: {text outline: {}, text shadow: {}}\n  quiet: {extends: loud, text outline: {width: 0}}\n"
    face = tiny_face(
        "a: {at: [5, 5], size: [50, 9], text: a, style: loud}\n"
        "b: {at: [5, 25], size: [50, 9], text: b, style: loud, text outline: {width: 0}, text shadow: {opacity: 0}}\n"
        "c: {at: [5, 45], size: [50, 9], text: c, style: quiet}",
        files={"layouts/theme.yaml": THEME.replace("styles:\n", f"styles:\n{styles}")},
    )
    loud, off, quiet = drawn(face, Text)
    assert (loud.outline.width, loud.shadow.opacity) == (0.6, 0.4)
    assert (off.outline, off.shadow) == (None, None)
    assert (quiet.outline, quiet.shadow.opacity) == (None, 0.4)


def test_low_ink_has_no_gradient_shadow_or_outline(tiny_game):
    """They need ink, and a black text within a black line could not be read."""
    loaded = tiny_game(f"boxes:\n  {LOUD}")
    face = FaceComposer(loaded, "low").front_face(loaded.game.components[0])
    shape, edge = drawn(face, Shape)
    assert (shape.fill, shape.gradient, edge.fill) == ("#ffffff", None, None)
    (text,) = drawn(face, Text)
    assert (text.outline, text.shadow) == (None, None)


TITLE = "t: {at: [5, 5], size: [50, 8], text: x, colour: '#ffffff'%s}"


def ground(fill):
    return f"g: {{at: [0, 0], size: [63, 80], fill: '{fill}'}}\n"


@pytest.mark.parametrize(
    ("fill", "more", "is_low"),
    [
        ("#000000 to #ffffff", "", False),
        ("#ffffff to #000000", "", True),
        ("#000000 to #000000 to #ffffff at 0", "", False),
        ("radial #000000 to #ffffff", "", True),
        ("#ffffff to #000000", ", text outline: {colour: '#000000'}", False),
        ("#ffffff to #000000", ", text outline: {colour: '#eeeeee'}", True),
        ("#ffffff to #000000", ", text outline: {colour: '#000000', width: 0.05}", True),
    ],
)
def test_contrast_is_judged_where_the_text_lies(tiny_face, fill, more, is_low):
    """Against the colours of the gradient beneath it, or against an outline that is wide enough to set it off."""
    face = tiny_face(ground(fill) + TITLE % more)
    assert bool(list(low_contrast_inks(face))) == is_low
    assert (lowest_text_contrast(face).ratio < 4.5) == is_low


def test_an_icon_without_a_shape_throws_its_own_shadow(tiny_face):
    """Not that of a rectangle; and it is judged by what lies under the two."""
    dark = "{at: [5, 5], size: [20, 20], icon: star, colour: '#222222', shadow: {at: [1, 1]}}"
    face = tiny_face(f"a: {dark}")
    thrown, icon = drawn(face, Shape)
    assert len(thrown.outline.segments) == len(icon.outline.segments)
    assert list(low_contrast_inks(face)) == []


def test_a_text_without_a_shape_has_no_shadow_of_a_shape():
    """The message names the key that was meant."""
    with pytest.raises(ValidationError, match="write 'text shadow'"):
        Box.model_validate({"size": (10, 10), "text": "x", "shadow": {}})
    assert Box.model_validate({"size": (10, 10), "picture": "a.png", "shadow": {}}).drawn_shape == "rectangle"
