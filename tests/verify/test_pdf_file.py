"""PDF files are read as pikepdf reads them; a damaged file is reported, and never crashes the proof."""

import io
import random
import zlib

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punchboard.geometry import Affine, Rect, Size, polyline, rectangle
from punchboard.model.printing.expected_pdf import ANY_PDF
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import ComponentMark, Document, Group, Page, Shape, Symbol, Use
from punchboard.verify import prove
from punchboard.verify.objects import MAX_BYTES, Name, Reference, Stream, Unreadable, inflate, parse_object
from punchboard.verify.page_reader import page_dictionaries, read_pages
from punchboard.verify.pdf_file import PdfFile

SAVINGS = [
    {},
    {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
    {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "linearize": True},
    {"object_stream_mode": pikepdf.ObjectStreamMode.disable, "linearize": True},
    {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.generalized},
    {"qdf": True},
]


def alike(ours, theirs, file):
    """Return whether a value equals one of pikepdf's; references are compared by their objects, one level down."""
    if isinstance(theirs, pikepdf.Stream):
        return file.stream(ours) == theirs.read_bytes()
    ours = file.get(ours)
    if isinstance(theirs, pikepdf.Dictionary):
        return isinstance(ours, dict) and {f"/{key}" for key in ours} == set(theirs.keys())
    if isinstance(theirs, pikepdf.Array):
        return isinstance(ours, list) and len(ours) == len(theirs)
    if isinstance(theirs, pikepdf.Name):
        return isinstance(ours, Name) and f"/{ours}" == str(theirs)
    if isinstance(theirs, pikepdf.String):
        return isinstance(ours, bytes)
    return ours is None if theirs is None else float(ours) == pytest.approx(float(theirs))


def agree(data):
    """Compare every object of a file, and the marks on its pages, with pikepdf."""
    file = PdfFile(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for theirs in pdf.objects:
            if isinstance(theirs, pikepdf.Object) and theirs.objgen[0]:
                ours = Reference(*theirs.objgen)
                assert alike(ours, theirs, file)
                if isinstance(theirs, pikepdf.Dictionary | pikepdf.Stream):
                    entries = file.dictionary(ours)
                    assert all(alike(entries[key[1:]], value, file) for key, value in theirs.items())
        dictionaries = tuple(page_dictionaries(file))
        read = tuple(read_pages(file, dictionaries))
        assert len(read) == len(pdf.pages)
        for ours, theirs in zip(read, pdf.pages, strict=True):
            _, _, width, height = map(float, theirs.MediaBox)
            assert (ours.size.width, ours.size.height) == pytest.approx((width * 25.4 / 72, height * 25.4 / 72))
            assert [(one.id, one.side) for one in ours.components] == list(_marks(theirs))


def _marks(page):
    """Yield the marks of a page as pikepdf's own parser of content streams finds them."""
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "BDC" and str(operands[0]) == "/Component":
            yield str(operands[1].Id), str(operands[1].Side)[1:]


@pytest.mark.parametrize("saving", SAVINGS)
def test_a_file_is_read_as_pikepdf_reads_it(duplex, tampered, saving):
    """As written by the renderer, and as saved by other tools: tables or streams, compressed or not."""
    data = tampered(duplex.data, lambda _: None, **saving) if saving else duplex.data
    agree(data)
    assert prove("x.pdf", data, duplex.expected).problems == ()


ids = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,4})?", fullmatch=True)
lengths = st.integers(0, 3000).map(lambda value: value / 10)
marks = st.builds(ComponentMark, ids, st.sampled_from(["front", "back"]), st.builds(Size, lengths, lengths))
places = st.builds(Affine.move, lengths, lengths) | st.builds(Affine.turn, st.integers(0, 359))
shapes = st.builds(lambda x, y: Shape(polyline([(x, y), (y, x), (1, 2)]), "#123456"), lengths, lengths)
clips = st.none() | st.builds(lambda x, y: rectangle(Rect(0, 0, x + 1, y + 1)), lengths, lengths)
groups = st.tuples(st.lists(shapes, max_size=2).map(tuple), places, clips, marks).map(lambda parts: Group(*parts))
scenes = st.lists(groups | shapes, max_size=6).map(tuple)


@settings(max_examples=40)
@given(st.lists(scenes, min_size=1, max_size=4), st.booleans())
def test_any_document_is_read_as_pikepdf_reads_it(items, nested):
    """With any content on its pages, in groups, or in symbols placed several times."""
    if nested:
        symbol = Symbol("a sheet of nets", Rect(0, 0, 100, 100), items[0])
        uses = (Use(symbol, Affine.move(5, 7)), Use(symbol, Affine.scale(0.5)))
        plain = render_pdf(Document("plain", (Page(Size(210, 297), items[0]),)))
        data = render_pdf(Document("nested", (Page(Size(210, 297), uses),)))
        (once,), (twice,) = (tuple(_read(one)) for one in (plain, data))
        assert [one[:3] for one in twice] == [one[:3] for one in once] * 2
        for one, moved in zip(once, twice, strict=False):
            assert moved.place[4:] == pytest.approx((one.place.e + 5, one.place.f + 7), abs=0.002)
    else:
        agree(render_pdf(Document("made", tuple(Page(Size(210, 297), one) for one in items))))


def _read(data):
    file = PdfFile(data)
    return (page.components for page in read_pages(file, page_dictionaries(file)))


@pytest.fixture(params=[{}, SAVINGS[1]], ids=["tables", "streams"])
def whole(request, duplex, tampered):
    """The bytes of a file, with cross-reference tables and with streams."""
    return tampered(duplex.data, lambda _: None, **request.param) if request.param else duplex.data


def test_a_truncated_file_is_reported(whole):
    """At any length."""
    for end in [*range(0, len(whole) - 2, 397), len(whole) - 3]:
        (problem,) = prove("x.pdf", whole[:end], ANY_PDF).problems
        assert (problem.rule, problem.message.partition(":")[0]) == ("PROOF001", "the finished file cannot be read")


@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_wrong_bytes_never_crashes_the_proof(whole, seed):
    """Bytes are changed, removed and inserted, one or many: there is always a proof."""
    source = random.Random(seed)
    found = 0
    for _ in range(30):
        data = bytearray(whole)
        for _ in range(source.choice([1, 1, 3, 40])):
            at, length = source.randrange(len(data)), source.choice([0, 1, 1, 9])
            data[at : at + length] = source.randbytes(source.choice([0, 1, 1, 9]))
        found += bool(prove("x.pdf", bytes(data), ANY_PDF).problems)
    assert found > 10


WORDS = [
    b"<<",
    b">>",
    b"[",
    b"]",
    b"(",
    b")",
    b"/Kids",
    b"/Length 5",
    b"1 0 R",
    b"stream\n",
    b"endobj",
    b"-",
    b"9" * 30,
]


@pytest.mark.parametrize("seed", range(2))
def test_a_file_with_misplaced_words_never_crashes_the_proof(whole, seed):
    """Words of PDF are written at random places."""
    source = random.Random(seed)
    for _ in range(40):
        word, at = source.choice(WORDS), source.randrange(len(whole))
        prove("x.pdf", whole[:at] + word + whole[at + len(word) :], ANY_PDF)


@given(st.binary(max_size=400))
def test_random_bytes_never_crash_the_proof(data):
    """They are between the beginning and the end of a PDF."""
    at = len(b"%PDF-1.7\n")
    (problem,) = prove("x.pdf", b"%PDF-1.7\n" + data + b"\nstartxref\n%d\n%%%%EOF" % at, ANY_PDF).problems
    assert problem.rule == "PROOF001"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"[1 -2 +3.5 .5 4.]", [1, -2, 3.5, 0.5, 4.0]),
        (b"[1 0 R 2 [true false null]]", [Reference(1, 0), 2, [True, False, None]]),
        (b"<</A/B/C(d(e)\\)f)/G<4 1 4>/H 5%x\n>>", {"A": "B", "C": b"d(e)\\)f", "G": b"A@", "H": 5}),
        (b"/A#20B", "A B"),
        (b" %c\n <<>>", {}),
    ],
)
def test_objects_are_read(text, value):
    """Objects of every kind are read, with comments and white space in all places."""
    assert parse_object(text, 0)[0] == value


@pytest.mark.parametrize(
    "text",
    [b"", b"<<", b"[1", b"]", b"[1>>", b"<</A>>", b"<<1 2>>", b"(a", b"yes", b"[" * 65, b"1-2", b"9" * 40, b"[--1]"],
)
def test_malformed_objects_are_refused(text):
    """The parser raises `Unreadable`."""
    with pytest.raises(Unreadable):
        parse_object(text, 0)


def test_streams_that_grow_too_large_are_refused():
    """A few bytes may expand to very many."""
    press = zlib.compressobj()
    packed = b"".join(press.compress(bytes(1 << 20)) for _ in range((MAX_BYTES >> 20) + 1)) + press.flush()
    with pytest.raises(Unreadable, match="too large"):
        inflate(Stream({"Filter": "FlateDecode"}, packed))


@pytest.mark.parametrize(
    "change",
    [
        lambda pdf: pdf.pages[0].__setattr__("Rotate", 90),
        lambda pdf: pdf.pages[0].__setattr__("UserUnit", 2),
        lambda pdf: pdf.Root.Pages.__setattr__("Kids", [*pdf.Root.Pages.Kids, pdf.Root.Pages.Kids[0]]),
        lambda pdf: pdf.Root.Pages.__setattr__("Kids", [*pdf.Root.Pages.Kids, pdf.Root.Pages]),
        lambda pdf: pdf.Root.__setattr__("Pages", pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font))),
        lambda pdf: pdf.pages[0].__setattr__("Contents", pikepdf.Name.A),
        lambda pdf: pdf.pages[0].__setattr__("MediaBox", pikepdf.Array([0, 0, pikepdf.Name.A, 5])),
    ],
)
def test_malformed_pages_are_reported(duplex, tampered, change):
    """Pages are rotated, scaled, in the file twice, or without content."""
    assert "PROOF001" in {problem.rule for problem in prove("x.pdf", tampered(duplex.data, change), ANY_PDF).problems}


@pytest.mark.parametrize(("times", "found"), [(2, 5), (12, 5), (17, None)])
def test_components_in_forms_of_forms_are_found(duplex, tampered, times, found):
    """A program that imposes finished pages draws each as a form, however often it is used, up to a limit."""

    def imposed(pdf):
        for page in [*pdf.pages] * times:
            entries = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Form, "BBox": page.MediaBox}
            form = pdf.make_stream(page.Contents.read_bytes(), Resources=page.Resources, **entries)
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Page=form))
            page.Contents = pdf.make_stream(b"/Page Do")

    proof = prove("x.pdf", tampered(duplex.data, imposed), duplex.expected)
    messages = [problem.message for problem in proof.problems]
    assert messages == ([] if found else ["the finished file cannot be read: forms are nested too deep"])
    assert proof.record.get("components") == found


@pytest.mark.parametrize("older", [b"-1", b"/A", b"1.5"])
def test_a_link_to_older_tables_that_is_no_offset_is_reported(duplex, older):
    """The tables of a file that was changed later are found by offsets only."""
    before, after = duplex.data.rsplit(b"/XRef", 1)
    linked = before + b"/XRef/Prev " + older + b" " + after
    (problem,) = prove("x.pdf", linked, ANY_PDF).problems
    assert problem.message == "the finished file cannot be read: the cross-reference tables are not linked"


@pytest.mark.parametrize(
    ("parameters", "data", "read"),
    [
        ({}, b"abcd", b"abcd"),
        ({"Predictor": 1}, b"abcd", b"abcd"),
        ({"Predictor": 12, "Columns": 2}, b"\0ab\2\1\1\2\1\1\0ab", b"abbccdab"),
        ({"Predictor": 12, "Columns": 2}, b"\1ab", None),
        ({"Predictor": 12, "Columns": 2}, b"\0a", None),
        ({"Predictor": 2, "Columns": 2}, b"ab", None),
    ],
)
def test_rows_of_a_stream_are_plain_or_differences_to_the_row_above(parameters, data, read):
    """Other programs write tables in both ways; whatever else they do is refused, not guessed."""
    stream = Stream({"Filter": "FlateDecode", "DecodeParms": parameters}, zlib.compress(data))
    if read is None:
        with pytest.raises(Unreadable):
            inflate(stream)
    else:
        assert inflate(stream) == read


def test_a_page_without_content_may_have_an_empty_stream(duplex, tampered):
    """A blank back is whole: its content is a stream of no bytes."""

    def blank(pdf):
        pdf.pages[1].Contents = pdf.make_stream(b"")

    data = tampered(duplex.data, blank, compress_streams=False)
    assert b"/Length 0 " in data
    proof = prove("x.pdf", data, ANY_PDF)
    assert proof.problems == ()
    assert proof.record["components"] == 5


def test_an_encrypted_file_is_reported(duplex, tampered):
    """It cannot be printed."""
    data = tampered(duplex.data, lambda _: None, encryption=pikepdf.Encryption(owner="a", user="b"))
    (problem,) = prove("x.pdf", data, ANY_PDF).problems
    assert problem.message == "the finished file cannot be read: it is encrypted"


def test_an_incrementally_updated_file_is_read(duplex):
    """The newest version of each object counts."""
    data, file = duplex.data, PdfFile(duplex.data)
    root = file.trailer["Root"].number
    pages_ = file.dictionary(file.trailer["Root"])["Pages"].number
    start = data.rindex(b"startxref")
    older = int(data[start:].split()[1])
    addition = b"\n%d 0 obj\n<</Type/Catalog/Pages %d 0 R/Lang(de)>>\nendobj\n" % (root, pages_)
    table = b"xref\n%d 1\n%010d 00000 n \n" % (root, len(data) + 1)
    trailer = b"trailer\n<</Root %d 0 R/Size 99/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (
        *(root, older),
        len(data) + len(addition),
    )
    added = data + addition + table + trailer
    assert PdfFile(added).dictionary(PdfFile(added).trailer["Root"])["Lang"] == b"de"
    assert prove("x.pdf", added, duplex.expected).problems == ()
