"""The files of a game: each product is rendered in its formats and each PDF verified, one file at a time."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from punchboard.build_result import FileRecord
from punchboard.compose.calibration import corrected_document
from punchboard.model.print_options import PrintOptions, Raster
from punchboard.pixels import PILLOW_HINT, can_decode
from punchboard.problem import Place, Problem, fail
from punchboard.products import PRODUCTS, BuildReport, ComposedGame, Product
from punchboard.products.expected import expected_file
from punchboard.render import FORMATS, format_of, render
from punchboard.render.colour.inks import Names
from punchboard.render.printing import FileSectionSource, Printing, no_file_section
from punchboard.scene import Document, Image
from punchboard.write import file_record

if TYPE_CHECKING:
    from punchboard.render.colour.ink_report import InkExcesses
    from punchboard.verify import Proof


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
        hashes = {image.digest, image.scaled_from}
        return next((path for path in pictures if pictures[path].digest in hashes), "of another folder")

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
            from punchboard.render.svg.html_drawings import drawn_html  # noqa: PLC0415 - brings svgwrite

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
    """Yield the files of a product in its own format, each under its own name and those of its duplicates.

    Raises:
        ProblemsFound: PICT001 for pictures in JPEG where Pillow is missing.
    """
    if product.format == "jpg" and not can_decode():
        raise fail("PICT001", Place(product.path), "a JPEG picture cannot be made here without Pillow", PILLOW_HINT)
    names = product.page_paths or (product.path,)
    files = FORMATS[product.format].files(product.document, product.raster)
    for name, data in zip(names, files, strict=True):
        yield from (RenderedFile(path, data) for path in (name, *product.duplicates.get(name, ())))


def _epub(product: Product) -> bytes:
    """Return the package of an e-book: its texts, then its figures as SVG."""
    from punchboard.render.epub import packaged  # noqa: PLC0415 - few builds make it

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


class BuiltFile(NamedTuple):
    """One file, ready to be written."""

    record: FileRecord
    data: bytes
    problems: tuple[Problem, ...] = ()
    """The problems that verification found; with any, the old output stays."""
    ink: "InkExcesses | None" = None
    """Where the ink of the file exceeds the limit of its press; None when it was not measured."""
    number: int = 0
    """The position of its document among those of its product, from 0."""


class FileOptions(NamedTuple):
    """The formats that pages are rendered in, and how PDF files are printed."""

    formats: Sequence[str]
    printing: Printing


def build_files(
    composed: ComposedGame, product: str, report: BuildReport, options: FileOptions, paper: str | None = None
) -> Iterator[BuiltFile]:
    """Yield the files of one product.

    Args:
        composed: the game.
        product: the name of the product.
        report: the findings of the build and the files made so far.
        options: the formats of the files.
        paper: the only paper to make files for; "" for files without a paper, None for all files.

    Raises:
        ProblemsFound: when a file cannot be rendered, or does not meet the standard of its press.
    """
    for number, made in enumerate(PRODUCTS[product].make(composed, report)):
        if paper is None or paper == made.paper:
            rendered = render_product(made, options.formats, composed.print_options, options.printing)
            finish = partial(_finish_file, composed, product, made, number, options.printing)
            yield from map(finish, rendered)  # a loop would hold a file while the next is made


def planned_files(composed: ComposedGame, product: str) -> Iterator[tuple[str, int]]:
    """Yield the path and the number of pages of each document of a product, without rendering any."""
    for made in PRODUCTS[product].make(composed):
        yield made.path, len(made.document.pages) if made.format == "pdf" else 1


def _finish_file(  # noqa: PLR0917 - all that is known of a file
    composed: ComposedGame, name: str, product: Product, number: int, printing: Printing, rendered: RenderedFile
) -> BuiltFile:
    """Return a rendered file with its record and the problems that verification and the measuring of ink found."""
    proof = _verify(composed, product, rendered)
    counted = proof.record if proof is not None else None
    path, data, pages = rendered
    entry = file_record(path, name, data, pages=pages, pieces=product.pieces, proof=counted)
    problems = proof.problems if proof is not None else ()
    return BuiltFile(entry, data, problems, printing.pop_ink_excesses(), number)


def _verify(composed: ComposedGame, product: Product, rendered: RenderedFile) -> "Proof | None":
    """Read a file again and compare it with the expectations of the catalog; return None if its format has no proof."""
    file_format = format_of(rendered.path)
    if file_format is None or not file_format.is_verified:
        return None
    from punchboard.verify import prove  # noqa: PLC0415 - `check` makes no files

    expected = expected_file(product, rendered.pages, composed.print_options)
    return prove(f"{composed.game.output_name}/{rendered.path}", rendered.data, expected)
