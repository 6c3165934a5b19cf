"""XMP packets: the metadata of the information dictionary again, as RDF (ISO 16684-1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pikepdf

_HEADER: Final = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 {space}>
<dc:format>application/pdf</dc:format>
"""
_FOOTER: Final = """</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_DATE: Final = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:([+-]\d\d)'(\d\d)'?|Z.*)?")

_PROPERTIES: Final[Mapping[str, str]] = {
    "/Title": '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:title>',
    "/Author": "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>",
    "/Lang": "<dc:language><rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag></dc:language>",
    "/Subject": '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:description>',
    "/Keywords": "<pdf:Keywords>{}</pdf:Keywords>",
    "/Creator": "<xmp:CreatorTool>{}</xmp:CreatorTool>",
    "/Producer": "<pdf:Producer>{}</pdf:Producer>",
    "/CreationDate": "<xmp:CreateDate>{}</xmp:CreateDate>",
    "/ModDate": "<xmp:ModifyDate>{}</xmp:ModifyDate>",
}
"""The XMP property of each key of the information dictionary."""

_NAMESPACES: Final[Mapping[str, str]] = {
    "PDF/A-2b": 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
    "PDF/UA-1": 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"',
    "PDF/X-4": 'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"',
}
"""The namespace of each standard's own properties; PDF/A allows no others."""

_IDENTITY: Final[Mapping[str, str]] = {
    "PDF/A-2b": "<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>",
    "PDF/UA-1": "<pdfuaid:part>1</pdfuaid:part>",
    "PDF/X-4": "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>\n<pdf:Trapped>False</pdf:Trapped>\n"
    "<xmpMM:VersionID>1</xmpMM:VersionID>\n<xmpMM:RenditionClass>default</xmpMM:RenditionClass>",
}


def xmp_packet(name: str, info: pikepdf.Dictionary | Mapping[str, str], digest: str = "") -> bytes:
    """Return the XMP packet of a file built to a standard.

    Args:
        name: the name of the standard.
        info: the information dictionary; ``/Lang`` is the language of the document.
        digest: a hash of the file in hexadecimal, from which the document's id is made; only for PDF/X-4.
    """
    lines = [*_properties(info), _IDENTITY[name]]
    if name == "PDF/X-4":
        parts = (digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32])
        lines.append(f"<xmpMM:DocumentID>uuid:{'-'.join(parts)}</xmpMM:DocumentID>")
    return (_HEADER.format(space=_NAMESPACES[name]) + "\n".join(lines) + "\n" + _FOOTER).encode("utf-8")


def _properties(info: pikepdf.Dictionary | Mapping[str, str]) -> Iterator[str]:
    for key, element in _PROPERTIES.items():
        value = str(info.get(key, ""))
        if value:
            yield element.format(escape(_xmp_value(value), quote=False))


def _xmp_value(value: str) -> str:
    """Return a PDF date in XMP format, and any other value unchanged."""
    match = _DATE.fullmatch(value)
    if match is None:
        return value
    year, month, day, hour, minute, second, zone, rest = match.groups()
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}{f'{zone}:{rest}' if zone else 'Z'}"
