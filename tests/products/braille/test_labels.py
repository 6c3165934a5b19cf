"""Labels: the number always, the name in the highest grade in which it fits the component."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.products.braille.conftest import contracted, spelled

from punchboard.model.layout.trim import trim_from_text
from punchboard.products.braille.labels import fitted, label_room, labels
from punchboard.products.game.component_words import Words

GRADES = {1: spelled, 2: contracted}
CARD = "poker"
"""Nine cells wide."""


def label_of(name, shape=CARD, number=7):
    """Return the label of a component; None if it has none."""
    words = Words(SimpleNamespace(id="it"), number, name, (), trim_from_text(shape))
    return next(iter(labels([words], GRADES, "en")), None)


@pytest.mark.parametrize(
    ("name", "grade", "lines"),
    [
        ("Tree", 2, ["⠼⠛⠀⠠⠞⠗"]),
        ("Beekeeper", 2, ["⠼⠛⠀⠠⠃⠅⠏⠗"]),
        ("Lighthouses", 1, ["⠼⠛", "⠠⠇⠊⠛⠓⠞⠤", "⠓⠕⠥⠎⠑⠎"]),
        ("A-very-very-long-name", 0, ["⠼⠛"]),
    ],
    ids=["short", "only contracted", "divided", "too long"],
)
def test_a_name_is_contracted_then_divided_then_left_out(name, grade, lines):
    """A word is divided between syllables, in letters that are spelled; the number is always there."""
    label = label_of(name)
    assert (label.grade, [*label.lines]) == (grade, lines)


def test_a_label_has_four_lines_at_most():
    """A name that needs more is left out."""
    assert len(label_of("Acorn Birch Aspens Alders").lines) == 4
    assert label_of("Acorn Birch Aspens Alders Larch").grade == 0


@pytest.mark.parametrize(
    ("shape", "cells"),
    [("circle 25mm", "⠼⠛"), ("hex 50mm", "⠼⠛⠀⠠⠞⠗"), ("square 20mm", "⠼⠛"), ("board 600mm x 400mm", "⠼⠛⠀⠠⠞⠗")],
)
def test_a_label_fits_within_the_shape_of_its_component(shape, cells):
    """Tokens have room for a number; the label of a board is not as wide as the board."""
    label = label_of("Tree", shape)
    assert label.lines[0] == cells
    trim = trim_from_text(shape)
    corners = [(x * label.size.width / 2, y * label.size.height / 2) for x in (-1, 1) for y in (-1, 1)]
    if trim.form == "circle":
        assert all((x * x + y * y) ** 0.5 < trim.size.width / 2 for x, y in corners)
    assert label.size.width <= min(trim.size.width, 80)
    assert label.size.height <= trim.size.height


def test_a_token_that_is_too_small_for_its_number_has_no_label():
    """A number of two digits is wider than one of one."""
    assert label_of("Tree", "circle 20mm", 12) is None
    assert label_of("Tree", "circle 20mm", 7).lines == ("⠼⠛",)


@given(st.lists(st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=4).map(tuple), max_size=8))
def test_divided_words_keep_every_cell_and_no_line_is_too_wide(words):
    """With a hyphen only where a word is divided."""
    lines = fitted(words, 7)
    assert lines is not None
    assert max(map(len, lines)) <= 7
    joined = "".join(line.removesuffix("⠤") if line.endswith("⠤") else f"{line}⠀" for line in lines)
    assert joined.split("⠀") == [*("".join(word) for word in words), ""] or not words


@pytest.mark.parametrize("shape", ["poker", "hex 50mm", "circle 25mm", "triangle 60mm", "pawn 20mm x 32mm"])
def test_more_lines_never_get_more_room(shape):
    """Shapes narrow towards their ends."""
    widths = [label_room(trim_from_text(shape), count).width for count in (1, 2, 3, 4)]
    assert widths == sorted(widths, reverse=True)
