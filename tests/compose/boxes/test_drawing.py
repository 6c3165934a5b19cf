from math import isclose

import pytest

from punchboard.compose.boxes.placement import FaceArea, box_area, fit_into
from punchboard.geometry import Rect, path_from_svg
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import trim_from_text
from punchboard.scene import Group, Picture, Shape, Text, Use

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000010802000000"
    "7b40e8dd0000000f49444154789c63f8cfc0c0c0c00000060701015d6d2a1c0000000049454e44ae426082"
)


@pytest.fixture(scope="module")
def room():
    """A poker card."""
    return FaceArea(trim_from_text("poker"), 3.0, 4.0)


def items_of(items):
    """Yield every drawing item of a face, with what lies in groups and symbols."""
    for item in items:
        if isinstance(item, Group):
            yield from items_of(item.items)
        elif isinstance(item, Use):
            yield from items_of(item.symbol.items)
        else:
            yield item


def drawn(face, kind):
    return [item for item in items_of(face.symbol.items) if isinstance(item, kind)]


def words_of(face):
    return [word.text for item in drawn(face, Text) for line in item.lines for word in line.words]


@pytest.mark.parametrize(
    ("side", "corner"),
    [
        ("top left", (5, 7)),
        ("top", (26.75 + 5, 7)),
        ("top right", (48.5, 7)),
        ("left", (5, 34.45 + 7)),
        ("centre", (26.75 + 5, 34.45 + 7)),
        ("right", (48.5, 34.45 + 7)),
        ("bottom left", (5, 61.9)),
        ("bottom", (26.75 + 5, 61.9)),
        ("bottom right", (48.5, 61.9)),
    ],
)
def test_a_box_is_placed_from_the_side_named_by_from(room, side, corner):
    """``at`` is measured inwards from an edge, and to the right and down from the middle."""
    area = box_area(Box(**{"from": side}, at=(5, 7), size=(10, 20)), room)
    assert tuple(area) == pytest.approx((*corner, 10, 20))


@pytest.mark.parametrize(("name", "margin"), [("trim", 0), ("bleed", 3), ("safe", -4)])
def test_an_area_names_an_area_of_the_face(room, name, margin):
    """The trim, the bleed round it, or the safe area inside."""
    assert box_area(Box(area=name), room) == room.trim.frame(margin)


def test_an_icon_fills_its_box_and_keeps_its_proportions():
    """It touches two sides and is centred."""
    bar = path_from_svg("M0 200H512V312H0Z")
    bounds = bar.placed(fit_into(bar, Rect(10, 10, 20, 30))).bounds
    assert (bounds.x, bounds.width) == (10, 20)
    assert bounds.centre == (20, 25)


def test_boxes_are_drawn_in_order(tiny_face):
    """The first box is at the bottom; a shape lies beneath the box's own content."""
    face = tiny_face("a: {size: [10, 10], fill: red}\nb: {size: [20, 8], fill: paper, text: name, inset: 1}")
    kinds = [(type(item).__name__, getattr(item, "fill", None)) for item in items_of(face.symbol.items)]
    assert kinds == [("Shape", "#c8402f"), ("Shape", "#ffffff"), ("Text", None)]


def test_templates_are_filled_from_the_row(tiny_face):
    """Text, colour and icon may all depend on the component."""
    face = tiny_face(
        "name: {at: [5, 5], size: [50, 8], text: '{{ name }} {{ rank + 1 }}', colour: '{{ realm.colour }}'}\n"
        "mark: {at: [5, 20], size: [10, 10], icon: '{{ realm.icon }}', colour: red}",
        rows="[{name: alder, rank: 3}]",
    )
    assert words_of(face) == ["alder", "4"]
    assert drawn(face, Text)[0].colour == "#a3282f"
    assert drawn(face, Shape)[0].fill == "#c8402f"
    assert face.problems == ()


@pytest.mark.parametrize(("rank", "shown"), [(1, []), (3, ["crowned"])])
def test_a_box_is_left_out_when_its_condition_fails(tiny_face, rank, shown):
    """Neither shape nor content is drawn, and no box is recorded."""
    face = tiny_face(
        "crown: {size: [50, 8], text: crowned, fill: red, when: rank > 2}", rows=f"[{{name: alder, rank: {rank}}}]"
    )
    assert words_of(face) == shown
    assert len(drawn(face, Shape)) == len(face.boxes) == len(shown)


def test_a_box_is_turned_about_its_middle(tiny_face):
    """The record has the upright rectangle round the rotated box."""
    (turned,) = tiny_face("a: {at: [10, 20], size: [20, 10], text: name, turn: 90}").boxes
    assert tuple(turned.area) == pytest.approx((15, 15, 10, 20))
    assert turned.area.contains(turned.ink)


def test_a_box_is_repeated_for_each_value(tiny_face):
    """Steps go along a row, rows wrap after ``columns``; templates can use the value and its index."""
    face = tiny_face(
        "pip:\n  at: [5, 5]\n  size: [9, 8]\n  text: '{{ n }}/{{ index }}'\n"
        "  repeat: {each: 'range(5, 10)', as: n, step: [10, 0], columns: 2, row: [1, 12]}"
    )
    assert words_of(face) == ["5/0", "6/1", "7/2", "8/3", "9/4"]
    corners = [(placed.area.x, placed.area.y) for placed in face.boxes]
    assert corners == [(5, 5), (15, 5), (6, 17), (16, 17), (7, 29)]


def test_steps_are_relative_to_the_trim(tiny_face):
    """A percentage of the width across and of the height down, with mm added, as for sides."""
    face = tiny_face("pip: {at: [5, 5], size: [9, 8], text: a, repeat: {each: 'range(2)', step: [10% + 1, 50%]}}")
    first, second = (placed.area for placed in face.boxes)
    assert (second.x - first.x, second.y - first.y) == pytest.approx((63.5 * 0.1 + 1, 88.9 / 2))


def test_copies_around_lie_evenly_on_a_circle(tiny_face):
    """The first is in place; the third of four is on the other side of the middle, turned by half a circle."""
    face = tiny_face("bead: {at: [28.75, 5], size: [6, 4], text: a, repeat: {each: 'range(4)', around: true}}")
    first, right, opposite, left = (placed.area for placed in face.boxes)
    middle = (63.5 / 2, 88.9 / 2)
    assert first == Rect(28.75, 5, 6, 4)
    assert tuple(opposite) == pytest.approx((28.75, 88.9 - 5 - 4, 6, 4))
    reach = middle[1] - 7
    assert right.x + right.width / 2 == pytest.approx(middle[0] + reach)
    assert left.x + left.width / 2 == pytest.approx(middle[0] - reach)


def test_a_box_repeated_over_an_empty_list_draws_nothing(tiny_face):
    """An empty list is no error."""
    assert tiny_face("pip: {size: [9, 8], text: a, repeat: {each: 'range(0)'}}").boxes == ()


def test_a_box_is_repeated_in_turns_about_the_middle_of_the_face(tiny_face):
    """An index in two corners, each upright for its side of the table."""
    face = tiny_face("index: {at: [5, 5], size: [10, 8], text: name, repeat: {turns: [0, 180]}}")
    first, second = face.boxes
    assert tuple(second.area) == pytest.approx((63.5 - 15, 88.9 - 13, 10, 8))
    assert first.area == Rect(5, 5, 10, 8)
    assert len(drawn(face, Text)) == 2


@pytest.mark.parametrize(
    ("each", "message"),
    [("rank", "is not a list"), ("range(201)", "at most 200 times"), ("nmae", "there is nothing called 'nmae'")],
)
def test_repeating_over_no_list_or_a_long_one_is_a_problem(tiny_face, each, message):
    """A number is not a list, and a box repeats at most 200 times; nothing is dropped silently."""
    face = tiny_face(f"pip: {{size: [9, 8], text: a, repeat: {{each: '{each}'}}}}")
    (problem,) = face.problems
    assert problem.rule == "EXPR001"
    assert message in problem.message


SHAPES = {"rectangle": 4, "rounded": 8, "circle": 4, "hexagon": 6, "trim": 4, "line": 1}


@pytest.mark.parametrize(("shape", "sides"), SHAPES.items())
def test_a_shape_has_its_own_outline(tiny_face, shape, sides):
    """Each form touches the box on all sides."""
    face = tiny_face(f"a: {{at: [10, 10], size: [20, 20], shape: {shape}, stroke: {{colour: red, width: 0.5}}}}")
    (item,) = drawn(face, Shape)
    assert item.stroke[:2] == ("#c8402f", 0.5)
    assert item.outline.bounds == Rect(10, 10, 20, 20)
    assert sum(command in "LC" for command, _ in item.outline.segments) in {sides, sides - 1}


def test_a_box_without_fill_and_stroke_draws_no_shape(tiny_face):
    """A form alone is invisible."""
    assert drawn(tiny_face("a: {size: [20, 20], shape: circle}"), Shape) == []


def test_a_picture_covers_its_box(tiny_face):
    """It keeps its proportions, is clipped to the box's shape, and is centred."""
    face = tiny_face(
        "art: {at: [10, 10], size: [20, 20], picture: art/two.png, shape: circle}", files={"art/two.png": PNG}
    )
    (picture,) = drawn(face, Picture)
    assert picture.area == Rect(0, 10, 40, 20)
    assert isclose(picture.area.width / picture.area.height, 2)
    clips = [item.clip for item in walk_groups(face.symbol.items) if item.clip]
    assert [clip.bounds for clip in clips] == [Rect(10, 10, 20, 20)]


def walk_groups(items):
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from walk_groups(item.items)
        elif isinstance(item, Use):
            yield from walk_groups(item.symbol.items)


def test_an_ornament_is_clipped_to_its_box(tiny_face):
    """Marks outside the box are clipped; inks are colours of the theme."""
    face = tiny_face("sky: {area: bleed, ornament: {kind: strata, seed: '{{ name }}', colours: [red, ink]}}")
    clips = [item.clip.bounds for item in walk_groups(face.symbol.items) if item.clip]
    assert clips == [Rect(-3, -3, 69.5, 94.9)]
    colours = {item.fill or item.stroke.colour for item in drawn(face, Shape)}
    assert colours <= {"#c8402f", "#1d1d1f"}
    assert colours


def test_a_layout_is_nested_with_values_of_its_own(tiny_face):
    """Its boxes move with the outer box and see only the values handed to them; so do their records."""
    face = tiny_face(
        "inner: {at: [10, 40], size: [30, 20], layout: badge, with: {word: '{{ name }}!'}}",
        files={"layouts/faces/badge.yaml": "boxes: {word: {at: [2, 3], size: [20, 8], text: '{{ word }}'}}"},
    )
    assert words_of(face) == ["alder!"]
    (placed,) = face.boxes
    assert (placed.name, placed.area) == ("word", Rect(12, 43, 20, 8))
    assert placed.area.contains(placed.ink)


@pytest.mark.parametrize(("shape", "clips"), [("", []), ("shape: circle, ", [Rect(10, 40, 20, 20)])])
def test_a_nested_layout_is_cut_to_the_shape_of_its_box(tiny_face, shape, clips):
    """If it has one: a whirl on a page may be round."""
    face = tiny_face(
        f"inner: {{at: [10, 40], size: [20, 20], {shape}layout: badge}}",
        files={"layouts/faces/badge.yaml": "boxes: {ground: {at: [0, 0], size: [20, 20], fill: red}}"},
    )
    assert [item.clip.bounds for item in walk_groups(face.symbol.items) if item.clip] == clips


@pytest.mark.parametrize(
    ("box", "rule", "message"),
    [
        ("icon: '{{ name }}'", "REF001", "box 'a' of face 'card': there is no icon 'alder'"),
        ("picture: '{{ name }}.png'", "REF001", "box 'a' of face 'card': there is no picture 'alder.png'"),
        ("fill: '{{ name }}'", "EXPR001", "'alder' is not a colour of the theme"),
        ("text: x, colour: '{{ name }}'", "EXPR001", "'alder' is not a colour of the theme"),
        ("text: x, when: rank / 0", "EXPR001", "division by zero"),
    ],
)
def test_what_cannot_be_drawn_is_a_problem_of_the_row(tiny_face, box, rule, message):
    """The problem names box and face and is placed at the row; the rest of the face is drawn."""
    face = tiny_face(f"a: {{size: [20, 20], {box}}}\nb: {{at: [5, 40], size: [50, 8], text: still here}}")
    (problem,) = face.problems
    assert (problem.rule, problem.place.file) == (rule, "catalog/tiny/game.yaml")
    assert problem.place.line > 0
    assert message in problem.message
    assert words_of(face) == ["still", "here"]


@pytest.mark.parametrize(
    ("box", "rule", "message", "hint"),
    [
        ("text: '{{ nmae }}'", "EXPR001", "there is nothing called 'nmae'", "did you mean 'name'?"),
        ("text: '{{ realm.coluor }}'", "EXPR001", "'realm' has no 'coluor'", "did you mean 'colour'?"),
        ("text: x, when: nmae == 'a'", "EXPR001", "there is nothing called 'nmae'", "did you mean 'name'?"),
        ("text: 'a :satr: b'", "REF001", "there is no icon 'satr'", "did you mean 'star'?"),
    ],
)
def test_what_no_row_can_fix_is_a_problem_of_the_layout(tiny_face, box, rule, message, hint):
    """A name that no card has, or a missing icon that the layout names: reported at the key, with a suggestion."""
    face = tiny_face(f"a: {{size: [20, 20], {box}}}", rows="[{name: alder, realm: ember}]")
    (problem,) = face.problems
    assert (problem.rule, problem.place.file) == (rule, "catalog/tiny/layouts/faces/card.yaml")
    assert problem.place.line == 3
    assert message in problem.message
    assert problem.hint == hint


def test_a_missing_icon_is_left_out_of_its_text(tiny_face):
    """The words are set, and both icons are reported."""
    face = tiny_face("a: {size: [50, 8], text: 'a :{{ name }}: b :{{ name }}-two:'}")
    assert words_of(face) == ["a", "b"]
    assert [problem.message.rpartition(" ")[2] for problem in face.problems] == ["'alder'", "'alder-two'"]


def test_a_missing_icon_is_reported_in_a_box_that_fits_its_text(tiny_face):
    """Also where the text is measured before anything is drawn."""
    face = tiny_face("a: {sides: {left: 5, right: 5, bottom: 5, height: fit}, markdown: 'Pay :{{ name }}:.'}")
    (problem,) = face.problems
    assert (problem.rule, problem.message) == ("REF001", "box 'a' of face 'card': there is no icon 'alder'")


def test_an_ornaments_parameters_may_come_from_the_row(tiny_face):
    """A parameter may be a template, such as the turns of a spiral; an invalid value is reported."""
    spiral = "turn: {{at: [0, 0], size: [20, 20], ornament: {{kind: spiral, params: {{turns: '{}'}}}}}}"
    loose, tight = (tiny_face(spiral.format(turns)) for turns in ("{{ name | length }}", "{{ name | length - 2 }}"))
    assert loose.problems == tight.problems == ()
    assert loose.symbol.items != tight.symbol.items
    assert "turns" in str(tiny_face(spiral.format("{{ name }} times")).problems[0])
