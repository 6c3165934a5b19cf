"""Hashes of products: equal for what looks equal, in whatever process, and different for all else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.cache.digests import Digests
from punchboard.fonts import Typeface
from punchboard.geometry import Affine, Rect, Size, rectangle
from punchboard.model.printing.printed_file import Part, Printed
from punchboard.products import Product
from punchboard.scene import (
    Document,
    Group,
    Image,
    LaterPages,
    Line,
    Mark,
    Page,
    Picture,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
)

ROOT = Path(__file__).resolve().parents[2]
FONT = Path(sys.modules["fontpkg.fira_sans"].__file__).parent if "fontpkg.fira_sans" in sys.modules else None


@pytest.fixture(scope="module")
def face(typeface):
    return typeface


def product(face, word="Draw two", *, title="Oak", width=0.2, at=1.0, dots=3, parts=("a", "b")):
    """Return a product of a page with something of everything, made anew each time."""
    dot = Symbol("dot", Rect(0, 0, 1, 1), (Shape(rectangle(Rect(0, 0, 1, 1)), "#123456", Stroke("#000000", width)),))
    words = tuple(face.word(one) for one in word.split())
    items = (
        Group(tuple(Use(dot, Affine.move(at, number)) for number in range(dots)), mark=Mark("a", "front", Size(1, 1))),
        Text(face, 3.0, "#000000", (Line(at, 2.0, words),)),
        Picture(Rect(0, 0, 1, 1), Image("0" * 16, b"bytes", 4, 2)),
    )
    expected = Printed(pages=1, parts={name: Part(Size(1, 1)) for name in parts})
    document = Document(title, (Page(Size(10, 10), items),))
    return Product("a.pdf", document, expected=expected, again=MappingProxyType({"a": ("b",)}))


CHANGES = [
    {"word": "Draw three"},
    {"title": "Elm"},
    {"width": 0.3},
    {"at": 1.001},
    {"dots": 2},
    {"parts": ("a", "c")},
]


def test_equal_products_have_equal_hashes(face):
    """Though nothing of one is of the other."""
    assert Digests().of(product(face)) == Digests().of(product(face))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_every_difference_is_seen(face, change):
    """In words, lines, places, numbers of uses, and in what is said and expected of the file."""
    assert Digests().of(product(face)) != Digests().of(product(face, **change))


def test_pages_that_are_composed_when_they_are_asked_for_count_by_what_they_show(face):
    """Not by what composes them."""

    def later(word):
        pages = product(face, word).document.pages * 2
        return Document("Oak", LaterPages(range(len(pages)), lambda number: pages[number], lambda _number: iter(())))

    assert Digests().of(later("Draw two")) == Digests().of(later("Draw two"))
    assert Digests().of(later("Draw two")) != Digests().of(later("Draw three"))


def test_what_one_digester_knows_changes_no_hash(face):
    """Symbols and outlines that come again are hashed once."""
    one = Digests()
    assert [one.of(product(face)) for _ in range(2)] == [Digests().of(product(face))] * 2


def test_a_typeface_counts_by_its_font_and_its_axes(face):
    """Not by the object, which every process makes anew."""
    other = Typeface(face.name, face._data, face._axes)
    assert Digests().of(product(face)) == Digests().of(product(other))
    assert face.digest != Typeface("another name", face._data, face._axes).digest


@given(value=st.recursive(st.none() | st.integers() | st.text() | st.floats(allow_nan=False), st.tuples, max_leaves=9))
def test_plain_values_hash_as_they_compare(value):
    """A value hashes as its equal, which is no other object."""
    again = eval(repr(value))
    assert Digests().of((value,)) == Digests().of((again,))


def test_what_cannot_be_hashed_is_refused():
    """A function has no content; such a product is made again."""
    with pytest.raises((TypeError, AttributeError)):
        Digests().of(lambda: None)


@pytest.mark.slow
def test_hashes_are_those_of_another_process():
    """With other seeds of Python's own hashes: sets and dictionaries may stand in another order."""
    script = (
        "from pathlib import Path\n"
        "from punchboard.build.pipeline import Options, checked\n"
        "from punchboard.products import PRODUCTS\n"
        "from punchboard.cache.digests import Digests\n"
        f"composed, _ = checked('vortex', Options(Path({str(ROOT)!r}), Path('/nowhere')))\n"
        "digests = Digests()\n"
        "names = ('sheets', 'reference', 'rulebook', 'booklet', 'set-up', 'score', 'components')\n"
        "print([digests.of(one) for name in names for one in PRODUCTS[name].make(composed)])\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={**env, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1
