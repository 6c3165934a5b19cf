"""The page size of a booklet: a part of the paper, a name, or lengths."""

import pytest
from pydantic import ValidationError

from punchboard.geometry import Size
from punchboard.model.printing.sheet import BookletFile

A4 = Size(210, 297)


@pytest.mark.parametrize(
    ("page", "paper", "size"),
    [
        ("half", A4, (148.5, 210)),
        ("half", A4.turned(), (148.5, 210)),
        ("half", Size(215.9, 279.4), (139.7, 215.9)),
        ("quarter", A4, (105, 148.5)),
        ("a6", A4, (105, 148)),
        ("half letter", A4, (139.7, 215.9)),
        ("120x170mm", A4, (120, 170)),
        ("5 x 8in", A4, (127, 203.2)),
        ([120, "17cm"], A4, (120, 170)),
    ],
)
def test_a_page_is_part_of_the_paper_or_a_size(page, paper, size):
    """Half and quarter depend on the paper in either orientation; names and sizes do not."""
    assert BookletFile(page=page).size(paper) == pytest.approx(size)


@pytest.mark.parametrize("page", ["a55", "120x", "third", 5, [120], [120, -1]])
def test_anything_else_is_not_a_page_size(page):
    """The message contains the offending value."""
    with pytest.raises(ValidationError):
        BookletFile(page=page)


def test_paper_is_thinner_than_a_millimetre():
    """Creep is a thickness of paper, in mm or with a unit."""
    assert BookletFile(creep="0.2mm").creep == 0.2
    with pytest.raises(ValidationError):
        BookletFile(creep=100)
