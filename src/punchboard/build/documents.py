"""The documents of products by their hashes, which are known of a book that has not changed without setting it."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from punchboard.model.game.game import Game
from punchboard.products import PRODUCTS, Composed, Product

if TYPE_CHECKING:
    from punchboard.cache.product_cache import Keys

_T = TypeVar("_T")

MOST_PAGES: Final = 64
"""Pages of a document that may be kept: the sheets of thousands of cards are made as fast as they are hashed."""


@dataclass(frozen=True)
class Named:
    """A document of a product."""

    path: str
    form: str
    paper: str
    product: Callable[[], Product]
    """Returns it."""
    hashed: Callable[[], str]
    """Returns the hash of all that it is made from; nothing where there is none, or it has too many pages."""

    @cached_property
    def key(self) -> str:
        """The hash of all that it is made from, worked out once."""
        return self.hashed()


def documents_of(composed: Composed, name: str, kept: "Keys | None") -> Iterable[Named]:
    """Return the documents of a product; those of a book that is known are made when they are asked for.

    Args:
        composed: the game.
        name: the name of the product.
        kept: makes the hashes; none is made when it is None.
    """
    book = PRODUCTS[name].of
    known = composed.brief(book).name if kept is not None and book in composed.book_names else ""
    return _of_book(composed, name, known, kept) if known else _made(composed, name, kept)


def _made(composed: Composed, name: str, kept: "Keys | None") -> Iterator[Named]:
    for one in PRODUCTS[name].make(composed):
        yield Named(one.path, one.form, one.paper, partial(_itself, one), partial(_key_of, name, one, kept))


def _of_book(composed: Composed, name: str, book: str, kept: "Keys | None") -> Iterable[Named]:
    """Return the documents of a product that is made of a book alone, by the hash of all that the book is made from."""
    made: list[Named] = []
    rest = _made(composed, name, kept)

    def work(game: Game) -> str:
        made.extend(_made(composed.of(game), name, kept))
        return json.dumps([(one.path, one.form, one.paper, one.key) for one in made])

    known = json.loads(composed.ask_of_game(f"the documents of {name}", (book, composed.asked_for), work).text)

    def product(number: int) -> Product:
        made.extend(islice(rest, max(0, number + 1 - len(made))))  # others may make what follows
        return made[number].product()

    return [
        Named(path, form, paper, partial(product, number), partial(_itself, key))
        for number, (path, form, paper, key) in enumerate(known)
    ]


def _itself(one: _T) -> _T:
    return one


def _key_of(name: str, product: Product, kept: "Keys | None") -> str:
    is_hashed = kept is not None and product.form != "data" and len(product.document.pages) <= MOST_PAGES
    return kept.key(name, product) if kept is not None and is_hashed else ""
