"""Rendering of products as files: each in its own format, and its pages also in other requested formats."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.calibration.correction import corrected_document
from punchboard.model.print_options import PrintOptions, Raster
from punchboard.products import ComposedGame, Product
from punchboard.render import FORMATS, render
from punchboard.render.colour.names import Names
from punchboard.render.printing import FileSectionSource, Printing, no_file_section
from punchboard.scene import Document, Image


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
        formats: the requested formats of its pages.
        print_options: the print options of the build.
        printing: renders its PDF file.

    Raises:
        ProblemsFound: when a file cannot be rendered, or does not meet the standard of its press.
    """
    match product.format:
        case "pdf":
            return _pdf_and_pages(product, formats, print_options, printing)
        case "html":
            from punchboard.render.svg.packed_drawings import drawn_html  # noqa: PLC0415 - brings svgwrite

            return iter((RenderedFile(product.path, drawn_html(product.data, product.document.pages)),))
        case "epub":
            return iter((RenderedFile(product.path, _epub(product)),))
        case "data":
            return iter((RenderedFile(product.path, product.data),))
        case name if name in FORMATS:
            return _own_files(product)
        case unknown:
            raise ValueError(f"product {product.path!r} has the unknown format {unknown!r}")


def _own_files(product: Product) -> Iterator[RenderedFile]:
    """Yield the files of a product in its own format, each under its own name and those of its duplicates."""
    names = product.page_paths or (product.path,)
    files = FORMATS[product.format].files(product.document, product.raster)
    for name, data in zip(names, files, strict=True):
        yield from (RenderedFile(path, data) for path in (name, *product.duplicates.get(name, ())))


def _epub(product: Product) -> bytes:
    """Return the package of an e-book: its texts, then its figures as SVG."""
    from punchboard.render.epub.package import packaged  # noqa: PLC0415 - few builds make it

    figures = FORMATS["svg"].files(product.document, product.raster)
    return packaged({**product.members, **dict(zip(product.page_paths, figures, strict=True))})


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
    """Yield a PDF if requested, and its pages in the other requested formats."""
    document = correct_for_printer(product, print_options)
    pages, stem = len(document.pages), product.path.removesuffix(".pdf")
    for name in formats:
        if name == "pdf":
            yield RenderedFile(product.path, _pdf_bytes(product, document, print_options, printing), pages)
            continue
        files = FORMATS[name].files(document, Raster(print_options.dpi))
        if FORMATS[name].is_one_file:
            yield RenderedFile(f"{stem}.{name}", next(files), pages)
        else:
            yield from (RenderedFile(f"{stem}-{name}/{number:03}.{name}", data) for number, data in enumerate(files, 1))


def correct_for_printer(product: Product, print_options: PrintOptions) -> Document:
    """Return a product's document with the correction for the user's printer, if the product is printed at home."""
    if print_options.printer is None or not product.is_home_print:
        return product.document
    return corrected_document(product.document, print_options.printer, product.flip)
