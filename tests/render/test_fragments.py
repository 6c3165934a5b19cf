"""Drawn faces are cached for all files, and the cache does not change the bytes of any file."""

import gc
import io
from weakref import WeakKeyDictionary

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.geometry import Affine, Point, Rect, Size, rectangle
from punchboard.render.pdf.drawing import fragments
from punchboard.render.pdf.drawing.content import Content
from punchboard.render.pdf.font import FontUse
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Anchor, Document, Link, Page, Shape, Stroke, Symbol, Use


@pytest.fixture
def faces(text_item):
    """Three faces: with a text, with a text and a symbol that holds another, with a link and an anchor."""
    icon = Symbol("icon", Rect(0, 0, 4, 4), (text_item("sign"), Shape(rectangle(Rect(0, 0, 4, 4)), "#345678")))
    notes = (Link(Rect(1, 2, 3, 4), "#there"), Anchor("there", Point(5, 6), "There"))
    return (
        Symbol("one", Rect(0, 0, 20, 20), (text_item("one"),), is_face=True),
        Symbol("two", Rect(0, 0, 20, 20), (text_item("two"), Use(icon), Use(icon, Affine.move(5, 5))), is_face=True),
        Symbol("three", Rect(0, 0, 20, 20), (text_item("three"), *notes), is_face=True),
    )


@pytest.fixture
def texts(monkeypatch):
    """The texts written into content streams."""
    found = []

    def written(content, item, known=Content._text):
        found.append(" ".join(word.text for line in item.lines for word in line.words))
        known(content, item)

    monkeypatch.setattr(Content, "_text", written)
    return found


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch):
    """Begin with an empty cache, as a new process does."""
    monkeypatch.setattr(fragments, "_cache", WeakKeyDictionary())


def file_of(uses, before=()):
    return render_pdf(Document("Faces", (Page(Size(100, 60), (*before, *uses)),)))


def test_a_face_is_drawn_once_for_all_files(faces, texts):
    """Its place does not matter, nor how often it is placed."""
    one, two, _ = faces
    file_of([Use(one), Use(two, Affine.move(30, 0))])
    assert sorted(texts) == ["one", "sign", "two"]
    texts.clear()
    file_of([Use(two, Affine.move(3, 9)), Use(one), Use(one, Affine.move(40, 0))])
    assert texts == []


places = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 60)), min_size=1, max_size=6)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(places, min_size=2, max_size=4))
def test_a_file_is_the_same_whatever_was_drawn_before(faces, text_item, files):
    """Bytes are equal for any order of files, with colours and fonts set before the faces."""
    before = (text_item("before"), Shape(rectangle(Rect(0, 0, 4, 4)), "#abcdef"))

    def made(file):
        return file_of([Use(faces[face], Affine.move(x, 20)) for face, x in file], before)

    one_after_another = [made(file) for file in files]
    for file, found in zip(files, one_after_another, strict=True):
        fragments._cache.clear()
        assert made(file) == found


def test_links_and_anchors_of_a_face_are_where_it_lies(faces):
    """Also in a file that takes the face from the cache."""
    for x in (0, 30):
        with pikepdf.open(io.BytesIO(file_of([Use(faces[2], Affine.move(x, 0))]))) as pdf:
            (note,) = pdf.pages[0].Annots
            assert float(note.Rect[0]) == pytest.approx((1 + x) * 72 / 25.4, abs=0.01)
            assert float(note.Dest[2]) == pytest.approx((5 + x) * 72 / 25.4, abs=0.01)


def test_a_face_whose_glyphs_have_other_codes_in_a_file_is_drawn_again(faces, texts, monkeypatch):
    """If another glyph has taken a preferred code, the face is written with free codes."""
    alone = file_of([Use(faces[0])])
    texts.clear()
    monkeypatch.setattr(FontUse, "use_own_codes", lambda _use, _codes: False)
    assert file_of([Use(faces[0])]) == alone
    assert texts == ["one"]


def test_files_with_spot_colours_do_not_use_the_cache(faces, texts):
    """Spot colours are numbered in order of use in each file, so faces beside them are not cached."""
    cut = Shape(rectangle(Rect(0, 0, 4, 4)), stroke=Stroke("#ff00ff", 0.1, spot="CutContour"))
    for _ in range(2):
        texts.clear()
        file_of([Use(faces[0])], before=[cut])
        assert texts == ["one"]


def test_the_cache_is_bounded_and_does_not_keep_faces_alive(faces, texts, monkeypatch):
    """Caching the faces of a large deck would cost too much memory."""
    monkeypatch.setattr(fragments, "MAX_CACHED", 2)
    for _ in range(2):
        texts.clear()
        file_of([Use(face, Affine.move(25 * number, 0)) for number, face in enumerate(faces)])
    assert texts == ["three"]
    gone = Symbol("gone", Rect(0, 0, 20, 20), faces[0].items, is_face=True)
    monkeypatch.setattr(fragments, "MAX_CACHED", 3)
    file_of([Use(gone)])
    assert len(fragments._cache) == 3
    del gone
    gc.collect()
    assert len(fragments._cache) == 2
