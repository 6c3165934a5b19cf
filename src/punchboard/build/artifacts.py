"""What makes files: a stream of values, each a file with its bytes, its record and what its proof found."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from punchboard.build.file_formats import Output, rendered
from punchboard.build_result import FileRecord
from punchboard.problem import Problem
from punchboard.products import PRODUCTS, Composed, Product
from punchboard.products.expected import expected_file
from punchboard.render.printing import Printing
from punchboard.write import record

if TYPE_CHECKING:
    from punchboard.render.colour.ink_report import Inked
    from punchboard.verify import Proof


class Made(NamedTuple):
    """One file, ready to be written."""

    record: FileRecord
    data: bytes
    problems: tuple[Problem, ...] = ()
    """What its proof found wrong; the output of a game with any is thrown away."""
    ink: "Inked | None" = None
    """The account of its ink, where there is any to give."""
    number: int = 0
    """Which of its product's documents it is made from, counted from 0."""


class Making(NamedTuple):
    """How files are made: in which forms besides PDF (svg, png), and by what PDF files are printed."""

    formats: Sequence[str]
    printing: Printing


def made_files(composed: Composed, product: str, making: Making, paper: str | None = None) -> Iterator[Made]:
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
            for output in rendered(one, making.formats, composed.wishes, making.printing):
                made = _made(composed, product, one, output)
                composed.made[made.record.path] = (product, made.record.pages)
                yield made._replace(number=number, ink=making.printing.pop_ink_excesses())


def foreseen(composed: Composed, product: str) -> Iterator[tuple[str, int]]:
    """Yield the paths and the pages of the documents of a product that somebody else makes."""
    for one in PRODUCTS[product].make(composed):
        yield one.path, len(one.document.pages) if one.format == "pdf" else 1


def _made(composed: Composed, name: str, product: Product, output: Output) -> Made:
    path, data, pages = output
    proof = _proof(composed, product, output)
    counted = proof.record if proof is not None else None
    kept = record(path, name, data, pages=pages, pieces=product.pieces, proof=counted)
    return Made(kept, data, proof.problems if proof is not None else ())


def _proof(composed: Composed, product: Product, output: Output) -> "Proof | None":
    """Read a PDF again, and return what is in it and what is wrong; other files are not proved."""
    if not output.path.endswith(".pdf"):
        return None
    from punchboard.verify import prove  # noqa: PLC0415 - a check makes no file

    expected = expected_file(product, output.pages, composed.wishes)
    return prove(f"{composed.game.output_name}/{output.path}", output.data, expected)
