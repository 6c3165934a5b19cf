"""The files of a game: each product is rendered and each PDF verified, one file at a time."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from punchboard.build_result import FileRecord
from punchboard.pipeline.file_formats import RenderedFile, render_product
from punchboard.problem import Problem
from punchboard.products import PRODUCTS, BuildReport, ComposedGame, Product
from punchboard.products.expected import expected_file
from punchboard.render import format_of
from punchboard.render.printing import Printing
from punchboard.write import file_record

if TYPE_CHECKING:
    from punchboard.render.colour.ink_report import InkExcesses
    from punchboard.verify import Proof


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
    for number, document in enumerate(PRODUCTS[product].make(composed, report)):
        if paper is None or paper == document.paper:
            rendered = render_product(document, options.formats, composed.print_options, options.printing)
            finish = partial(_finish_file, composed, product, document, number, options.printing)
            yield from map(finish, rendered)  # a loop would hold a file while the next is made


def planned_files(composed: ComposedGame, product: str) -> Iterator[tuple[str, int]]:
    """Yield the path and the number of pages of each document of a product, without rendering any."""
    for document in PRODUCTS[product].make(composed):
        yield document.path, len(document.document.pages) if document.format == "pdf" else 1


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
