"""Print shops: for each shop a folder that is ready to upload, with a text that says what to order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.expression import ExpressionError, UnknownNameError, template
from punchboard.geometry import Rect, Size
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.layout.layout import READABLE_CONTENT
from punchboard.model.print_options import Raster
from punchboard.model.printing.destinations import ShopFile, is_plain_path
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, Severity, fail
from punchboard.products.expected import expected_deck
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import picture_files
from punchboard.products.shops.decks import (
    PlacedFace,
    ProductMatch,
    ShopCard,
    ShopDeck,
    match_product,
    page_size,
    shop_cards,
    shop_decks,
)
from punchboard.scene import Document, Page
from punchboard.units import MM_PER_INCH


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
        elif too_close := _layouts_near_cut(shop_decks(all_cards, shop), shop):
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

    def products(self, all_cards: Sequence[ShopCard], pictures: "ShopPictures") -> Iterator[Product]:
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

    def _pictures(self, decks: Sequence[ShopDeck], pictures: "ShopPictures") -> None:
        """Add every side of every deck's cards to ``pictures``, under its file names."""
        for deck in decks:
            size = page_size(deck.match.product, self._shop)
            fronts = (("front", name, card) for name, card, _ in self.deck_files(deck))
            for side, name, card in (*fronts, *self._backs(deck)):
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
            match = deck.match._replace(turned=card.turned)
            both = [_page(card, sides[side], size, match, side) for side in shop.order.split("-")]
            pages += both * card.copies
        title = f"{self._composed.game.title}: {deck.name}"
        return Product(
            self._path_of(self._file_name(shop.file, deck), deck.name),
            self._composed.document(tuple(pages), title),
            pieces=deck.pieces,
            standard=shop.standard or None,
            ink_limit=shop.ink,
            expected=expected_deck(
                [(card.id, card.front.trim, card.copies, card.back is not None) for card in deck.cards],
                *(size, deck.match.scale, shop.order),
            ),
        )


def _page(card: ShopCard, face: Face | None, size: Size, match: ProductMatch, side: str) -> Page:
    """Return the page of one side of a card; it is blank if the card has no such side."""
    if face is None:
        return Page(size, (), PlacedFace(card.front, size, match, side).trim, Rect(0, 0, *size), side=side)
    return PlacedFace(face, size, match, side, card.id).pdf_page()


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


# Pictures for all shops: each face is drawn once for its largest canvas, and smaller canvases are cut from it.

Pixels = tuple[int, int]


class _Drawn(NamedTuple):
    """What pictures that differ only in their canvas share: the face, its size and its rotation."""

    face: Face
    dpi: int
    scale: float
    turned: str


class ShopPictures:
    """Collects pictures and their file names, and turns them into products.

    Smaller canvases of a face are cut from the centre of the largest. Where one has an odd and the other an even number
    of pixels, the picture is half a pixel off: 0.04 mm at 300 dpi.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._pictures: dict[_Drawn, dict[Pixels, tuple[PlacedFace, list[str]]]] = {}

    def add(self, placed: PlacedFace, dpi: int, name: str) -> None:
        """Add a picture, or another file name of a picture that was added before."""
        canvas = (round(placed.size.width / MM_PER_INCH * dpi), round(placed.size.height / MM_PER_INCH * dpi))
        drawn = _Drawn(placed.face, dpi, placed.match.scale, placed.side if placed.match.turned else "")
        self._pictures.setdefault(drawn, {}).setdefault(canvas, (placed, []))[1].append(name)

    def products(self) -> Iterator[Product]:
        """Yield the products; pictures with equal canvases and covered areas are one product."""
        by_raster: dict[Raster, list[tuple[PlacedFace, list[list[str]]]]] = {}
        for drawn, canvases in self._pictures.items():
            cuts = tuple(sorted(canvases, reverse=True))
            whole = (max(width for width, _ in cuts), max(height for _, height in cuts))
            size = Size(*(pixels / drawn.dpi * MM_PER_INCH for pixels in whole))
            placed = canvases[cuts[0]][0]._replace(size=size)
            raster = Raster(
                drawn.dpi,
                whole,
                shape=None if placed.covers_page else placed.covered_outline,
                outside_shape="edge",
                crop_sizes=cuts,
            )
            by_raster.setdefault(raster, []).append((placed, [canvases[cut][1] for cut in cuts]))
        for raster, pictures in by_raster.items():
            document = Document(self._title, tuple(placed.picture_page() for placed, _ in pictures))
            yield picture_files(document, (files for _, cuts in pictures for files in cuts), raster)


# The text of a shop's folder: what to order, with decks, counts and file names, and a list of every component.

DeckFiles = Mapping[str, Sequence[tuple[str, ShopCard, int]]]
"""For each deck its files in order, with the card and the number of copies of each."""

_SLACK: Final = 0.1
"""Text that is closer to the cut by at most this many mm is not reported."""

_UPRIGHT: Final = frozenset({"card", "square"})
"""Shapes whose safe area is a rectangle; text in the frame of a circle may well be safe."""


def read_me(
    composed: ComposedGame, shop: ShopFile, decks: Sequence[ShopDeck], all_cards: Sequence[ShopCard], names: DeckFiles
) -> str:
    """Return the text of a shop's folder.

    Raises:
        ExpressionError: if its template fails.
    """
    profile, file = composed.print_options.profile, composed.game.file
    values = {
        "game": {"title": composed.game.title, "short": composed.game.short_title, "version": file.version},
        "shop": shop.model_dump(),
        "decks": [_deck(deck, names[deck.name], shop) for deck in decks],
        "count": sum(deck.pieces for deck in decks),
        "left_out": _left_out_components(composed, shop, all_cards),
        "near": _layouts_near_cut(decks, shop),
        "profile": profile.name if profile else "",
    }
    lists = composed.loaded.layouts.words.get("shop", {}).get("lists", "")
    return "\n".join(str(template(text)(values)).strip("\n") + "\n" for text in (shop.choose, lists) if text)


def _deck(deck: ShopDeck, files: Sequence[tuple[str, ShopCard, int]], shop: ShopFile) -> dict[str, Any]:
    """Return the values of a deck that a template can use."""
    rows: dict[str, dict[str, Any]] = {}
    for file, card, copies in files:
        row = rows.setdefault(card.id, {"id": card.id, "name": card.name, "copies": 0, "file": file, "last": ""})
        row["copies"] += copies
        row["last"] = file.rpartition("/")[2] if file != row["file"] else ""
    wide, high = deck.match.product.trim
    return {
        "name": deck.name,
        "product": deck.match.product.name,
        "size": f"{wide:g} x {high:g} mm",
        "pieces": deck.pieces,
        "different": len(deck.cards),
        "backs": len(deck.backs),
        "file": files[0][0] if shop.form == "pdf" else "",
        "scale": round(deck.match.scale * 100),
        "turned": deck.turned,
        "cards": list(rows.values()),
    }


def _left_out_components(composed: ComposedGame, shop: ShopFile, all_cards: Sequence[ShopCard]) -> list[str]:
    """Return what a shop does not make: components that match none of its products, pawns, dice."""
    game = composed.game
    missing = Counter[str]()
    for card in all_cards:
        if match_product(card.front.trim, shop) is None:
            missing[card.kind] += card.copies
    for component, _ in composed.pawns:
        missing[component.kind] += component.copies
    lines = []
    for kind, count in missing.items():
        if kind in game.kinds:
            kind_ = game.kinds[kind]
            lines.append(f"{count} {kind_.name if count == 1 else kind_.plural} ({kind_.trim.name})")
        else:
            lines.append(f"{count} x {kind} ({game.file.reference})")
    dice = (game.file.dice[name] for name in composed.dice)
    return [*lines, *(f"{die.copies} x {die.name}" for die in dice)]


def _layouts_near_cut(decks: Sequence[ShopDeck], shop: ShopFile) -> list[str]:
    """Return the layouts whose text or icons are too close to a shop's cut, with their distance from it."""
    nearest: dict[str, float] = {}
    for deck in decks:
        sides = ((side, card.turned) for card in deck.cards for side in (card.front, card.back) if side is not None)
        for face, turned in dict.fromkeys(sides):
            distance = _distance_to_cut(face, deck.match._replace(turned=turned))
            if distance is not None and distance < shop.safe - _SLACK:
                nearest[face.layout] = min(distance, nearest.get(face.layout, distance))
    return [f"{layout} ({distance:.1f} mm)" for layout, distance in nearest.items()]


def _distance_to_cut(face: Face, matched: ProductMatch) -> float | None:
    """Return the smallest distance of text and icons from the cut, in mm on the shop's product.

    Content that crosses the cut is meant to be cut, and an icon that is part of a drawing does not count.
    """
    if face.trim.form not in _UPRIGHT:
        return None
    width, height = face.trim.size
    wide, high = matched.product.trim if not matched.turned else matched.product.trim[::-1]
    beside, above = (wide - width * matched.scale) / 2, (high - height * matched.scale) / 2
    inks = [placed.ink for placed in face.boxes if placed.ink is not None and _is_read(placed)]
    gaps = [
        min(
            min(ink.x, width - ink.right) * matched.scale + beside,
            min(ink.y, height - ink.bottom) * matched.scale + above,
        )
        for ink in inks
    ]
    return min((gap for gap in gaps if gap >= 0), default=None)


def _is_read(placed: PlacedBox) -> bool:
    return placed.content in READABLE_CONTENT and not (placed.content == "icon" and placed.box.is_decorative)
