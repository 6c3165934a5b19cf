import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.values import (
    MAX_MM,
    ColourText,
    KindId,
    Length,
    Measure,
    Model,
    Points,
    Slug,
    Standing,
    as_mapping,
    canonical_text,
    did_you_mean,
    is_slug,
    message_and_hint,
    standing_from_text,
)


def valid(kind, value):
    return TypeAdapter(kind).validate_python(value)


@pytest.mark.parametrize(("value", "length"), [(3, 3.0), ("3mm", 3.0), ("0.5in", 12.7), (-2.5, -2.5)])
def test_a_length_is_a_number_of_mm_or_has_a_unit(value, length):
    """Both spellings give the same length."""
    assert valid(Length, value) == pytest.approx(length)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Length, True),
        (Length, "three"),
        (Length, MAX_MM + 1),
        (Length, float("nan")),
        (Length, float("inf")),
        (Measure, -0.1),
        (Measure, "-1mm"),
        (Points, 0),
        (Points, 401),
        (ColourText, "red"),
        (ColourText, "#fff"),
        (Slug, "Alder"),
        (Slug, "alder--1"),
        (Slug, "../alder"),
        (Slug, "a" * 81),
        (KindId, "Age card"),
        (KindId, "age  card"),
        (KindId, "age card "),
        (KindId, "age/card"),
    ],
)
def test_values_out_of_bounds_are_refused(kind, value):
    """A typing error does not become a sheet of two kilometres."""
    with pytest.raises(ValidationError):
        valid(kind, value)


def test_the_id_of_a_kind_may_have_several_words():
    """As the names of piles, beside which it stands in steps."""
    assert [valid(KindId, text) for text in ("card", "age card", "two-sided age card")]


def test_colours_are_lower_case():
    """So that equal colours are equal texts."""
    assert valid(ColourText, "#C8402F") == "#c8402f"


@given(st.text(max_size=90))
def test_a_slug_is_safe_as_the_name_of_a_file(text):
    """A slug contains no dot, slash or space, and neither begins nor ends with a dash."""
    if is_slug(text):
        assert set(text) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert text == text.strip("-")
        assert 0 < len(text) <= 80


class Thing(Standing):
    """A model with a standing."""

    name: str


def test_a_value_has_at_most_one_standing():
    """Stated, derived or prototype, with its reason."""
    assert Thing(name="a").standing is None
    assert Thing(name="a", derived="from b").standing == ("derived", "from b")
    with pytest.raises(ValidationError, match="more than one of 'stated', 'derived' and 'prototype'; keep one"):
        Thing(name="a", derived="from b", stated="Components")


def test_models_are_frozen_and_refuse_unknown_keys():
    """An unknown key is an error, and no value can be changed."""
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        Thing(name="a", nmae="b")
    thing = Thing(name="a")
    with pytest.raises(ValidationError, match="frozen"):
        thing.name = "b"
    assert issubclass(Thing, Model)


@pytest.mark.parametrize(
    ("text", "standing"),
    [("prototype: rare", ("prototype", "rare")), (" stated :  The Cards", ("stated", "The Cards"))],
)
def test_a_cell_can_hold_a_standing(text, standing):
    """Its kind, a colon, its reason."""
    assert standing_from_text(text) == standing


@pytest.mark.parametrize("text", ["", "prototype", "prototype:", "guessed: yes", 1, None, ["prototype: rare"]])
def test_a_cell_that_holds_no_standing_is_refused(text):
    """The message shows the three forms."""
    with pytest.raises(ValueError, match="is not a standing; write 'stated: SECTION', 'derived: FROM WHAT'"):
        standing_from_text(text)


def test_hints_name_the_closest_word_or_all_words():
    """A near miss gets one suggestion, anything else the sorted list of known words."""
    assert did_you_mean("relam", ["realm", "rank"]) == "did you mean 'realm'?"
    assert did_you_mean("xyz", ["realm", "rank"]) == "choose one of: rank, realm"
    assert did_you_mean("xyz", [f"n{number:02}" for number in range(30)]).endswith("n22, n23 and 6 more")
    assert did_you_mean("xyz", []) == ""


def test_a_bare_value_stands_for_a_mapping():
    """``players: 2-4`` is ``players: {range: 2-4}``; a mapping stays unchanged."""
    mapping = as_mapping("range")
    assert mapping("2-4") == {"range": "2-4"}
    assert mapping({"range": "2-4"}) == {"range": "2-4"}
    assert mapping(False) is False  # noqa: FBT003 - the value, not a switch


def test_canonical_text_is_the_same_for_equal_mappings():
    """It does not matter whether a default is written out; other differences change the text."""
    plain = Box.model_validate({"size": ["1mm", "2mm"], "text": "a"})
    written = Box.model_validate({"text": "a", "size": [1, 2], "style": "body", "turn": 0.0})
    assert canonical_text(plain) == canonical_text(written) == "{size:[1.0,2.0],text:'a'}"
    assert canonical_text(plain.model_copy(update={"turn": 90.0})) == "{size:[1.0,2.0],turn:90.0,text:'a'}"
    assert (
        canonical_text(FaceFile(boxes={"a": plain, "b": None}, bleed=1.0), "bleed")
        == f"{{boxes:{{a:{canonical_text(plain)},b:None}}}}"
    )


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("'red' is not a colour; write six digits", "'red' is not a colour", "write six digits"),
        ("'red' is not a colour", "'red' is not a colour", ""),
        ("'a; b' is not a colour; write six digits", "'a; b' is not a colour", "write six digits"),
        ('"it\'s; so" is not an id; use letters; or digits', '"it\'s; so" is not an id', "use letters; or digits"),
        ("a region is narrow; lines are wide", "a region is narrow", "lines are wide"),
    ],
)
def test_a_semicolon_in_a_value_does_not_begin_the_hint(text, message, hint):
    """The hint begins after the first semicolon outside the value that the message quotes first."""
    assert message_and_hint(text) == (message, hint)
