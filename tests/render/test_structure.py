"""Parts of a document in PDF files: what screen readers read, and in which order."""

import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Affine, Rect, Size, rectangle
from punchboard.render.pdf.marked_content import text_string
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import DECORATION, Document, Element, Group, Line, Link, Page, Shape, Symbol, Text, Use
from punchboard.verify.read_aloud import read_aloud

SQUARE = Shape(rectangle(Rect(10, 10, 20, 5)), "#c8402f")


@pytest.fixture
def heard(document):
    """Return the lines that are read of a page with items."""

    def heard(*items, **changes):
        return list(read_aloud(render_pdf(document(*items, **changes))).lines())

    return heard


@pytest.fixture
def part(text_item):
    """Return a text that is a part of the document."""

    def part(role, text, *within, **values):
        return Group((text_item(text), *within), element=Element(role, **values))

    return part


def test_parts_are_read_and_everything_else_is_decoration(heard, part, text_item):
    """Text without a part, such as a page number, is not read."""
    shown = heard(SQUARE, part("H1", "Set up"), text_item("12"), part("P", "Deal five cards."), SQUARE)
    assert shown == ["Document", "  H1: Set up", "  P: Deal five cards."]


def test_a_page_without_parts_is_one_picture(heard):
    """It is described by the title of the document and the label of the page; a blank page is nothing."""
    assert heard(SQUARE, label="3 back") == ["Document", "  Figure: Test 3 back"]
    assert heard() == ["Document"]


def test_a_part_goes_on_where_it_is_interrupted(heard, part):
    """Groups with equal elements are one part; parts with other keys are others."""
    shown = heard(part("P", "one"), part("P", "other", key=1), part("P", "two"))
    assert shown == ["Document", "  P: one two", "  P: other"]


def test_words_of_another_language_say_so_and_are_read_in_their_sentence(heard, part, document):
    """Their element has the language; other elements have that of the document."""
    sentence = part("P", "Say it:", part("Span", "mot juste", language="fr"))
    assert heard(sentence) == ["Document", "  P: Say it: mot juste"]
    with pikepdf.open(io.BytesIO(render_pdf(document(sentence)))) as pdf:
        paragraph = pdf.Root.StructTreeRoot.K.K
        assert "/Lang" not in paragraph
        assert [str(kid.Lang) for kid in paragraph.K if isinstance(kid, pikepdf.Dictionary)] == ["fr"]


def test_a_part_without_content_is_a_part(heard, part):
    """An empty cell of a table keeps its place."""
    row = Group((part("TD", "3"), Group((), element=Element("TD", 1))), element=Element("TR"))
    assert heard(row) == ["Document", "  TR", "    TD: 3", "    TD"]


def test_a_part_goes_on_on_the_next_page(part):
    """A paragraph that a page break divides is read as one."""
    pages = tuple(Page(Size(50, 50), (part("P", text),)) for text in ("half", "whole"))
    assert list(read_aloud(render_pdf(Document("t", pages))).lines()) == ["Document", "  P: half whole"]


def test_parts_of_a_face_are_read_in_their_order(heard, part):
    """Not in the order in which they are drawn."""
    items = (part("P", "3", order=2), SQUARE, part("H1", "Owl", order=1))
    face = Symbol("owl", Rect(0, 0, 30, 40), items, is_face=True)
    assert heard(Use(face)) == ["Document", "  Art", "    H1: Owl", "    P: 3"]


def test_a_face_that_is_placed_twice_is_two_pictures_that_say_the_same(heard, part):
    """It is drawn once in the file, where it can show only one part as a whole."""
    items = (part("P", "Costs 3", order=2), part("H1", "Owl", order=1))
    face = Symbol("owl", Rect(0, 0, 30, 40), items, is_face=True)
    shown = heard(Use(face), Use(face, Affine.move(40, 0)))
    assert shown == ["Document", *["  Art", "    Figure: Owl. Costs 3."] * 2]


def test_a_face_in_a_figure_is_part_of_the_picture(heard, part):
    """The figure's own text is read, not what is drawn in it."""
    face = Symbol("owl", Rect(0, 0, 30, 40), (part("H1", "Owl"),), is_face=True)
    figure = Group((Use(face),), element=Element("Figure", text="one owl"))
    assert heard(figure) == ["Document", "  Figure: one owl"]
    assert heard(figure._replace(element=DECORATION), part("P", "x")) == ["Document", "  P: x"]


def test_a_link_is_a_part_with_its_area(document, part):
    """Its annotation says where it leads, and belongs to the part."""
    link = part("Link", "the web", Link(Rect(10, 10, 20, 5), "https://example.org/"))
    data = render_pdf(document(Group((link,), element=Element("P"))))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (note,) = pdf.pages[0].Annots
        tree = pdf.Root.StructTreeRoot.ParentTree.Nums
        assert str(note.Contents) == "https://example.org/"
        assert tree[2 * int(note.StructParent) + 1].S == "/Link"


def test_an_icon_in_a_line_is_read_by_its_name(heard, text_item, typeface):
    """A copy of the text has its token; an icon whose name is beside it is not read again."""
    icon, token = Symbol("icon", Rect(0, 0, 5, 5), (SQUARE,)), text_item(":coin:")
    line = Group((text_item("Pay 3"), Use(icon, reading=token, text="gold")), element=Element("P"))
    assert heard(line) == ["Document", "  P: Pay 3 gold"]
    assert heard(Group((text_item("Pay 3"), Use(icon, reading=token)), element=Element("P"))) == [
        "Document",
        "  P: Pay 3",
    ]


def test_glyph_codes_are_never_taken_for_marks(document, typeface):
    """The codes of the first glyphs are bytes from 1 on; a page with many glyphs is read whole."""
    words = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    text = Text(typeface, 2.0, "#000000", (Line(1, 9, (typeface.word(words),)),))
    data = render_pdf(document(Group((text,), element=Element("P"))))
    assert read_aloud(data).whole_text == words


def test_a_file_says_what_a_reader_must_know(opened, part):
    """That it is tagged, its language and title, and that the tab key follows the structure."""
    pdf = opened(part("P", "x"))
    assert pdf.Root.MarkInfo.Marked
    assert pdf.Root.Lang == "en"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    metadata = pdf.Root.Metadata.read_bytes()
    assert b"<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert b"<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>" in metadata
    assert b"<dc:title>" in metadata
    assert pdf.pages[0].Tabs == "/S"


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30))
def test_every_text_string_is_read_back(text):
    """Brackets, backslashes, quotation marks, and letters of all scripts."""
    data = b"%PDF-1.7\n1 0 obj\n" + text_string(text).encode("ascii") + b"\nendobj\n"
    assert str(pikepdf.Object.parse(data[data.index(b"obj") + 4 : -8])) == text
