"""Pages as PNG or JPEG pictures: one thread draws them, others compress them."""

import ctypes
import io
import os
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import takewhile
from types import TracebackType
from typing import Final, NamedTuple, Self

import pypdfium2
from pypdfium2 import raw

from punchboard.geometry import IDENTITY, Affine, Outline, Rect, Size, rounded_rectangle
from punchboard.model.print_options import Raster
from punchboard.render.png.file import Pixels, png_file
from punchboard.scene import Document, Group, Item, Page, Shape, Use
from punchboard.system.processes import thread_pool
from punchboard.units import MM_PER_INCH

_MAX_CACHED: Final = 48_000_000
"""The most bytes of cached backgrounds."""

_WAITING: Final = 96_000_000
"""The most bytes of pictures waiting for compression, not counting one more picture."""

_BAND: Final = 64_000_000
"""A picture with more bytes is drawn and compressed in bands."""

_QUALITY: Final = 90

Pdf = Callable[[Document], bytes]


def page_pictures(document: Document, file_format: str, raster: Raster, pdf: Pdf) -> Iterator[bytes]:
    """Yield every page of a document as a picture file, or as several if `raster.cuts` asks for them.

    Args:
        document: the pages.
        file_format: png or jpg.
        raster: resolution, outline and cuts.
        pdf: makes the PDF file that is rasterised.
    """
    if file_format != "png":  # JPEG has no transparency
        raster = raster._replace(
            transparent=False, radius=0.0, shape=raster.shape if raster.outside_shape == "edge" else None
        )
    layers = split_layers(document)
    with PdfPages(pdf(layers.document)) as pages, thread_pool(os.cpu_count()) as pool:
        drawer, masks = _Drawer(layers, pages, raster), _Masks(raster, pdf)
        waiting: deque[tuple[Future[list[bytes]], int]] = deque()
        for number, page in enumerate(document.pages):
            size = pixel_size(page.size, raster)
            if size[0] * size[1] * drawer.channels > _BAND and _is_plain(raster) and file_format == "png":
                data = png_file(*size, drawer.channels, drawer.bands(number, size), raster.dpi)
                waiting.append((_completed([data]), 0))
            else:
                pixels = drawer.draw(number, size)
                waiting.append(
                    (
                        pool.submit(_encode, pixels, file_format, raster, masks.cut_function(page, size)),
                        len(pixels.data),
                    )
                )
            while waiting and (waiting[0][0].done() or sum(size for _, size in waiting) > _WAITING):
                yield from waiting.popleft()[0].result()
        for future, _ in waiting:
            yield from future.result()


def _is_plain(raster: Raster) -> bool:
    """Return whether a page's pixels are used as drawn, without outline or cuts."""
    return raster.shape is None and not raster.radius and not raster.crop_sizes


def pixel_size(size: Size, raster: Raster) -> tuple[int, int]:
    """Return the width and height in pixels of a page whose size is in mm."""
    if raster.pixels is not None:
        return raster.pixels
    width, height = (max(1, round(length / MM_PER_INCH * raster.dpi)) for length in size)
    return width, height


class _Drawer:
    """Draws pages, each over its background; recently used backgrounds are cached."""

    def __init__(self, layers: "LayeredDocument", pages: "PdfPages", raster: Raster) -> None:
        self._layers, self._pages = layers, pages
        self._clear = raster.transparent
        self.channels = (
            4 if raster.transparent or (_outline(raster, Size(1, 1)) and raster.outside_shape == "clear") else 3
        )
        self._backgrounds: OrderedDict[Background, Pixels] = OrderedDict()

    def draw(self, number: int, size: tuple[int, int]) -> Pixels:
        """Return a page as a new picture."""
        background = self._layers.backgrounds[number]
        pixels = self._background(background, size).copy() if background.items else self._blank(size)
        self._pages.draw(number, pixels)
        return pixels

    def bands(self, number: int, size: tuple[int, int]) -> Iterator[Pixels]:
        """Yield a large page from top to bottom, one band at a time."""
        width, height = size
        background = self._layers.backgrounds[number]
        own = [self._layers.layer_pages[background._replace(items=(item,))] for item in background.items]
        rows = max(1, _BAND // (width * self.channels))
        for down in range(0, height, rows):
            band = self._blank((width, min(rows, height - down)))
            for page in (*own, number):
                self._pages.draw(page, band, offset=down, height=height)
            yield band

    def _blank(self, size: tuple[int, int]) -> Pixels:
        return blank(*size, self.channels, clear=self._clear)

    def _background(self, background: "Background", size: tuple[int, int]) -> Pixels:
        """Return a background, drawn over its longest cached part. The caller must copy it before drawing on it."""
        pixels = self._backgrounds.get(background)
        if pixels is None:
            items = background.items
            shorter = (background._replace(items=items[:count]) for count in range(len(items) - 1, 0, -1))
            start = next((part for part in shorter if part in self._backgrounds), None)
            pixels = self._backgrounds[start].copy() if start else self._blank(size)
            for item in items[len(start.items) if start else 0 :]:
                self._pages.draw(self._layers.layer_pages[background._replace(items=(item,))], pixels)
            self._backgrounds[background] = pixels
            while len(self._backgrounds) > 1 and sum(len(one.data) for one in self._backgrounds.values()) > _MAX_CACHED:
                self._backgrounds.popitem(last=False)
        self._backgrounds.move_to_end(background)
        return pixels


class _Masks:
    """Functions that clear or fill pictures outside an outline; the mask is drawn once for each page size."""

    def __init__(self, raster: Raster, pdf: Pdf) -> None:
        self._raster, self._pdf = raster, pdf
        self._by_size: dict[Size, Callable[[Pixels], Pixels]] = {}

    def cut_function(self, page: Page, size: tuple[int, int]) -> Callable[[Pixels], Pixels]:
        """Return the function that clears or fills a page outside its outline."""
        outline = _outline(self._raster, page.size)
        if outline is None:
            return lambda pixels: pixels
        if page.size not in self._by_size:
            mask = self._mask(outline, page.size, size)
            inside = _inner_spans(mask) if self._raster.outside_shape == "edge" else ()
            self._by_size[page.size] = (
                partial(_fill_outside, inside=inside) if inside else partial(_clear_outside, mask=mask)
            )
        return self._by_size[page.size]

    def _mask(self, outline: Outline, page: Size, size: tuple[int, int]) -> Pixels:
        mask = blank(*size, 1)
        with PdfPages(self._pdf(Document("", (Page(page, (Shape(outline, "#000000"),)),)))) as pages:
            pages.draw(0, mask)
        return mask


def _outline(raster: Raster, size: Size) -> Outline | None:
    if raster.shape is not None:
        return raster.shape
    return rounded_rectangle(Rect(0, 0, *size), raster.radius) if raster.radius else None


def _encode(pixels: Pixels, file_format: str, raster: Raster, cut: Callable[[Pixels], Pixels]) -> list[bytes]:
    """Return the files of a page. Runs in its own thread."""
    pixels = cut(pixels)
    pictures = [pixels.centre_crop(*size) for size in raster.crop_sizes] or [pixels]
    if file_format != "png":
        return [_jpeg(one, raster.dpi) for one in pictures]
    return [png_file(one.width, one.height, one.channels, (one,), raster.dpi) for one in pictures]


def _jpeg(pixels: Pixels, dpi: float) -> bytes:
    """Return a JPEG file without chroma subsampling, so that small coloured type stays readable."""
    from PIL import Image  # noqa: PLC0415 - costs 40 ms, and few pictures are JPEG

    view = memoryview(pixels.data)[pixels.lead :]
    size = (pixels.width, pixels.height)
    picture = Image.frombytes("RGB", size, view, "raw", "RGB", pixels.stride)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY, subsampling=0, dpi=(round(dpi), round(dpi)))
    return out.getvalue()


def _completed(data: list[bytes]) -> Future[list[bytes]]:
    future: Future[list[bytes]] = Future()
    future.set_result(data)
    return future


# Pixels outside an outline: made transparent, or filled with the colours at its edge.
#
# The rasteriser draws the outline as a mask: black inside, white outside, grey on the edge.

_INVERTED: Final = bytes(range(255, -1, -1))


def _clear_outside(pixels: Pixels, mask: Pixels) -> Pixels:
    """Make an RGBA picture transparent outside a mask, in place, and return it."""
    view = memoryview(mask.data)
    for start, row in zip(pixels.row_starts(), mask.row_starts(), strict=True):
        line = bytes(view[row : row + mask.width])
        if line.count(0) != mask.width:
            pixels.data[start + 3 : start + pixels.stride : 4] = line.translate(_INVERTED)
    return pixels


def _inner_spans(mask: Pixels) -> tuple[tuple[int, int], ...]:
    """Return for each row the first pixel well inside a mask, and the pixel after the last; (0, 0) if there is none.

    The mask is convex, as every trim is. Pixels at its edge count as outside, because the rasteriser rounds the sides
    of rectangles to whole pixels, perhaps differently for the face and for the mask.
    """
    rows = [range(0), *(_inked(mask, start) for start in mask.row_starts()), range(0)]
    near = zip(rows, rows[1:], rows[2:], strict=False)
    return tuple(
        (row.start + 1, row.stop - 1) if above and len(row) > 2 and below else (0, 0) for above, row, below in near
    )


def _inked(mask: Pixels, start: int) -> range:
    """Return the range of fully black pixels in the row that begins at ``start`` in the data."""
    end = start + mask.width
    first, last = mask.data.find(0, start, end), mask.data.rfind(0, start, end)
    return range(first - start, last - start + 1) if first >= 0 else range(0)


def _fill_outside(pixels: Pixels, inside: tuple[tuple[int, int], ...]) -> Pixels:
    """Fill an RGB picture outside its spans with the nearest colours of each row, in place, and return it.

    Rows without a span copy the nearest row that has one. So a shop's canvas that is larger than the face has no white.
    """
    filled = [number for number, (first, last) in enumerate(inside) if last > first]
    if not filled:
        return pixels
    data, size, wide = pixels.data, pixels.channels, pixels.channels * pixels.width
    starts = pixels.row_starts()
    for number in filled:
        first, last = inside[number]
        start = starts[number]
        if first:
            at = start + first * size
            data[start:at] = data[at : at + size] * first
        if last < pixels.width:
            at = start + last * size
            data[at : start + wide] = data[at - size : at] * (pixels.width - last)
    for number in range(pixels.height):
        nearest = min(max(number, filled[0]), filled[-1])
        if nearest != number:
            data[starts[number] : starts[number] + wide] = data[starts[nearest] : starts[nearest] + wide]
    return pixels


# Rasteriser (pypdfium2) for our own PDF. PDFium is not thread-safe. No other module imports pypdfium2.

_FORMATS: Final = {1: raw.FPDFBitmap_Gray, 3: raw.FPDFBitmap_BGR, 4: raw.FPDFBitmap_BGRA}
_FLAGS: Final = {1: raw.FPDF_GRAYSCALE, 3: raw.FPDF_REVERSE_BYTE_ORDER, 4: raw.FPDF_REVERSE_BYTE_ORDER}
_WHITE: Final = 0xFFFFFFFF


def blank(width: int, height: int, channels: int = 3, *, clear: bool = False) -> Pixels:
    """Return a white picture with 1 (grey), 3 (RGB) or 4 (RGBA) bytes per pixel; with ``clear`` it is transparent."""
    if not clear:
        pixels = Pixels(width, height, channels, bytearray(b"\xff") * Pixels.byte_size(width, height, channels))
        if pixels.lead:
            pixels.data[:: pixels.stride] = bytes(height)
        return pixels
    return Pixels(width, height, channels, bytearray(b"\xff\xff\xff\x00") * (width * height))


class PdfPages:
    """The pages of a PDF file, which can be drawn into pictures.

    Args:
        pdf: the bytes of the file.
    """

    def __init__(self, pdf: bytes) -> None:
        self._document = pypdfium2.PdfDocument(pdf)

    def __enter__(self) -> Self:
        """Return the pages."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._document.close()

    def draw(self, number: int, into: Pixels, *, offset: int = 0, height: int | None = None) -> None:
        """Draw a page over a picture.

        Args:
            number: the index of the page, from 0.
            into: the picture; the page is scaled to its width.
            offset: the number of pixels of the page above the picture.
            height: the page's height in pixels; by default the picture's height.
        """
        page = raw.FPDF_LoadPage(self._document, number)
        first = (ctypes.c_char * len(into.data)).from_buffer(into.data)
        start = ctypes.byref(first, into.lead)
        size = into.width, into.height
        bitmap = raw.FPDFBitmap_CreateEx(*size, _FORMATS[into.channels], start, into.stride)
        try:
            whole = (0, -offset, into.width, height or into.height)
            raw.FPDF_RenderPageBitmap(bitmap, page, *whole, 0, _FLAGS[into.channels])
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
            raw.FPDF_ClosePage(page)


# Backgrounds shared by several pages: each is rasterised once, and faces are drawn over a copy.
#
# A page is drawn item over item, so one drawn in two steps has the same pixels as one drawn in a single step.
# Backgrounds take half of the time of rasterising a deck.


class Background(NamedTuple):
    """The first items of one or more pages, with the page size and the transform of the items."""

    size: Size
    place: Affine
    items: tuple[Item, ...]


class LayeredDocument(NamedTuple):
    """A document whose first pages lack their backgrounds, followed by pages with one background item each."""

    document: Document
    backgrounds: tuple[Background, ...]
    """The background of each page of the original document."""
    layer_pages: dict[Background, int]
    """The page number of each background item, from 0."""


def split_layers(document: Document) -> LayeredDocument:
    """Return a document with the items that several pages begin with moved to pages of their own."""
    opened = [_opened(page) for page in document.pages]
    starts = [tuple(takewhile(_is_drawing, items)) for _, items in opened]
    counts: Counter[Background] = Counter()
    for page, (place, _), first in zip(document.pages, opened, starts, strict=True):
        counts.update(Background(page.size, place, first[:length]) for length in range(1, len(first) + 1))
    backgrounds = []
    pages = []
    for page, (place, items), first in zip(document.pages, opened, starts, strict=True):
        background = Background(page.size, place, first)
        while background.items and counts[background] == 1:
            background = background._replace(items=background.items[:-1])
        backgrounds.append(background)
        rest = items[len(background.items) :]
        pages.append(page._replace(items=(Group(rest, place),)) if background.items else page)
    layers = _layers(backgrounds)
    numbers = {layer: number for number, layer in enumerate(layers, len(pages))}
    own = tuple(Page(layer.size, (Group(layer.items, layer.place),)) for layer in layers)
    return LayeredDocument(document._replace(pages=(*pages, *own)), tuple(backgrounds), numbers)


def _layers(backgrounds: Sequence[Background]) -> tuple[Background, ...]:
    """Return each background item alone, in drawing order."""
    return tuple(dict.fromkeys(one._replace(items=(item,)) for one in backgrounds for item in one.items))


def _is_drawing(item: Item) -> bool:
    """Return whether an item may be part of a background; texts differ from face to face."""
    return isinstance(item, Use | Shape) or (isinstance(item, Group) and item.element is None)


def _opened(page: Page) -> tuple[Affine, tuple[Item, ...]]:
    """Return the transform and items of a page, with an outer group or symbol opened."""
    place, items = IDENTITY, page.items
    while len(items) == 1:
        match items[0]:
            case Use(symbol, transform, _):
                place, items = place @ transform, symbol.items
            case Group(inside, transform, None):
                place, items = place @ transform, inside
            case _:
                break
    return place, items
