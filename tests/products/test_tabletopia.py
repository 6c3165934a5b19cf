"""Tabletopia: one file a side, sizes equal to the pixel within a kind, and a list that counts every piece."""

import io
import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from punchboard.load import load
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.render import render_pictures

WORKSPACE = Path(__file__).resolve().parents[2]
GAMES = ("alpha-and-omega", "alpha-omega")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_the_catalog_is_complete(game):
    """Every side of every component has its file, every folder one size, and the list counts every piece."""
    composed = ComposedGame(load(game, WORKSPACE), ("a4",), ("tabletopia",))
    products = tuple(PRODUCTS["tabletopia"].make(composed))
    has_every_side(composed, products)
    counts_every_piece(composed, products)


def files_of(product):
    """Return the paths of a product's pictures, including duplicates."""
    return [path for name in product.page_paths for path in (name, *product.duplicates.get(name, ()))]


def has_every_side(composed, products):
    """Each component has its front, and its own or the shared back, in the folder of its kind."""
    folders = {}
    for product in products:
        for name in files_of(product):
            folders.setdefault(Path(name).parent.name, set()).add(product.raster.pixels)
    assert all(len(sizes) == 1 for sizes in folders.values())
    files = {name for product in products for name in files_of(product)}
    for component, _, back in composed.drawn_cards:
        own = [name for name in files if re.fullmatch(rf"tabletopia/{component.kind}/\d+-{component.id}-\w+.png", name)]
        shared = f"tabletopia/{component.kind}/back.png" in files
        assert len(own) == 1 + (back is not None and not shared), component.id


def counts_every_piece(composed, products):
    """The copies in READ ME.txt are those of the catalog, folder by folder."""
    text = products[-1].data.decode()
    counted = Counter()
    folder = ""
    for line in text.splitlines():
        if head := re.match(r"([a-z0-9-]+)/: ", line):
            folder = head[1]
        elif row := re.match(r"  (\d+) x \d{3} ", line):
            counted[folder] += int(row[1])
    wanted = Counter({"reference": len(composed.reference_cards) * composed.seats})
    for component in composed.game.components:
        wanted[component.kind] += component.copies
    assert counted == +wanted
    for name, die in composed.game.file.dice.items():
        assert f"die-{name}/: {die.name}" in text


def test_files_are_named_in_order_and_pictures_have_their_size(folded):
    """Fronts are numbered as in the catalog; a shared back comes once; every picture has the stated pixels."""
    products = list(PRODUCTS["tabletopia"].make(folded(texts=())))
    cards = next(product for product in products if product.path.startswith("tabletopia/card/"))
    assert [Path(name).name for name in cards.page_paths] == [
        "001-root-front.png",
        "002-branch-front.png",
        "003-crown-front.png",
        "back.png",
    ]
    sizes = {Image.open(io.BytesIO(data)).size for data in render_pictures(cards.document, "png", cards.raster)}
    assert sizes == {(500, 700)}


def test_a_picture_is_transparent_outside_a_round_token(folded):
    """The corners of a circle's picture show nothing, its centre shows the token."""
    products = list(PRODUCTS["tabletopia"].make(folded(texts=())))
    marker = next(product for product in products if product.path.startswith("tabletopia/marker/"))
    (data,) = render_pictures(marker.document, "png", marker.raster)
    picture = Image.open(io.BytesIO(data))
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0))[3] == 0
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (0xAA, 0x33, 0x22, 255)
