"""Print shops: for each shop a folder that is ready to upload, with a text that says what to order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.expression import ExpressionError, UnknownNameError, template
from punchboard.geometry import Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.printing.shop import ShopFile, is_plain_path
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity, fail
from punchboard.products.expected import expected_deck
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.shops.decks import ShopCard, ShopDeck, shop_cards, shop_decks
from punchboard.products.shops.pages import PlacedFace
from punchboard.products.shops.product_match import ProductMatch, page_size
from punchboard.products.shops.read_me import layouts_near_cut, read_me
from punchboard.products.shops.shop_pictures import ShopPictures
from punchboard.scene import Document, Page


def shops(composed: ComposedGame) -> Iterator[Product]:
    """Yield the folders of all shops, or of the requested ones (``shops/the-game-crafter``).

    Shops that print only in CMYK are left out of a build without a colour profile; `shop_problems` reports them.

    Raises:
        ProblemsFound: if the templates of a shop's file fail, or give invalid file names.
    """
    all_cards = shop_cards(composed)
    pictures = ShopPictures(composed.game.title)
    for name, shop, place in _requested_shops(composed):
        if not _lacks_profile(shop, composed):
            yield from _Folder(composed, shop, f"shops/{name}", place).products(all_cards, pictures)
    yield from pictures.products()


def shop_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each requested shop that gets no files, and for text closer to the cut than a shop allows."""
    all_cards = shop_cards(composed)
    for _, shop, place in _requested_shops(composed):
        if _lacks_profile(shop, composed):
            yield _no_profile(shop, place)
        elif too_close := layouts_near_cut(shop_decks(all_cards, shop), shop):
            yield _too_close(shop, too_close, place)


def _requested_shops(composed: ComposedGame) -> Iterator[tuple[str, ShopFile, Place]]:
    """Yield each requested shop with its name and the place of its file."""
    shops_by_name = composed.loaded.layouts.shops
    for name in shops_by_name:
        if composed.wants("shops", name):
            yield name, shops_by_name[name], Place(f"layouts/shops/{name}.yaml")


def _lacks_profile(shop: ShopFile, composed: ComposedGame) -> bool:
    return shop.colour == "cmyk" and composed.print_options.profile is None


class _Folder:
    """One shop's folder."""

    def __init__(self, composed: ComposedGame, shop: ShopFile, path: str, place: Place) -> None:
        self._composed, self._shop, self._path, self._place = composed, shop, path, place
        self._used: dict[str, object] = {}

    def products(self, all_cards: Sequence[ShopCard], pictures: ShopPictures) -> Iterator[Product]:
        """Yield the PDF decks and the text, and add to ``pictures``; nothing if the shop makes no component."""
        decks = shop_decks(all_cards, self._shop)
        if not decks:
            return
        if self._shop.form == "pdf":
            yield from map(self._deck, decks)
        else:
            self._pictures(decks, pictures)
        yield Product(f"{self._path}/{self._shop.text}", format="data", data=self._text(decks, all_cards).encode())

    def _text(self, decks: Sequence[ShopDeck], all_cards: Sequence[ShopCard]) -> str:
        names = {deck.name: self.deck_files(deck) for deck in decks}
        try:
            return read_me(self._composed, self._shop, decks, all_cards, names)
        except ExpressionError as error:
            hint = did_you_mean(error.name, error.known) if isinstance(error, UnknownNameError) else ""
            raise fail("EXPR001", self._place, f"in 'choose', {error}", hint) from error

    def deck_files(self, deck: ShopDeck) -> list[tuple[str, ShopCard, int]]:
        """Return the files of a deck's fronts in order, with the card and the number of copies of each."""
        if self._shop.form == "pdf":
            return [(self._file_name(self._shop.file, deck), card, card.copies) for card in deck.cards]
        return [
            (self._card_file(self._shop.front, deck, card, slot), card, card.copies if self._one_file_a_card else 1)
            for slot, card in self._numbered(deck)
        ]

    @property
    def _one_file_a_card(self) -> bool:
        """Whether a card has one file for all its copies."""
        return self._shop.copies == "table"

    def _numbered(self, deck: ShopDeck) -> Iterator[tuple[int, ShopCard]]:
        """Yield the cards that have a file of their own, with their numbers in the deck."""
        return enumerate(deck.cards if self._one_file_a_card else deck.slots, 1)

    def _fronts(self, deck: ShopDeck) -> Iterator[tuple[str, str, ShopCard]]:
        yield from (("front", name, card) for name, card, _ in self.deck_files(deck))

    def _backs(self, deck: ShopDeck) -> Iterator[tuple[str, str, ShopCard]]:
        """Yield the one back that all cards share, or a back for each front."""
        if len(deck.backs) == 1:
            yield "back", self._file_name(self._shop.back, deck), deck.cards[0]
            return
        yield from (
            ("back", self._card_file(self._shop.backs_file, deck, card, slot), card)
            for slot, card in self._numbered(deck)
        )

    def _card_file(self, pattern: str, deck: ShopDeck, card: ShopCard, slot: int) -> str:
        return self._file_name(pattern, deck, id=card.id, slot=f"{slot:03}", copies=card.copies)

    def _file_name(self, pattern: str, deck: ShopDeck, **card_values: object) -> str:
        try:
            name = str(template(pattern)({"deck": deck.name, **card_values}))
        except ExpressionError as error:
            raise fail("EXPR001", self._place, str(error)) from error
        if not is_plain_path(name):
            raise fail("FILE003", self._place, f"{name!r} is not a valid file name in the shop's folder")
        return name

    def _path_of(self, name: str, shown: object) -> str:
        """Return the path of a file, which must not be the file of two different things."""
        if self._used.setdefault(name, shown) != shown:
            hint = "use {{ deck }}, and {{ id }} or {{ slot }}, in the file names"
            raise fail("VALUE001", self._place, f"{name!r} would be the file of two different things", hint)
        return f"{self._path}/{name}"

    def _pictures(self, decks: Sequence[ShopDeck], pictures: ShopPictures) -> None:
        """Add every side of every deck's cards to ``pictures``, under its file names."""
        for deck in decks:
            size = page_size(deck.match.product, self._shop)
            for side, name, card in (*self._fronts(deck), *self._backs(deck)):
                face = card.front if side == "front" else card.back
                if face is not None:
                    placed = PlacedFace(face, size, deck.match._replace(turned=card.turned), side)
                    pictures.add(placed, self._shop.dpi, self._path_of(name, placed._replace(component="")))

    def _deck(self, deck: ShopDeck) -> Product:
        """Return a deck as one PDF: two pages for each card, with copies in a row."""
        size, shop = page_size(deck.match.product, self._shop), self._shop
        pages: list[Page] = []
        for card in deck.cards:
            sides = {"front": card.front, "back": card.back}
            found = deck.match._replace(turned=card.turned)
            both = [_page(card, sides[side], size, found, side) for side in shop.order.split("-")]
            pages += both * card.copies
        title = f"{self._composed.game.title}: {deck.name}"
        return Product(
            self._path_of(self._file_name(shop.file, deck), deck.name),
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
    """Return the page of one side of a card; it is blank if the card has no such side."""
    if face is None:
        return Page(size, (), PlacedFace(card.front, size, found, side).trim, Rect(0, 0, *size), side=side)
    return PlacedFace(face, size, found, side, card.id).pdf_page()


def _no_profile(shop: ShopFile, place: Place) -> Problem:
    message = f"{shop.name} prints in CMYK, but there is no colour profile, so its files are left out"
    hint = "give the ICC profile of its press: --profile FILE.icc"
    return Problem("SHOP001", place, message, hint, Severity.WARNING)


def _too_close(shop: ShopFile, too_close: Sequence[str], place: Place) -> Problem:
    message = (
        f"{shop.name} requires {shop.safe:g} mm between text and the cut, but these are closer: {', '.join(too_close)}"
    )
    hint = "move the text in the layouts, or accept that an inaccurate cut may come close to it"
    return Problem("SHOP002", place, message, hint, Severity.WARNING)
