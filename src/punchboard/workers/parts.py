"""The parts of a game's build: products, and of those that are laid on paper each paper by itself."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.build.options import BuildOptions
from punchboard.products import PRODUCTS
from punchboard.products.game.selection import ProductSelection
from punchboard.products.game.validation import select_products

REPORT_PRODUCTS: Final = ("checks", "page")
"""The products that tell of the whole game: they are made where it is checked."""

WEIGHTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "shops": 60,
        "sheets": 40,
        "tabletop-simulator": 38,
        "pictures": 36,
        "cutting": 25,
        "tabletopia": 23,
        "rulebook": 15,
        "components": 10,
    }
)
"""How long products take, against one another: the heaviest are begun first, all others together are one part."""


class Part(NamedTuple):
    """What one job makes."""

    products: tuple[str, ...]
    """Made in this order."""
    paper: int | None = None
    """Which of the papers that were asked for, of products that are laid on them; all when None."""
    checks_game: bool = False
    """Whether it checks the game, and tells what there is to say of it: of the parts of a game exactly one does."""


def whole_build(options: BuildOptions) -> Part:
    """Return all that is made of a game as a single part."""
    return Part(_selected_products(options), checks_game=True)


def split_build(options: BuildOptions) -> tuple[Part, ...]:
    """Return all that is made of a game in parts: first the one that checks it, then the others, the heaviest first."""
    wanted = _selected_products(options)
    heavy = sorted(
        (part for name in wanted if name in WEIGHTS for part in _parts_by_paper(name, len(options.papers))),
        key=_heaviest_first,
    )
    light = tuple(name for name in wanted if name not in WEIGHTS and name not in REPORT_PRODUCTS)
    telling = tuple(name for name in wanted if name in REPORT_PRODUCTS)
    return (Part(telling, checks_game=True), *heavy, *((Part(light),) if light else ()))


def _selected_products(options: BuildOptions) -> tuple[str, ...]:
    return select_products(ProductSelection(options.only), everything=options.print_options.everything)


def _parts_by_paper(product: str, papers: int) -> Iterator[Part]:
    """Yield a product as one part for each paper, where it is laid on any."""
    numbers = range(papers) if PRODUCTS[product].is_per_paper else (None,)
    yield from (Part((product,), number) for number in numbers)


def _heaviest_first(part: Part) -> float:
    (product,) = part.products
    return -WEIGHTS[product] / (1 if part.paper is None else 2)
