"""A saved object is loaded as Tabletop Simulator would load it, and every picture is looked at."""

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat

from punchboard.load import load
from punchboard.model.print_options import Raster
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.products.game.stacks import Item
from punchboard.products.tabletop import card_sheets
from punchboard.render import render_pictures
from punchboard.scene import Affine, Document, Page, Use

WORKSPACE = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in WORKSPACE.glob("catalog/*/game.yaml"))
ROOT = "tabletop-simulator"


class Card(NamedTuple):
    """A card as it is dealt: its picture, its cell on the picture, and the sheet's columns, rows and back."""

    id: str
    name: str
    sheet: str
    place: int
    columns: int
    rows: int
    back: str
    own_back: bool


class Table:
    """A saved object, loaded; files have only names."""

    def __init__(self, data):
        self.state = json.loads(data)
        self.objects = self.state["ObjectStates"]
        self.every = list(_unpacked(self.objects))

    @property
    def decks(self):
        """Every deck of cards."""
        return [one for one in self.objects if one["Name"] == "DeckCustom"]

    @property
    def cards(self):
        """Every card, those in decks and those alone."""
        found = []
        for deck in self.decks:
            assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
            for card in deck["ContainedObjects"]:
                number = str(card["CardID"] // 100)
                assert card["CustomDeck"] == {number: deck["CustomDeck"][number]}
                found.append(_card(card))
        return found + [_card(one) for one in self.objects if one["Name"] == "Card"]

    @property
    def counts(self):
        """The number of objects of each component, by its id in the notes; containers do not count."""
        return Counter(one["GMNotes"] for one in self.every if one["GMNotes"])

    @property
    def files(self):
        """The names of all files that it uses."""
        return set(_addresses(self.state))


def _card(card):
    number, place = divmod(card["CardID"], 100)
    sheet = card["CustomDeck"][str(number)]
    last = sheet["NumWidth"] * sheet["NumHeight"] - 1
    assert place < last, "a card lies in the place of the hidden face"
    return Card(
        card["GMNotes"],
        card["Nickname"],
        sheet["FaceURL"],
        place,
        sheet["NumWidth"],
        sheet["NumHeight"],
        sheet["BackURL"],
        sheet["UniqueBack"],
    )


def _unpacked(objects):
    for one in objects:
        yield one
        yield from _unpacked(one.get("ContainedObjects", ()))


def _addresses(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.lower().endswith("url") and inner:
                yield inner
            else:
                yield from _addresses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _addresses(inner)


def made(composed):
    """Return the product's files, and the saved object."""
    products = list(PRODUCTS["tabletop-simulator"].make(composed))
    (data,) = (product.data for product in products if product.path.endswith(".json"))
    return products, Table(data)


def names(products):
    """Return the files of Mods by name, with their folder."""
    paths = [path for product in products for path in product.page_paths or (product.path,)]
    assert len(paths) == len(set(paths))
    return {Path(path).name: Path(path).parent.name for path in paths if path.startswith(f"{ROOT}/Mods/")}


@pytest.fixture
def whole(folded):
    """The small game with everything: cards, tokens, pawns, dice, reference cards and a rulebook."""
    return folded(texts=("rulebook", "reference"))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_the_catalog_is_complete(game):
    """Every component is there as often as the catalog says, every file once, in sheets within the table's limits."""
    composed = ComposedGame(load(game, WORKSPACE), ("a4",), ("tabletopia",))
    products, table = made(composed)
    wanted = Counter({component.id: component.copies for component in composed.game.components})
    wanted += Counter({name: composed.game.file.dice[name].copies for name in composed.dice})
    wanted += Counter({card.id: composed.seats for card in composed.reference_cards})
    assert table.counts == wanted
    assert table.files == names(products).keys()
    assert set(names(products).values()) <= {"Images", "Models", "PDF"}
    assert not any(mark in one["Nickname"] + one["Description"] for one in table.every for mark in ("{{", "**", "^^"))
    keeps_to_the_limits(products, table)
    stands_in_its_own_place(table)
    assert [product.data for product in products] == [product.data for product in made(composed)[0]]


def keeps_to_the_limits(products, table):
    """A sheet has at most ten columns, seven rows and 4096 pixels a side, whole cells, and one card in each cell."""
    sizes = {Path(name).name: product.raster.pixels for product in products for name in product.page_paths}
    taken = {}
    for card in table.cards:
        assert card.columns <= 10
        assert card.rows <= 7
        width, height = sizes[card.sheet]
        assert (width % card.columns, height % card.rows) == (0, 0)
        assert taken.setdefault((card.sheet, card.place), card.id) == card.id
        assert not card.own_back or sizes[card.back] == (width, height)
    assert len(set(taken.values())) == len(taken)
    assert all(max(size) <= 4096 for size in sizes.values())


def stands_in_its_own_place(table):
    """No two objects have one GUID, and no two on the table have one place."""
    guids = [one["GUID"] for one in table.every]
    assert all(re.fullmatch(r"[0-9a-f]{6}", guid) for guid in guids)
    assert len(guids) == len(set(guids))
    places = [(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in table.objects]
    assert len(places) == len(set(places))


def test_the_cell_of_a_card_is_its_face_and_the_last_cell_its_back(whole):
    """The picture in a card's cell is the card drawn alone; copies show the same cell."""
    products, table = made(whole)
    pictures = rendered(products)
    faces = {component.id: (front, back) for component, front, back in whole.drawn_cards}
    cards = {card.id: card for card in table.cards if card.id in faces}
    assert {card.name for card in cards.values()} == {"Root", "Branch", "Crown"}
    for id_, card in cards.items():
        front, back = faces[id_]
        size = tuple(
            whole // parts for whole, parts in zip(pictures[card.sheet].size, (card.columns, card.rows), strict=True)
        )
        assert difference(cell(pictures[card.sheet], card.place, card.columns, size), alone(front, size)) < 2
        hidden = cell(pictures[card.sheet], card.columns * card.rows - 1, card.columns, size)
        assert difference(hidden, alone(back, size)) < 2
        assert difference(pictures[card.back], alone(back, pictures[card.back].size)) < 2


def test_a_reference_card_has_its_own_back(composed):
    """The different backs of two cards are a sheet of the same size, in the same cells."""
    text = "# One\n\nDraw.\n\n# Two\n\nFall.\n\n# Three\n\nShare.\n\n# Four\n\nEnd.\n"
    game = composed(files={"reference.md": text}, texts=("reference",))
    products, table = made(game)
    pictures = rendered(products)
    for number, piece in enumerate(game.reference_cards, 1):
        cards = [card for card in table.cards if card.id == f"reference-{number}"]
        assert len(cards) == game.seats
        card = cards[0]
        assert card.own_back
        size = pictures[card.sheet].width // card.columns, pictures[card.sheet].height // card.rows
        for sheet, side in zip((card.sheet, card.back), game.draw_sides(piece.front, piece.back), strict=True):
            assert difference(cell(pictures[sheet], card.place, card.columns, size), alone(side, size)) < 2


def test_a_hidden_card_shows_its_back(whole):
    """The back of a card is its hidden face, and decks that show backs are face down."""
    _, table = made(whole)
    for deck in table.decks:
        assert all(sheet["BackIsHidden"] for sheet in deck["CustomDeck"].values())
    pack = next(deck for deck in table.decks if deck["Nickname"] == "The pack")
    assert pack["Transform"]["rotZ"] == 180
    assert pack["Transform"]["rotY"] == 180


def test_tokens_dice_figures_and_the_rulebook_are_there(whole):
    """Tokens and dice are models with a picture, pawns are figures, the rulebook is a PDF with pages to turn."""
    _, table = made(whole)
    sorts = Counter(one["Name"] for one in table.every)
    assert sorts["Figurine_Custom"] == 3
    assert sorts["Custom_PDF"] == 1
    models = [one for one in table.every if one["Name"] == "Custom_Model"]
    assert Counter(one["CustomMesh"]["TypeIndex"] for one in models) == {0: 2, 2: 5}
    fate = next(one for one in models if one["Nickname"] == "Fate Die")
    assert fate["Description"] == "1, 2, 3, 4, 5, 6"


def test_many_pieces_of_a_sort_are_in_a_bag(composed, plain):
    """Seven markers are more than may be loose."""
    _, table = made(composed(game=plain.replace("rows: [{copies: 2}]", "rows: [{copies: 7}]")))
    (bag,) = (one for one in table.objects if one["Name"] == "Bag")
    assert (bag["Nickname"], len(bag["ContainedObjects"])) == ("Markers", 7)


def test_the_address_of_a_table_file_precedes_every_name(composed):
    """A game extends the table's file; all files are then loaded from its address."""
    text = "extends: tabletop-simulator\naddress: https://example.org/grove/\n"
    products, table = made(composed(files={"layouts/tables/tabletop-simulator.yaml": text}))
    assert table.files
    assert all(one.startswith("https://example.org/grove/grove-") for one in table.files)
    assert {one.rsplit("/", 1)[-1] for one in table.files} == names(products).keys()
    (read_me,) = (product.data.decode() for product in products if product.path.endswith("READ ME.txt"))
    assert "https://example.org/grove/" in read_me
    assert "Upload All" not in read_me


def test_cards_of_one_back_share_sheets_and_unique_backs_share_one():
    """Seventy cards of one back take two equal sheets; two cards with unique backs take one."""
    same = [Item(f"same-{number}", "", "", 1, object(), "back") for number in range(70)]
    single = [Item(f"single-{number}", "", "", 1, object(), number) for number in range(2)]
    found = [(len(sheet.items), sheet.back, sheet.own) for sheet in card_sheets([*same, *single], 69)]
    assert found == [(35, "back", False), (35, "back", False), (2, None, True)]
    assert [sheet.own for sheet in card_sheets(single[:1], 69)] == [False]


def rendered(products):
    """Return every picture by its file name."""
    return {
        Path(name).name: Image.open(io.BytesIO(data)).convert("RGB")
        for product in products
        if product.format == "jpg"
        for name, data in zip(product.page_paths, render_pictures(product.document, "jpg", product.raster), strict=True)
    }


def alone(face, size):
    """Return a face drawn by itself at a size in pixels."""
    page = Page(face.trim.size, (Use(face.symbol, Affine.move(0, 0)),))
    (data,) = render_pictures(Document("", (page,)), "png", Raster(pixels=size))
    return Image.open(io.BytesIO(data)).convert("RGB")


def cell(sheet, place, columns, size):
    row, column = divmod(place, columns)
    return sheet.crop((column * size[0], row * size[1], (column + 1) * size[0], (row + 1) * size[1]))


def difference(one, other):
    """Return the mean difference of two pictures, from 0 to 255."""
    assert one.size == other.size
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3
