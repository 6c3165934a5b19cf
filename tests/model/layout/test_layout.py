import pytest
from pydantic import ValidationError

from punchboard.model.layout.layout import Box, FaceFile, ThemeFile


@pytest.mark.parametrize(
    ("given", "content"),
    [({}, None), ({"text": "a"}, "text"), ({"icon": "star"}, "icon"), ({"ornament": {"kind": "rays"}}, "ornament")],
)
def test_a_box_has_one_content(given, content):
    """``content`` is the key of the content in use."""
    assert Box(size=(10, 10), **given).content == content


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": [10, 10], "text": "a", "icon": "star"}, "a box can have only one content, and this one has"),
        ({"text": "a"}, "a box needs 'size'"),
        ({"size": [10, -1]}, "greater than or equal to 0"),
        ({"size": [10, 10], "fit": "shrink"}, "is not a value of 'fit'; write 'exactly' or 'shrink to 8pt'"),
        ({"size": [10, 10], "fit": "shrink to 2pt"}, "greater than or equal to 3"),
        ({"size": [10, 10], "from": "middle"}, "Input should be 'top left'"),
        ({"size": [10, 10], "repeat": {"columns": 0}}, "greater than or equal to 1"),
        ({"size": [10, 10], "txet": "a"}, "Extra inputs are not permitted"),
    ],
)
def test_invalid_boxes_are_refused(given, message):
    """The message says what is allowed."""
    with pytest.raises(ValidationError, match=message):
        Box.model_validate(given)


@pytest.mark.parametrize(
    ("given", "form"),
    [({}, None), ({"fill": "ink"}, "rectangle"), ({"stroke": {}}, "rectangle"), ({"shape": "circle"}, "circle")],
)
def test_a_filled_or_stroked_box_is_a_rectangle_unless_it_has_a_shape(given, form):
    """A box without fill, stroke and shape draws no shape."""
    assert Box(size=(10, 10), **given).drawn_shape == form


def test_a_fit_is_the_smallest_type_size_in_points():
    """``exactly`` allows no smaller size."""
    assert Box(size=(1, 1), fit="shrink to 7.5pt").fit == 7.5
    assert Box(size=(1, 1), fit="exactly").fit is None


def test_bleed_and_safe_area_are_3_mm_by_default():
    """That is what print shops require."""
    face = FaceFile()
    assert (face.bleed, face.safe, face.ground, face.boxes) == (3.0, 3.0, None, {})


def test_a_themes_colours_are_six_digits_in_lower_case():
    """A colour name or a short form is refused."""
    assert ThemeFile(colours={"ink": "#AABBCC"}).colours == {"ink": "#aabbcc"}
    with pytest.raises(ValidationError, match="is not a colour; write six hexadecimal digits"):
        ThemeFile(colours={"ink": "url(#x)"})


def test_a_box_over_another_one_is_drawn_right_behind_it():
    """Whatever the order of the file; a box without it stays where it is, and one over itself too."""

    def order(**over):
        boxes = {name: {"area": "trim"} | ({"over": over[name]} if name in over else {}) for name in "abcd"}
        return "".join(FaceFile.model_validate({"boxes": boxes}).boxes)

    assert order() == "abcd"
    assert order(a="c") == "bcad"
    assert order(d="a") == "adbc"
    assert order(a="b", b="a") == "abcd"
    assert order(b="b") == "abcd"
