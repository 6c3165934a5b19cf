"""The proof finds and reports the faults of finished files."""

import pikepdf
import pytest

from punchboard.geometry import Affine, Point, Size
from punchboard.model.printing.expected_pdf import ANY_PDF
from punchboard.model.printing.printer import PrinterFile
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Document
from punchboard.verify import prove

CENTRE = Point(31.75, 44.45)


def reported(data, expected):
    """Return code and message of each problem."""
    return [(problem.rule, problem.message) for problem in prove("tiny/sheets.pdf", data, expected).problems]


def codes(data, expected):
    return {code for code, _ in reported(data, expected)}


@pytest.mark.parametrize(
    "keys",
    [
        {"faces": "fronts"},
        {"faces": "duplex"},
        {"faces": "duplex", "flip": "short edge"},
        {"faces": "duplex", "order": "back-front", "gap": 6},
        {"faces": "gutterfold"},
        {"faces": "gutterfold", "flip": "short edge"},
        {"faces": "duplex", "paper": "297x210mm"},
        {"faces": "duplex", "paper": "297x210mm", "flip": "short edge"},
        {"faces": "duplex", "shape": "hex 40mm"},
        {"faces": "gutterfold", "shape": "circle 30mm"},
    ],
)
def test_unchanged_sheets_pass_the_proof(made, keys):
    """In every layout there are five cards, with their backs if it has backs, within 0.01 mm of their places."""
    sheets = made(**keys)
    proof = prove("tiny/sheets.pdf", sheets.data, sheets.expected)
    assert proof.problems == ()
    pages = len(sheets.document.pages)
    pairs = 0 if keys["faces"] == "fronts" else 5
    assert dict(proof.record) == {
        "pages": pages,
        "components": 5,
        "pairs": pairs,
        "fonts": 2,
        "worst_mm": pytest.approx(0, abs=0.003),
    }


def test_a_back_more_than_a_twentieth_of_a_millimetre_off_is_reported(duplex):
    """0.06 mm is too much, 0.04 mm is not; the record contains both."""
    off = duplex.moved("birch", "back", lambda place: Affine.move(0.06, 0) @ place)
    assert reported(off.data, off.expected) == [
        ("PROOF006", "the back of 'birch' on page 2 is 0.06 mm off its front on page 1")
    ]
    near = duplex.moved("birch", "back", lambda place: Affine.move(0, -0.04) @ place)
    proof = prove("tiny/sheets.pdf", near.data, near.expected)
    assert proof.problems == ()
    assert proof.record["worst_mm"] == pytest.approx(0.04, abs=0.002)


def test_an_upside_down_back_is_reported(duplex):
    """It is behind its front, but turned by half a turn."""
    turned = duplex.moved("birch", "back", lambda place: place @ Affine.turn(180, CENTRE))
    assert codes(turned.data, turned.expected) == {"PROOF006"}


def test_a_missing_component_is_reported(duplex):
    """Its back is reported, too, because it has no front."""
    short = duplex.without("alder", "front")
    assert reported(short.data, short.expected) == [
        ("PROOF003", "the front of 'alder' appears twice, not 3 times"),
        ("PROOF006", "the back of 'alder' on page 2 has no front"),
    ]


def test_an_unexpected_component_is_reported(duplex):
    """A file must not show components that the catalog does not have."""
    parts = {id_: part for id_, part in duplex.expected.parts.items() if id_ != "cedar"}
    assert ("PROOF003", "the front of 'cedar' appears once, but does not belong in this file") in reported(
        duplex.data, duplex.expected._replace(parts=parts)
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Affine.scale(0.97), "is 61.6 x 86.23 mm on paper, not 63.5 x 88.9 mm"),
        (Affine(1, 0, 0.1, 1, 0, 0), "is 63.5 x 89.34 mm on paper, not 63.5 x 88.9 mm"),
        (Affine(-1, 0, 0, 1, 63.5, 0), "is mirrored"),
    ],
)
def test_a_component_of_the_wrong_size_is_reported(made, change, message):
    """Smaller, slanted or mirrored: what is cut out would not be the card."""
    fronts = made(faces="fronts", gap=8).moved("birch", "front", lambda place: place @ change)
    assert reported(fronts.data, fronts.expected) == [("PROOF004", f"the front of 'birch' on page 1 {message}")]


def test_swapped_backs_are_reported(duplex):
    """Each is in the place of the other."""
    places = {}
    for id_ in ("birch", "cedar"):
        duplex.moved(id_, "back", lambda place, id_=id_: places.setdefault(id_, place))
    swapped = duplex.moved("birch", "back", lambda _: places["cedar"]).moved("cedar", "back", lambda _: places["birch"])
    assert [message.partition(" is ")[0] for _, message in reported(swapped.data, swapped.expected)] == [
        "the back of 'birch' on page 2",
        "the back of 'cedar' on page 2",
    ]


def test_sheets_for_the_other_edge_are_reported(made):
    """Sheets made for the short edge are wrong for the long edge."""
    short = made(faces="duplex", flip="short edge")
    assert codes(short.data, short.expected._replace(backing="long edge")) == {"PROOF006"}
    assert codes(short.data, short.expected._replace(backing="fold")) == {"PROOF006"}


def test_pages_in_the_wrong_order_are_reported(made):
    """Backs come first where fronts belong."""
    sheets = made(faces="duplex", order="back-front")
    expected = sheets.expected._replace(first="front")
    assert ("PROOF006", "page 1 shows backs where fronts belong") in reported(sheets.data, expected)


def test_components_that_overlap_or_leave_the_page_are_reported(made):
    """Only trims count: bleeds may overlap."""
    fronts = made(faces="fronts")
    over = fronts.moved("birch", "front", lambda place: Affine.move(2, 0) @ place)
    assert reported(over.data, over.expected) == [
        ("PROOF005", "the front of 'birch' on page 1 overlaps that of 'cedar'"),
    ]
    out = fronts.moved("birch", "front", lambda place: Affine.move(0, -120) @ place)
    assert ("PROOF005", "the front of 'birch' on page 1 extends beyond the page") in reported(out.data, out.expected)


def test_a_page_of_the_wrong_size_is_reported(duplex, tampered):
    """Media box and crop box are both checked."""

    def smaller(pdf):
        pdf.pages[0].MediaBox = [0, 0, 595.276, 839]

    assert ("PROOF002", "page 1 is 210 x 295.98 mm, not 210 x 297 mm") in reported(
        tampered(duplex.data, smaller), duplex.expected
    )

    def cropped(pdf):
        pdf.pages[1].CropBox = [10, 10, 500, 800]

    assert ("PROOF002", "page 2 is cropped to 172.86 x 278.69 mm") in reported(
        tampered(duplex.data, cropped), duplex.expected
    )


def test_a_file_with_too_few_pages_is_reported(duplex):
    """The number of pages must be as planned."""
    expected = duplex.expected._replace(pages=4)
    assert reported(duplex.data, expected) == [("PROOF002", "the file has 2 pages, not 4")]


def test_a_font_without_glyphs_or_text_map_is_reported(duplex, tampered):
    """Each font must be embedded, with a ToUnicode map."""

    def bare(pdf):
        fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/FontFile2")]
        del fonts[0].FontFile2

    (font,) = reported(tampered(duplex.data, bare), duplex.expected)
    assert font[0] == "PROOF007"
    assert font[1].startswith("the font ")
    assert font[1].endswith(" is not embedded")

    def mute(pdf):
        for one in pdf.objects:
            if isinstance(one, pikepdf.Dictionary) and one.get("/ToUnicode"):
                del one.ToUnicode

    assert {message.partition(" has ")[2] for _, message in reported(tampered(duplex.data, mute), duplex.expected)} == {
        "no ToUnicode map, so its text cannot be copied or searched"
    }


def test_single_component_pages_have_its_trim_box_and_bleed(tiny_game):
    """A shop cuts along the trim box, so it must be the trim of the card."""
    from punchboard.products import ComposedGame
    from punchboard.products.expected import expected_sides
    from punchboard.products.sheets import face_page

    composed = ComposedGame(tiny_game("bleed: 3\nboxes: {}"), ("a4",))
    ((component, face, _),) = composed.drawn_cards
    page = face_page(face, component.id)
    expected = expected_sides([(component.id, "front")], "poker", 3.0)
    assert reported(render_pdf(Document("one", (page,))), expected) == []
    moved = page._replace(trim=page.trim.moved(0.1, 0))
    assert reported(render_pdf(Document("one", (moved,))), expected) == [
        ("PROOF002", "page 1 has a trim box that differs from the trim of 'alder'")
    ]
    assert reported(render_pdf(Document("one", (page,))), expected._replace(bleed=2.0)) == [
        ("PROOF002", "page 1 does not have 2 mm of bleed around 'alder'")
    ]
    assert reported(render_pdf(Document("one", (page._replace(items=()),))), expected._replace(parts=None)) == [
        ("PROOF002", "page 1 shows 0 components, not 1")
    ]


@pytest.mark.parametrize("shape", ["poker", "hex 40mm", "triangle 40mm", "circle 30mm"])
def test_bleed_of_any_shape_reaches_as_far_as_its_corners(tiny_game, shape):
    """Bleed along slanted sides is further out at the corners, above, below and beside the shape."""
    from punchboard.products import ComposedGame
    from punchboard.products.expected import expected_sides
    from punchboard.products.sheets import face_page

    composed = ComposedGame(tiny_game("bleed: 3\nboxes: {}", shape=shape), ("a4",))
    ((component, face, _),) = composed.drawn_cards
    page = face_page(face, component.id)
    expected = expected_sides([(component.id, "front")], shape, 3.0)
    assert reported(render_pdf(Document("one", (page,))), expected) == []
    for change in (Size(0.2, 0), Size(0, 0.2)):
        larger = page._replace(size=Size(page.size.width + change.width, page.size.height + change.height))
        assert ("PROOF002", f"page 1 does not have 3 mm of bleed around {component.id!r}") in reported(
            render_pdf(Document("one", (larger,))), expected
        )


@pytest.mark.parametrize("paper", ["a4", "297x210mm"])
@pytest.mark.parametrize("flip", ["long edge", "short edge"])
def test_what_a_printer_does_is_taken_into_account(made, paper, flip):
    """A file corrected for a printer is right only on that printer, and an uncorrected file is wrong on it."""
    from punchboard.compose.calibration import corrected_document

    printer = PrinterFile(
        x=0.8, y=-0.5, angle=0.3, landscape=paper != "a4", flip="long edge", **{"scale x": 1.01, "scale y": 0.99}
    )
    sheets = made(faces="duplex", flip=flip, paper=paper, gap=8, margin=12)
    fit = sheets._replace(document=corrected_document(sheets.document, printer, flip))
    expected = sheets.expected._replace(printer=printer)
    assert reported(fit.data, expected) == []
    assert codes(fit.data, sheets.expected) == {"PROOF004", "PROOF006"}
    assert codes(sheets.data, expected) == {"PROOF004", "PROOF006"}


def test_many_faults_of_one_kind_are_summarised(made):
    """Five faults are reported, and the number of the others."""
    fronts = made(faces="fronts", rows="[{name: alder, copies: 9}]")
    parts = {"alder": fronts.expected.parts["alder"]._replace(size=Size(60, 80))}
    messages = reported(fronts.data, fronts.expected._replace(parts=parts))
    assert len(messages) == 6
    assert messages[-1] == ("PROOF004", "and 4 more of this kind")


def test_a_file_without_expectations_is_still_read(duplex):
    """Its fonts and boxes are checked."""
    proof = prove("any.pdf", duplex.data, ANY_PDF)
    assert proof.problems == ()
    assert proof.record["fonts"] == 2
