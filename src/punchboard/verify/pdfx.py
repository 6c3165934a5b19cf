"""PDF/X checks of a finished file, by our own rules; each rule is a row of `RULES`.

There is no free PDF/X validator, so we call no file valid: a file is *built to* PDF/X-4 or PDF/X-1a:2003, and its
structure is checked. The rules for X-1a are from CGATS, Application Notes for PDF/X Standards, version 4 (2006). The
text of X-4 is not free, so for X-4 we check what both standards have in common.
"""

import io
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream

from punchboard.problem import Place, Problem, ProblemsFound

_STRING: Final = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_NAMED: Final = re.compile(rb"/([^\s/\[\]<>(){}%]+)\s+(?:cs|CS)(?=\s|$)")


class PressFile:
    """A file that is open for reading; the caller closes it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pdf = pikepdf.open(io.BytesIO(data), inherit_page_attributes=False)

    @cached_property
    def dictionaries(self) -> tuple[Object, ...]:
        """All dictionaries of the file, including those of streams."""
        return tuple(dictionary for item in self.pdf.objects for dictionary in _within(item, 0))

    @cached_property
    def contents(self) -> tuple[bytes, ...]:
        """The operators of every page and form."""
        streams = [stream for page in self.pdf.pages for stream in _streams(page.obj.get("/Contents"))]
        streams += [form for form in self.dictionaries if isinstance(form, Stream) and form.get("/Subtype") == "/Form"]
        return tuple(stream.read_bytes() for stream in streams)

    @cached_property
    def spaces(self) -> frozenset[str]:
        """The names of all device and CIE colour spaces in use, except in output intents."""
        names: set[str] = set()
        for item in self.dictionaries:
            for key in ("/ColorSpace", "/CS"):
                space = item.get(key)
                parts = space.values() if isinstance(space, Dictionary) else [space]
                for part in parts:
                    names |= set(_names(part))
        named = (name for content in self._with("cs", "CS") for name in _NAMED.findall(content))
        return frozenset(names | {name.decode("ascii", "replace") for name in named})

    def paints(self, *operators: str) -> bool:
        """Return whether any of the operators is used."""
        token = re.compile(rb"\s(?:" + "|".join(operators).encode() + rb")(?=\s|$)")
        return any(token.search(content) for content in self._with(*operators))

    def _with(self, *operators: str) -> Iterator[bytes]:
        """Yield contents that may use the operators, with strings emptied, because text may contain any bytes."""
        for content in self.contents:
            if any(f"{gap}{operator}".encode() in content for operator in operators for gap in " \n\r\t"):
                yield _STRING.sub(b"()", content)


def _within(item: Object, depth: int) -> Iterator[Object]:
    """Yield a dictionary and those nested in it, without following references."""
    if depth and item.is_indirect:
        return
    if isinstance(item, Dictionary | Stream):
        yield item
        for value in item.values():
            if isinstance(value, Object):
                yield from _within(value, depth + 1)
    elif isinstance(item, Array):
        for value in item:
            if isinstance(value, Object):
                yield from _within(value, depth + 1)


def _streams(contents: Object | None) -> Iterator[Stream]:
    if isinstance(contents, Stream):
        yield contents
    elif isinstance(contents, Array):
        yield from (part for part in contents if isinstance(part, Stream))


def _names(space: object) -> Iterator[str]:
    """Yield the names of a colour space and of its base or alternate spaces, but not of spot colours."""
    if isinstance(space, pikepdf.Name):
        yield str(space)[1:]
    elif isinstance(space, Array) and len(space):
        kind = str(space[0])
        yield kind[1:]
        if kind in {"/Indexed", "/Pattern"} and len(space) > 1:
            yield from _names(space[1])
        if kind in {"/Separation", "/DeviceN"} and len(space) > 2:
            yield from _names(space[2])


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
    problems = [
        Problem("PDFX001", Place(path), f"the file does not conform to {NAMES[standard]}: {fault}")
        for fault in pdfx_faults(data, standard)
    ]
    if problems:
        raise ProblemsFound(tuple(problems))


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
    intents = [intent for intent in file.pdf.Root.get("/OutputIntents", []) if intent.get("/S") == "/GTS_PDFX"]
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
    low = all(edge >= other - _TOLERANCE for edge, other in zip(inner[:2], outer[:2], strict=True))
    return low and all(edge <= other + _TOLERANCE for edge, other in zip(inner[2:], outer[2:], strict=True))


def _fonts(file: PressFile) -> Iterator[str]:
    for item in file.dictionaries:
        if item.get("/Type") != "/Font" or item.get("/Subtype") in {Name.Type0, Name.Type3}:
            continue
        descriptor = item.get("/FontDescriptor", Dictionary())
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"font {str(item.get('/BaseFont', '/unknown'))[1:]} is not embedded"


def _filters(file: PressFile, forbidden: str) -> Iterator[str]:
    for item in file.dictionaries:
        named = str(item.get("/Filter", "")) if isinstance(item, Stream) else ""
        yield from (f"a stream is compressed with {name}" for name in forbidden.split() if name in named)


def _interactive(file: PressFile) -> Iterator[str]:
    for item in file.dictionaries:
        yield from (f"it has {key[1:]}, but actions and forms are not allowed" for key in _ACTIONS if key in item)
    for number, page in enumerate(file.pdf.pages, 1):
        if len(page.obj.get("/Annots", [])):
            yield f"page {number} has annotations, such as links"


def _embedded(file: PressFile) -> Iterator[str]:
    for item in file.dictionaries:
        if item.get("/Subtype") == "/PS" or "/OPI" in item or "/EmbeddedFiles" in item or "/Ref" in item:
            yield "it contains PostScript, an embedded file or a reference to one"
        if "/TR" in item or item.get("/TR2", Name.Default) != "/Default" or "/HTP" in item:
            yield "it has a transfer function, which changes tones"


def _rgb(file: PressFile) -> Iterator[str]:
    if "DeviceRGB" in file.spaces or file.paints("rg", "RG"):
        yield "it draws in RGB"


def _device_independent(file: PressFile) -> Iterator[str]:
    spaces = sorted(file.spaces & _DEVICE_FREE)
    if spaces:
        yield f"it draws in {', '.join(spaces)}: only the inks of the press and spot colours are allowed"


def _transparency(file: PressFile) -> Iterator[str]:
    for item in file.dictionaries:
        for key, plain in _PLAIN.items():
            if key in item and item[key] not in plain:
                yield f"it is transparent ({key[1:]})"
        if item.get("/S") == "/Transparency":
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
