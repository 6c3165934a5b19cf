"""Page reader: page boxes, and the components on each page, in mm with the origin at the page's top left."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Rect, Size
from punchboard.units import MM_PER_POINT
from punchboard.verify.content_reader import MarkedComponent, XObjectUse, placed_items
from punchboard.verify.objects import Reference, Unreadable
from punchboard.verify.pdf_file import PdfFile
from punchboard.verify.streams import Stream, inflate

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
        found = tuple(self._components(self._operators(page.get("Contents")), page.get("Resources"), base, 0))
        return ReadPage(size, *boxes, found)

    def _operators(self, contents: Any) -> bytes:
        found = self._file.get(contents)
        if isinstance(found, list):
            return b"\n".join(self._file.stream(part) for part in found)
        return b"" if found is None else self._file.stream(contents)

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
        found = self._forms.get(reference)
        if found is None:
            if depth >= _MAX_NESTING:
                raise Unreadable("forms are nested too deep")
            found = self._forms[reference] = tuple(self._within(self._file.get(reference), resources, depth + 1))
            if len(found) > _MAX_COMPONENTS:
                raise Unreadable(f"the file has more than {_MAX_COMPONENTS:,} components")
        return found

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
        one, two, three, four = _ordered(corners)
        return base.bounds(Rect(one, two, three - one, four - two))

    shown = crop or media
    return base, box(media).size, (box(shown), box(trim or shown), box(bleed or shown))


def _ordered(box: _Corners) -> tuple[float, float, float, float]:
    one, two, three, four = box
    return min(one, three), min(two, four), max(one, three), max(two, four)
