"""Text and icons that lie under another box."""

import io

import pytest
from PIL import Image

from punchboard.checks.faces import check_faces, covered
from punchboard.compose.faces.composer import FaceComposer

PLATE = "plate: {at: [5, 5], size: [30, 9], fill: red%s}\n"
TITLE = "title: {at: [6, 6], size: [28, 7], text: Stone Wolf, valign: middle%s}\n"
ART = "art: {at: [5, 5], size: [30, 9], picture: art.png%s}\n"


@pytest.fixture
def found(tiny_face, tmp_path):
    """Return each two boxes of which the rule says that one covers the other, as (lower, upper)."""
    (tmp_path / "catalog/tiny").mkdir(parents=True, exist_ok=True)
    data = io.BytesIO()
    Image.new("RGB", (400, 120), "white").save(data, "PNG")
    (tmp_path / "catalog/tiny/art.png").write_bytes(data.getvalue())

    def found(boxes):
        face = tiny_face(boxes)
        assert face.problems == ()
        texts = [fault.problem.message.split("'") for fault in covered.faults(face)]
        return [(parts[1], parts[5]) for parts in texts]

    return found


@pytest.mark.parametrize("lower", [TITLE, "title: {at: [8, 6], size: [7, 7], icon: star%s}\n"])
@pytest.mark.parametrize(
    "upper",
    [
        PLATE,
        ART.replace("art:", "plate:"),
        "plate: {at: [5, 5], size: [30, 9], ornament: {kind: rays, params: {fill: 0.95, count: 60}}%s}\n",
        "plate: {at: [8, 5], size: [6, 9], fill: red, text: ''%s}\n",
        "plate: {at: [5, 9], size: [30, 1.2], fill: red%s}\n",
        "plate: {at: [5, 9.6], size: [30, 0.01], shape: line, stroke: {colour: red, width: 0.5}%s}\n",
        "plate: {at: [8, 8], size: [4, 4], shape: circle, fill: red, repeat: {each: '[1, 2]', step: [3, 0]}%s}\n",
    ],
)
def test_what_is_drawn_over_words_or_an_icon_is_named(found, lower, upper):
    """A plate, a picture, an ornament, the plate of a text, a line: the words under it are not printed."""
    assert found(lower % "" + upper % "") == [("title", "plate")]


@pytest.mark.parametrize(
    "boxes",
    [
        PLATE % "" + TITLE % "",
        TITLE % ", over: plate" + PLATE % "",
        TITLE % "" + PLATE % ", overlaps: true",
        TITLE % "" + ART % ", overlaps: true",
        ART % "" + "badge: {at: [8, 6], size: [7, 7], shape: circle, fill: red, text: '3', align: centre}",
        TITLE % "" + "edge: {at: [5, 5], size: [30, 9], stroke: {colour: red}, frame: false}",
        TITLE % "" + "tail: {at: [27, 5], size: [8, 9], fill: red}",
        TITLE % "" + "round: {at: [0.6, 2], size: [7, 7], shape: circle, fill: red}",
        "body: {at: [5, 5], size: [9, 9], icon: star, overlaps: true}\neye: {at: [8, 8], size: [2, 2], fill: red}",
        "empty: {at: [6, 6], size: [28, 7], text: ''}\n" + PLATE % "",
    ],
)
def test_what_lies_under_or_beside_words_is_no_cover(found, boxes):
    """Nor what is meant to lie over them, an outline around them, or a part of a drawing."""
    assert found(boxes) == []


def test_the_plate_of_a_text_is_never_meant_to_cover(found):
    """``overlaps`` speaks of the words, which may lie over a picture."""
    assert found(TITLE % "" + PLATE % ", text: '3', align: end, overlaps: true") == [("title", "plate")]


def test_two_contents_that_overlap_are_one_problem(tiny_face):
    """BOX002 names the two boxes; that the plate of the one also covers the other follows from it."""
    face = tiny_face(TITLE % "" + PLATE.replace("red", "paper") % ", text: Three of them, valign: middle")
    assert [problem.rule for problem in check_faces([face])] == ["BOX002"]


def test_a_pip_under_something_is_covered(found):
    """Whatever makes the pips."""
    boxes = "pips: {at: [6, 6], size: [28, 7], pips: ':star: 3 | :star: 2', shape: rounded, fill: paper}\n"
    assert found(boxes + PLATE % "") == [("pips", "plate")]


def test_each_pair_is_one_problem_of_the_layout_with_its_number_of_cards(tiny_game):
    """The place is that of the box in the file, and the hint says how to draw it later."""
    boxes = "boxes:\n  title: {at: [6, 6], size: [28, 7], text: '{{ name }}'}\n  " + PLATE % ", when: name != 'elm'"
    loaded = tiny_game(boxes, rows="[{name: alder}, {name: elm}, {name: yew}]")
    composer = FaceComposer(loaded)
    (problem,) = check_faces([composer.front_face(component) for component in loaded.game.components])
    assert problem.message == "box 'title' of face 'card' is covered by box 'plate'"
    assert problem.place.file.endswith("faces/card.yaml")
    assert problem.place.line == 2
    assert "'over: plate'" in problem.hint
    assert "on 2 cards, first " in problem.hint
