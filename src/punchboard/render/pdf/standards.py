"""PDF standards: PDF/X-4 and PDF/X-1a:2003 for print shops, PDF/A-2b for archiving.

The writer has already done its part: CMYK only, embedded fonts, page boxes, no forbidden transparency. This module adds
the output intent and the identification, and removes objects that a press does not read.

Sources: for X-1a, CGATS, Application Notes for PDF/X Standards, version 4 (2006); for X-4, whose text is not free,
files of other X-4 writers; for A-2b, ISO 19005-2 as checked by veraPDF.
"""

import io
import re
import zlib
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from punchboard.model.print_options import IccProfile, Standard
from punchboard.render.colour.icc_profile import profile_description, srgb_profile
from punchboard.render.pdf.xmp import xmp_packet

_SRGB: Final = "sRGB IEC61966-2.1"
_REGISTRY: Final = "http://www.color.org"
_REGISTERED: Final = re.compile(r"FOGRA\d{2}|CGATS TR ?\d{3}", re.IGNORECASE)
"""Names of printing conditions in the ICC registry, as they appear in profile descriptions."""


class _Rules(NamedTuple):
    """How files of a standard differ from plain PDF."""

    name: str
    """The name of the standard in the file."""
    version: str
    """The PDF version; files of version 1.4 have no object streams."""
    intent: str
    """The subtype of the output intent."""
    info: Mapping[str, str]
    """Extra keys of the information dictionary."""
    press: bool
    """Whether links and bookmarks, which no press reads, are removed."""
    metadata: bool
    """Whether the file identifies itself in XMP."""


_PLAIN: Final[Mapping[str, str]] = {}
_STANDARDS: Final[Mapping[str, _Rules]] = {
    "x-4": _Rules("PDF/X-4", "1.6", "GTS_PDFX", _PLAIN, press=True, metadata=True),
    "x-1a": _Rules(
        "PDF/X-1a:2003",
        "1.4",
        "GTS_PDFX",
        MappingProxyType({"GTS_PDFXVersion": "PDF/X-1a:2003", "GTS_PDFXConformance": "PDF/X-1a:2003"}),
        press=True,
        metadata=False,
    ),
    "a-2b": _Rules("PDF/A-2b", "1.7", "GTS_PDFA1", _PLAIN, press=False, metadata=True),
}


def apply_standard(standard: Standard, data: bytes, profile: IccProfile | None) -> bytes:
    """Return a finished PDF file made to conform to a standard; the same file gives the same bytes.

    Args:
        standard: the standard; without one the file is returned unchanged.
        data: the file, in CMYK if there is a profile, else in sRGB.
        profile: the ICC profile that the file was separated with.
    """
    if not standard:
        return data
    rules = _STANDARDS[standard]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        _intent(pdf, rules, profile)
        if rules.press:
            _remove_interactive_objects(pdf)
        else:
            _make_labels_direct(pdf)
            _end_streams_without_return(pdf)
        for key, value in rules.info.items():
            pdf.docinfo[f"/{key}"] = String(value)
        if rules.press:
            pdf.docinfo.Trapped = Name("/False")
        if rules.metadata:
            xmp = xmp_packet(rules.name, pdf.docinfo, sha256(data).hexdigest())
            pdf.Root.Metadata = pdf.make_stream(xmp, Type=Name.Metadata, Subtype=Name.XML)
        return _saved(pdf, rules)


def _intent(pdf: pikepdf.Pdf, rules: _Rules, profile: IccProfile | None) -> None:
    """Add the single output intent with the embedded profile."""
    condition = profile_description(profile) if profile else _SRGB
    registered = _REGISTERED.search(condition) if profile else None
    stream = pdf.make_stream(profile.data if profile else srgb_profile(), N=4 if profile else 3)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name(f"/{rules.intent}"),
        OutputConditionIdentifier=String(registered[0].upper() if registered else "Custom" if profile else "sRGB"),
        Info=String(condition),
        DestOutputProfile=pdf.make_indirect(stream),
    )
    if registered:
        intent.RegistryName = String(_REGISTRY)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


_FOR_SCREENS: Final = (
    *("/Outlines", "/OpenAction", "/AA", "/PageMode", "/AcroForm", "/Names"),
    *("/StructTreeRoot", "/MarkInfo", "/Metadata"),
)
"""What the catalog has for screens and screen readers, but not for a press."""


def _remove_interactive_objects(pdf: pikepdf.Pdf) -> None:
    """Remove links, bookmarks, actions and the structure for screen readers."""
    for page in pdf.pages:
        for key in ("/Annots", "/AA", "/StructParents", "/Tabs"):
            if key in page:
                del page[key]
    for key in _FOR_SCREENS:
        if key in pdf.Root:
            del pdf.Root[key]


def _make_labels_direct(pdf: pikepdf.Pdf) -> None:
    """Replace references in the page label tree by their values, as PDF/A validators require (ISO 32000-1, 7.9.7)."""
    labels = pdf.Root.get("/PageLabels")
    if labels is not None:
        labels.Nums = Array(
            [Dictionary(dict(item.items())) if isinstance(item, Dictionary) else item for item in labels.Nums]
        )


def _end_streams_without_return(pdf: pikepdf.Pdf) -> None:
    """Make sure that no stream ends in a carriage return.

    Together with the line feed before ``endstream`` it would be read as one line ending, and the stream would seem one
    byte shorter than its length. Text gets a line feed at its end, a map of glyphs one more glyph, other data a byte.
    """
    maps = {item.CIDToGIDMap.objgen for item in pdf.objects if isinstance(item, Dictionary) and "/CIDToGIDMap" in item}
    for item in pdf.objects:
        if isinstance(item, Stream) and item.read_raw_bytes().endswith(b"\r") and "/Filter" in item:
            is_text = item.get("/Subtype") == "/Form" or {"/Type", "/Subtype", "/Length1"}.isdisjoint(item.keys())
            # a zero alone would leave the last byte of the checksum as it is
            end = b"\0\1" if item.objgen in maps else b"\n" if is_text else b"\1"
            data = item.read_bytes() + end
            item.write(zlib.compress(data), filter=Name.FlateDecode)
            if "/Length1" in item:
                item.Length1 = len(data)


def _saved(pdf: pikepdf.Pdf, rules: _Rules) -> bytes:
    out = io.BytesIO()
    old = rules.version == "1.4"
    pdf.save(
        out,
        deterministic_id=True,
        force_version=rules.version,
        fix_metadata_version=False,
        object_stream_mode=pikepdf.ObjectStreamMode.disable if old else pikepdf.ObjectStreamMode.generate,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        compress_streams=False,
    )
    return out.getvalue()
