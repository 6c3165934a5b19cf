import pytest
from pydantic import ValidationError

from punchboard.model.layout.layout import FaceFile

HALF = {
    "title": {"slot": "text", "sides": {"left": 5, "right": 5, "top": 5, "height": 8}},
    "text": {"slot": "markdown", "sides": {"left": 5, "right": 5, "top": 5, "below": "title + 2", "bottom": "50%"}},
    "line": {"goes with": "title", "sides": {"left": 5, "width": 9, "top": 14, "height": 1}, "fill": "ink"},
    "title-2": {"turned copy of": "title"},
    "text-2": {"turned copy of": "text"},
    "line-2": {"turned copy of": "line", "fill": "accent"},
}


def face(**changes):
    """Return a face with two halves, with some of its boxes changed."""
    return FaceFile.model_validate({"boxes": {**HALF, **changes}})


def test_a_turned_copy_shows_its_own_field_beside_the_copies():
    """The second half shows other fields, keeps clear of its own title, and stands on its head."""
    boxes = face().boxes
    assert (boxes["title-2"].text, boxes["text-2"].markdown) == ("{{ title_2 }}", "{{ text_2 }}")
    assert boxes["text-2"].sides.below[0].name == "title-2"
    assert boxes["line-2"].goes_with == ("title-2",)
    assert boxes["text-2"].repeat.turns == (180,)


def test_a_turned_copy_changes_what_it_gives_itself():
    """A colour, or another field; the field of the first half is not copied."""
    boxes = face(title={**HALF["title"], "text": "{{ name }}"}).boxes
    assert (boxes["line"].fill, boxes["line-2"].fill) == ("ink", "accent")
    assert boxes["title-2"].text == "{{ title_2 }}"
    other = {"turned copy of": "title", "text": "{{ second }}"}
    assert face(**{"title-2": other}).boxes["title-2"].text == "{{ second }}"


def test_a_box_that_is_left_out_has_no_copy():
    """``title: null`` leaves out both titles."""
    assert face(title=None).boxes["title-2"] is None


@pytest.mark.parametrize(("other", "message"), [("titel", "did you mean 'title'"), ("title-2", "is a copy itself")])
def test_a_turned_copy_names_a_box_of_the_face(other, message):
    """An unknown box, and the copy of a copy, are errors that say what to write."""
    with pytest.raises(ValidationError, match=message):
        face(**{"line-2": {"turned copy of": other}})
