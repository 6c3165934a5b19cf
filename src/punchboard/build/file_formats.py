"""Products become files: each in its own form, and every page in others where that is asked for."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.calibration.correction import corrected_document
from punchboard.model.options import Raster, Wishes
from punchboard.products import Composed, Product
from punchboard.render import render, render_pictures
from punchboard.render.colour.names import Names
from punchboard.render.printing import FileSectionSource, Printing, no_file_section
from punchboard.scene import Document, Image, Page


class Output(NamedTuple):
    """One file: its path in the game's folder, its bytes and how many pages it has."""

    path: str
    data: bytes
    pages: int = 1


def printing_of(composed: Composed, drawn: FileSectionSource | None = None) -> Printing:
    """Return what makes the PDF files of a game; it knows what the game calls its colours and pictures."""

    def named(image: Image) -> str:
        pictures = composed.material.pictures
        return next((path for path in pictures if pictures[path].digest == image.digest), "of another folder")

    colours = {colour: name for name, colour in composed.material.layouts.theme.colours.items()}
    return Printing(composed.wishes.profile, Names(colours, named), drawn or no_file_section)


def rendered(product: Product, formats: Sequence[str], wishes: Wishes, printing: Printing) -> Iterator[Output]:
    """Yield each file of a product.

    Args:
        product: what is to be made.
        formats: the forms of pages besides PDF that were asked for: svg, png.
        wishes: what the build was asked for.
        printing: makes its PDF file.

    Raises:
        ProblemsFound: when a file cannot be made, or is not what it was to be built to.
    """
    match product.format:
        case "pdf":
            yield from _pages(product, formats, wishes, printing)
        case "svg" | "dxf":
            yield Output(product.path, render(product.format, product.document))
        case "png" | "jpg":
            yield from _pictures(product)
        case "html":
            from punchboard.render.svg.html_drawings import insert_drawings  # noqa: PLC0415 - brings svgwrite

            yield Output(product.path, insert_drawings(product.data, product.document.pages))
        case "data":
            yield Output(product.path, product.data)
        case unknown:
            raise ValueError(f"product {product.path!r} has the unknown form {unknown!r}")


def _pictures(product: Product) -> Iterator[Output]:
    """Yield each page as a picture under its own name."""
    names = product.page_paths or (product.path,)
    pictures = render_pictures(product.document, product.format, product.raster)
    for name, data in zip(names, pictures, strict=True):
        yield from (Output(path, data) for path in (name, *product.duplicates.get(name, ())))


def _pdf(product: Product, document: Document, wishes: Wishes, printing: Printing) -> bytes:
    """Return a product's document as a PDF file; one for a press is opened again and checked."""
    if product.is_screen_only:
        return render("pdf", document)
    standard = wishes.standard if product.standard is None else product.standard
    data = printing.pdf(product.path, document, standard, product.ink_limit)
    if standard.startswith("x-"):
        from punchboard.verify.pdfx import check_pdfx  # noqa: PLC0415 - brings pikepdf

        check_pdfx(product.path, data, standard)
    return data


def _pages(product: Product, formats: Sequence[str], wishes: Wishes, printing: Printing) -> Iterator[Output]:
    """Yield a PDF, and each of its pages in the other forms that were asked for."""
    document = for_printer(product, wishes)
    pages, stem = document.pages, product.path.removesuffix(".pdf")
    if "pdf" in formats:
        yield Output(product.path, _pdf(product, document, wishes, printing), len(pages))
    for form in formats:
        if form != "pdf":
            files = _each(document, form, wishes)
            yield from (Output(f"{stem}-{form}/{number:03}.{form}", data) for number, data in enumerate(files, 1))


def _each(document: Document, form: str, wishes: Wishes) -> Iterator[bytes]:
    """Yield every page in a form of its own; PNG of all pages together, from one file."""
    if form == "png":
        return render_pictures(document, form, Raster(wishes.dpi))
    return (render(form, _single(document, page)) for page in document.pages)


def for_printer(product: Product, wishes: Wishes) -> Document:
    """Return a product's document as the printer that was asked for needs it: only what is printed at home."""
    if wishes.printer is None or not product.is_home_print:
        return product.document
    return corrected_document(product.document, wishes.printer, product.flip)


def _single(document: Document, page: Page) -> Document:
    return document._replace(title=f"{document.title} {page.label}".strip(), pages=(page,))
