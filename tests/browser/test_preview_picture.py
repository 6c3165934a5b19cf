"""The picture of the preview in the tutorial shows the page of its game: its parts, its words, and its cards.

The picture is kept with the parts of the page that it was made of. Another browser draws them with other fonts, so the
pages are compared part by part, and the cards of the picture with the program's own drawing.
"""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import load
from punchboard.model.print_options import Raster
from punchboard.products.pictures import trim_page
from punchboard.render import render_pictures
from punchboard.scene import Document

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "preview.png"
KEPT = Path(__file__).with_name("preview_picture.json")
WIDTH, HEIGHT = 1100, 620
NEAR = 24
"""Pixels by which the fonts of another machine move a part of the page."""

SIZED = frozenset({"input", "card", "face"})
"""Parts whose place and size hardly depend on the font."""

MOST = 60
"""How much a tile of a card differs that a browser has drawn; a missing text differs by more."""

PARTS = """() => {
  const parts = "h1, #facts, [role=tab], #search, fieldset label, #status, .group h2, .group p, .card, .card .face";
  return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility()).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const words = (one.innerText || one.placeholder || "").replace(/\\s+/g, " ").trim();
    return [one.role || one.className || one.localName, words, [x, y, width, height].map(Math.round)];
  }).filter(([, , [x, y]]) => x < innerWidth && y < innerHeight);
}"""
"""The parts of the page in sight, in its order: role, words, and left, top, width and height."""


@pytest.fixture(scope="module")
def cave(made_once):
    """A workspace with the tutorial's game, built."""

    def fill(workspace):
        for words in (("new", "cave", "--no-build"), ("build", "cave", "--paper", "a4")):
            subprocess.run([sys.executable, "-m", "punchboard", *words], cwd=workspace, check=True)

    return made_once("cave", fill)[0]


@pytest.fixture
def page(cave, visit):
    """The page of the tutorial's game."""
    page = visit((cave / "output" / "cave" / "index.html").as_uri(), width=WIDTH, height=HEIGHT)
    page.wait_for_load_state("networkidle")
    if os.environ.get("PUNCHBOARD_PICTURES") == "write":
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(128, dither=Image.Dither.NONE)
        image.save(PICTURE, "png", optimize=True)
        KEPT.write_text("".join(f"{json.dumps(part)}\n" for part in page.evaluate(PARTS)), encoding="utf-8")
    return page


def kept_parts():
    return [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]


def test_the_picture_of_the_preview_has_the_parts_of_the_page(page):
    """`PUNCHBOARD_PICTURES=write pytest -m slow tests/browser/test_preview_picture.py` makes it again."""
    kept, now = kept_parts(), page.evaluate(PARTS)
    assert [part[:2] for part in now] == [part[:2] for part in kept]
    for (role, words, place), (_, _, was) in zip(now, kept, strict=True):
        measured = slice(None) if role in SIZED else slice(1, 2)  # words are as wide as their font, but in their line
        assert place[measured] == pytest.approx(was[measured], abs=NEAR), words
    assert picture().size == (WIDTH, HEIGHT)


def test_the_cards_of_the_picture_of_the_preview_are_up_to_date(cave, differs):
    """Each card in the picture is the card that the program draws."""
    loaded = load("cave", cave)
    places = [place for role, _, place in kept_parts() if role == "face"]
    assert len(places) == 3
    composer = FaceComposer(loaded)
    for component, (x, y, width, height) in zip(loaded.game.components, places, strict=False):
        pages = (trim_page(composer.front_face(component)),)
        (drawn,) = render_pictures(Document("", pages), "png", Raster(150))
        card = Image.open(io.BytesIO(drawn)).convert("RGB").resize((width, height), Image.Resampling.BOX)
        inner = (8, 8, width - 8, height - 8)  # without the round corners and the shadow around
        shown = picture().crop((x, y, x + width, y + height))
        assert not differs(png(shown.crop(inner)), png(card.crop(inner)), MOST), component.id


def picture():
    with Image.open(PICTURE) as image:
        return image.convert("RGB")


def png(image):
    out = io.BytesIO()
    image.save(out, "png")
    return out.getvalue()
