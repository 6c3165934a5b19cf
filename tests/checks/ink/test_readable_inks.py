"""Texts on a face, and the boxes that they are reported with."""

from punchboard.checks.ink.painted_areas import leaves_of
from punchboard.checks.ink.readable_inks import blocks, box_at, lines, texts_of

BOXES = """\
note: {at: [6, 40], size: [50, 10], text: Alder, style: label}
title: {at: [6, 6], size: [50, 60], text: Birch, style: label}
ground: {at: [6, 70], size: [50, 10], fill: "#345678"}
"""


def test_a_text_belongs_to_the_box_that_it_was_set_in(tiny_face):
    """A large box above it counts where its own text is, not wherever it has room."""
    face = tiny_face(BOXES)
    found = [ink for block in blocks(face.symbol) for ink in lines(face, block)]
    assert {ink.words: ink.box and ink.box.name for ink in found} == {"Alder": "note", "Birch": "title"}


def test_there_is_no_text_where_a_box_is_empty(tiny_face):
    """Boxes without text are no texts, and the empty part of a box has none."""
    face = tiny_face(BOXES)
    assert [placed.name for placed in texts_of(face)] == ["note", "title"]
    ground = leaves_of(face.symbol)[0]
    assert box_at(ground.bounds, texts_of(face)) is None
