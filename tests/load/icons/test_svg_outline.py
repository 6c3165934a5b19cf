"""Icon drawings: filled shapes of one colour become an outline, anything else is rejected with a reason."""

import io

import pytest
from PIL import Image, ImageChops

from punchboard.geometry import IDENTITY, Affine, Rect, path_to_svg
from punchboard.load.icons.svg_outline import UnusableIconError, outline_from_fragment

BOX = Rect(0, 0, 24, 24)
PATH = '<path d="M4 4h16v16H4z"/>'

SHAPES = [
    '<path fill="currentColor" d="M2 2h20v20H2z"/>',
    '<g fill="none"><path d="M0 0h24v24H0z"/><path fill="currentColor" d="M12 2l10 20H2z"/></g>',
    '<path fill="currentColor" fill-rule="evenodd" d="M2 2h20v20H2zM6 6h12v12H6zM10 10h4v4h-4z" clip-rule="evenodd"/>',
    '<g fill="currentColor"><circle cx="8" cy="8" r="6"/><rect x="12" y="10" width="10" height="12" rx="3"/></g>',
    '<g transform="rotate(45 12 12) scale(.5)"><g transform="translate(12,12)"><path d="M0 0h24v12H0z"/></g></g>',
    '<ellipse cx="12" cy="12" rx="11" ry="5"/><polygon points="12,1 16,12 12,23 8,12"/>',
    '<path d="M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20m0 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14"/>',
    '<path d="M1 1h8v8H1z"/><path d="M5 5v8h8V5z"/><path stroke="none" stroke-width="2" d="M15 15h8v8h-8z"/>',
    '<g stroke="red" stroke-width="0"><path fill="#000" d="M3 3h9v9z"/><path fill="black" d="M13 13h9v9z"/></g>',
    '<path transform="rotate(30)" d="M10 0h6v12h-6z"/>',
    '<g transform="matrix(-1 0 0 1 24 0)"><path d="M2 2h6v20z"/></g><path transform="skewX(20)" d="M10 2h6v9h-6z"/>',
]


def picture(body, box):
    """Return the picture of a fragment from a renderer that shares no code with ours."""
    import resvg_py

    view = f"{box.x} {box.y} {box.width} {box.height}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="128" height="128" color="#000">{body}</svg>'
    data = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff")
    return Image.open(io.BytesIO(bytes(data))).convert("L")


@pytest.mark.parametrize("body", SHAPES)
def test_an_outline_looks_like_the_drawing(body):
    """Paths, groups, transforms, both fill rules and basic shapes look the same in another renderer."""
    ours = f'<path d="{path_to_svg(outline_from_fragment(body, BOX, IDENTITY))}"/>'
    differs = ImageChops.difference(picture(body, BOX), picture(ours, Rect(0, 0, 512, 512)))
    assert sum(level * count for level, count in enumerate(differs.histogram())) / 255 < 128 * 128 * 0.004


@pytest.mark.parametrize(
    ("turn", "corner"),
    [
        (IDENTITY, (0, 0)),
        (Affine.turn(90), (256, 0)),
        (Affine.turn(180), (256, 256)),
        (Affine.scale(-1, 1), (256, 0)),
        (Affine.scale(1, -1), (0, 256)),
    ],
)
def test_an_icon_is_turned_and_flipped_about_its_middle(turn, corner):
    """A square in the first quarter lands where a turned picture has it."""
    bounds = outline_from_fragment('<path d="M0 0h12v12H0z"/>', BOX, turn).bounds
    assert (bounds.x, bounds.y) == pytest.approx(corner)


def test_a_view_box_that_is_not_square_is_centred_on_the_grid():
    """The longer side fills the whole grid."""
    bounds = outline_from_fragment('<path d="M10 0h20v10H10z"/>', Rect(10, 0, 20, 10), IDENTITY).bounds
    assert bounds == Rect(0, 128, 512, 256)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('<path fill="none" stroke="#000" stroke-dasharray="2 1" d="M3 3h9"/>', "dashed line"),
        ('<path fill="#f00" stroke="#00f" d="M0 0h9v9z"/>', "it has 2 colours (#00f, #f00)"),
        ('<path fill="none" stroke="#000" stroke-opacity=".5" d="M3 3h9"/>', "partly transparent (stroke-opacity)"),
        ('<path fill="#f00" d="M0 0h9v9z"/><path fill="#0f0" d="M9 9h9v9z"/>', "it has 2 colours (#0f0, #f00)"),
        ('<path opacity=".3" d="M0 0h9v9z"/>', "partly transparent (opacity)"),
        ('<path fill="none" d="M0 0h9v9z"/>', "it contains no filled shape"),
        ("", "it contains no filled shape"),
        ("<text>Hi</text>", "it contains <text>"),
        ('<image href="file:///etc/passwd"/>', "it contains <image>"),
        ('<defs/><use href="#a"/>', "it contains <defs>"),
        ('<path d="M0 0h9v9z"><animate attributeName="d"/></path>', "contains other elements"),
        ('<path style="fill:url(http://x)" d="M0 0h9v9z"/>', "has 'style'"),
        ('<path onclick="x()" d="M0 0h9v9z"/>', "has 'onclick'"),
        (f'<g clip-path="url(#a)">{PATH}</g>', "has 'clip-path'"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "could read other files"),
        ("<![CDATA[x]]>", "could read other files"),
        ("&x;", "it is not SVG"),
        ("<path", "it is not SVG"),
        ("</svg><svg>", "it is not SVG"),
        ('<path d="M0 0 nowhere"/>', "'nowhere'"),
        ('<path d="L5 5L9 9Z"/>', "does not begin with a move"),
        ('<path d="M1e400 0h9v9z"/>', "far outside"),
        ('<path d="M90000 0h9v9z"/>', "far outside"),
        ('<path fill="none" stroke="#000" d="M0 0C1e400 0 0 1e400 9 9"/>', "far outside"),
        ('<path fill="none" stroke="#000" stroke-width="1e308" d="M0 0h9"/>', "far outside"),
        ('<circle r="50%"/>', "'50%' is not a plain number"),
        ('<rect width="9" height="9" transform="spin(3)"/>', "is not a valid transform"),
        ('<rect width="9" height="9" transform="rotate(1 2)"/>', "is not a valid transform"),
        (f"{'<g>' * 30}{PATH}{'</g>' * 30}", "more than 24 deep"),
        (f"<path d='M0 0{' ' * 200_000}h9v9z'/>", "more than 200,000 characters"),
        ('<path fill-rule="evenodd" d="M12 0L19 22L0 8H24L5 22Z"/>', "overlap"),
    ],
)
def test_only_filled_shapes_of_one_colour_are_accepted(body, reason):
    """Strokes, several colours, transparency, and anything that could run or read files are rejected with a reason."""
    with pytest.raises(UnusableIconError) as caught:
        outline_from_fragment(body, BOX, IDENTITY)
    assert reason in str(caught.value)


def test_shapes_that_overlap_without_end_are_refused_in_bounded_work():
    """Thousands of triangles of one path: the reason says what is wrong, not that the program is busy."""
    triangles = "".join(f"M{at % 9} {at % 7}L{20 + at % 4} {at % 5}L{at % 11} {22 - at % 3}Z" for at in range(3000))
    with pytest.raises(UnusableIconError, match="too many shapes that overlap"):
        outline_from_fragment(f'<path fill-rule="evenodd" d="{triangles}"/>', BOX, IDENTITY)


def test_many_shapes_beside_each_other_are_one_outline():
    """A drawing of a thousand dots, as of a tracing program, is no reason to refuse it."""
    dots = "".join(f"M{at % 30 / 2} {at // 30 / 2}h.3v.3h-.3z" for at in range(900))
    assert outline_from_fragment(f'<path fill-rule="evenodd" d="{dots}"/>', BOX, IDENTITY).bounds.width > 300
