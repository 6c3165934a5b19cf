"""Components and their transforms are read from operators, among any other content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Affine, Size
from punchboard.verify.objects import Unreadable
from punchboard.verify.page_reader import MarkedComponent, XObjectUse, _Scanner, placed_items

MARK = b"/Component <</Id (elm)/Side /front/Trim [63.5 88.9]>> BDC\n"
ELM = MarkedComponent("elm", "front", Size(63.5, 88.9), Affine.move(10, 20))


def usual(inside, id_=b"elm"):
    """Return a component as the renderer writes it."""
    return b"q\n0 0 m\n5 0 l\nh W n\n1 0 0 1 10 20 cm\n" + MARK.replace(b"elm", id_) + inside + b"\nEMC\nQ\n"


def both(data):
    """Return the placed items, which must be the same in quick mode, if that works, and in full mode."""
    found = placed_items(data, Affine())
    assert found == list(_Scanner(data, Affine(), quick=False).items())
    return found


@pytest.mark.parametrize(
    "inside",
    [
        b"/X1 Do",
        b"BT\n(a (nested) b) Tj\nET",
        b"BT\n(\\) EMC ) Tj\nET",
        b"BT\n(a\nEMC\nQ\nb) Tj\nET",
        b"BT\n(a\\(\nEMC\nQ\n) Tj\nET",
        b"/Span BMC\n/X1 Do\nEMC",
        b"/Span <</Lang (de)>> BDC\n/X1 Do\nEMC\n/X2 Do",
        b"q 2 0 0 2 0 0 cm /X1 Do Q",
        b"% EMC and Q and )\n/X1 Do",
    ],
)
def test_a_component_is_found_with_any_drawing(inside):
    """Strings, inner marks and comments neither end the component nor hide later ones."""
    rest = b"q\n1 0 0 1 1 2 cm\n/Y Do\nQ"
    assert both(usual(inside) + rest) == [ELM, XObjectUse("Y", Affine.move(1, 2))]


@given(st.binary(max_size=60))
def test_text_is_never_taken_for_an_operator(text):
    """A string of a component contains any bytes, escaped as PDF requires."""
    escaped = text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    assert both(usual(b"BT\n(" + escaped + b")Tj\nET") * 2) == [ELM, ELM]


def test_transforms_apply_from_cm_to_the_closing_operator():
    """Transforms multiply, the innermost first, and end at Q."""
    data = b"2 0 0 2 0 0 cm q 1 0 0 1 10 20 cm\n" + MARK + b"EMC Q q 0 1 -1 0 5 6 cm /A Do Q /B Do"
    assert both(data) == [
        ELM._replace(place=Affine(2, 0, 0, 2, 20, 40)),
        XObjectUse("A", Affine(0, 2, -2, 0, 10, 12)),
        XObjectUse("B", Affine.scale(2)),
    ]


@pytest.mark.parametrize(
    ("mark", "id_"),
    [
        (b"/Component<< /Trim [ 63.5 88.9 ] /Side/front /Id (elm) >>\nBDC ", "elm"),
        (b"/Component <</Id <656c6d>/Side /front/Trim [63.5 88.9]>> BDC ", "elm"),
        (b"/Component <</Id (red elm)/Side /front/Trim [63.5 88.9]>> BDC ", "red elm"),
    ],
)
def test_a_mark_may_be_written_in_any_way(mark, id_):
    """Other tools may rewrite it in another form."""
    assert both(b"q 1 0 0 1 10 20 cm " + mark + b"/X Do EMC Q") == [ELM._replace(id=id_)]


def test_a_suffix_is_not_an_operator():
    """A name or a number may end with the letters of an operator."""
    assert both(b"/Fq 1 Tf /QDo gs /cm Do /Do Do 3 0 0 3 0 0 cm /EMC gs") == [
        XObjectUse("cm", Affine()),
        XObjectUse("Do", Affine()),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"Q",
        b"q",
        b"EMC",
        b"/Span BMC",
        b"/Span BMC Q EMC",
        b"Do",
        b"1 0 0 1 cm",
        b"a b c d e f cm",
        b"(open",
        b"BI /W 1 ID x EI",
        b"/Component /MC0 BDC EMC",
        b"/Component <</Id (a)>> BDC EMC",
        b"/Component <</Id (a)/Side /left/Trim [1 2]>> BDC EMC",
        b"/Component <</Id (a)/Side /front/Trim [1 (2)]>> BDC EMC",
        b"/Component <</Id (a)/Side /front/Trim [1 2]>> BDC",
        b"/Component <</Id (a)/Side /front/Trim [1 2]>> 5",
        b"q\n1 0 0 1 0 0 cm\n/Component <</Id (a)/Side /front/Trim [1.2.3 2]>> BDC\nx\nEMC\nQ\n",
    ],
)
def test_unpaired_operators_are_refused(data):
    """The reader raises `Unreadable` instead of guessing."""
    with pytest.raises(Unreadable):
        placed_items(data, Affine())
