"""The opening picture of README: ``python tests/docs/games.py`` writes docs/pictures/games.png from the catalogs.

It shows the cover of each rulebook with some components of the game, as they are printed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from punchboard.geometry import Affine, Rect, Size, rectangle, rounded_rectangle
from punchboard.load import load
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Raster
from punchboard.products import ComposedGame
from punchboard.render import render_pictures
from punchboard.scene import Document, Group, Item, Page, Shape, Use

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "games.png"
SIZE = Size(330, 136)
CLOTH, SHADE = "#262b33", "#1a1d23"
COVER = 50.0
"""Width of a cover in mm."""


class Game(NamedTuple):
    """A game in the picture: the position of its column, and the components before its cover: ids and ``back``."""

    name: str
    x: float
    shown: tuple[str, ...]


GAMES = (
    Game("alter-ego", 8, ("villain", "hero", "nemesis")),
    Game("atmosfear", 72, ("gatekeeper", "character", "fear")),
    Game("alpha-and-omega", 137, ("element", "snake", "transformation")),
    Game("vortex", 202, ("devotee", "rogation", "devotee")),
    Game("alpha-omega", 266, ("good-person", "objective", "good-place")),
)
FAN = ((-4.0, 84.0, -8.0), (13.5, 79.0, 1.0), (31.0, 83.0, 9.0))
"""The positions of the three in a column, in mm, and their rotation."""

WIDE = 27.0
"""The drawn width of the widest component, in mm."""


def picture() -> bytes:
    """Return the picture as PNG."""
    items: list[Item] = [Shape(rectangle(Rect(0, 0, *SIZE)), CLOTH)]
    for game in GAMES:
        items += _game(game)
    document = Document("games", (Page(SIZE, tuple(items), label="1"),))
    data = next(render_pictures(document, "png", Raster(110)))
    image = Image.open(io.BytesIO(data)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    out = io.BytesIO()
    image.save(out, "png", optimize=True)
    return out.getvalue()


def _game(game: Game) -> Iterator[Item]:
    composed = ComposedGame(load(game.name, ROOT), ("a4",), ("rulebook",))
    assert composed.rulebook is not None
    cover = composed.rulebook.document.pages[0]
    scale = COVER / cover.size.width
    yield from _laid(cover.items, Rect(0, 0, *cover.size), Affine.move(game.x, 10) @ Affine.scale(scale), 0)
    known: dict[str, list[Face]] = {}
    for component, front, _ in composed.drawn_cards:
        known.setdefault(component.kind, []).append(front)
    for number, (kind, (x, y, turn)) in enumerate(zip(game.shown, FAN, strict=True)):
        faces = known[kind]
        face = faces[number * 7 % len(faces)]
        area = Rect(0, 0, *face.trim.size)
        place = Affine.move(game.x + x, y) @ Affine.turn(turn) @ Affine.scale(WIDE / area.width)
        cut = rounded_rectangle(area, 3) if face.trim.form == "card" else face.trim.outline(area)
        yield Group((Shape(cut, SHADE),), Affine.move(0.7, 0.9) @ place)
        yield Group((Group((Use(face.symbol, Affine.move(0, 0)),), clip=cut),), place)


def _laid(items: tuple[Item, ...], area: Rect, place: Affine, radius: float) -> Iterator[Item]:
    cut = rounded_rectangle(area, radius) if radius else rectangle(area)
    yield Group((Shape(cut, SHADE),), Affine.move(0.7, 0.9) @ place)
    yield Group((Group(items, clip=cut),), place)


if __name__ == "__main__":
    PICTURE.write_bytes(picture())
