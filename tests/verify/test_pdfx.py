import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from punchboard.problem import ProblemsFound
from punchboard.verify.pdfx import RULES, check_pdfx, pdfx_faults

XMP = b"<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"
HEAD = bytes(8) + bytes((2, 0, 0, 0)) + b"prtrCMYKLab " + bytes(104)
VERSIONS = {"x-4": "1.6", "x-1a": "1.4"}


def built(standard="x-4", change=lambda _pdf: None, content=b"0 0 0 1 k 0 0 9 9 re f", **saving):
    """Return a minimal file that follows the rules, after one change."""
    pdf = Pdf.new()
    page = pdf.add_blank_page(page_size=(200, 300))
    page.obj.TrimBox, page.obj.BleedBox = Array([20, 20, 180, 280]), Array([10, 10, 190, 290])
    page.obj.Contents = pdf.make_stream(content)
    profile = pdf.make_stream(HEAD, N=4)
    intent = Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String("Custom"))
    intent.DestOutputProfile = profile
    pdf.Root.OutputIntents = Array([intent])
    pdf.Root.Metadata = pdf.make_stream(XMP)
    for key in ("Title", "CreationDate", "ModDate"):
        pdf.docinfo[f"/{key}"] = String("D:20000101000000Z")
    pdf.docinfo.Trapped = Name("/False")
    pdf.docinfo.GTS_PDFXVersion = String("PDF/X-1a:2003")
    change(pdf)
    out = io.BytesIO()
    keep = {"compress_streams": False, "fix_metadata_version": False, "deterministic_id": True}
    plain = {"object_stream_mode": pikepdf.ObjectStreamMode.disable, "force_version": VERSIONS[standard]}
    pdf.save(out, **{**keep, **plain, **saving})
    return out.getvalue()


def page(pdf):
    return pdf.pages[0].obj


def resources(pdf, **entries):
    page(pdf).Resources = Dictionary(**entries)


def space(*parts):
    return lambda pdf: resources(pdf, ColorSpace=Dictionary(CS0=Array(list(parts))))


def font(pdf):
    resources(pdf, Font=Dictionary(F1=Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Arial)))


def state(**entries):
    return lambda pdf: resources(pdf, ExtGState=Dictionary(G=Dictionary(**entries)))


def put(where, key, value):
    return lambda pdf: where(pdf).__setitem__(key, value)


def drop(where, key):
    return lambda pdf: where(pdf).__delitem__(key)


def root(pdf):
    return pdf.Root


def info(pdf):
    return pdf.docinfo


def profile_head(start, data):
    def change(pdf):
        head = HEAD[:start] + data + HEAD[start + len(data) :]
        pdf.Root.OutputIntents[0].DestOutputProfile.write(head)

    return change


def filtered(name):
    def change(pdf):
        stream = pdf.make_stream(b"x", Filter=Name(name))
        resources(pdf, XObject=Dictionary(I0=stream))

    return change


BOTH = [
    (drop(page, "/TrimBox"), "page 1 needs a media box, and either a trim box or an art box"),
    (put(page, "/ArtBox", Array([20, 20, 180, 280])), "page 1 needs a media box, and either a trim box or an art box"),
    (put(page, "/TrimBox", Array([5, 20, 180, 280])), "page 1 has a box that is not inside the next larger box"),
    (put(page, "/CropBox", Array([15, 10, 190, 290])), "page 1 has a box that is not inside the next larger box"),
    (drop(root, "/OutputIntents"), "it has 0 PDF/X output intents, but needs 1"),
    (profile_head(16, b"RGB "), "the ICC profile of its output intent is not a CMYK output profile"),
    (profile_head(12, b"mntr"), "the ICC profile of its output intent is not a CMYK output profile"),
    (drop(info, "/Trapped"), "its document information does not say whether it is trapped"),
    (put(info, "/Trapped", Name.Unknown), "its document information does not say whether it is trapped"),
    (drop(info, "/Title"), "its document information has no Title"),
    (font, "font Arial is not embedded"),
    (filtered("/LZWDecode"), "a stream is compressed with LZWDecode"),
    (put(root, "/OpenAction", Dictionary(S=Name.GoTo)), "it has OpenAction, but actions and forms are not allowed"),
    (put(page, "/Annots", Array([Dictionary(Subtype=Name.Link)])), "page 1 has annotations, such as links"),
    (state(TR=Name.Identity), "it has a transfer function, which changes tones"),
    (space(Name.Separation, Name.Red, Name.DeviceRGB), "it draws in RGB"),
    (space(Name.Indexed, Name.DeviceRGB, 1, String("aaaaaa")), "it draws in RGB"),
]
OLD = [
    (drop(info, "/GTS_PDFXVersion"), "its document information gives the version 'nothing', not 'PDF/X-1a:2003'"),
    (profile_head(8, b"\x04"), "the ICC profile has version 4, but PDF 1.4 needs version 2; ask the print shop"),
    (state(ca=0.5), "it is transparent (ca)"),
    (state(BM=Name.Multiply), "it is transparent (BM)"),
    (put(page, "/Group", Dictionary(S=Name.Transparency)), "it is transparent (Group)"),
    (put(root, "/OCProperties", Dictionary()), "it has layers that can be hidden"),
    (filtered("/JPXDecode"), "a stream is compressed with JPXDecode"),
    (space(Name.ICCBased, Dictionary()), "it draws in ICCBased: only the inks of the press"),
]
NEW = [
    (drop(root, "/Metadata"), "it has no uncompressed XMP metadata"),
    (lambda pdf: pdf.Root.Metadata.write(b"<x/>"), "its XMP metadata does not identify it as PDF/X-4"),
]


@pytest.mark.parametrize("standard", VERSIONS)
def test_a_file_that_follows_the_rules_passes(standard):
    """A good file has no faults."""
    data = built(standard)
    assert list(pdfx_faults(data, standard)) == []
    check_pdfx("deck.pdf", data, standard)


@pytest.mark.parametrize(
    ("standard", "change", "message"),
    [
        *[(standard, *row) for standard in VERSIONS for row in BOTH],
        *[("x-1a", *row) for row in OLD],
        *[("x-4", *row) for row in NEW],
    ],
)
def test_each_rule_finds_its_fault(standard, change, message):
    """One change to a good file, one message."""
    (fault,) = pdfx_faults(built(standard, change), standard)
    assert fault.startswith(message)


@pytest.mark.parametrize("change", [state(ca=1), state(BM=Name.Normal, SMask=Name("/None"))])
def test_opaque_values_are_not_transparency(change):
    """The opaque values of the transparency keys are allowed everywhere."""
    assert list(pdfx_faults(built("x-1a", change), "x-1a")) == []


def test_x4_may_be_transparent():
    """Transparency is what distinguishes X-4 from X-1a."""
    assert list(pdfx_faults(built("x-4", state(ca=0.5)), "x-4")) == []


@pytest.mark.parametrize("content", [b"1 0 0 rg 0 0 9 9 re f", b"q\n1 0 0\nRG\nQ", b"/DeviceRGB cs 1 0 0 sc"])
def test_operators_that_set_rgb_are_found(content):
    """Wherever they stand between white space."""
    assert list(pdfx_faults(built(content=content), "x-4")) == ["it draws in RGB"]


@pytest.mark.parametrize("content", [b"BT (a rg b) Tj ET", b"BT (a \\) RG b) Tj ET", b"[(x) 3 ( rg )] TJ", b"/arg gs"])
def test_text_may_contain_anything(content):
    """Bytes in strings are not operators."""
    assert list(pdfx_faults(built(content=content), "x-4")) == []


def test_versions_of_pdf_are_exact():
    """X-1a is PDF 1.4 without object streams, X-4 is 1.6."""
    assert list(pdfx_faults(built("x-4", force_version="1.7"), "x-4")) == ["it is PDF 1.7, not 1.6"]
    modern = built("x-1a", object_stream_mode=pikepdf.ObjectStreamMode.generate, force_version="1.5")
    assert list(pdfx_faults(modern, "x-1a")) == [
        "it is PDF 1.5, not 1.4",
        "it has object streams, which PDF 1.4 does not allow",
    ]


def test_an_encrypted_file_is_reported():
    """A press cannot open it."""
    data = built(encryption=pikepdf.Encryption(owner="o", user="", R=4), deterministic_id=False)
    assert "it is encrypted" in list(pdfx_faults(data, "x-4"))


def test_failures_name_file_and_standard():
    """All faults are reported at once, as PDFX001."""
    data = built("x-1a", lambda pdf: (state(ca=0.5)(pdf), drop(page, "/TrimBox")(pdf)))
    with pytest.raises(ProblemsFound) as found:
        check_pdfx("shops/x/deck.pdf", data, "x-1a")
    assert [problem.rule for problem in found.value.problems] == ["PDFX001"] * 2
    assert str(found.value.problems[0]).startswith(
        "shops/x/deck.pdf: error PDFX001: the file does not conform to PDF/X-1a"
    )


def test_every_rule_belongs_to_an_existing_standard():
    """A typing error in the table would switch a rule off."""
    assert all(set(rule.standards.split()) <= set(VERSIONS) for rule in RULES)
