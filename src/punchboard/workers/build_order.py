"""The order to build one game, in one language, and its parts: its products, on each paper."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from punchboard.pipeline import BuildOptions
from punchboard.problem import Place, Problem
from punchboard.products import PRODUCTS
from punchboard.products.game.books import ProductSelection
from punchboard.products.game.validation import select_products

LOST_WORKER: Final = "BUILD001"


class BuildOrder(NamedTuple):
    """A game to build, and how."""

    game: str
    options: BuildOptions

    @property
    def output(self) -> str:
        """The name of the game's output folder, different for each order of a build."""
        return self.options.output(self.game).name


def lost_worker_problem(folder: str, why: str = "") -> Problem:
    """Return the problem that the worker process that built a game has ended.

    Args:
        folder: the folder of the game.
        why: the reason that the executor gives.
    """
    ended = f"was lost: {why}" if why else "was killed"
    hint = "the machine may have run out of memory; build one game at a time"
    return Problem(LOST_WORKER, Place(folder), f"the process that built this game {ended}", hint)


REPORT_PRODUCTS: Final = ("checks", "page")
"""The products that report on the whole game: they belong to the part that checks it."""

WEIGHTS: Final[Mapping[str, int]] = {
    "shops": 60,
    "sheets": 40,
    "tabletop-simulator": 38,
    "pictures": 36,
    "cutting": 25,
    "tabletopia": 23,
    "rulebook": 15,
    "components": 10,
}
"""The relative build times of products. The slowest start first; all products that are not here form one part."""


class Part(NamedTuple):
    """The products that one job makes."""

    products: tuple[str, ...]
    """The products, in the order they are made."""
    paper: int | None = None
    """The index of the only paper to make products for, among the papers of the build; None for all."""
    checks_game: bool = False
    """Whether it also checks the game and returns its summary: exactly one part of a game does."""


def whole_build(options: BuildOptions) -> Part:
    """Return the whole build of a game as a single part."""
    return Part(_selected_products(options), checks_game=True)


def split_build(options: BuildOptions) -> tuple[Part, ...]:
    """Return the parts of a game's build: first the one that checks it, then the others, the slowest first."""
    selected = _selected_products(options)
    heavy = sorted(
        (part for name in selected if name in WEIGHTS for part in _parts_by_paper(name, len(options.papers))),
        key=_heaviest_first,
    )
    light = tuple(name for name in selected if name not in WEIGHTS and name not in REPORT_PRODUCTS)
    reports = tuple(name for name in selected if name in REPORT_PRODUCTS)
    return (Part(reports, checks_game=True), *heavy, *((Part(light),) if light else ()))


def _selected_products(options: BuildOptions) -> tuple[str, ...]:
    return select_products(ProductSelection(options.only), everything=options.print_options.everything)


def _parts_by_paper(product: str, papers: int) -> Iterator[Part]:
    """Yield one part for each paper of a product on paper; one part for any other product."""
    numbers = range(papers) if PRODUCTS[product].is_per_paper else (None,)
    yield from (Part((product,), number) for number in numbers)


def _heaviest_first(part: Part) -> float:
    (product,) = part.products
    return -WEIGHTS[product] / (1 if part.paper is None else 2)
