"""PDF writer on reportlab's object layer: pages, links, bookmarks and page labels, in points with y upwards.

reportlab's canvas is not used: content streams are written as whole strings (`drawing.content`), and fonts as
composite fonts with our own subsets (`font`), which the canvas and its TrueType support cannot do.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from reportlab.lib.utils import TimeStamp
from reportlab.pdfbase import pdfdoc

from punchboard.geometry import Rect, Size
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.pdf.drawing.sections import (
    DrawnPage,
    Section,
    SectionResources,
    SectionSource,
    no_section,
    sections_of,
)
from punchboard.render.pdf.marked_content import Parts, text_string
from punchboard.render.pdf.objects import (
    Dictionary,
    ObjectWriter,
    PackedObject,
    PlainStream,
    RawObject,
    Stream,
    page_box,
)
from punchboard.render.pdf.resources import ResourceObjects
from punchboard.render.pdf.xmp import xmp_packet
from punchboard.scene import Anchor, Document, Element, Link
from punchboard.units import format_number, to_pt

_ATTRIBUTES: Final[Mapping[str, str]] = {
    "OL": "<</O/List/ListNumbering/Decimal>>",
    "TH": "<</O/Table/Scope/Column>>",
    "RowHeader": "<</O/Table/Scope/Row>>",
}
"""The attributes of elements by role."""

_TYPES: Final[Mapping[str, str]] = {"OL": "L", "RowHeader": "TH"}
"""The structure types of roles with another name."""


class _Content(NamedTuple):
    """What an element shows on a page: a marked-content sequence, or the annotation of a link."""

    page: str
    number: int = -1
    annotation: str = ""

    def kid(self, page: str) -> str:
        """Return it as a kid of an element that lies on a page."""
        if self.annotation:
            return f"<</Type/OBJR/Pg {self.page}/Obj {self.annotation}>>"
        return str(self.number) if self.page == page else f"<</Type/MCR/Pg {self.page}/MCID {self.number}>>"


class _Node:
    """An element with its kids: further elements, and the content that it shows itself."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.nodes: dict[Element, _Node] = {}
        self.kids: list[tuple[int, _Node | _Content]] = []
        self.object = PackedObject("")


class StructureTree:
    """Collects the parts that the pages show, and writes them as a tree.

    Args:
        reference: adds an object to the file, and returns how others refer to it.
    """

    def __init__(self, reference: Callable[[Any], str]) -> None:
        self._reference = reference
        self._root = _Node(Element("Document"))
        self._parents: list[str] = []
        """What shows the content of a page or annotation: the entries of the parent tree."""

    def add_page(self, page: Any, marks: tuple[Parts, ...]) -> int:
        """Add what a page shows, and return its number in the parent tree."""
        shown = self._reference(page)
        nodes: list[_Node] = []
        for number, parts in enumerate(marks):  # one by one, so that a part within a sentence stays in its place
            nodes.append(self._node(parts))
            nodes[-1].kids.append((0, _Content(shown, number)))
        self._parents.append(f"[{' '.join(self._reference(node.object) for node in nodes)}]")
        return len(self._parents) - 1

    def add_link(self, page: Any, link: Any, parts: Parts) -> int:
        """Add the annotation of a link to its part, and return its number in the parent tree."""
        if not parts or parts[-1].role != "Link":
            parts = (*parts, Element("Link", len(self._parents)))
        node = self._node(parts)
        node.kids.append((0, _Content(self._reference(page), annotation=self._reference(link))))
        self._parents.append(self._reference(node.object))
        return len(self._parents) - 1

    def finish(self) -> RawObject:
        """Return the root of the tree; all other objects are added to the file."""
        root = RawObject("")
        self._write(self._root, self._reference(root))
        numbers = " ".join(f"{number} {parent}" for number, parent in enumerate(self._parents))
        tree, top = self._reference(RawObject(f"<</Nums [{numbers}]>>")), self._reference(self._root.object)
        next_key = len(self._parents)
        root.text = f"<</Type/StructTreeRoot/K {top}/ParentTree {tree}/ParentTreeNextKey {next_key}>>"
        return root

    def _node(self, parts: Parts) -> _Node:
        node = self._root
        for element in parts:
            inner = node.nodes.get(element)
            if inner is None:
                inner = node.nodes[element] = _Node(element)
                node.kids.append((element.order, inner))
            node = inner
        return node

    def _write(self, node: _Node, parent: str) -> None:
        """Fill in the object of a node and of all within it."""
        own, element = self._reference(node.object), node.element
        kids = [kid for _, kid in sorted(node.kids, key=lambda kid: kid[0])]
        for kid in kids:
            if isinstance(kid, _Node):
                self._write(kid, own)
        page = next((kid.page for kid in kids if isinstance(kid, _Content)), "")
        shown = [kid.kid(page) if isinstance(kid, _Content) else self._reference(kid.object) for kid in kids]
        entries = {
            "K": shown[0] if len(shown) == 1 else f"[{' '.join(shown)}]",
            "Pg": page,
            "Alt" if element.role == "Figure" else "ActualText": element.text and text_string(element.text),
            "Lang": element.language and text_string(element.language),
            "A": _ATTRIBUTES.get(element.role, ""),
        }
        written = "".join(f"/{key} {value}" for key, value in entries.items() if value)
        node.object.text = f"<</S/{_TYPES.get(element.role, element.role)}/P {parent}{written}>>"


_PAGE = pdfdoc.PDFName("Page")


class _Timeless(TimeStamp):  # type: ignore[misc]  # reportlab has no types
    """The fixed creation time of all files, as in reportlab's invariant files, whatever SOURCE_DATE_EPOCH is."""

    def __init__(self, _invariant: object = None) -> None:
        self.t, self.tzname, self.dhh, self.dmm = 946_684_800.0, "UTC", 0, 0
        self.YMDhms = (2000, 1, 1, 0, 0, 0)


# The one setting for the whole process: a document takes its time from this name of the module, and from nothing that
# can be passed to it. Reportlab's own reads SOURCE_DATE_EPOCH, which would change every file of a build that is part of
# another, and ends in a traceback when it is not a whole number.
pdfdoc.TimeStamp = _Timeless


def render_pdf(document: Document, inks: Inks = RGB, section_source: SectionSource = no_section) -> bytes:
    """Return a document as a PDF file in the inks; the same document gives the same bytes.

    `section_source` may return sections of a long document that workers have drawn.

    Raises:
        ProblemsFound: FONT001, PICT001 for fonts and pictures whose damage was not visible when they were loaded.
    """
    pdf = pdfdoc.PDFDocument(invariant=1, lang=document.language, dummyoutline=1)
    pdf.setTitle(document.title)
    pdf.setAuthor(document.author)
    pdf.setSubject(document.subject)
    pdf.setCreator("Punchboard")
    pdf.setProducer("Punchboard, with ReportLab")
    file = ObjectWriter(pdf)
    _add_content(pdf, file, document, inks, sections_of(document, inks, section_source))
    return file.finish()  # nothing else holds the pages now, so each is freed when it is written


def _add_content(
    pdf: pdfdoc.PDFDocument, file: ObjectWriter, document: Document, inks: Inks, sections: Iterable[Section]
) -> None:
    """Add the pages of a document with their resources, links, bookmarks and labels."""
    shared, pages, section_resources = _write_sections(pdf, file, sections)
    anchors = {anchor.name: (page, anchor) for page in pages for anchor in page.anchors}
    tree = StructureTree(lambda value: pdf.Reference(value).format(pdf).decode())
    for page in pages:
        page.add_parts(tree)
        page.add_links(pdf, anchors, tree)
    pdf.Catalog.StructTreeRoot, pdf.Catalog.MarkInfo = tree.finish(), RawObject("<</Marked true>>")
    objects = ResourceObjects(pdf, section_resources, inks)
    for used, dictionary in zip(section_resources, shared, strict=True):
        pdf.idToObject[dictionary.name].dict.update(objects.entries(used, dictionary))
    for page in pages:
        page.blend(objects)
    _add_outline(pdf, [(page, anchor) for page in pages for anchor in page.anchors if anchor.title])
    _add_labels(pdf, [page.label for page in pages])
    pdf.Catalog.ViewerPreferences = Dictionary(
        {"DisplayDocTitle": b"true", **({"Direction": b"/R2L"} if document.rtl else {})}
    )
    info = {"/Title": document.title, "/Author": document.author, "/Subject": document.subject}
    info["/Lang"] = document.language
    pdf.Catalog.Metadata = PlainStream(xmp_packet("PDF/UA-1", info), Type=b"/Metadata", Subtype=b"/XML")


def _write_sections(
    pdf: pdfdoc.PDFDocument, file: ObjectWriter, sections: Iterable[Section]
) -> "tuple[list[pdfdoc.PDFObjectReference], list[_Page], list[SectionResources]]":
    """Write the pages of all sections, and return each section's resource dictionary, the pages, and the resources."""
    shared, pages, section_resources = [], list[_Page](), list[SectionResources]()
    for at, section in enumerate(sections):
        shared.append(pdf.Reference(pdfdoc.PDFDictionary(), f"Resources{at or ''}"))
        pages += [_Page(pdf, file, page, shared[-1]) for page in section.pages]
        section_resources.append(section.resources)
    return shared, pages, section_resources


class _Page(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """One page of the file: its content is written and freed; its dictionary is made last, after links are added.

    Args:
        pdf: the document.
        file: the writer of the document's objects.
        page: the drawn page.
        resources: its resource dictionary.
    """

    __slots__ = ("_boxes", "_contents", "_extras", "_resources", "anchors", "height", "label", "links", "marks")

    __RefOnly__ = 1
    """Tells reportlab that this object may only be used by reference."""

    def __init__(
        self, pdf: pdfdoc.PDFDocument, file: ObjectWriter, page: DrawnPage, resources: pdfdoc.PDFObjectReference
    ) -> None:
        self.height, self.label, self.links, self.anchors = page.size.height, page.label, page.links, page.anchors
        self.marks = page.marks
        pdf.updateSignature(page.signature)
        self._boxes = _page_boxes(page.size, page.trim, page.bleed)
        self._contents, self._resources = file.write_object(Stream(page.content)), resources
        self._extras: dict[str, pdfdoc.PDFObject] = {}
        for numbered in (pdf.Pages, self):
            pdf.Reference(numbered)
        pdf.Pages.addPage(self)

    def format(self, pdf: pdfdoc.PDFDocument) -> bytes:
        """Return the dictionary."""
        media, trim, bleed = self._boxes
        own = {"Type": _PAGE, "MediaBox": media, "TrimBox": trim, "BleedBox": bleed, "Contents": self._contents}
        return Dictionary({**own, "Resources": self._resources, "Parent": pdf.Pages, **self._extras}).format(pdf)

    def blend(self, named: ResourceObjects) -> None:
        """Set the colour space in which transparent pictures are blended; by default it would be RGB."""
        if named.has_transparency:
            space = pdfdoc.PDFName(named.inks.space)
            group = {"S": pdfdoc.PDFName("Transparency"), "CS": space}
            self._extras["Group"] = pdfdoc.PDFDictionary(group)

    def box(self, rect: Rect) -> pdfdoc.PDFArray:
        """Return a rectangle of the page in points, with the origin at the bottom left."""
        return page_box(rect, self.height)

    def destination(self, anchor: Anchor) -> pdfdoc.PDFArray:
        """Return the destination of an anchor on this page."""
        x, y = to_pt(anchor.at.x), to_pt(self.height - anchor.at.y)
        return pdfdoc.PDFArrayCompact([self, "/XYZ", format_number(x), format_number(y + 12), "null"])

    def add_parts(self, tree: StructureTree) -> None:
        """Add what the page shows to the structure tree."""
        if self.marks:
            self._extras["StructParents"] = tree.add_page(self, self.marks)
            self._extras["Tabs"] = pdfdoc.PDFName("S")

    def add_links(
        self, pdf: pdfdoc.PDFDocument, anchors: "dict[str, tuple[_Page, Anchor]]", tree: StructureTree
    ) -> None:
        """Add an annotation for each link whose target exists."""
        notes = []
        for link, parts in self.links:
            note = self._annotation(link, anchors)
            if note is not None:
                notes.append(pdf.Reference(note))
                note["StructParent"] = tree.add_link(self, notes[-1], parts)
        if notes:
            self._extras["Annots"] = pdfdoc.PDFArray(notes)

    def _annotation(self, link: Link, anchors: "dict[str, tuple[_Page, Anchor]]") -> pdfdoc.PDFDictionary | None:
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
            note["Contents"] = pdfdoc.PDFString(anchor.title or anchor.name)
        else:
            note["A"] = pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("URI"), "URI": pdfdoc.PDFString(link.target)})
            note["Contents"] = pdfdoc.PDFString(link.target)
        return pdfdoc.PDFDictionary(note)


@lru_cache(maxsize=64)
def _page_boxes(size: Size, trim: Rect, bleed: Rect) -> tuple[RawObject, RawObject, RawObject]:
    """Return the media, trim and bleed box of a page; pages of a long document share one tuple."""
    return page_box(Rect(0, 0, *size), size.height), page_box(trim, size.height), page_box(bleed, size.height)


def _add_outline(pdf: pdfdoc.PDFDocument, entries: Sequence[tuple[_Page, Anchor]]) -> None:
    """Add the bookmarks: chapters, each with its sections."""
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
    """Link bookmarks to their parent and siblings. A negative count closes the branch."""
    references = [pdf.Reference(entry) for entry in entries]
    parent["First"], parent["Last"] = references[0], references[-1]
    parent["Count"] = len(entries) if opened else -len(entries)
    for index, entry in enumerate(entries):
        entry["Parent"] = reference
        if index:
            entry["Prev"] = references[index - 1]
        if index + 1 < len(entries):
            entry["Next"] = references[index + 1]


def _add_labels(pdf: pdfdoc.PDFDocument, texts: Sequence[str]) -> None:
    if not any(texts):
        return
    labels = pdfdoc.PDFPageLabels()
    for page, prefix, first in label_ranges(texts):
        numbered = {} if first is None else {"style": "ARABIC", "start": first}
        labels.addPageLabel(page, pdfdoc.PDFPageLabel(**numbered, prefix=prefix or None))
    pdf.Catalog.PageLabels = labels


# Page labels: the page names that PDF viewers show, with one entry for each run of consecutive numbers.
#
# PDF 32000-1:2008, 12.4.2 (page labels).

_COUNTED: Final = re.compile(r"(|.*\D)([1-9][0-9]*)", re.DOTALL)
"""A label that ends with a number: its prefix and the number."""


class LabelRange(NamedTuple):
    """Pages whose labels have one prefix and consecutive numbers, or a single page."""

    page: int
    """The index of the first page, from 0."""
    prefix: str
    first: int | None
    """The number in the first label; None if the prefix is the whole label."""


def label_ranges(labels: Iterable[str]) -> Iterator[LabelRange]:
    """Yield the ranges of labels in page order."""
    expected: tuple[str, int] | None = None
    for page, label in enumerate(labels):
        match = _COUNTED.fullmatch(label)
        if match is None:
            yield LabelRange(page, label, None)
            expected = None
            continue
        prefix, number = match[1], int(match[2])
        if (prefix, number) != expected:
            yield LabelRange(page, prefix, number)
        expected = prefix, number + 1
