"""PDF by reportlab's object layer: the one file that imports it, and the one place of points and the y flip.

The canvas is left out on purpose: content streams are written as whole strings (`pdf_content`), and fonts as composite
fonts of our own subsets (`pdf_font`), which neither the canvas nor its TrueType support can do.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from punchboard.geometry import Rect
from punchboard.problem import Place, fail
from punchboard.render.drawings import drawing_stream
from punchboard.render.ink.inks import RGB, Inks, Pixels
from punchboard.render.pdf.colours import spot_resources
from punchboard.render.pdf.content import Content, Found, Resources
from punchboard.render.pdf.font import FontUse
from punchboard.render.pdf.objects import Formatted, array, box_of, deflated_stream, stream, written
from punchboard.render.uses import count_uses
from punchboard.scene import Anchor, Document, Image, Link, Page, Symbol
from punchboard.units import number, to_pt

PDF_VERSION = (1, 7)

_PAGE = pdfdoc.PDFName("Page")

rl_config.invariant = 1
rl_config.useA85 = 0


def render_pdf(document: Document, inks: Inks = RGB) -> bytes:
    """Return the bytes of a PDF file in the inks; the same document gives the same bytes.

    Raises:
        ProblemsFound: PICT001 when a picture is damaged behind its header.
    """
    pdf = pdfdoc.PDFDocument(invariant=1, pdfVersion=PDF_VERSION, lang=document.language, dummyoutline=1)
    pdf.setTitle(document.title)
    pdf.setAuthor(document.author)
    pdf.setSubject(document.subject)
    pdf.setCreator("Punchboard")
    pdf.setProducer("Punchboard, with ReportLab")
    many = {symbol: count for symbol, count in count_uses(document.pages).items() if count > 1}
    resources = Resources(uses=Counter(many), inks=inks)
    shared = pdf.Reference(pdfdoc.PDFDictionary(), "Resources")
    pages = [_Page(pdf, page, resources, shared) for page in document.pages]
    anchors = {anchor.name: (page, anchor) for page in pages for anchor in page.found.anchors}
    for page in pages:
        page.add_links(pdf, anchors)
    pdf.idToObject["Resources"].dict.update(_resources(pdf, resources, shared))
    for page in pages:
        page.blend(resources)
    _add_outline(pdf, [(page, anchor) for page in pages for anchor in page.found.anchors if anchor.title])
    _add_labels(pdf, [page.label for page in pages])
    if document.rtl:
        pdf.Catalog.ViewerPreferences = pdfdoc.ViewerPreferencesPDFDictionary({"Direction": "/R2L"})
    return written(pdf)


class _Page:
    """One page in the file: what is drawn on it is written and let go, what may still be added to it is kept.

    Args:
        pdf: the file.
        page: the scene.
        resources: what contents name.
        shared: the dictionary of these.
    """

    def __init__(
        self, pdf: pdfdoc.PDFDocument, page: Page, resources: Resources, shared: pdfdoc.PDFObjectReference
    ) -> None:
        self.size, self.label = page.size, page.label
        self.found = Found()
        operators = Content(resources, self.found).operators(page.items)
        pdf.updateSignature(operators)
        flip = f"{to_pt(1):.8g} 0 0 {-to_pt(1):.8g} 0 {to_pt(page.size.height):.5f} cm\n"
        whole = Rect(0, 0, *page.size)
        trim = page.trim or whole
        self.dictionary = pdfdoc.PDFDictionary(
            {
                "Type": _PAGE,
                "MediaBox": self.box(whole),
                "TrimBox": self.box(trim),
                "BleedBox": self.box(page.bleed or trim),
                "Contents": pdf.Reference(Formatted(stream((flip + operators).encode("latin-1")), pdf)),
                "Resources": shared,
                "Parent": pdf.Reference(pdf.Pages),
            }
        )
        self.reference = pdf.Reference(self.dictionary)
        pdf.Pages.addPage(self.dictionary)

    def blend(self, resources: Resources) -> None:
        """Say in which inks transparent pictures are blended; without a word it is done in those of the screen."""
        found = map(resources.inks.pixels, resources.images.values())
        if any(pixels.alpha for pixels in found if pixels is not None):
            space = pdfdoc.PDFName(resources.inks.space)
            group = {"S": pdfdoc.PDFName("Transparency"), "CS": space}
            self.dictionary["Group"] = pdfdoc.PDFDictionary(group)

    def box(self, rect: Rect) -> pdfdoc.PDFArray:
        """Return a rectangle of the page in points, origin bottom left."""
        return box_of(rect, self.size.height)

    def destination(self, anchor: Anchor) -> pdfdoc.PDFArray:
        """Return where an anchor of this page is."""
        x, y = to_pt(anchor.at.x), to_pt(self.size.height - anchor.at.y)
        return pdfdoc.PDFArrayCompact([self.reference, "/XYZ", number(x), number(y + 12), "null"])

    def add_links(self, pdf: pdfdoc.PDFDocument, anchors: dict[str, tuple[_Page, Anchor]]) -> None:
        """Add a link annotation for each link whose target exists."""
        notes = [note for link in self.found.links if (note := self._annotation(link, anchors)) is not None]
        if notes:
            self.dictionary["Annots"] = pdfdoc.PDFArray([pdf.Reference(note) for note in notes])

    def _annotation(self, link: Link, anchors: dict[str, tuple[_Page, Anchor]]) -> pdfdoc.PDFDictionary | None:
        note = {
            "Type": pdfdoc.PDFName("Annot"),
            "Subtype": pdfdoc.PDFName("Link"),
            "Rect": self.box(link.area),
            "Border": pdfdoc.PDFArrayCompact([0, 0, 0]),
            "F": 4,
        }
        if link.target.startswith("#"):
            if link.target[1:] not in anchors:
                return None
            page, anchor = anchors[link.target[1:]]
            note["Dest"] = page.destination(anchor)
        else:
            note["A"] = pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("URI"), "URI": pdfdoc.PDFString(link.target)})
        return pdfdoc.PDFDictionary(note)


def _resources(
    pdf: pdfdoc.PDFDocument, resources: Resources, shared: pdfdoc.PDFObjectReference
) -> dict[str, pdfdoc.PDFDictionary]:
    """Return the entries of the one resource dictionary that all pages and symbols share."""
    objects = {name: pdf.Reference(_form(symbol, resources, shared)) for symbol, name in resources.names.items()}
    inks = resources.inks
    objects |= {f"I{key[:16]}": pdf.Reference(_image(pdf, key, image, inks)) for key, image in resources.images.items()}
    fonts = {use.name: pdf.Reference(_font(pdf, use)) for use in resources.fonts.values()}
    entries = {"Font": fonts, "XObject": objects, **spot_resources(resources.spots, resources.inks)}
    return {name: pdfdoc.PDFDictionary(entry) for name, entry in entries.items() if entry}


def _form(symbol: Symbol, resources: Resources, shared: pdfdoc.PDFObjectReference) -> pdfdoc.PDFStream:
    bounds = symbol.bounds
    entries = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Form"),
        "BBox": array((bounds.x, bounds.y, bounds.right, bounds.bottom)),
    }
    operators = resources.forms.get(symbol)
    if operators is not None:
        return stream(operators.encode("latin-1"), **entries, Resources=shared)
    return deflated_stream(drawing_stream(symbol, resources.inks), **entries)


def _image(pdf: pdfdoc.PDFDocument, digest: str, image: Image, inks: Inks) -> pdfdoc.PDFImageXObject | pdfdoc.PDFStream:
    """Return a picture with its transparency; one that is damaged behind its header is only found here."""
    from reportlab.lib.utils import ImageReader  # noqa: PLC0415 - brings Pillow, and few games have pictures

    try:
        pixels = inks.pixels(image)
        if pixels is not None:
            return _plates(pdf, pixels, inks)
        found = pdfdoc.PDFImageXObject(digest[:16], ImageReader(io.BytesIO(image.data)), mask="auto")
    except (OSError, SyntaxError, ValueError) as error:
        message = f"a picture of {image.width} x {image.height} pixels is damaged"
        raise fail("PICT001", Place("picture"), message, "save it anew as PNG or JPEG") from error
    if hasattr(found, "_smask"):
        found.smask = pdf.Reference(found._smask)  # noqa: SLF001 - what reportlab's own canvas does
    return found


def _plates(pdf: pdfdoc.PDFDocument, pixels: Pixels, inks: Inks) -> pdfdoc.PDFStream:
    """Return a picture that is in the inks already."""
    entries: dict[str, object] = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": pixels.width,
        "Height": pixels.height,
        "BitsPerComponent": 8,
    }
    shown = {**entries, "ColorSpace": pdfdoc.PDFName(inks.space)}
    if pixels.alpha:
        mask = stream(pixels.alpha, **entries, ColorSpace=pdfdoc.PDFName("DeviceGray"))
        shown["SMask"] = pdf.Reference(mask)
    if not pixels.jpeg:
        return stream(pixels.data, **shown)
    # Adobe's JPEG counts white, not ink (Adobe technical note 5116)
    shown |= {"Filter": pdfdoc.PDFName("DCTDecode"), "Decode": pdfdoc.PDFArrayCompact([1, 0] * 4)}
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(shown), pixels.data)


def _font(pdf: pdfdoc.PDFDocument, use: FontUse) -> pdfdoc.PDFDictionary:
    """Return a Type 0 font over a CIDFontType2 descendant with its own glyph map."""
    program, mapping = use.program()
    ascent, descent = (round(value * 1000 / use.face.upem) for value in use.face.extents())
    name = pdfdoc.PDFName(f"{use.tag}+{use.face.name}")
    descriptor = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("FontDescriptor"),
            "FontName": name,
            "Flags": 4,
            "FontBBox": pdfdoc.PDFArrayCompact([-1000, descent, 2000, ascent]),
            "ItalicAngle": 0,
            "Ascent": ascent,
            "Descent": descent,
            "CapHeight": round(use.face.cap_height * 1000),
            "StemV": 80,
            "FontFile2": pdf.Reference(stream(program, Length1=len(program))),
        }
    )
    system = {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
    descendant = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("CIDFontType2"),
            "BaseFont": name,
            "CIDSystemInfo": pdfdoc.PDFDictionary(system),
            "FontDescriptor": pdf.Reference(descriptor),
            "W": pdfdoc.PDFArrayCompact([1, pdfdoc.PDFArrayCompact(use.widths())]),
            "CIDToGIDMap": pdf.Reference(stream(mapping)),
        }
    )
    return pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("Type0"),
            "BaseFont": name,
            "Encoding": pdfdoc.PDFName("Identity-H"),
            "DescendantFonts": pdfdoc.PDFArrayCompact([pdf.Reference(descendant)]),
            "ToUnicode": pdf.Reference(stream(use.to_unicode())),
        }
    )


def _add_outline(pdf: pdfdoc.PDFDocument, entries: Sequence[tuple[_Page, Anchor]]) -> None:
    """Add the bookmarks as a flat run of chapters with their sections beneath."""
    if not entries:
        return
    root = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Outlines")})
    top = pdf.Reference(root)
    chapters: list[tuple[pdfdoc.PDFDictionary, list[pdfdoc.PDFDictionary]]] = []
    for page, anchor in entries:
        entry = pdfdoc.PDFDictionary({"Title": pdfdoc.PDFString(anchor.title), "Dest": page.destination(anchor)})
        if anchor.level == 0 or not chapters:
            chapters.append((entry, []))
        else:
            chapters[-1][1].append(entry)
    _chain(pdf, root, top, [chapter for chapter, _ in chapters], opened=True)
    for chapter, sections in chapters:
        if sections:
            _chain(pdf, chapter, pdf.Reference(chapter), sections, opened=False)
    pdf.Catalog.Outlines = root


def _chain(
    pdf: pdfdoc.PDFDocument,
    parent: pdfdoc.PDFDictionary,
    reference: pdfdoc.PDFObjectReference,
    entries: Sequence[pdfdoc.PDFDictionary],
    *,
    opened: bool,
) -> None:
    """Link bookmarks to their parent and to one another; a negative count is a closed branch."""
    references = [pdf.Reference(entry) for entry in entries]
    parent["First"], parent["Last"] = references[0], references[-1]
    parent["Count"] = len(entries) if opened else -len(entries)
    for index, entry in enumerate(entries):
        entry["Parent"] = reference
        if index:
            entry["Prev"] = references[index - 1]
        if index + 1 < len(entries):
            entry["Next"] = references[index + 1]


def _add_labels(pdf: pdfdoc.PDFDocument, said: Sequence[str]) -> None:
    if not any(said):
        return
    labels = pdfdoc.PDFPageLabels()
    for index, label in enumerate(said):
        labels.addPageLabel(index, pdfdoc.PDFPageLabel(prefix=label))
    pdf.Catalog.PageLabels = labels
