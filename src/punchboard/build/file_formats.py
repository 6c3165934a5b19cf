"""Products become files: each in its own form, and every page in others where that is asked for."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.calibration.correction import corrected_document
from punchboard.model.options import PrintOptions, Raster
from punchboard.products import ComposedGame, Product
from punchboard.render import render, render_pictures
from punchboard.render.colour.names import Names
from punchboard.render.printing import FileSectionSource, Printing, no_file_section
from punchboard.scene import Document, Image, Page


class RenderedFile(NamedTuple):
    """One file: its path in the game's folder, its bytes and how many pages it has."""

    path: str
    data: bytes
    pages: int = 1


def make_printing(composed: ComposedGame, drawn: FileSectionSource | None = None) -> Printing:
    """Return what makes the PDF files of a game; it knows what the game calls its colours and pictures."""

    def named(image: Image) -> str:
        pictures = composed.loaded.pictures
        return next((path for path in pictures if pictures[path].digest == image.digest), "of another folder")

    colours = {colour: name for name, colour in composed.loaded.layouts.theme.colours.items()}
    return Printing(composed.print_options.profile, Names(colours, named), drawn or no_file_section)


def render_product(
    product: Product, formats: Sequence[str], print_options: PrintOptions, printing: Printing
) -> Iterator[RenderedFile]:
    """Yield each file of a product.

    Args:
        product: what is to be made.
        formats: the forms of pages besides PDF that were asked for: svg, png.
        print_options: what the build was asked for.
        printing: makes its PDF file.

    Raises:
        ProblemsFound: when a file cannot be made, or is not what it was to be built to.
    """
    match product.format:
        case "pdf":
            yield from _pdf_and_pages(product, formats, print_options, printing)
        case "svg" | "dxf":
            yield RenderedFile(product.path, render(product.format, product.document))
        case "png" | "jpg":
            yield from _pictures(product)
        case "html":
            from punchboard.render.svg.html_drawings import insert_drawings  # noqa: PLC0415 - brings svgwrite

            yield RenderedFile(product.path, insert_drawings(product.data, product.document.pages))
        case "data":
            yield RenderedFile(product.path, product.data)
        case unknown:
            raise ValueError(f"product {product.path!r} has the unknown form {unknown!r}")


def _pictures(product: Product) -> Iterator[RenderedFile]:
    """Yield each page as a picture under its own name."""
    names = product.page_paths or (product.path,)
    pictures = render_pictures(product.document, product.format, product.raster)
    for name, data in zip(names, pictures, strict=True):
        yield from (RenderedFile(path, data) for path in (name, *product.duplicates.get(name, ())))


def _pdf_bytes(product: Product, document: Document, print_options: PrintOptions, printing: Printing) -> bytes:
    """Return a product's document as a PDF file; one for a press is opened again and checked."""
    if product.is_screen_only:
        return render("pdf", document)
    standard = print_options.standard if product.standard is None else product.standard
    data = printing.pdf(product.path, document, standard, product.ink_limit)
    if standard.startswith("x-"):
        from punchboard.verify.pdfx import check_pdfx  # noqa: PLC0415 - brings pikepdf

        check_pdfx(product.path, data, standard)
    return data


def _pdf_and_pages(
    product: Product, formats: Sequence[str], print_options: PrintOptions, printing: Printing
) -> Iterator[RenderedFile]:
    """Yield a PDF, and each of its pages in the other forms that were asked for."""
    document = correct_for_printer(product, print_options)
    pages, stem = document.pages, product.path.removesuffix(".pdf")
    if "pdf" in formats:
        yield RenderedFile(product.path, _pdf_bytes(product, document, print_options, printing), len(pages))
    for form in formats:
        if form != "pdf":
            files = _page_files(document, form, print_options)
            yield from (RenderedFile(f"{stem}-{form}/{number:03}.{form}", data) for number, data in enumerate(files, 1))


def _page_files(document: Document, form: str, print_options: PrintOptions) -> Iterator[bytes]:
    """Yield every page in a form of its own; PNG of all pages together, from one file."""
    if form == "png":
        return render_pictures(document, form, Raster(print_options.dpi))
    return (render(form, _single_page(document, page)) for page in document.pages)


def correct_for_printer(product: Product, print_options: PrintOptions) -> Document:
    """Return a product's document as the printer that was asked for needs it: only what is printed at home."""
    if print_options.printer is None or not product.is_home_print:
        return product.document
    return corrected_document(product.document, print_options.printer, product.flip)


def _single_page(document: Document, page: Page) -> Document:
    return document._replace(title=f"{document.title} {page.label}".strip(), pages=(page,))
