"""What makes files: a stream of values, each a file with its bytes, its record and what its proof found."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from punchboard.build.file_formats import RenderedFile, render_product
from punchboard.build_result import FileRecord
from punchboard.problem import Problem
from punchboard.products import PRODUCTS, ComposedGame, Product
from punchboard.products.expected import expected_file
from punchboard.render.printing import Printing
from punchboard.write import record

if TYPE_CHECKING:
    from punchboard.render.colour.ink_report import Inked
    from punchboard.verify import Proof


class BuiltFile(NamedTuple):
    """One file, ready to be written."""

    record: FileRecord
    data: bytes
    problems: tuple[Problem, ...] = ()
    """What its proof found wrong; the output of a game with any is thrown away."""
    ink: "Inked | None" = None
    """The account of its ink, where there is any to give."""
    number: int = 0
    """Which of its product's documents it is made from, counted from 0."""


class FileOptions(NamedTuple):
    """How files are made: in which forms besides PDF (svg, png), and by what PDF files are printed."""

    formats: Sequence[str]
    printing: Printing


def build_files(
    composed: ComposedGame, product: str, making: FileOptions, paper: str | None = None
) -> Iterator[BuiltFile]:
    """Yield the files of one product, and note each in ``composed.made``, which later products tell of.

    Args:
        composed: the game.
        product: the name of the product.
        making: how its files are made.
        paper: the one that alone is wanted; nothing for what is laid on none, and None for all.

    Raises:
        ProblemsFound: when a file cannot be made, or is not what it was to be built to.
    """
    for number, one in enumerate(PRODUCTS[product].make(composed)):
        if paper is None or paper == one.paper:
            for output in render_product(one, making.formats, composed.print_options, making.printing):
                made = _build_file(composed, product, one, output)
                composed.made[made.record.path] = (product, made.record.pages)
                yield made._replace(number=number, ink=making.printing.pop_ink_excesses())


def planned_files(composed: ComposedGame, product: str) -> Iterator[tuple[str, int]]:
    """Yield the paths and the pages of the documents of a product that somebody else makes."""
    for one in PRODUCTS[product].make(composed):
        yield one.path, len(one.document.pages) if one.format == "pdf" else 1


def _build_file(composed: ComposedGame, name: str, product: Product, output: RenderedFile) -> BuiltFile:
    path, data, pages = output
    proof = _verify(composed, product, output)
    counted = proof.record if proof is not None else None
    kept = record(path, name, data, pages=pages, pieces=product.pieces, proof=counted)
    return BuiltFile(kept, data, proof.problems if proof is not None else ())


def _verify(composed: ComposedGame, product: Product, output: RenderedFile) -> "Proof | None":
    """Read a PDF again, and return what is in it and what is wrong; other files are not proved."""
    if not output.path.endswith(".pdf"):
        return None
    from punchboard.verify import prove

    expected = expected_file(product, output.pages, composed.print_options)
    return prove(f"{composed.game.output_name}/{output.path}", output.data, expected)
