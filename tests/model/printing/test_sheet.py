"""Paper names and sizes, margins, and the keys of sheet layouts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from punchboard.geometry import Rect, Size
from punchboard.model.printing.sheet import Margins, PaperFile, SheetFile, find_paper, paper_from_text

KNOWN = {"a4": PaperFile(name="A4", width=210, height=297)}
sides = st.floats(0, 30)
margins = st.builds(Margins, sides, sides, sides, sides)


@pytest.mark.parametrize(
    ("text", "name", "size"),
    [
        ("320x450mm", "320x450mm", (320, 450)),
        ("320 x 450 mm", "320x450mm", (320, 450)),
        ("12x18in", "12x18in", (304.8, 457.2)),
        ("12.5in x 300mm", "12.5inx300mm", (317.5, 300)),
        ("21x29.7cm", "21x29.7cm", (210, 297)),
    ],
)
def test_a_paper_may_be_any_size(text, name, size):
    """The unit of the height applies to a width without one; the name is valid for files."""
    found, paper = paper_from_text(text)
    assert (found, paper.name) == (name, name)
    assert tuple(paper.size) == pytest.approx(size)


@pytest.mark.parametrize("text", ["320x450", "x450mm", "a4x2", "../x 3mm", "-20x30mm", "3x4in4", ""])
def test_other_texts_are_not_paper_sizes(text):
    """A size needs a unit."""
    with pytest.raises(ValueError, match="is not a paper size"):
        paper_from_text(text)


@pytest.mark.parametrize("text", ["10x450mm", "300x2001mm", "1x1in"])
def test_papers_that_are_too_small_or_too_large_are_refused(text):
    """Sides have 50 mm to two metres."""
    with pytest.raises(ValueError, match="shorter than 50 mm or longer than 2000 mm"):
        paper_from_text(text)


def test_known_names_take_precedence_over_sizes():
    """A text that is neither a name nor a size is refused with a hint."""
    assert find_paper("a4", KNOWN) == ("a4", KNOWN["a4"])
    assert find_paper("100x200mm", KNOWN)[1].size == Size(100, 200)
    with pytest.raises(ValueError, match="'a5' is not a paper size") as caught:
        find_paper("a5", KNOWN)
    assert caught.value.args[1] == "choose one of: a4 (or write a size: 320x450mm)"


@pytest.mark.parametrize("text", ["b5-jis", "B5-JIS", "JIS B5", "jis b5"])
def test_a_paper_has_its_name_and_its_printed_name_in_any_case(text):
    """Files are named by the name in papers.yaml."""
    paper = PaperFile(name="JIS B5", width=182, height=257)
    assert find_paper(text, {**KNOWN, "b5-jis": paper}) == ("b5-jis", paper)


def test_an_exact_name_takes_precedence_over_other_cases_and_printed_names():
    """So every paper can be asked for."""
    papers = {name: PaperFile(name="a4", width=100 + number, height=200) for number, name in enumerate(("A4", "a4"))}
    assert [find_paper(name, papers)[0] for name in papers] == list(papers)
    assert find_paper("a4", {**KNOWN, "a4-plus": PaperFile(name="A4", width=240, height=330)}) == ("a4", KNOWN["a4"])


def test_a_misspelt_name_in_capitals_gets_a_suggestion():
    """As in any other case."""
    with pytest.raises(ValueError, match="is not a paper size") as caught:
        find_paper("LETTRE", {"letter": PaperFile(name="Letter", width=216, height=279)})
    assert caught.value.args[1] == "did you mean 'letter'? (or write a size: 320x450mm)"


def test_a_margin_is_one_length_or_four():
    """One for all sides, or four for top, right, bottom and left."""
    assert SheetFile.model_validate({"margin": "5mm"}).margin == (5, 5, 5, 5)
    assert SheetFile.model_validate({"margin": [3, "0.5in", 4, 5]}).margin == (3, 12.7, 4, 5)
    for wrong in ([1, 2], "wide", -1, [1, 2, 3, -4]):
        with pytest.raises(ValidationError):
            SheetFile.model_validate({"margin": wrong})


@pytest.mark.parametrize(
    ("key", "value"),
    [("marks", "crop"), ("marks", "none"), ("marks", "ticks"), ("marks", "lines"), ("marks on", "backs"),
     ("faces", "gutterfold"), ("decks", "apart"), ("order", "back-front"), ("columns", 3), ("extra", True)],
)  # fmt: skip
def test_a_sheet_layout_accepts_its_keys(key, value):
    """Keys are written as in the documentation."""
    file = SheetFile.model_validate({key: value})
    assert getattr(file, key.replace(" ", "_")) == value


@pytest.mark.parametrize(
    ("key", "value"),
    [("marks", "yes"), ("faces", "backs"), ("columns", 0), ("rows", 1000), ("flip", "edge"), ("gap", -1)],
)
def test_a_sheet_layout_refuses_impossible_values(key, value):
    """Such as negative lengths or unknown words."""
    with pytest.raises(ValidationError):
        SheetFile.model_validate({key: value})


@given(margins, margins)
def test_the_larger_margins_contain_both(one, other):
    """The printable area lies within both areas."""
    room = one.larger(other).printable_area(Size(210, 297))
    assert one.printable_area(Size(210, 297)).contains(room)
    assert other.printable_area(Size(210, 297)).contains(room)


@given(margins, st.sampled_from(["long edge", "short edge"]))
def test_the_printable_area_for_both_sides_can_be_flipped(given_margins, flip):
    """Its mirror image lies within the margins as well."""
    paper = Size(210, 297)
    x, y, width, height = room = given_margins.for_both_sides(flip).printable_area(paper)
    behind = (
        Rect(210 - x - width, y, width, height) if flip == "long edge" else Rect(x, 297 - y - height, width, height)
    )
    assert given_margins.printable_area(paper).contains(room)
    assert given_margins.printable_area(paper).contains(behind)


def test_margins_print_as_one_length_when_all_are_equal():
    """Otherwise the four lengths are printed."""
    assert str(Margins(5, 5, 5, 5)) == "5 mm"
    assert str(Margins(5, 5, 12.7, 5)) == "5, 5, 12.7, 5 mm (top, right, bottom, left)"
