"""Rendering of products as files: each in its own format, and its pages also in other requested formats."""

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


def make_printing(composed: ComposedGame, section_source: FileSectionSource | None = None) -> Printing:
    """Return the PDF printing of a game, with the game's names for its colours and pictures for messages.

    Args:
        composed: the game.
        section_source: returns the sections of files that are already drawn.
    """

    def picture_name(image: Image) -> str:
        pictures = composed.loaded.pictures
        return next((path for path in pictures if pictures[path].digest == image.digest), "of another folder")

    colours = {colour: name for name, colour in composed.loaded.layouts.theme.colours.items()}
    return Printing(composed.print_options.profile, Names(colours, picture_name), section_source or no_file_section)


def render_product(
    product: Product, formats: Sequence[str], print_options: PrintOptions, printing: Printing
) -> Iterator[RenderedFile]:
    """Return the files of a product, each rendered when it is reached.

    Args:
        product: the product.
        formats: the requested formats of its pages: pdf, svg, png.
        print_options: the print options of the build.
        printing: renders its PDF file.

    Raises:
        ProblemsFound: when a file cannot be rendered, or does not meet the standard of its press.
    """
    match product.format:
        case "pdf":
            return _pdf_and_pages(product, formats, print_options, printing)
        case "svg" | "dxf":
            return iter((RenderedFile(product.path, render(product.format, product.document)),))
        case "png" | "jpg":
            return _pictures(product)
        case "html":
            from punchboard.render.svg.html_drawings import insert_drawings  # noqa: PLC0415 - brings svgwrite

            return iter((RenderedFile(product.path, insert_drawings(product.data, product.document.pages)),))
        case "data":
            return iter((RenderedFile(product.path, product.data),))
        case unknown:
            raise ValueError(f"product {product.path!r} has the unknown format {unknown!r}")


def _pictures(product: Product) -> Iterator[RenderedFile]:
    """Yield each page as a picture, under its own name and those of its duplicates."""
    names = product.page_paths or (product.path,)
    pictures = render_pictures(product.document, product.format, product.raster)
    for name, data in zip(names, pictures, strict=True):
        yield from (RenderedFile(path, data) for path in (name, *product.duplicates.get(name, ())))


def _pdf_bytes(product: Product, document: Document, print_options: PrintOptions, printing: Printing) -> bytes:
    """Return a document as a PDF file; one of a PDF/X standard is read again and checked."""
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
    """Yield a PDF if requested, and each of its pages in the other requested formats."""
    document = correct_for_printer(product, print_options)
    pages, stem = document.pages, product.path.removesuffix(".pdf")
    if "pdf" in formats:
        yield RenderedFile(product.path, _pdf_bytes(product, document, print_options, printing), len(pages))
    for format_ in formats:
        if format_ != "pdf":
            files = _page_files(document, format_, print_options)
            yield from (
                RenderedFile(f"{stem}-{format_}/{number:03}.{format_}", data) for number, data in enumerate(files, 1)
            )


def _page_files(document: Document, format_: str, print_options: PrintOptions) -> Iterator[bytes]:
    """Yield every page as a file of its own; PNG files of all pages are rendered from one PDF."""
    if format_ == "png":
        return render_pictures(document, format_, Raster(print_options.dpi))
    return (render(format_, _single_page(document, page)) for page in document.pages)


def correct_for_printer(product: Product, print_options: PrintOptions) -> Document:
    """Return a product's document with the correction for the user's printer, if the product is printed at home."""
    if print_options.printer is None or not product.is_home_print:
        return product.document
    return corrected_document(product.document, print_options.printer, product.flip)


def _single_page(document: Document, page: Page) -> Document:
    return document._replace(title=f"{document.title} {page.label}".strip(), pages=(page,))
