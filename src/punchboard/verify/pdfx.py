"""PDF/X checks of a finished file, by our own rules; each rule is a row of `RULES`.

There is no free PDF/X validator, so we call no file valid: a file is *built to* PDF/X-4 or PDF/X-1a:2003, and its
structure is checked. The rules for X-1a are from CGATS, Application Notes for PDF/X Standards, version 4 (2006). The
text of X-4 is not free, so for X-4 we check what both standards have in common.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from pikepdf import Dictionary, Name, Stream

from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.verify.pdfx_file import PressFile

NAMES: Final = {"x-4": "PDF/X-4", "x-1a": "PDF/X-1a:2003"}
_TOLERANCE: Final = 0.01
"""Points by which a box may extend beyond its outer box, because numbers in files are rounded."""

_HEAD: Final = 128
"""Bytes in the header of an ICC profile (ICC.1:2010, 7.2)."""

_DEVICE_FREE: Final = frozenset({"CalRGB", "CalGray", "Lab", "ICCBased"})
_ACTIONS: Final = ("/A", "/AA", "/OpenAction", "/JS", "/JavaScript", "/Launch", "/AcroForm", "/Collection")
_PLAIN: Final[dict[str, tuple[object, ...]]] = {
    "/SMask": (Name("/None"),),
    "/BM": (Name.Normal, Name.Compatible),
    "/ca": (1,),
    "/CA": (1,),
}
"""Values of the transparency keys that are opaque."""


class Rule(NamedTuple):
    """One rule: the standards that have it, and a function that yields the faults of a file in words."""

    standards: str
    faults: Callable[[PressFile], Iterator[str]]


def check_pdfx(path: str, data: bytes, standard: str) -> None:
    """Check a finished file by the rules of ``x-4`` or ``x-1a``.

    Raises:
        ProblemsFound: PDFX001 for each fault.
    """
    found = [
        Problem("PDFX001", Place(path), f"the file does not conform to {NAMES[standard]}: {fault}")
        for fault in pdfx_faults(data, standard)
    ]
    if found:
        raise ProblemsFound(tuple(found))


def pdfx_faults(data: bytes, standard: str) -> Iterator[str]:
    """Yield the faults of a file by the rules of a standard."""
    file = PressFile(data)
    with file.pdf:
        for rule in RULES:
            if standard in rule.standards.split():
                yield from dict.fromkeys(rule.faults(file))


def _version(file: PressFile, version: str) -> Iterator[str]:
    if file.pdf.pdf_version != version:
        yield f"it is PDF {file.pdf.pdf_version}, not {version}"


def _object_streams(file: PressFile) -> Iterator[str]:
    if b"/ObjStm" in file.data or b"/XRef" in file.data:
        yield "it has object streams, which PDF 1.4 does not allow"


def _encrypted(file: PressFile) -> Iterator[str]:
    if file.pdf.is_encrypted:
        yield "it is encrypted"


def _identified(file: PressFile) -> Iterator[str]:
    trailer, info = file.pdf.trailer, file.pdf.trailer.get("/Info", Dictionary())
    if "/ID" not in trailer:
        yield "its trailer has no ID"
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(info.get(key, "")):
            yield f"its document information has no {key[1:]}"
    if info.get("/Trapped") not in {Name("/True"), Name("/False")}:
        yield "its document information does not say whether it is trapped"


def _names_x1a(file: PressFile) -> Iterator[str]:
    version = str(file.pdf.trailer.get("/Info", Dictionary()).get("/GTS_PDFXVersion", "nothing"))
    if version != NAMES["x-1a"]:
        yield f"its document information gives the version {version!r}, not {NAMES['x-1a']!r}"


def _names_x4(file: PressFile) -> Iterator[str]:
    metadata = file.pdf.Root.get("/Metadata")
    if not isinstance(metadata, Stream) or "/Filter" in metadata:
        yield "it has no uncompressed XMP metadata"
    elif b"<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" not in metadata.read_bytes():
        yield "its XMP metadata does not identify it as PDF/X-4"


def _intent(file: PressFile) -> Iterator[str]:
    intents = [one for one in file.pdf.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"it has {len(intents)} PDF/X output intents, but needs 1"
        return
    if not str(intents[0].get("/OutputConditionIdentifier", "")):
        yield "its output intent names no printing condition"
    profile = intents[0].get("/DestOutputProfile")
    if not isinstance(profile, Stream):
        yield "its output intent has no ICC profile"
        return
    head = profile.read_bytes()[:_HEAD]
    if profile.get("/N") != 4 or head[16:20] != b"CMYK" or head[12:16] != b"prtr":
        yield "the ICC profile of its output intent is not a CMYK output profile"


def _old_profile(file: PressFile) -> Iterator[str]:
    for intent in file.pdf.Root.get("/OutputIntents", []):
        profile = intent.get("/DestOutputProfile")
        major = profile.read_bytes()[8] if isinstance(profile, Stream) else 2
        if major > 2:
            yield f"the ICC profile has version {major}, but PDF 1.4 needs version 2; ask the print shop for one"


def _boxes(file: PressFile) -> Iterator[str]:
    for number, page in enumerate(file.pdf.pages, 1):
        boxes = {key: [float(value) for value in page.obj[key]] for key in _BOXES if key in page.obj}
        if "/MediaBox" not in boxes or ("/TrimBox" in boxes) == ("/ArtBox" in boxes):
            yield f"page {number} needs a media box, and either a trim box or an art box"
            continue
        nested = [boxes[key] for key in _BOXES if key in boxes]
        if not all(_is_in(inner, outer) for inner, outer in pairwise(nested)):
            yield f"page {number} has a box that is not inside the next larger box"


_BOXES: Final = ("/TrimBox", "/ArtBox", "/BleedBox", "/CropBox", "/MediaBox")
"""Page boxes, each inside the next."""


def _is_in(inner: list[float], outer: list[float]) -> bool:
    low = all(one >= other - _TOLERANCE for one, other in zip(inner[:2], outer[:2], strict=True))
    return low and all(one <= other + _TOLERANCE for one, other in zip(inner[2:], outer[2:], strict=True))


def _fonts(file: PressFile) -> Iterator[str]:
    for one in file.dictionaries:
        if one.get("/Type") != "/Font" or one.get("/Subtype") in {Name.Type0, Name.Type3}:
            continue
        descriptor = one.get("/FontDescriptor", Dictionary())
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"font {str(one.get('/BaseFont', '/unknown'))[1:]} is not embedded"


def _filters(file: PressFile, forbidden: str) -> Iterator[str]:
    for one in file.dictionaries:
        named = str(one.get("/Filter", "")) if isinstance(one, Stream) else ""
        yield from (f"a stream is compressed with {name}" for name in forbidden.split() if name in named)


def _interactive(file: PressFile) -> Iterator[str]:
    for one in file.dictionaries:
        yield from (f"it has {key[1:]}, but actions and forms are not allowed" for key in _ACTIONS if key in one)
    for number, page in enumerate(file.pdf.pages, 1):
        if len(page.obj.get("/Annots", [])):
            yield f"page {number} has annotations, such as links"


def _embedded(file: PressFile) -> Iterator[str]:
    for one in file.dictionaries:
        if one.get("/Subtype") == "/PS" or "/OPI" in one or "/EmbeddedFiles" in one or "/Ref" in one:
            yield "it contains PostScript, an embedded file or a reference to one"
        if "/TR" in one or one.get("/TR2", Name.Default) != "/Default" or "/HTP" in one:
            yield "it has a transfer function, which changes tones"


def _rgb(file: PressFile) -> Iterator[str]:
    if "DeviceRGB" in file.spaces or file.paints("rg", "RG"):
        yield "it draws in RGB"


def _device_independent(file: PressFile) -> Iterator[str]:
    found = sorted(file.spaces & _DEVICE_FREE)
    if found:
        yield f"it draws in {', '.join(found)}: only the inks of the press and spot colours are allowed"


def _transparency(file: PressFile) -> Iterator[str]:
    for one in file.dictionaries:
        for key, plain in _PLAIN.items():
            if key in one and one[key] not in plain:
                yield f"it is transparent ({key[1:]})"
        if one.get("/S") == "/Transparency":
            yield "it is transparent (Group)"


def _layers(file: PressFile) -> Iterator[str]:
    if "/OCProperties" in file.pdf.Root:
        yield "it has layers that can be hidden"


RULES: Final = (
    Rule("x-1a", lambda file: _version(file, "1.4")),
    Rule("x-4", lambda file: _version(file, "1.6")),
    Rule("x-1a", _object_streams),
    Rule("x-1a x-4", _encrypted),
    Rule("x-1a x-4", _identified),
    Rule("x-1a", _names_x1a),
    Rule("x-4", _names_x4),
    Rule("x-1a x-4", _intent),
    Rule("x-1a", _old_profile),
    Rule("x-1a x-4", _boxes),
    Rule("x-1a x-4", _fonts),
    Rule("x-4", lambda file: _filters(file, "LZWDecode")),
    Rule("x-1a", lambda file: _filters(file, "LZWDecode JBIG2Decode JPXDecode")),
    Rule("x-1a x-4", _interactive),
    Rule("x-1a x-4", _embedded),
    Rule("x-1a x-4", _rgb),
    Rule("x-1a", _device_independent),
    Rule("x-1a", _transparency),
    Rule("x-1a", _layers),
)
"""All rules, in the order in which their faults are reported."""
