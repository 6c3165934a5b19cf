"""Folders for print shops: which files, of which pixels, under which names, and what the text says of them."""

import io
import struct
from collections import Counter

import pytest
from PIL import Image as Pillow

from punchboard.geometry import Point, Rect, Size
from punchboard.load import builtin_folder
from punchboard.load.layout_files import Root, SearchPath
from punchboard.load.layouts.lazy_layouts import lazy_layouts
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim, trim_from_text
from punchboard.model.print_options import IccProfile, PrintOptions
from punchboard.model.printing.destinations import ShopFile, ShopProduct
from punchboard.pipeline.artifacts import render_product
from punchboard.problem import Place, ProblemsFound
from punchboard.products import PRODUCTS
from punchboard.products.shops import ShopPictures, shop_problems
from punchboard.products.shops.decks import PlacedFace, ShopCard, match_product, page_size, shop_decks, slug
from punchboard.render.png.pictures import PdfPages
from punchboard.scene import Group, Shape, Symbol

STOCK = builtin_folder()
SHOPS = lazy_layouts(SearchPath((Root(STOCK, "layouts"),), STOCK))["shops"]
TGC, MPC = SHOPS["the-game-crafter"], SHOPS["makeplayingcards"]
CANVASES = [
    pytest.param(shop, product, id=f"{name}: {product.name}")
    for name, shop in SHOPS.items()
    if shop.form == "png"
    for product in shop.products
    if product.shape in {"card", "square", "hex", "circle"}
]
BARE = ShopFile.model_validate(
    {
        "name": "Bare",
        "form": "png",
        "bleed": "3mm",
        "safe": "3mm",
        "choose": "Choose.",
        "products": [{"name": "Card", "trim": ["63.5mm", "88.9mm"]}],
    }
)
CANVASES.append(pytest.param(BARE, BARE.products[0], id="a canvas that follows from the trim"))
PROFILE = IccProfile("press", b"")


def made(composed, *shops, profile=None, **changes):
    """Return the products for shops."""
    game = composed(texts=("reference",), only=tuple(f"shops/{name}" for name in shops) or ("shops",), **changes)
    game.print_options = PrintOptions(profile=profile)
    return game, list(PRODUCTS["shops"].make(game))


def pictures(products):
    """Return the bytes of every picture by its path."""
    return {
        output.path: output.data
        for product in products
        if product.format == "png"
        for output in render_product(product, ("pdf",), PrintOptions(), None)
    }


def text_of(products, shop):
    """Return the text of a shop."""
    return next(product.data for product in products if product.path == f"shops/{shop}/READ ME.txt").decode()


def test_the_built_in_shops():
    """Some take pictures, others PDF; each names the source of its requirements."""
    assert {shop.form for shop in SHOPS.values()} == {"png", "pdf"}
    assert all(shop.source.startswith("https://") for shop in SHOPS.values())


def test_sizes_are_those_that_shops_state():
    """Sizes by name."""
    canvas = {(shop.name, product.name): product.canvas for shop in (TGC, MPC) for product in shop.products}
    assert canvas["The Game Crafter", "PokerDeck"] == (825, 1125)
    assert canvas["The Game Crafter", "EuroPokerDeck"] == (825, 1125)
    assert canvas["The Game Crafter", "MediumHexTile"] == (825, 750)
    assert canvas["MakePlayingCards", "Poker"] == (822, 1122)
    assert canvas["MakePlayingCards", "Tarot"] == (897, 1497)
    assert page_size(SHOPS["drivethrucards"].products[0], SHOPS["drivethrucards"]) == pytest.approx((69.85, 95.25))


def plain_face(trim):
    """Return a face of one colour that covers its bleed of 3 mm."""
    frame = trim.frame(3)
    symbol = Symbol("plain", frame, (Shape(trim.outline(frame), "#2040a0"),))
    return Face("plain", trim, 3, 3, symbol, (), Place("card"))


def fitting(product):
    """Return a trim of a product's size, as we draw it: hexagons are upright."""
    width, height = product.trim
    size = Size(min(width, height), max(width, height)) if product.shape == "hex" else Size(width, height)
    return Trim(product.shape, size, product.name)


@pytest.mark.parametrize(("shop", "product"), CANVASES)
def test_a_component_of_a_product_s_size_matches_it(shop, product):
    """At full size; two products of one size are equivalent."""
    found = match_product(fitting(product), shop)
    assert found is not None
    assert found.scale == 1
    assert shop.canvas(found.product) == shop.canvas(product)


@pytest.mark.parametrize(("shop", "product"), CANVASES)
def test_a_picture_has_the_exact_pixels_and_no_white_at_its_edge(shop, product):
    """For every product of every shop: size from the header, and every pixel of the border."""
    trim = fitting(product)
    face = plain_face(trim)
    found = match_product(trim, shop)
    album = ShopPictures("Test")
    album.add(PlacedFace(face, page_size(found.product, shop), found, "front"), shop.dpi, "front.png")
    ((path, data),) = pictures(album.products()).items()
    assert path == "front.png"
    width, height = shop.canvas(product)
    assert struct.unpack(">II", data[16:24]) == (width, height)
    assert struct.unpack(">II", data[data.index(b"pHYs") + 4 :][:8]) == (11811, 11811)
    assert Pillow.open(io.BytesIO(data)).getcolors() == [(width * height, (32, 64, 160))]


@pytest.mark.parametrize(
    ("shape", "shop", "product", "percent", "turned"),
    [
        ("poker", TGC, "PokerDeck", 100, False),
        ("euro-poker", TGC, "EuroPokerDeck", 100, False),
        ("card 88.9mm x 63.5mm", TGC, "PokerDeck", 100, True),
        ("hex 50mm", TGC, "MediumHexTile", 110, True),
        ("circle 25mm", TGC, "LargeCircleChit", 100, False),
        ("circle 20mm", TGC, "MediumCircleChit", 95, False),
        ("square 14mm", TGC, "SmallSquareChit", 91, False),
        ("tarot", MPC, "Tarot", 100, False),
        ("mini-euro", MPC, "Mini European", 100, False),
    ],
)
def test_a_trim_becomes_the_nearest_product(shape, shop, product, percent, turned):
    """One of equal size if there is one, else with the least scaling; turned if the shop's product is."""
    found = match_product(trim_from_text(shape), shop)
    assert found is not None
    assert (found.product.name, round(100 * found.scale), found.turned) == (product, percent, turned)


@pytest.mark.parametrize("shape", ["circle 15mm", "circle 22mm", "board 190mm x 70mm", "pawn 18mm x 30mm", "hex 79mm"])
def test_a_component_that_matches_no_product_is_left_out(shape):
    """More than 12 % is too far."""
    found = match_product(trim_from_text(shape), TGC)
    assert found is None or 1 / 1.12 <= found.scale <= 1.12
    assert (found is None) == (shape != "hex 79mm")


def test_every_shop_has_a_folder_and_a_text(composed):
    """Without a profile, all but those that print only in CMYK, which are reported."""
    game, products = made(composed)
    paths = {name for product in products for name in (*product.page_paths, product.path)}
    left_out = {name: shop for name, shop in SHOPS.items() if shop.colour == "cmyk"}
    assert "drivethrucards" in left_out
    assert {path.split("/")[1] for path in paths} == SHOPS.keys() - left_out.keys()
    reported = [problem for problem in shop_problems(game) if problem.rule == "SHOP001"]
    assert all("--profile" in problem.hint for problem in reported)
    assert {shop.name for shop in left_out.values()} == {
        problem.message.partition(" prints")[0] for problem in reported
    }


def test_only_a_requested_shop_is_made(composed):
    """--only shops/european."""
    game, products = made(composed, "european")
    assert {product.path.split("/")[1] for product in products} == {"european"}
    assert not [problem for problem in shop_problems(game) if problem.rule == "SHOP001"]


def test_a_shop_that_counts_copies_gets_one_picture_for_each_card(composed):
    """Branch has three copies and one file; the text says how many to order."""
    _, products = made(composed, "the-game-crafter")
    found = pictures(products)
    folder = "shops/the-game-crafter/card"
    assert {path for path in found if path.startswith(folder)} == {
        f"{folder}/{name}.png" for name in ("faces/root", "faces/branch", "faces/crown", "back")
    }
    text = text_of(products, "the-game-crafter")
    assert "card/: 5 pieces, 3 different; choose PokerDeck, 63.5 x 88.9 mm; one back for all" in text
    assert "   3 x card/faces/branch.png (Branch)" in text


def test_a_shop_that_wants_every_copy_gets_one_picture_for_each(composed):
    """Numbered in order; copies are the same bytes under another name."""
    _, products = made(composed, "makeplayingcards")
    found = pictures(products)
    folder = "shops/makeplayingcards/poker"
    fronts = sorted(path.rpartition("/")[2] for path in found if path.startswith(f"{folder}/fronts/"))
    assert fronts == ["001-root.png", "002-branch.png", "003-branch.png", "004-branch.png", "005-crown.png"]
    assert found[f"{folder}/fronts/002-branch.png"] == found[f"{folder}/fronts/004-branch.png"]
    assert f"{folder}/back.png" in found
    assert "3 x poker/fronts/002-branch.png to 004-branch.png" in text_of(products, "makeplayingcards")


def test_a_duplicate_is_not_rendered_twice(composed, monkeypatch):
    """Two shops, five cards and a back, with backgrounds: as many drawings as faces and backgrounds."""
    _, products = made(composed, "makeplayingcards", "the-game-crafter")
    drawn = Counter()
    draw = PdfPages.draw
    monkeypatch.setattr(
        PdfPages,
        "draw",
        lambda self, number, into, **more: (drawn.update([into.channels]), draw(self, number, into, **more))[1],
    )
    found = pictures(products)
    faces = {page for product in products if product.format == "png" for page in product.document.pages}
    assert drawn[3] <= len(faces) + 2
    assert len(faces) == 3 + 1 + 1 + 3  # fronts, their back, the marker, three sides of reference cards
    assert len(found) > 2 * len(faces)


def test_the_text_lists_every_component(composed):
    """Made components with their copies, and those that the shop does not make."""
    game, products = made(composed)
    for shop in ("european", "makeplayingcards", "the-game-crafter"):
        text = text_of(products, shop)
        for component in game.game.components:
            plural = game.game.kinds[component.kind].plural
            assert component.id in text or plural in text, (shop, component.id)
    assert "Not included: 2 Markers (circle 25mm)." in text_of(products, "makeplayingcards")


@pytest.mark.parametrize(
    ("shop", "order", "size"), [("european", "fb", (69.5, 94.9)), ("drivethrucards", "bf", (69.85, 95.25))]
)
def test_a_deck_is_a_pdf_of_two_pages_for_each_card(composed, shop, order, size):
    """Copies in a row, in the order of the shop, on pages with its bleed and the card as trim."""
    _, products = made(composed, shop, profile=PROFILE)
    deck = next(product for product in products if product.path == f"shops/{shop}/card.pdf")
    pages = deck.document.pages
    assert "".join(page.side[0] for page in pages) == order * 5
    assert {tuple(round(length, 3) for length in page.size) for page in pages} == {size}
    assert {(round(page.trim.width, 3), round(page.trim.height, 3)) for page in pages} == {(63.5, 88.9)}
    marks = Counter(
        (item.mark.component, item.mark.side)
        for page in pages
        for item in page.items
        if isinstance(item, Group) and item.mark
    )
    assert marks["branch", "front"] == marks["branch", "back"] == 3
    assert deck.expected is not None


def test_the_requirements_of_drivethrucards(composed):
    """PDF/X-1a:2003 with at most 240 % of ink."""
    _, products = made(composed, "drivethrucards", profile=PROFILE)
    decks_ = [product for product in products if product.format == "pdf"]
    assert decks_
    assert {(deck.standard, deck.ink_limit) for deck in decks_} == {("x-1a", 240)}


def test_text_near_the_cut_is_reported_in_the_build_and_the_text(composed, plain):
    """A title 1.5 mm from the cut is too close for a shop that requires 4; one at 6 mm is not reported."""
    near = 'boxes:\n  title: {at: [1.5, 6], size: [40, 8], text: "{{ title }}", style: title}\n'
    game = composed(
        texts=("reference",),
        only=("shops/european",),
        files={"layouts/faces/near.yaml": near},
        game=plain.replace("face: card", "face: near"),
    )
    products = list(PRODUCTS["shops"].make(game))
    (told,) = [problem for problem in shop_problems(game) if problem.rule == "SHOP002"]
    assert "near (1.5 mm)" in told.message
    assert "near (1.5 mm)" in text_of(products, "european")
    far, _ = made(composed, "european")
    assert not list(shop_problems(far))


def test_a_frame_near_the_cut_is_no_text(composed, plain):
    """A decorative icon may be close to the cut; an icon that is chosen for a card is content."""
    near = "boxes:\n  frame: {{at: [1.5, 1.5], size: [60.5, 85.9], icon: {}, overlaps: true}}\n"
    game = plain.replace("face: card", "face: near")
    for icon, told in (("star", 0), ("\"{{ 'star' }}\"", 1)):
        files = {"layouts/faces/near.yaml": near.format(icon)}
        found, _ = made(composed, "european", files=files, game=game)
        assert len(list(shop_problems(found))) == told


def cards_of(face, other, *copies):
    """Return cards of a pile, each with copies; the last has another back."""
    backs = [other] * (len(copies) - 1) + [face]
    return [
        ShopCard(f"card-{number}", f"Card {number}", "card", count, face, back, "the pile")
        for number, (count, back) in enumerate(zip(copies, backs, strict=True), 1)
    ]


def shop(**changes):
    """Return a small shop of one product."""
    product = {"name": "Deck", "trim": ["63.5mm", "88.9mm"], "canvas": [822, 1122], "most": 4}
    plain = {"name": "Shop", "form": "png", "bleed": 3, "safe": 3, "products": [product], "choose": "Choose."}
    return ShopFile.model_validate({**plain, **changes})


def test_cards_with_no_copies_are_in_no_deck():
    """A row with no copies is not printed, and no deck is made of such rows."""
    face, back = plain_face(trim_from_text("poker")), plain_face(trim_from_text("poker"))
    assert [len(deck.cards) for deck in shop_decks(cards_of(face, back, 2, 0), shop())] == [1]
    assert shop_decks(cards_of(face, back, 0, 0), shop()) == ()


def test_a_deck_that_is_too_large_is_split():
    """Copies may be in two boxes; none is lost."""
    face, other = plain_face(trim_from_text("poker")), plain_face(trim_from_text("poker"))
    found = shop_decks(cards_of(face, other, 3, 3, 1), shop())
    assert [(deck.name, [(card.id, card.copies) for card in deck.cards]) for deck in found] == [
        ("the-pile-1", [("card-1", 3), ("card-2", 1)]),
        ("the-pile-2", [("card-2", 2), ("card-3", 1)]),
    ]


def test_a_shop_with_one_back_for_each_deck_splits_decks():
    """Cards with another back are another deck; a shop that allows many backs keeps them together."""
    face, other = plain_face(trim_from_text("poker")), plain_face(trim_from_text("poker"))
    held = cards_of(face, other, 1, 1, 1)
    assert [len(deck.cards) for deck in shop_decks(held, shop(backs="one"))] == [2, 1]
    assert [deck.name for deck in shop_decks(held, shop(backs="one"))] == ["the-pile-1", "the-pile-2"]
    assert [len(deck.cards) for deck in shop_decks(held, shop(backs="many"))] == [3]


def test_a_shop_can_take_all_cards_of_a_size_together():
    """Whatever piles they belong to."""
    face = plain_face(trim_from_text("poker"))
    held = [card._replace(pile=f"pile {number}") for number, card in enumerate(cards_of(face, face, 1, 1))]
    assert [deck.name for deck in shop_decks(held, shop(decks="piles"))] == ["pile-0", "pile-1"]
    assert [deck.name for deck in shop_decks(held, shop(decks="sizes"))] == ["deck"]


def test_a_turned_card_is_turned_over_on_the_same_edge():
    """A landscape card is upright in the shop: its top is right on the front, and left on the back."""
    face = plain_face(trim_from_text("card 88.9mm x 63.5mm"))
    found = match_product(face.trim, shop())
    assert found is not None
    tops = []
    for side in ("front", "back"):
        placed = PlacedFace(face, page_size(found.product, shop()), found, side)
        tops.append(placed.transform.apply(Point(face.trim.size.width / 2, 0)).x / placed.size.width)
    assert tops[0] > 0.9
    assert tops[0] + tops[1] == pytest.approx(1)


def test_a_face_smaller_than_its_page_is_drawn_over_an_enlarged_copy():
    """In a PDF, where edge pixels cannot be extended: every corner of the page is covered."""
    face = plain_face(trim_from_text("circle 25mm"))
    product = match_product(face.trim, TGC)
    page = PlacedFace(face, Size(40, 40), product, "front", "token").pdf_page()
    under, own = page.items
    assert under.transform.a > own.transform.a
    assert own.mark.component == "token"
    assert page.bleed == Rect(0, 0, 40, 40)


def test_names_of_files_are_plain():
    """For any name of a pile."""
    assert [slug(text) for text in ("the Arch Villains", "PokerDeck", "2 tiles", "Square 70")] == [
        "the-arch-villains",
        "poker-deck",
        "2-tiles",
        "square-70",
    ]


NEW = """\
name: The Corner Shop
form: png
dpi: 150
bleed: 2mm
safe: 2mm
order: front-back
front: "{{ deck }}-{{ id }}.png"
back: "{{ deck }}-back.png"
text: how to.txt
products:
  - {name: Small card, trim: [63mm, 88mm], canvas: [400, 550]}
  - {name: Coin, shape: circle, trim: [1in, 1in], canvas: [180, 180]}
choose: |
  {{ game.title }}: order {% for deck in decks %}{{ deck.pieces }} x {{ deck.product }}; {% endfor %}
"""


def test_a_new_shop_needs_only_a_file(composed):
    """A shop in the game's own layouts, with pictures, names, canvases and text, needs no Python."""
    game = composed(texts=("reference",), only=("shops/corner",), files={"layouts/shops/corner.yaml": NEW})
    products = list(PRODUCTS["shops"].make(game))
    sizes = {path: struct.unpack(">II", data[16:24]) for path, data in pictures(products).items()}
    cards = dict.fromkeys((f"shops/corner/card-{name}.png" for name in ("root", "branch", "crown", "back")), (400, 550))
    assert sizes == {**cards, "shops/corner/marker-marker.png": (180, 180)}
    text = next(product.data.decode() for product in products if product.path == "shops/corner/how to.txt")
    assert text.startswith("The Grove: order 5 x Small card; 2 x Coin; \n")
    assert "Not included: 8 x reference (tarot)." in text


@pytest.mark.parametrize(
    ("mode", "files"),
    [
        ("table", ["001-1", "002-3", "003-1"]),
        ("files", ["001-1", "002-3", "003-3", "004-3", "005-1"]),
    ],
)
def test_file_names_can_number_cards_and_show_their_copies(composed, mode, files):
    """In `copies: table`, slots count cards; in `copies: files`, they count every copy."""
    named = NEW.replace("{{ deck }}-{{ id }}.png", "{{ deck }}-{{ slot }}-{{ copies }}.png") + f"copies: {mode}\n"
    game = composed(texts=(), only=("shops/corner",), files={"layouts/shops/corner.yaml": named})
    found = pictures(PRODUCTS["shops"].make(game))
    cards = [path for path in found if path.startswith("shops/corner/card-0")]
    assert sorted(cards) == [f"shops/corner/card-{name}.png" for name in files]


def test_the_canvas_follows_from_trim_bleed_and_resolution():
    """Rounded up, so that the bleed is complete; exact sizes stay as they are."""
    card = {"name": "Card", "trim": ["63.5mm", "88.9mm"]}
    assert shop(products=[card]).canvas(ShopProduct(**card)) == (821, 1121)
    inches = {"name": "Card", "trim": ["2.5in", "3.5in"]}
    assert shop(bleed="0.125in").canvas(ShopProduct(**inches)) == (825, 1125)
    assert shop(bleed="0.125in").canvas(ShopProduct(**inches, canvas=(900, 1200))) == (900, 1200)


def test_a_shop_can_take_pictures_of_any_size(composed):
    """Their pixels follow from the component."""
    own = "name: Any\nform: png\ndpi: 100\nbleed: 2mm\nsafe: 2mm\nany size: [card, circle]\nchoose: Choose.\n"
    game = composed(texts=(), only=("shops/any",), files={"layouts/shops/any.yaml": own})
    found = pictures(PRODUCTS["shops"].make(game))
    sizes = {path.split("/")[2]: struct.unpack(">II", data[16:24]) for path, data in found.items()}
    assert sizes == {"card": (266, 366), "marker": (115, 115)}


def test_an_unknown_name_in_a_shop_s_text_is_an_error(composed):
    """The problem names the file, the key and the known names."""
    wrong = NEW.replace("{{ game.title }}", "{{ gme.title }}")
    game = composed(only=("shops/corner",), files={"layouts/shops/corner.yaml": wrong})
    with pytest.raises(ProblemsFound) as found:
        list(PRODUCTS["shops"].make(game))
    (problem,) = found.value.problems
    assert (problem.rule, problem.place.file) == ("EXPR001", "layouts/shops/corner.yaml")
    assert problem.message.startswith("in 'choose', there is nothing called 'gme'")
    assert problem.hint == "did you mean 'game'?"


@pytest.mark.parametrize(
    ("change", "rule", "words"),
    [
        (('front: "{{ deck }}-{{ id }}.png"', 'front: "../{{ id }}.png"'), "FILE003", "'../root.png'"),
        (('front: "{{ deck }}-{{ id }}.png"', 'front: "{{ deck }}.png"'), "VALUE001", "'card.png'"),
        (("text: how to.txt", "text: ../how to.txt"), "VALUE001", "'../how to.txt'"),
    ],
)
def test_files_stay_in_the_shop_s_folder_and_have_unique_names(composed, change, rule, words):
    """Whatever a shop's file says about their names."""
    wrong = NEW.replace(*change)
    game = composed(texts=(), only=("shops/corner",), files={"layouts/shops/corner.yaml": wrong})
    with pytest.raises(ProblemsFound) as found:
        list(PRODUCTS["shops"].make(game))
    (problem,) = found.value.problems
    assert problem.rule == rule
    assert words in problem.message


def test_a_pile_named_like_a_part_of_another_keeps_its_files():
    """No deck overwrites another."""
    face = plain_face(trim_from_text("poker"))
    held = [card._replace(pile=pile) for card, pile in zip(cards_of(face, face, 5, 1), ("pile", "pile 1"), strict=True)]
    names = [deck.name for deck in shop_decks(held, shop())]
    assert names == ["pile-1", "pile-2", "pile-1-too"]


def test_a_card_named_back_is_no_back(composed, plain):
    """Faces are in their own folder: the file that is uploaded as the back of a deck shows the back."""
    game = plain.replace("title: Root", "title: Back")
    _, products = made(composed, "the-game-crafter", game=game)
    found = pictures(products)
    folder = "shops/the-game-crafter/card"
    assert found[f"{folder}/faces/back.png"] != found[f"{folder}/back.png"]
