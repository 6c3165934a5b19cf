"""Page labels: every page has its label, and consecutive numbers take one entry."""

import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Size
from punchboard.render.pdf.writer import label_ranges, render_pdf
from punchboard.scene import Document, Page

LABELS = st.one_of(
    st.integers(0, 12).map(str),
    st.integers(0, 12).map("A-{}".format),
    st.sampled_from(["", "front", "1 back", "007", "10", "9", "²", "a\n3"]),
)


def called(labels):
    """Return a function that reads the page labels of a file written with labels."""
    file = render_pdf(Document("", [Page(Size(9, 9), (), label=label) for label in labels]))
    with pikepdf.open(io.BytesIO(file)) as pdf:
        return [page.label for page in pdf.pages]


@given(st.lists(LABELS, min_size=1, max_size=8).filter(any))
def test_every_page_has_its_label(labels):
    """Labels may be any text in any order."""
    assert called(labels) == labels


@pytest.mark.parametrize(
    ("labels", "entries"),
    [
        (["1", "2", "3"], [(0, "", 1)]),
        (["9", "10", "11"], [(0, "", 9)]),
        (["S1", "S2", "T3", "T4"], [(0, "S", 1), (2, "T", 3)]),
        (["cover", "1", "2", "back"], [(0, "cover", None), (1, "", 1), (3, "back", None)]),
        (["2", "1", "0"], [(0, "", 2), (1, "", 1), (2, "0", None)]),
        (["1 front", "1 back", "2 front"], [(0, "1 front", None), (1, "1 back", None), (2, "2 front", None)]),
    ],
)
def test_consecutive_numbers_take_one_entry(labels, entries):
    """Numbers are consecutive if they grow by one after the same prefix."""
    assert list(label_ranges(labels)) == entries
