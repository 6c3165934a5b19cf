"""Products become files: each in its own form, and every page in others where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.model.wishes import Wishes
from punchboard.products import Product
from punchboard.render import render, render_pictures
from punchboard.scene import Document, Page


class Output(NamedTuple):
    """One file: its path in the game's folder, its bytes and how many pages it has."""

    path: str
    data: bytes
    pages: int = 1


def rendered(product: Product, formats: Sequence[str], wishes: Wishes) -> Iterator[Output]:
    """Yield each file of a product.

    Args:
        product: what is to be made.
        formats: the forms of pages besides PDF that were asked for: svg, png.
        wishes: what the build was asked for.
    """
    match product.form:
        case "data":
            yield Output(product.path, product.data)
        case "png" | "jpg":
            yield from _pictures(product)
        case "svg":
            yield Output(product.path, render("svg", product.document))
        case _:
            yield from _pages(product, formats, wishes)


def _pictures(product: Product) -> Iterator[Output]:
    """Yield each page as a picture under its own name."""
    names = product.names or (product.path,)
    pictures = render_pictures(product.document, product.form, product.raster)
    for name, data in zip(names, pictures, strict=True):
        yield Output(name, data)


def _pages(product: Product, formats: Sequence[str], wishes: Wishes) -> Iterator[Output]:
    """Yield a PDF, and each of its pages in the other forms that were asked for."""
    del wishes
    pages, stem = product.document.pages, product.path.removesuffix(".pdf")
    if "pdf" in formats:
        yield Output(product.path, render("pdf", product.document), len(pages))
    for form in formats:
        if form != "pdf":
            for number, page in enumerate(pages, 1):
                yield Output(f"{stem}-{form}/{number:03}.{form}", render(form, _single(product, page)))


def _single(product: Product, page: Page) -> Document:
    document = product.document
    return document._replace(title=f"{document.title} {page.label}".strip(), pages=(page,))
