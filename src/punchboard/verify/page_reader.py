"""Page reader: page boxes, and the components that content streams place on each page, in mm from the top left.

It reads only these operators: q, Q and cm (ISO 32000-1, 8.4), Do (8.8), and marked content (14.6). The drawing between
a component's BDC and its EMC is skipped.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Rect, Size
from punchboard.units import MM_PER_POINT
from punchboard.verify.objects import Name, Reference, Stream, Unreadable, inflate, parse_name, parse_object, string_end
from punchboard.verify.pdf_file import PdfFile

_WORD: Final = re.compile(rb"\(|%[^\r\n]*+|/Component\b|(?:q|Q|cm|Do|BDC|BMC|EMC|BI)(?![^\0\t\n\f\r \[(<%/])")
_BEFORE: Final = b"\0\t\n\f\r >])"
_MARKED: Final = re.compile(rb"/Component\s*(?=<<)")
_BEGUN: Final = re.compile(rb"\s*BDC\b")
_USUAL: Final = re.compile(
    rb"q\n(?:[-\d. \nmlch]*+W n\n)?([-\d. ]*+)cm\n"
    rb"/Component <</Id \(([\w-]+)\)/Side /(front|back)/Trim \[([\d.]+) ([\d.]+)\]>> BDC\n",
    re.ASCII,
)
"""A clip, a transform and a mark in the usual form, read in one match. Other forms are read token by token."""
_USUAL_END: Final = b"\nEMC Q\n"
"""The end of a component in the usual form: on one line, which no other part of a page has."""


class MarkedComponent(NamedTuple):
    """One side of a component in a content stream: its trim in mm, and its transform."""

    id: str
    side: str
    trim: Size
    place: Affine


class XObjectUse(NamedTuple):
    """A form or picture placed in a content stream, by resource name."""

    name: Name
    place: Affine


def placed_items(data: bytes, base: Affine) -> list[MarkedComponent | XObjectUse]:
    """Return the components and XObjects that a content stream places, in order.

    Args:
        data: the operators.
        base: the transform of the stream's coordinates.

    Raises:
        Unreadable: when operators are not paired, or a component's mark is malformed.
    """
    try:
        return list(_Scanner(data, base, quick=True).items())
    except Unreadable:  # text in a string may have looked like the end of a mark
        return list(_Scanner(data, base, quick=False).items())


class _Scanner:
    """Scans a content stream token by token.

    The quick mode takes the first EMC after a usual mark as the end of the mark. If that EMC is inside a string, or
    ends an inner mark, the true end remains unpaired: quick mode can fail, but it never gives a wrong result.
    """

    def __init__(self, data: bytes, base: Affine, *, quick: bool) -> None:
        self.data, self.ctm, self.quick = data, base, quick
        self.saved: list[Affine] = []
        self.start = self.at = self.inner = 0

    def items(self) -> Iterator[MarkedComponent | XObjectUse]:
        """Yield the placed components and XObjects."""
        data = self.data
        while (match := _WORD.search(data, self.at)) is not None:
            start, self.at = match.span()
            word = match[0]
            if start and data[start - 1] not in _BEFORE and word.isalpha():
                continue  # the end of a longer word
            self.start = start
            handler = _HANDLERS.get(word)
            item = None if handler is None else handler(self)
            if item is not None:
                yield item
        if self.saved or self.inner:
            raise Unreadable("a q or BDC operator has no end")

    def save(self) -> MarkedComponent | None:
        """Handle q, and in quick mode a whole component in the usual form."""
        data = self.data
        usual = _USUAL.match(data, self.start) if self.quick else None
        end = -1 if usual is None else data.find(_USUAL_END, usual.end() - 1)
        if usual is None or end < 0:
            self.saved.append(self.ctm)
            return None
        self.at = end + 6
        matrix, id_, side, width, height = usual.groups()
        return MarkedComponent(id_.decode(), side.decode(), _size(width, height), _concatenated(self.ctm, matrix))

    def restore(self) -> None:
        """Handle Q."""
        if not self.saved:
            raise Unreadable("a Q operator has no q")
        self.ctm = self.saved.pop()

    def concatenate(self) -> None:
        """Handle cm."""
        self.ctm = _concatenated(self.ctm, b" ".join(self._before().split()[-6:]))

    def draw(self) -> XObjectUse:
        """Handle Do."""
        _, stroke, name = self._before().rstrip().rpartition(b"/")
        if not stroke or len(name.split()) != 1:
            raise Unreadable("a Do operator has no name")
        return XObjectUse(parse_name(name), self.ctm)

    def skip_string(self) -> None:
        """Skip a string."""
        self.at = string_end(self.data, self.at)

    def mark(self) -> MarkedComponent:
        """Handle a component's mark in any form, and skip its drawing."""
        mark, at = _mark(self.data, self.start, self.ctm)
        self.at = _mark_end(self.data, at)
        return mark

    def begin(self) -> None:
        """Handle the beginning of other marked content."""
        self.inner += 1

    def end(self) -> None:
        """Handle the end of other marked content."""
        self.inner -= 1
        if self.inner < 0:
            raise Unreadable("an EMC operator has no BDC")

    def refuse(self) -> None:
        """Refuse an inline image."""
        raise Unreadable("a page has an inline image")

    def _before(self) -> bytes:
        """Return the bytes before an operator, which end with its operands."""
        return self.data[max(0, self.start - 160) : self.start]


_HANDLERS: Final[Mapping[bytes, Callable[[_Scanner], MarkedComponent | XObjectUse | None]]] = {
    b"q": _Scanner.save,
    b"Q": _Scanner.restore,
    b"cm": _Scanner.concatenate,
    b"Do": _Scanner.draw,
    b"(": _Scanner.skip_string,
    b"/Component": _Scanner.mark,
    b"BDC": _Scanner.begin,
    b"BMC": _Scanner.begin,
    b"EMC": _Scanner.end,
    b"BI": _Scanner.refuse,
}


@lru_cache(maxsize=4096)
def _concatenated(ctm: Affine, text: bytes) -> Affine:
    """Return the transform after a cm, cached because sheets with equal layouts repeat the same ones."""
    try:
        a, b, c, d, e, f = map(float, text.split())
        return ctm @ Affine(a, b, c, d, e, f)
    except ValueError as error:
        raise Unreadable(f"{text[:60].decode('latin-1')!r} is not a matrix") from error


def _mark(data: bytes, start: int, ctm: Affine) -> tuple[MarkedComponent, int]:
    """Return the component of a mark, and the position of its drawing."""
    tag = _MARKED.match(data, start)
    if tag is None:
        raise Unreadable("a component's mark has no properties")
    values, end = parse_object(data, tag.end())
    begun = _BEGUN.match(data, end)
    if begun is None or not isinstance(values, dict):
        raise Unreadable("a component's mark has no BDC")
    return _described(values, ctm), begun.end()


@lru_cache(maxsize=256)
def _size(width: bytes, height: bytes) -> Size:
    try:
        return Size(float(width), float(height))
    except ValueError as error:
        raise Unreadable("a component's mark has no size") from error


def _described(values: dict[str, Any], ctm: Affine) -> MarkedComponent:
    id_, side, trim = values.get("Id"), values.get("Side"), values.get("Trim")
    if not isinstance(id_, bytes) or side not in ("front", "back") or not isinstance(trim, list) or len(trim) != 2:
        raise Unreadable("a component's mark is incomplete")
    if not all(type(length) in (int, float) for length in trim):
        raise Unreadable("a component's mark has no size")
    return MarkedComponent(id_.decode("latin-1"), side, Size(*trim), ctm)


def _mark_end(data: bytes, at: int) -> int:
    """Return the end of a component's drawing, given its start."""
    depth = 1
    while (match := _WORD.search(data, at)) is not None:
        start, at = match.span()
        word = match[0]
        if word == b"(":
            at = string_end(data, at)
        elif word in (b"BDC", b"BMC", b"EMC") and data[start - 1] in _BEFORE:
            depth += -1 if word == b"EMC" else 1
            if not depth:
                return at
    raise Unreadable("a component's mark has no EMC")


_MAX_NESTING: Final = 16
"""The deepest nesting of forms."""

_MAX_COMPONENTS: Final = 2_000_000
"""The most components in one file."""

_BOXES: Final = ("CropBox", "TrimBox", "BleedBox")
_INHERITED: Final = ("MediaBox", "CropBox", "Resources", "Rotate")


class ReadPage(NamedTuple):
    """One page: its size, its crop, trim and bleed boxes, and its components in drawing order."""

    size: Size
    crop: Rect
    trim: Rect
    bleed: Rect
    components: tuple[MarkedComponent, ...]


def read_pages(file: PdfFile, dictionaries: Iterable[Mapping[str, Any]]) -> Iterator[ReadPage]:
    """Yield the pages of a file, given their dictionaries.

    Raises:
        Unreadable: when a page is malformed.
    """
    reader, total = _Contents(file), 0
    for page in dictionaries:
        read = reader.page(page)
        total += len(read.components)
        if total > _MAX_COMPONENTS:
            raise Unreadable(f"the file has more than {_MAX_COMPONENTS:,} components")
        yield read


def page_dictionaries(file: PdfFile) -> Iterator[Mapping[str, Any]]:
    """Yield the dictionary of each page with its inherited entries (7.7.3).

    Raises:
        Unreadable: when the page tree is malformed.
    """
    root = file.dictionary(file.dictionary(file.trailer.get("Root")).get("Pages"))
    waiting: list[tuple[Any, Mapping[str, Any]]] = [(root, {})]
    seen: set[Reference] = set()
    count = 0
    while waiting:
        value, above = waiting.pop()
        if type(value) is Reference:
            if value in seen:
                raise Unreadable("a page is in the file twice")
            seen.add(value)
        node = file.dictionary(value)
        inherited = {**above, **{key: node[key] for key in _INHERITED if key in node}}
        match node.get("Type"):
            case "Page":
                count += 1
                yield {**inherited, **node}
            case "Pages":
                kids = file.array(node.get("Kids"))
                if not all(type(kid) is Reference for kid in kids):
                    raise Unreadable("the page tree is damaged")
                waiting += [(kid, inherited) for kid in reversed(kids)]
            case _:
                raise Unreadable("the page tree is damaged")
    if root.get("Count") != count:
        raise Unreadable(f"the page tree has {count} pages, but its count is {root.get('Count')}")


class _Contents:
    """Reads pages; the components of each form are read once."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._forms: dict[Reference, tuple[MarkedComponent, ...]] = {}
        self._resources: dict[Reference, Mapping[str, Any]] = {}

    def page(self, page: Mapping[str, Any]) -> ReadPage:
        """Return a page with its components."""
        if self._file.get(page.get("Rotate")) or page.get("UserUnit", 1) != 1:
            raise Unreadable("a page has a Rotate or UserUnit entry")
        media = tuple(self._file.numbers(page.get("MediaBox"), 4))
        others = [tuple(self._file.numbers(page[key], 4)) if key in page else None for key in _BOXES]
        base, size, boxes = _measured(media, *others)
        components = tuple(self._components(self._operators(page.get("Contents")), page.get("Resources"), base, 0))
        return ReadPage(size, *boxes, components)

    def _operators(self, contents: Any) -> bytes:
        value = self._file.get(contents)
        if isinstance(value, list):
            return b"\n".join(self._file.stream(part) for part in value)
        return b"" if value is None else self._file.stream(contents)

    def _components(self, data: bytes, resources: Any, base: Affine, depth: int) -> Iterator[MarkedComponent]:
        """Yield the components of a content stream and of the forms that it draws."""
        for item in placed_items(data, base):
            if isinstance(item, MarkedComponent):
                yield item
            else:
                for inner in self._form(item, resources, depth):
                    yield inner._replace(place=item.place @ inner.place)

    def _form(self, drawn: XObjectUse, resources: Any, depth: int) -> tuple[MarkedComponent, ...]:
        """Return the components of a form in its own coordinates; pictures have none."""
        forms = self._file.optional(self._named(resources).get("XObject"))
        reference = forms.get(drawn.name)
        if type(reference) is not Reference:
            raise Unreadable(f"the form or picture {drawn.name!r} is missing")
        components = self._forms.get(reference)
        if components is None:
            if depth >= _MAX_NESTING:
                raise Unreadable("forms are nested too deep")
            components = self._forms[reference] = tuple(self._within(self._file.get(reference), resources, depth + 1))
            if len(components) > _MAX_COMPONENTS:
                raise Unreadable(f"the file has more than {_MAX_COMPONENTS:,} components")
        return components

    def _within(self, form: Any, resources: Any, depth: int) -> Iterator[MarkedComponent]:
        if not isinstance(form, Stream):
            raise Unreadable("a Do operator draws something that is not a form or picture")
        if form.entries.get("Subtype") != "Form":
            return
        data = inflate(form)
        if b"/Component" not in data and b"Do" not in data:
            return
        matrix = form.entries.get("Matrix")
        base = IDENTITY if matrix is None else Affine(*self._file.numbers(matrix, 6))
        yield from self._components(data, form.entries.get("Resources", resources), base, depth)

    def _named(self, resources: Any) -> Mapping[str, Any]:
        if type(resources) is not Reference:
            return self._file.optional(resources)
        if resources not in self._resources:
            self._resources[resources] = self._file.optional(resources)
        return self._resources[resources]


_Corners = tuple[float, ...]
"""Two opposite corners of a box, in points."""


@lru_cache(maxsize=64)
def _measured(
    media: _Corners, crop: _Corners | None, trim: _Corners | None, bleed: _Corners | None
) -> tuple[Affine, Size, tuple[Rect, Rect, Rect]]:
    """Return the transform from points to mm, the page size, and the crop, trim and bleed boxes (14.11.2)."""
    left, _, _, high = _ordered(media)
    base = Affine(MM_PER_POINT, 0, 0, -MM_PER_POINT, -left * MM_PER_POINT, high * MM_PER_POINT)

    def box(corners: _Corners) -> Rect:
        start_x, start_y, end_x, end_y = _ordered(corners)
        return base.bounds(Rect(start_x, start_y, end_x - start_x, end_y - start_y))

    shown = crop or media
    return base, box(media).size, (box(shown), box(trim or shown), box(bleed or shown))


def _ordered(box: _Corners) -> tuple[float, float, float, float]:
    start_x, start_y, end_x, end_y = box
    return min(start_x, end_x), min(start_y, end_y), max(start_x, end_x), max(start_y, end_y)
