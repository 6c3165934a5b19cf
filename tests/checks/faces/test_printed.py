"""The rules on readable print, tested with tiny faces: type size, contrast, resolution."""

import io
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from punchboard.checks.faces import contrast, resolution, small_type
from punchboard.compose.faces.composer import FaceComposer
from punchboard.problem import Severity

MODULES = (small_type, contrast, resolution)
WORDS = "word " * 40
DARK = "ground: {at: [-3, -3], size: [69.5, 94.9], fill: ink}\n"


@pytest.fixture
def found(tiny_face):
    """Return the messages of a rule's problems for a face whose boxes are given."""

    def found(rule, boxes, **changes):
        face = tiny_face(boxes, **changes)
        assert face.problems == ()
        problems = list(rule.check(face))
        assert all(problem.rule == rule.ID and problem.place == face.place and problem.hint for problem in problems)
        return [problem.message for problem in problems]

    return found


@pytest.mark.parametrize("rule", MODULES, ids=lambda rule: rule.ID)
def test_every_rule_has_a_manual_page(rule):
    """The page begins with the code and has What, Why, Bad and Good."""
    assert rule.__doc__.startswith(f"{rule.ID}: ")
    assert all(f"\n{part}: " in rule.__doc__ for part in ("What", "Why", "Bad", "Good"))


@pytest.mark.parametrize(
    ("box", "size"),
    [
        (f"size: [50, 12], text: '{WORDS}', fit: shrink to 5pt", r"5\.5"),
        ("size: [53, 9], text: a, style: label", "6"),
        ("size: [53, 9], markdown: 'a **b**', style: label", "6"),
        ("size: [9, 53], text: a, style: label, turn: 90", "6"),
    ],
)
def test_small_type_is_reported_with_its_size(found, box, size):
    """The size is the final one, not that of the style."""
    (message,) = found(small_type, f"a: {{at: [5, 5], {box}}}")
    assert re.fullmatch(rf"text '.+' of box 'a' of face 'card' is set in {size} pt; the minimum is 7 pt", message)


def test_the_smallest_text_of_a_box_is_reported(found):
    """Once for each box."""
    boxes = "a: {at: [5, 5], size: [53, 9], markdown: 'one *two* three', style: label}\n"
    assert len(found(small_type, boxes + boxes.replace("5, 5", "5, 40").replace("a:", "b:"))) == 2


@pytest.mark.parametrize(
    "box",
    [
        "size: [53, 9], text: a",
        "size: [53, 9], text: a, fit: shrink to 5pt",
        f"size: [53, 70], text: '{WORDS}', fit: shrink to 5pt",
        "size: [1, 1], icon: star",
    ],
)
def test_large_enough_type_has_no_problems(found, box):
    """Type that may shrink but does not have to, and an icon, which is not type."""
    assert found(small_type, f"a: {{at: [5, 5], {box}}}") == []


def test_small_capitals_are_as_large_as_their_type(tiny_game):
    """Cinzel has no small capitals and uses capitals of 7 x 0.8 pt. A label of 5.6 pt is too small."""
    (folder,) = find_spec("fontpkg_cinzel").submodule_search_locations
    (font,) = Path(folder).rglob("Cinzel*wght*.ttf")
    theme = (
        f"extends: theme\nfonts: {{roman: {{package: fontpkg-cinzel, regular: '{font.stem}'}}}}\n"
        "styles: {small: {font: roman, size: 7, caps: small}, tiny: {font: roman, size: 5.6}}\n"
    )
    for style, count in (("small", 0), ("tiny", 1)):
        face = f"boxes: {{a: {{at: [5, 5], size: [53, 9], text: Alder, style: {style}}}}}"
        loaded = tiny_game(face, files={"layouts/theme.yaml": theme})
        front = FaceComposer(loaded).front_face(loaded.game.components[0])
        assert len(list(small_type.check(front))) == count


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("text: Alder, colour: '#888888'", "text 'Alder' of box 'a' of face 'card' has a contrast of 3.5"),
        ("fill: red, text: Alder, colour: ink", "has a contrast of 3.3 (#1d1d1f on #c8402f); it needs 4.5"),
        ("fill: ink, text: Alder", "has a contrast of 1.0 (#1d1d1f on #1d1d1f); it needs 4.5"),
        ("markdown: '**Alder**', colour: '#aaaaaa'", "has a contrast of 2.3 (#aaaaaa on #ffffff); it needs 4.5"),
        ("icon: star, colour: '#aaaaaa'", "the icon of box 'a' of face 'card' has a contrast of 2.3"),
        ("fill: ink, markdown: 'a :star: b', colour: '#333333'", "the icon of box 'a'"),
        ("text: Alder, style: title, colour: '#aaaaaa'", "it needs 4.5"),
        ("text: Alder, style: h1, colour: '#aaaaaa'", "it needs 3"),
        ("turn: 90, text: Alder, colour: '#888888'", "text 'Alder' of box 'a'"),
    ],
)
def test_low_contrast_is_reported_with_both_colours(found, box, message):
    """On paper and on a fill; large type and icons need less."""
    messages = found(contrast, f"a: {{at: [10, 30], size: [40, 12], {box}}}")
    assert any(message in line for line in messages)


@pytest.mark.parametrize(
    "boxes",
    [
        "a: {at: [5, 5], size: [40, 9], text: Alder}",
        "a: {at: [5, 5], size: [40, 9], fill: ink, text: Alder, colour: paper}",
        "a: {at: [5, 5], size: [40, 9], style: h1, text: Alder, colour: '#888888'}",
        "a: {at: [5, 5], size: [9, 9], icon: star, colour: '#888888'}",
        DARK + "a: {at: [5, 5], size: [40, 9], fill: paper, text: Alder}",
        DARK + "a: {at: [5, 5], size: [40, 9], text: Alder, colour: paper}",
        DARK + "a: {at: [10, 10], size: [30, 9], shape: rounded, radius: 4, inset: 2, fill: paper, text: Alder}",
        DARK
        + "p: {at: [4, 4], size: [12, 12], shape: circle, fill: paper}\na: {at: [5, 5], size: [10, 10], icon: star}",
        "a: {at: [5, 5], size: [40, 9], text: Alder}\nlid: {at: [5, 5], size: [40, 9], fill: ink}",
        "edge: {at: [4, 4], size: [45, 11], stroke: {colour: ink}}\na: {at: [5, 5], size: [40, 9], text: Alder}",
    ],
)
def test_enough_contrast_has_no_problems(found, boxes):
    """Whatever is painted beside them, below their background, or over them."""
    assert found(contrast, boxes) == []


@pytest.mark.parametrize(("width", "count"), [(5.5, 0), (8, 1), (30, 1)])
def test_a_colour_under_a_small_part_of_a_text_does_not_count(found, width, count):
    """A bar under the edge of the first letter does not count, one under two letters does."""
    bar = f"bar: {{at: [0, 5], size: [{width}, 9], fill: '#555555'}}\n"
    assert len(found(contrast, bar + "a: {at: [5, 5], size: [50, 9], text: Alder and Birch}")) == count


@pytest.mark.parametrize(("fill", "count"), [(0.05, 0), (0.25, 1)])
def test_the_lines_of_an_ornament_count_by_what_they_cover(found, fill, count):
    """Fine rays do not reduce the contrast of words, broad ones do."""
    rays = f"r: {{area: bleed, ornament: {{kind: rays, colours: [ink], params: {{fill: {fill}, fine: 0}}}}}}\n"
    assert len(found(contrast, rays + "a: {at: [5, 20], size: [50, 9], text: Alder and Birch and Oak}")) == count


def test_text_over_a_picture_is_not_checked(found):
    """The pixels of the picture are not read."""
    files = {"art/a.png": png(600, 600)}
    boxes = (
        "p: {at: [0, 0], size: [60, 60], picture: art/a.png}\na: {at: [5, 5], size: [40, 9], text: A, colour: paper}"
    )
    assert found(contrast, boxes, files=files) == []


def test_the_lowest_contrast_of_a_box_is_reported(found):
    """Once for its text, once for the icons in it."""
    boxes = "a: {at: [5, 5], size: [40, 30], markdown: \"one\\n\\ntwo :star: three\", colour: '#999999'}"
    messages = found(contrast, boxes)
    assert len(messages) == 2
    assert messages[0].startswith("text 'one' of box 'a'")
    assert messages[1].startswith("the icon of box 'a'")


@pytest.mark.parametrize(
    "boxes",
    [
        "a: {at: [5, 5], size: [30, 30], icon: star, colour: '#dddddd', overlaps: true}",
        "a: {at: [5, 5], size: [30, 30], icon: star, colour: '#dddddd'}\nb: {at: [8, 8], size: [24, 24], icon: star}",
        "a: {at: [5, 5], size: [9, 9], fill: '#eeeeee'}",
        "a: {at: [5.15, 5.15], size: [40, 9], text: A, colour: '#cccccc'}\nb: {at: [5, 5], size: [40, 9], text: A}",
    ],
)
def test_parts_of_drawings_are_not_checked(found, boxes):
    """Drawings of several icons, plates, and the shadow of words."""
    assert found(contrast, boxes) == []


def test_an_icon_that_shows_a_value_is_always_checked(found):
    """It tells the component from others, even if it overlaps other boxes."""
    box = "a: {at: [5, 5], size: [30, 30], icon: \"{{ 'star' }}\", colour: '#dddddd', overlaps: true}"
    assert len(found(contrast, box)) == 1


def png(width, height):
    out = io.BytesIO()
    Image.new("RGB", (width, height), "#808080").save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("pixels", "severity", "dpi"),
    [
        ((400, 400), None, 0),
        ((401, 394), None, 0),
        ((392, 800), Severity.WARNING, 199),
        ((240, 240), Severity.WARNING, 121),
        ((236, 236), Severity.ERROR, 119),
        ((800, 60), Severity.ERROR, 30),
    ],
)
def test_pictures_need_enough_pixels_for_their_size(tiny_face, pixels, severity, dpi):
    """On 50 x 50 mm, which they cover. What is cut off does not matter."""
    box = "a: {at: [5, 5], size: [50, 50], picture: art/a.png}"
    problems = list(resolution.check(tiny_face(box, files={"art/a.png": png(*pixels)})))
    assert [problem.severity for problem in problems] == ([severity] if severity else [])
    for problem in problems:
        assert f"picture of box 'a' of face 'card' is printed at {dpi} dpi: {pixels[0]} x" in problem.message
        assert "pixels" in problem.hint


def test_a_small_picture_is_named_by_its_box_wherever_it_lies(tiny_face):
    """The sums of lengths differ in a last digit that nobody sees."""
    box = "a: {at: [5.5, 15.157], size: [52.5, 37.198], picture: art/a.png}"
    (problem,) = resolution.check(tiny_face(box, files={"art/a.png": png(200, 200)}))
    assert "picture of box 'a' of" in problem.message


def test_a_turned_picture_is_measured_before_it_is_turned(tiny_face):
    """Its size is that of its box before the turn."""
    box = "a: {at: [5, 5], size: [50, 50], picture: art/a.png, turn: 30}"
    (problem,) = resolution.check(tiny_face(box, files={"art/a.png": png(300, 300)}))
    assert "printed at 152 dpi: 300 x 300 pixels on 50 x 50 mm" in problem.message
