"""Print shops: for each a folder that is ready to be uploaded, and a text of what to choose there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.expression import ExpressionError, template
from punchboard.geometry import Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.printing.shop import ShopFile, is_plain_path
from punchboard.problem import Place, Problem, Severity, fail
from punchboard.products.expected import expected_deck
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.shops.decks import ShopCard, ShopDeck, cards, shop_decks
from punchboard.products.shops.pages import PlacedFace
from punchboard.products.shops.product_match import ProductMatch, page_size
from punchboard.products.shops.read_me import layouts_near_cut, read_me
from punchboard.products.shops.shop_pictures import ShopPictures
from punchboard.scene import Document, Page


def shops(composed: ComposedGame) -> Iterator[Product]:
    """Yield the folders of all shops, or of those that were asked for (``shops/the-game-crafter``).

    A shop that prints in CMYK alone is left out of a build without a profile; the build says so.

    Raises:
        ProblemsFound: when the file of a shop is none, or its text cannot be worked out.
    """
    every = cards(composed)
    album = ShopPictures(composed.game.title)
    for name in composed.loaded.layouts.shops:
        if not composed.wants("shops", name):
            continue
        shop, place = composed.loaded.layouts.shops[name], Place(f"layouts/shops/{name}.yaml")
        if shop.colour == "cmyk" and composed.print_options.profile is None:
            composed.notes.append(_no_profile(shop, place))
        else:
            yield from _Folder(composed, shop, f"shops/{name}", place).products(every, album)
    yield from album.products()


class _Folder:
    """One shop's folder."""

    def __init__(self, composed: ComposedGame, shop: ShopFile, path: str, place: Place) -> None:
        self._composed, self._shop, self._path, self._place = composed, shop, path, place
        self._taken: dict[str, object] = {}

    def products(self, every: Sequence[ShopCard], album: ShopPictures) -> Iterator[Product]:
        """Yield the decks and the text, put pictures into an album; nothing for a shop that makes no component."""
        made = shop_decks(every, self._shop)
        if not made:
            return
        if self._shop.form == "pdf":
            yield from map(self._deck, made)
        else:
            self._pictures(made, album)
        near = layouts_near_cut(made, self._shop)
        if near:
            self._composed.notes.append(_too_near(self._shop, near, self._place))
        yield Product(f"{self._path}/{self._shop.text}", format="data", data=self._text(made, every).encode())

    def _text(self, made: Sequence[ShopDeck], every: Sequence[ShopCard]) -> str:
        names = {deck.name: self.deck_files(deck) for deck in made}
        try:
            return read_me(self._composed, self._shop, made, every, names)
        except ExpressionError as error:
            raise fail("EXPR001", self._place, str(error)) from error

    def deck_files(self, deck: ShopDeck) -> list[tuple[str, ShopCard, int]]:
        """Return the files of a deck's fronts in order, with the card of each and the copies that it stands for."""
        if self._shop.form == "pdf":
            return [(self._named(self._shop.file, deck), card, card.copies) for card in deck.cards]
        if self._shop.copies == "table":
            return [(self._named(self._shop.front, deck, card), card, card.copies) for card in deck.cards]
        return [(self._named(self._shop.front, deck, card, slot), card, 1) for slot, card in enumerate(deck.slots, 1)]

    def _fronts(self, deck: ShopDeck) -> Iterator[tuple[str, str, ShopCard]]:
        yield from (("front", name, card) for name, card, _ in self.deck_files(deck))

    def _backs(self, deck: ShopDeck) -> Iterator[tuple[str, str, ShopCard]]:
        """Yield the one file of a back that all share, or one for each file of a front."""
        if len(deck.backs) == 1:
            yield "back", self._named(self._shop.back, deck), deck.cards[0]
            return
        held = deck.slots if self._shop.copies == "files" else deck.cards
        yield from (
            ("back", self._named(self._shop.backs_file, deck, card, slot), card) for slot, card in enumerate(held, 1)
        )

    def _named(self, pattern: str, deck: ShopDeck, card: ShopCard | None = None, slot: int = 0) -> str:
        values = {"deck": deck.name, "id": card.id if card else "", "slot": f"{slot:03}"}
        try:
            name = str(template(pattern)(values))
        except ExpressionError as error:
            raise fail("EXPR001", self._place, str(error)) from error
        if not is_plain_path(name):
            raise fail("FILE003", self._place, f"{name!r} is not the name of a file in the shop's folder")
        return name

    def _file(self, name: str, shown: object) -> str:
        """Return the path of a file, which may show one thing alone."""
        if self._taken.setdefault(name, shown) != shown:
            hint = "put {{ deck }}, and {{ id }} or {{ slot }}, into the names of files"
            raise fail("VALUE001", self._place, f"{name!r} would be the file of two different things", hint)
        return f"{self._path}/{name}"

    def _pictures(self, made: Sequence[ShopDeck], album: ShopPictures) -> None:
        """Put every side of every deck's cards into an album, under its name or names."""
        for deck in made:
            size = page_size(deck.match.product, self._shop)
            for side, name, card in (*self._fronts(deck), *self._backs(deck)):
                face = card.front if side == "front" else card.back
                if face is not None:
                    placed = PlacedFace(face, size, deck.match._replace(turned=card.turned), side)
                    album.add(placed, self._shop.dpi, self._file(name, placed._replace(component="")))

    def _deck(self, deck: ShopDeck) -> Product:
        """Return a deck as one PDF: two pages a card, copies one after another."""
        size, shop = page_size(deck.match.product, self._shop), self._shop
        pages: list[Page] = []
        for card in deck.cards:
            sides = {"front": card.front, "back": card.back}
            found = deck.match._replace(turned=card.turned)
            both = [_page(card, sides[side], size, found, side) for side in shop.order.split("-")]
            pages += both * card.copies
        title = f"{self._composed.game.title}: {deck.name}"
        return Product(
            self._file(self._named(shop.file, deck), deck.name),
            Document(title, tuple(pages), language=self._composed.game.file.language),
            pieces=deck.pieces,
            standard=shop.standard or None,
            ink_limit=shop.ink,
            expected=expected_deck(
                [(card.id, card.front.trim, card.copies, card.back is not None) for card in deck.cards],
                *(size, deck.match.scale, shop.order),
            ),
        )


def _page(card: ShopCard, face: Face | None, size: Size, found: ProductMatch, side: str) -> Page:
    """Return one side of a card on its page; a side that it does not have is a blank one."""
    if face is None:
        return Page(size, (), PlacedFace(card.front, size, found, side).trim, Rect(0, 0, *size), side=side)
    return PlacedFace(face, size, found, side, card.id).pdf_page()


def _no_profile(shop: ShopFile, place: Place) -> Problem:
    message = f"the files for {shop.name} are not made: it prints in CMYK, and no profile was given"
    hint = "give the ICC profile of its press: --profile FILE.icc"
    return Problem("SHOP001", place, message, hint, Severity.WARNING)


def _too_near(shop: ShopFile, near: Sequence[str], place: Place) -> Problem:
    message = f"{shop.name} wants {shop.safe:g} mm between text and the cut; nearer are {', '.join(near)}"
    hint = "move the text in the layouts, or accept that a cut which drifts may come close"
    return Problem("SHOP002", place, message, hint, Severity.WARNING)
