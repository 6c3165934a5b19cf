"""What is wrong in a finished file is found in the file, and told."""

import pikepdf
import pytest

from punchboard.geometry import Affine, Point, Size
from punchboard.model.printing.expected_pdf import ANY_PDF
from punchboard.model.printing.printer import PrinterFile
from punchboard.verify import prove

CENTRE = Point(31.75, 44.45)


def told(data, expected):
    """Return code and message of each problem."""
    return [(problem.rule, problem.message) for problem in prove("tiny/sheets.pdf", data, expected).problems]


def codes(data, expected):
    return {code for code, _ in told(data, expected)}


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
def test_sheets_as_they_are_made_are_proved(made, keys):
    """Every layout: five cards, each with its back where there are backs, nowhere off by a hundredth of a mm."""
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


def test_a_back_that_is_off_by_more_than_a_twentieth_of_a_millimetre_is_told(duplex):
    """0.06 mm is too much, 0.04 mm is not; the record has it either way."""
    off = duplex.moved("birch", "back", lambda place: Affine.move(0.06, 0) @ place)
    assert told(off.data, off.expected) == [
        ("PROOF006", "the back of 'birch' on page 2 lies 0.06 mm off its front on page 1")
    ]
    near = duplex.moved("birch", "back", lambda place: Affine.move(0, -0.04) @ place)
    proof = prove("tiny/sheets.pdf", near.data, near.expected)
    assert proof.problems == ()
    assert proof.record["worst_mm"] == pytest.approx(0.04, abs=0.002)


def test_a_back_on_its_head_is_told(duplex):
    """It lies under its front, but by half a turn."""
    turned = duplex.moved("birch", "back", lambda place: place @ Affine.turn(180, CENTRE))
    assert codes(turned.data, turned.expected) == {"PROOF006"}


def test_a_component_that_is_missing_is_told(duplex):
    """A front that is missing leaves its back alone, too."""
    short = duplex.without("alder", "front")
    assert told(short.data, short.expected) == [
        ("PROOF003", "the front of 'alder' is there twice, not 3 times"),
        ("PROOF006", "the back of 'alder' on page 2 has no front before it"),
    ]


def test_a_component_that_nobody_asked_for_is_told(duplex):
    """A file shows what the catalog has, and nothing else."""
    parts = {id_: part for id_, part in duplex.expected.parts.items() if id_ != "cedar"}
    assert ("PROOF003", "the front of 'cedar' is there once, and nothing asked for it") in told(
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
def test_a_component_of_another_size_is_told(made, change, message):
    """Smaller, slanted or mirrored: what is cut out would not be the card."""
    fronts = made(faces="fronts", gap=8).moved("birch", "front", lambda place: place @ change)
    assert told(fronts.data, fronts.expected) == [("PROOF004", f"the front of 'birch' on page 1 {message}")]


def test_two_backs_that_were_swapped_are_told(duplex):
    """Each lies where the other belongs."""
    places = {}
    for id_ in ("birch", "cedar"):
        duplex.moved(id_, "back", lambda place, id_=id_: places.setdefault(id_, place))
    swapped = duplex.moved("birch", "back", lambda _: places["cedar"]).moved("cedar", "back", lambda _: places["birch"])
    assert [message.partition(" lies ")[0] for _, message in told(swapped.data, swapped.expected)] == [
        "the back of 'birch' on page 2",
        "the back of 'cedar' on page 2",
    ]


def test_sheets_for_the_other_edge_are_told(made):
    """A file that is made for the short edge is no file for the long edge."""
    short = made(faces="duplex", flip="short edge")
    assert codes(short.data, short.expected._replace(backing="long edge")) == {"PROOF006"}
    assert codes(short.data, short.expected._replace(backing="fold")) == {"PROOF006"}


def test_pages_in_the_wrong_order_are_told(made):
    """Backs first is another file than fronts first."""
    sheets = made(faces="duplex", order="back-front")
    wanted = sheets.expected._replace(first="front")
    assert ("PROOF006", "page 1 shows backs where fronts belong") in told(sheets.data, wanted)


def test_components_that_overlap_or_leave_the_page_are_told(made):
    """By the trims: bleeds may meet."""
    fronts = made(faces="fronts")
    over = fronts.moved("birch", "front", lambda place: Affine.move(2, 0) @ place)
    assert told(over.data, over.expected) == [
        ("PROOF005", "the front of 'birch' on page 1 lies over that of 'cedar'"),
    ]
    out = fronts.moved("birch", "front", lambda place: Affine.move(0, -120) @ place)
    assert ("PROOF005", "the front of 'birch' on page 1 leaves the page") in told(out.data, out.expected)


def test_a_page_of_another_size_is_told(duplex, tampered):
    """By its media box, and by a crop box that takes something of it."""

    def smaller(pdf):
        pdf.pages[0].MediaBox = [0, 0, 595.276, 839]

    assert ("PROOF002", "page 1 is 210 x 295.98 mm, not 210 x 297 mm") in told(
        tampered(duplex.data, smaller), duplex.expected
    )

    def cropped(pdf):
        pdf.pages[1].CropBox = [10, 10, 500, 800]

    assert ("PROOF002", "page 2 is cropped to 172.86 x 278.69 mm") in told(
        tampered(duplex.data, cropped), duplex.expected
    )


def test_a_file_with_too_few_pages_is_told(duplex):
    """As many as were made are there."""
    wanted = duplex.expected._replace(pages=4)
    assert told(duplex.data, wanted) == [("PROOF002", "has 2 pages, not 4")]


def test_a_font_without_its_program_or_its_text_is_told(duplex, tampered):
    """Each font is in the file, whole, with what its glyphs stand for."""

    def bare(pdf):
        fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/FontFile2")]
        del fonts[0].FontFile2

    (font,) = told(tampered(duplex.data, bare), duplex.expected)
    assert font[0] == "PROOF007"
    assert font[1].startswith("the font ")
    assert font[1].endswith(" is not in the file")

    def mute(pdf):
        for one in pdf.objects:
            if isinstance(one, pikepdf.Dictionary) and one.get("/ToUnicode"):
                del one.ToUnicode

    assert {message.partition(" does ")[2] for _, message in told(tampered(duplex.data, mute), duplex.expected)} == {
        "not say what text its glyphs stand for"
    }


def test_pages_of_one_component_have_its_trim_box_and_bleed(tiny_game):
    """A page that a shop cuts along its trim box is cut along the card."""
    from punchboard.products import ComposedGame
    from punchboard.products.expected import expected_sides
    from punchboard.products.reference import face_page
    from punchboard.render.pdf.writer import render_pdf
    from punchboard.scene import Document

    composed = ComposedGame(tiny_game("bleed: 3\nboxes: {}"), ("a4",))
    ((component, face, _),) = composed.drawn_cards
    page = face_page(face, component.id)
    expected = expected_sides([(component.id, "front")], "poker", 3.0)
    assert told(render_pdf(Document("one", (page,))), expected) == []
    moved = page._replace(trim=page.trim.moved(0.1, 0))
    assert told(render_pdf(Document("one", (moved,))), expected) == [
        ("PROOF002", "page 1 has a trim box that is not the trim of 'alder'")
    ]
    assert told(render_pdf(Document("one", (page,))), expected._replace(bleed=2.0)) == [
        ("PROOF002", "page 1 has not 2 mm of bleed round 'alder'")
    ]
    assert told(render_pdf(Document("one", (page._replace(items=()),))), expected._replace(parts=None)) == [
        ("PROOF002", "page 1 shows 0 components, not one")
    ]


@pytest.mark.parametrize("paper", ["a4", "297x210mm"])
@pytest.mark.parametrize("flip", ["long edge", "short edge"])
def test_what_a_printer_does_is_taken_into_account(made, paper, flip):
    """A file that is corrected for a printer is right on it, and on no other; one that is not corrected is wrong."""
    from punchboard.compose.calibration.correction import corrected_document

    printer = PrinterFile(
        x=0.8, y=-0.5, angle=0.3, scale_x=1.01, scale_y=0.99, landscape=paper != "a4", flip="long edge"
    )
    sheets = made(faces="duplex", flip=flip, paper=paper, gap=8, margin=12)
    fit = sheets._replace(document=corrected_document(sheets.document, printer, flip))
    wanted = sheets.expected._replace(printer=printer)
    assert told(fit.data, wanted) == []
    assert codes(fit.data, sheets.expected) == {"PROOF004", "PROOF006"}
    assert codes(sheets.data, wanted) == {"PROOF004", "PROOF006"}


def test_many_faults_of_one_sort_are_told_in_short(made):
    """Five, and how many more there are."""
    fronts = made(faces="fronts", rows="[{name: alder, copies: 9}]")
    parts = {"alder": fronts.expected.parts["alder"]._replace(size=Size(60, 80))}
    messages = told(fronts.data, fronts.expected._replace(parts=parts))
    assert len(messages) == 6
    assert messages[-1] == ("PROOF004", "and 4 more of this sort")


def test_a_file_of_which_nothing_is_known_is_read_all_the_same(duplex):
    """Its fonts and its boxes are looked at."""
    proof = prove("any.pdf", duplex.data, ANY_PDF)
    assert proof.problems == ()
    assert proof.record["fonts"] == 2
