"""Pages as pictures: one thread draws, others compress what is drawn."""

from __future__ import annotations

import io
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Final

from punchboard.geometry import Outline, Rect, Size, rounded_rectangle
from punchboard.model.options import Raster
from punchboard.render.png.edges import clear_outside, fill_outside, inner_spans
from punchboard.render.png.file import Pixels, png_file
from punchboard.render.png.layers import Background, LayeredDocument, split_layers
from punchboard.render.png.pdfium import PdfPages, blank
from punchboard.scene import Document, Page, Shape
from punchboard.units import MM_PER_INCH

_KEPT: Final = 48_000_000
"""Bytes of grounds that are kept to be drawn upon."""

_WAITING: Final = 96_000_000
"""Bytes of pictures that may wait to be compressed; one more is always taken."""

_BAND: Final = 64_000_000
"""A picture of more bytes is drawn and compressed in bands."""

_QUALITY: Final = 90

Pdf = Callable[[Document], bytes]


def page_pictures(document: Document, form: str, raster: Raster, pdf: Pdf) -> Iterator[bytes]:
    """Yield every page of a document as the bytes of a picture, or of as many as are cut from it.

    Args:
        document: the pages.
        form: png or jpg.
        raster: how fine they are, and what is cut away.
        pdf: makes the file that is rasterised.
    """
    if form != "png":  # JPEG knows nothing clear
        raster = raster._replace(
            transparent=False, radius=0.0, shape=raster.shape if raster.outside_shape == "edge" else None
        )
    layers = split_layers(document)
    with PdfPages(pdf(layers.document)) as pages, ThreadPoolExecutor(os.cpu_count()) as pool:
        drawer, masks = _Drawer(layers, pages, raster), _Masks(raster, pdf)
        waiting: deque[tuple[Future[list[bytes]], int]] = deque()
        for number, page in enumerate(document.pages):
            size = pixel_size(page.size, raster)
            if size[0] * size[1] * drawer.channels > _BAND and _is_plain(raster) and form == "png":
                data = png_file(*size, drawer.channels, drawer.bands(number, size), raster.dpi)
                waiting.append((_done([data]), 0))
            else:
                pixels = drawer.draw(number, size)
                waiting.append(
                    (pool.submit(_encode, pixels, form, raster, masks.cut_function(page, size)), len(pixels.data))
                )
            while waiting and (waiting[0][0].done() or sum(room for _, room in waiting) > _WAITING):
                yield from waiting.popleft()[0].result()
        for future, _ in waiting:
            yield from future.result()


def _is_plain(raster: Raster) -> bool:
    """Tell whether a page's pixels are what is drawn, with nothing cut or filled."""
    return raster.shape is None and not raster.radius and not raster.crop_sizes


def pixel_size(size: Size, raster: Raster) -> tuple[int, int]:
    """Return how many pixels a page of a size in mm is wide and high."""
    if raster.pixels is not None:
        return raster.pixels
    width, height = (max(1, round(length / MM_PER_INCH * raster.dpi)) for length in size)
    return width, height


class _Drawer:
    """Draws pages, each over what it shares with others; the grounds used last are kept."""

    def __init__(self, layers: LayeredDocument, pages: PdfPages, raster: Raster) -> None:
        self._layers, self._pages = layers, pages
        self._clear = raster.transparent
        self.channels = (
            4 if raster.transparent or (_outline(raster, Size(1, 1)) and raster.outside_shape == "clear") else 3
        )
        self._backgrounds: OrderedDict[Background, Pixels] = OrderedDict()

    def draw(self, number: int, size: tuple[int, int]) -> Pixels:
        """Return a page in a picture of its own."""
        beneath = self._layers.backgrounds[number]
        pixels = self._background(beneath, size).copy() if beneath.items else self._blank(size)
        self._pages.draw(number, pixels)
        return pixels

    def bands(self, number: int, size: tuple[int, int]) -> Iterator[Pixels]:
        """Yield a large page from top to bottom, never holding more than a band of it."""
        width, height = size
        beneath = self._layers.backgrounds[number]
        own = [self._layers.layer_pages[beneath._replace(items=(item,))] for item in beneath.items]
        rows = max(1, _BAND // (width * self.channels))
        for down in range(0, height, rows):
            band = self._blank((width, min(rows, height - down)))
            for page in (*own, number):
                self._pages.draw(page, band, offset=down, height=height)
            yield band

    def _blank(self, size: tuple[int, int]) -> Pixels:
        return blank(*size, self.channels, clear=self._clear)

    def _background(self, beneath: Background, size: tuple[int, int]) -> Pixels:
        """Return what lies beneath, drawn over the longest part of it that is known; it may not be drawn upon."""
        found = self._backgrounds.get(beneath)
        if found is None:
            items = beneath.items
            shorter = (beneath._replace(items=items[:count]) for count in range(len(items) - 1, 0, -1))
            start = next((one for one in shorter if one in self._backgrounds), None)
            found = self._backgrounds[start].copy() if start else self._blank(size)
            for item in items[len(start.items) if start else 0 :]:
                self._pages.draw(self._layers.layer_pages[beneath._replace(items=(item,))], found)
            self._backgrounds[beneath] = found
            while len(self._backgrounds) > 1 and sum(len(one.data) for one in self._backgrounds.values()) > _KEPT:
                self._backgrounds.popitem(last=False)
        self._backgrounds.move_to_end(beneath)
        return found


class _Masks:
    """What is done with pictures after they are drawn: the outline that shows is drawn once for pages of one size."""

    def __init__(self, raster: Raster, pdf: Pdf) -> None:
        self._raster, self._pdf = raster, pdf
        self._known: dict[Size, Callable[[Pixels], Pixels]] = {}

    def cut_function(self, page: Page, size: tuple[int, int]) -> Callable[[Pixels], Pixels]:
        """Return what cuts away, or fills, what lies outside the outline of a page."""
        outline = _outline(self._raster, page.size)
        if outline is None:
            return lambda pixels: pixels
        if page.size not in self._known:
            mask = self._drawn(outline, page.size, size)
            inside = inner_spans(mask) if self._raster.outside_shape == "edge" else ()
            self._known[page.size] = (
                partial(fill_outside, inside=inside) if inside else partial(clear_outside, mask=mask)
            )
        return self._known[page.size]

    def _drawn(self, outline: Outline, page: Size, size: tuple[int, int]) -> Pixels:
        mask = blank(*size, 1)
        with PdfPages(self._pdf(Document("", (Page(page, (Shape(outline, "#000000"),)),)))) as pages:
            pages.draw(0, mask)
        return mask


def _outline(raster: Raster, size: Size) -> Outline | None:
    if raster.shape is not None:
        return raster.shape
    return rounded_rectangle(Rect(0, 0, *size), raster.radius) if raster.radius else None


def _encode(pixels: Pixels, form: str, raster: Raster, cut: Callable[[Pixels], Pixels]) -> list[bytes]:
    """Return the bytes of a page's files, in a thread of its own."""
    pixels = cut(pixels)
    pictures = [pixels.centre_crop(*size) for size in raster.crop_sizes] or [pixels]
    if form != "png":
        return [_jpeg(one, raster.dpi) for one in pictures]
    return [png_file(one.width, one.height, one.channels, (one,), raster.dpi) for one in pictures]


def _jpeg(pixels: Pixels, dpi: float) -> bytes:
    """Return a JPEG file whose colours are as fine as its lights: small coloured type stays readable."""
    from PIL import Image

    view = memoryview(pixels.data)[pixels.lead :]
    size = (pixels.width, pixels.height)
    picture = Image.frombytes("RGB", size, view, "raw", "RGB", pixels.stride)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY, subsampling=0, dpi=(round(dpi), round(dpi)))
    return out.getvalue()


def _done(data: list[bytes]) -> Future[list[bytes]]:
    future: Future[list[bytes]] = Future()
    future.set_result(data)
    return future
