"""What makes files: a stream of values, each a file with its bytes, its record and what its proof found."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from punchboard.build.documents import Named, documents_of
from punchboard.build.file_formats import Output, rendered
from punchboard.build_result import FileRecord
from punchboard.problem import Problem
from punchboard.products import PRODUCTS, Composed, Product
from punchboard.products.expected import expectation
from punchboard.products.game.selection import Chosen
from punchboard.render.printing import Printing
from punchboard.write import record

if TYPE_CHECKING:
    from punchboard.cache.product_cache import Keys
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
    key: str = ""
    """The hash of that document, by which the next build knows it; nothing where it is none."""
    again: bool = False
    """Whether it is kept from the last output, and so has no data."""


class Sent(NamedTuple):
    """What somebody else has made of a document."""

    key: str
    """The hash of the document."""
    files: Sequence[Made]


class Others(Protocol):
    """Those who make files beside this process."""

    def made(self, path: str) -> Sent | None:
        """Return what they have made of a document; None when it is to be made here."""

    def listed(self, product: str) -> None:
        """Let them tell of the documents of a product, when they know them sooner."""


class Nobody:
    """Nobody else makes files."""

    def made(self, _path: str) -> None:
        """Return nothing: all is made here."""

    def listed(self, _product: str) -> None:
        """Do nothing: nobody knows more."""


NOBODY: Final = Nobody()


class Making(NamedTuple):
    """How files are made: in which forms besides PDF (svg, png), and by what PDF files are printed."""

    formats: Sequence[str]
    printing: Printing
    kept: "Keys | None" = None
    """Knows documents, and the files of the last output where they are at hand; None where none are kept."""
    others: Others = NOBODY


def wanted_products(chosen: Chosen, *, everything: bool) -> tuple[str, ...]:
    """Return the names of the products that are made: those named, the table set, or all; in the order of making."""
    return tuple(
        name
        for name, maker in PRODUCTS.items()
        if chosen.named(name) or (chosen.wants(name) and (everything or not maker.extra))
    )


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
    making.others.listed(product)
    for number, one in enumerate(documents_of(composed, product, making.kept)):
        if paper is None or paper == one.paper:
            for made in _of(composed, product, one, making):
                composed.made[made.record.path] = (product, made.record.pages)
                yield made._replace(number=number)


def foreseen(composed: Composed, product: str) -> Iterator[tuple[str, int]]:
    """Yield the paths and the pages of the documents of a product that somebody else makes."""
    for one in PRODUCTS[product].make(composed):
        yield one.path, len(one.document.pages) if one.form == "pdf" else 1


def _of(composed: Composed, name: str, one: Named, making: Making) -> Iterator[Made]:
    """Yield the files of one document: what others have made, or what the last output has, or what is made now."""
    # others are asked first: the hash of what they have made is theirs, and not worked out here as well
    sent = making.others.made(one.path)
    key, files = sent or (one.key, _again(one, making) or made_here(composed, name, one.product(), making))
    yield from (made._replace(key=key) for made in files)


def _again(one: Named, making: Making) -> Sequence[Made]:
    """Return the files of a document that the last output has, when nothing of it has changed since."""
    records = making.kept.again(one.key) if one.key and making.kept is not None else ()
    return [Made(found, b"", again=True) for found in records]


def made_here(composed: Composed, name: str, product: Product, making: Making) -> Iterator[Made]:
    """Yield the files of one document, made now.

    Raises:
        ProblemsFound: when one cannot be made, or is not what it was to be built to.
    """
    ask = composed.answers.apart(product.path)
    for output in rendered(product, making.formats, composed.wishes, making.printing, ask):
        yield _made(composed, name, product, output)._replace(ink=making.printing.taken())


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

    expected = expectation(product, output.pages, composed.wishes)
    return prove(f"{composed.game.output}/{output.path}", output.data, expected)
