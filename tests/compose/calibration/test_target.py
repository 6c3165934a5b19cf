"""The calibration target: its marks meet through the paper, and its texts are clear of marks and of each other."""

from itertools import combinations
from pathlib import Path

import pytest

from punchboard.compose.calibration import NO_DRIFT, Target
from punchboard.compose.calibration_target import (
    VERNIER_STEP,
    Axis,
    LabelSetter,
    edge_stairs,
    main_scale,
    target_pages,
    vernier_scale,
)
from punchboard.compose.inks import Palette
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import Styles
from punchboard.geometry import IDENTITY, Affine, Point, Rect, Size
from punchboard.load.layouts.stationery import load_stationery
from punchboard.scene import Group, Shape, Text

ROOT = Path(__file__).parents[3]
A4, LETTER, A3 = Size(210, 297), Size(215.9, 279.4), Size(297, 420)
VALUES = {
    "paper": "Letter",
    "other": "--flip short",
    "command": "punchboard calibrate --paper letter --landscape --flip short --set NAME --a X Y --b X Y\n"
    "--across WIDTH --down HEIGHT --margins TOP RIGHT BOTTOM LEFT",
}
TARGETS = [
    Target(size, flip)
    for paper in (A4, LETTER, A3)
    for size in (paper, paper.turned())
    for flip in ("long edge", "short edge")
]


@pytest.fixture(scope="module")
def found():
    return load_stationery("calibrate", ROOT)


@pytest.fixture(scope="module")
def figures(found):
    return LabelSetter(Styles(found.theme.styles, found.families, Palette(found.theme.colours)), Typesetter({}))


@pytest.fixture(scope="module")
def pages(found, figures):
    """Return the two pages of a target."""
    return lambda target: target_pages(target, figures, found.words, {**VALUES, "edge": target.flip}).pages


def turned_over(paper, flip):
    """Return the reflection between the two sides: a portrait page has its long edges left and right."""
    left_and_right = "long edge" if paper.height >= paper.width else "short edge"
    return Affine(-1, 0, 0, 1, paper.width, 0) if flip == left_and_right else Affine(1, 0, 0, -1, 0, paper.height)


def leaves(items, place=IDENTITY):
    """Yield every drawn item, with the transform of its coordinates onto the page."""
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items, place @ item.transform)
        else:
            yield item, place


def texts(page):
    """Return the area of each line of text, from capitals to baseline, with its words."""
    boxes = []
    for item, place in leaves(page.items):
        if isinstance(item, Text):
            for line in item.lines:
                widths = [word.width for word in line.words]
                width = (sum(widths) + (len(widths) - 1) * item.face.space.width) * item.size
                height = item.face.cap_height * item.size
                box = place.bounds(Rect(line.x, line.y - height, width, height))
                boxes.append((box, " ".join(word.text for word in line.words)))
    return boxes


def lines(items):
    """Return the two ends of each straight line of the shapes."""
    ends = []
    for item, place in leaves(items):
        if isinstance(item, Shape):
            points = [place.apply(Point(*numbers)) for command, numbers in item.outline.segments if command in "ML"]
            starts = [command for command, _ in item.outline.segments if command in "ML"]
            ends += [
                (one, other)
                for one, other, command in zip(points, points[1:], starts[1:], strict=False)
                if command == "L"
            ]
    return ends


@pytest.mark.parametrize("target", TARGETS)
def test_texts_do_not_overlap_and_stay_on_the_paper(pages, target):
    """On both pages."""
    for page in pages(target):
        boxes = texts(page)
        whole = Rect(0, 0, *page.size)
        assert [said for box, said in boxes if not whole.contains(box)] == []
        assert [(a, b) for (one, a), (other, b) in combinations(boxes, 2) if one.shrink(0.02).overlap(other)] == []


@pytest.mark.parametrize("target", TARGETS)
def test_texts_stand_within_the_frame_or_on_the_stairs(pages, target):
    """Nothing crosses the frame, which is measured; outside it there are only the numbers of the stairs."""
    front, _ = pages(target)
    frame = target.frame
    outside = [said for box, said in texts(front) if not frame.shrink(1).contains(box)]
    assert sorted(map(int, outside)) == sorted([*range(1, 15)] * 4)
    assert not any(
        frame.grow(0.3).overlap(box) for box, said in texts(front) if said in outside and not frame.contains(box)
    )


@pytest.mark.parametrize("target", TARGETS)
def test_no_line_of_a_mark_crosses_a_text(pages, target):
    """Neither scales, stairs and boxes, nor the back's vernier as seen from the front."""
    front, back = pages(target)
    paper = target.paper
    mirror = turned_over(paper, target.flip)
    drawn = lines(front.items)
    through = [(mirror.apply(one), mirror.apply(other)) for one, other in lines(back.items)]
    for box, said in texts(front):
        for one, other in (*drawn, *through):
            x, y = min(one.x, other.x), min(one.y, other.y)
            line = Rect(x, y, abs(one.x - other.x), abs(one.y - other.y)).grow(0.05)
            assert not box.shrink(0.1).overlap(line), said


@pytest.mark.parametrize("target", TARGETS)
def test_the_vernier_lies_along_its_scale_through_the_paper(pages, figures, target):
    """Flipped, the 0 of each vernier is at 5 of its scale and its tenth line at 14, with upright numbers."""
    _, back = pages(target)
    paper = target.paper
    mirror = turned_over(paper, target.flip)
    seen = [tuple(mirror.apply(end) for end in ends) for ends in lines(back.items)]
    for place in "AB":
        for axis in (Axis(target.across_origin(place)), Axis(target.down_origin(place), down=True)):
            for part in range(11):
                want = (axis.point(part * VERNIER_STEP, 0), axis.point(part * VERNIER_STEP, 1))
                along = 1 if axis.down else 0
                assert any(
                    abs(one[along] - want[0][along]) < 0.002
                    and abs(other[along] - want[0][along]) < 0.002
                    and min(one[1 - along], other[1 - along])
                    <= want[0][1 - along]
                    <= max(one[1 - along], other[1 - along])
                    for one, other in seen
                )
    for item, transform in leaves(back.items):
        if isinstance(item, Text) and len(item.lines[0].words[0].text) <= 2:
            assert (mirror @ transform)[:4] == IDENTITY[:4] or transform == IDENTITY


def test_a_main_scale_has_a_line_every_millimetre(figures):
    """21 lines from 0 to 20; without drift, the vernier's 0 is at 5."""
    (ticks, *_) = main_scale(Axis(Point(0, 0)), figures)
    xs = [numbers[0] for command, numbers in ticks.outline.segments if command == "M"]
    assert xs == pytest.approx([mm - NO_DRIFT for mm in range(21)])


@pytest.mark.parametrize("tenths", range(10))
def test_one_line_of_the_vernier_meets_one_of_the_scale(figures, tenths):
    """At 3.k, the 0 is past 3, and only the k-th line meets a line of the scale."""
    reading = 3 + tenths / 10
    (ticks, *_) = vernier_scale(Axis(Point(reading - NO_DRIFT, 0)), figures)
    xs = [numbers[0] + NO_DRIFT for command, numbers in ticks.outline.segments if command == "M"]
    assert int(xs[0] + 1e-6) == 3
    meets = [part for part, x in enumerate(xs) if abs(x - round(x)) < 0.02]
    assert meets == ([0, 10] if tenths == 0 else [tenths])


def test_stairs_count_millimetres_from_their_edge(figures):
    """Line k at each edge is k mm from it."""
    target = Target(A4)
    top, right, bottom, left = (item for item in edge_stairs(target, figures) if isinstance(item, Shape))
    for number in range(1, 15):
        for outline, axis, value in (
            (top, 1, number),
            (bottom, 1, 297 - number),
            (left, 0, number),
            (right, 0, 210 - number),
        ):
            ends = [numbers for _, numbers in outline.outline.segments][2 * number - 2 : 2 * number]
            assert [end[axis] for end in ends] == pytest.approx([value, value])
