"""The pictures of the tutorial and how-tos: ``python tests/docs/pictures.py [NAME...]`` writes all or the named ones.

A game is made by following the page up to its first build; the pictures show what the program would print.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from docwalk import ROOT, Reader, commands, fences
from PIL import Image, ImageDraw, ImageFont

from punchboard.compose.faces.composer import FaceComposer
from punchboard.geometry import Affine, Outline, Rect, Size, path_from_svg, rectangle, rounded_rectangle
from punchboard.load import load
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Raster
from punchboard.plays.games import GamePlayer, Setting
from punchboard.plays.summary import tally_of
from punchboard.products import ComposedGame
from punchboard.products.braille import braille
from punchboard.products.large_print import large_print
from punchboard.products.rulebook import booklets
from punchboard.products.sheets import sheets, table_sheet
from punchboard.render import render_pictures
from punchboard.scene import Document, Group, Item, Page, Shape, Stroke, Use

FOLDER = ROOT / "docs" / "pictures"
TABLE, SHADE, PAPER = "#b9b9b6", "#9a9a97", "#ffffff"
GAP = 6.0
"""The space between things on the table, in mm."""

Thing = tuple[Sequence[Item], Size, Outline, float]
"""A thing on the table: its items, its size in mm, the outline that it is cut to, and its scale."""


def follow_page(document: str, folder: Path, *more: str) -> None:
    """Follow a page: write and change its files and create its games; of other commands run only the given ones."""
    reader = Reader(folder)
    for fence in fences(ROOT / document):
        if fence.language == "console":
            for command in commands(fence):
                words = command.words
                if words[1] == "new":
                    reader.type(
                        command._replace(
                            words=(*words[:3], *words[3:], *(() if "--no-build" in words else ("--no-build",)))
                        )
                    )
                elif words[1] in more:
                    reader.type(command)
        elif fence.title:
            (reader.change if fence.language == "diff" else reader.write)(fence)


def draw_rows(rows: Sequence[Sequence[Thing]], dpi: int, colours: int = 128) -> bytes:
    """Return a PNG of rows of things on a grey table."""
    y, items, wide = GAP, [Shape(rectangle(Rect(0, 0, 2000, 2000)), TABLE)], 0.0
    for row in rows:
        x, tallest = GAP, max(size.height * scale for _, size, _, scale in row)
        for content, size, cut, scale in row:
            place = Affine.move(x, y + (tallest - size.height * scale) / 2) @ Affine.scale(scale)
            items += _lying(content, cut, place)
            x += size.width * scale + GAP
        wide, y = max(wide, x), y + tallest + GAP
    return png(raster(Page(Size(wide, y), tuple(items), label="1"), dpi), colours)


def _lying(content: Sequence[Item], cut: Outline, place: Affine) -> Iterator[Item]:
    yield Group((Shape(cut, SHADE),), Affine.move(0.7, 0.9) @ place)
    yield Group((Group((Shape(cut, PAPER), *content), clip=cut),), place)


def raster(page: Page, dpi: int) -> Image.Image:
    """Return a page as a picture."""
    data = next(render_pictures(Document("manual", (page,)), "png", Raster(dpi)))
    return Image.open(io.BytesIO(data)).convert("RGB")


def png(image: Image.Image, colours: int = 128) -> bytes:
    """Return a picture as a PNG with few colours."""
    out = io.BytesIO()
    image.quantize(colours, dither=Image.Dither.NONE).save(out, "png", optimize=True)
    return out.getvalue()


def sheet(page: Page, scale: float) -> Thing:
    """Return a page of paper as a thing on the table."""
    return page.items, page.size, rectangle(Rect(0, 0, *page.size)), scale


def card(face: Face, scale: float = 1.0) -> Thing:
    """Return a face as a cut card, tile or token on the table."""
    area = Rect(0, 0, *face.trim.size)
    cut = rounded_rectangle(area, 3) if face.trim.form == "card" else face.trim.outline(area)
    return (Use(face.symbol, Affine.move(0, 0)),), face.trim.size, cut, scale


def front(loaded: LoadedGame, name: str) -> Face:
    """Return the face of a component by its id."""
    return FaceComposer(loaded).front_face(next(one for one in loaded.game.components if one.id == name))


def pages(folder: Path, game: str, layout: str) -> tuple[Page, ...]:
    """Return the A4 sheets of a game in a sheet layout."""
    composed = ComposedGame(load(game, folder), ("a4",), (f"sheets/{layout}",))
    return next(iter(sheets(composed))).document.pages


def _of_tutorial() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/tutorial.md", Path(folder))
        found = pages(Path(folder), "cave", "duplex")
        return draw_rows([[sheet(page, 0.52) for page in found[:2]]], 110)


def _of_sheets() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/print.md", Path(folder))
        found = (pages(Path(folder), "cave", layout)[0] for layout in ("fronts", "ticks", "gutterfold"))
        return draw_rows([[sheet(page, 0.4) for page in found]], 100)


def _of_backs() -> bytes:
    with TemporaryDirectory() as name:
        folder = Path(name)
        follow_page("docs/how-to/backs.md", folder)
        loaded = load("cave", folder)
        face = FaceComposer(loaded).back_face(loaded.game.components[0])
        assert face is not None
        folded = pages(folder, "cave", "gutterfold")[0]
        return draw_rows([[card(front(loaded, "gatekeeper")), card(face), sheet(folded, 0.42)]], 100)


def _of_hexes() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/hexes.md", Path(folder))
        mine = pages(Path(folder), "isles", "fronts")[0]
    return draw_rows([[sheet(mine, 0.5), sheet(pages(ROOT, "alpha-and-omega", "fronts")[0], 0.5)]], 100)


def _of_maps() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/maps.md", Path(folder))
        loaded = load("isles", Path(folder))
        return draw_rows([[card(front(loaded, "isles"))]], 100)


def _of_booklet() -> bytes:
    composed = ComposedGame(load("alter-ego", ROOT), ("a4",), ("rulebook", "booklet/booklet"))
    found = next(iter(booklets(composed))).document.pages
    folded = [page._replace(items=(*page.items, _fold(page.size))) for page in found[:2]]
    return draw_rows([[sheet(page, 0.42) for page in folded]], 100)


def _of_large_print() -> bytes:
    composed = ComposedGame(load("atmosfear", ROOT), ("a4",), ("large-print",))
    files = {product.path: product.document.pages for product in large_print(composed)}
    pages = files["large-print/a4-cards.pdf"][0], files["large-print/a4-rulebook.pdf"][11]
    return draw_rows([[sheet(page, 0.62) for page in pages]], 100)


def _of_braille() -> bytes:
    composed = ComposedGame(load("atmosfear", ROOT), ("a4",), ("braille",))
    page = next(one for one in braille(composed) if one.path.endswith("a4-labels.pdf")).document.pages[0]
    labels = {item.symbol.name: item.symbol for item in page.items if isinstance(item, Use)}
    cards = []
    for number, name in ((3, "ember-11"), (8, "tide-12")):
        face, label = front(composed.loaded, name), labels[f"label {number}"]
        x = (face.trim.size.width - label.bounds.width) / 2
        plate = Group((Shape(rectangle(label.bounds), PAPER), Use(label)), Affine.move(x, 19))
        items, size, radius, scale = card(face)
        cards.append(((*items, plate), size, radius, scale))
    top = Size(page.size.width, 110)
    return draw_rows([[(page.items, top, rectangle(Rect(0, 0, *top)), 0.8), *cards]], 80)


def _fold(size: Size) -> Item:
    line = path_from_svg(f"M{size.width / 2} 0V{size.height}")
    return Shape(line, None, Stroke("#c8402f", 0.6, (4.0, 3.0)))


def _of_languages() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/two-languages.md", Path(folder), "translate")
        both = [load("cave", Path(folder), locale=locale) for locale in ("", "de")]
        cards = [card(front(loaded, "pathfinder")) for loaded in both]
    books = [
        ComposedGame(load("alpha-and-omega", ROOT, locale=locale), ("a4",), ("rulebook",)) for locale in ("", "de")
    ]
    leaves = [
        composed.rulebook_composer.add_note_pages(composed.rulebook.document).pages[2]
        for composed in books
        if composed.rulebook
    ]
    return draw_rows([[*cards, *(sheet(_trimmed(page), 0.42) for page in leaves)]], 100)


def _trimmed(page: Page) -> Page:
    area = page.trim or Rect(0, 0, *page.size)
    return page._replace(items=(Group(page.items, Affine.move(-area.x, -area.y)),), size=area.size)


def _of_own_icon() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/icons.md", Path(folder))
        return draw_rows([[card(front(load("cave", Path(folder)), name)) for name in ("tinker", "gatekeeper")]], 96)


COLUMNS, CELL, MARK = 12, (96, 84), 40
"""The table of icons: the icons in a row, the pixels of a cell and of an icon."""


def _of_icons() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/icons.md", Path(folder))
        icons = load("cave", Path(folder)).icons
    names = sorted(path.stem for path in (ROOT / "layouts" / "icons").glob("*.svg"))
    rows = -(-len(names) // COLUMNS)
    mm = 25.4 / 96
    shapes: list[Item] = [Shape(rectangle(Rect(0, 0, COLUMNS * CELL[0] * mm, rows * CELL[1] * mm)), PAPER)]
    for number, name in enumerate(names):
        x, y = number % COLUMNS * CELL[0] + (CELL[0] - MARK) / 2, number // COLUMNS * CELL[1] + 12
        shapes.append(
            Group((Shape(icons[name], "#26313d"),), Affine.move(x * mm, y * mm) @ Affine.scale(MARK * mm / 512))
        )
    image = raster(Page(Size(COLUMNS * CELL[0] * mm, rows * CELL[1] * mm), tuple(shapes), label="1"), 96)
    write, font = ImageDraw.Draw(image), _font(12)
    for number, name in enumerate(names):
        middle = number % COLUMNS * CELL[0] + CELL[0] / 2
        write.text((middle, number // COLUMNS * CELL[1] + 66), name, font=font, fill="#26313d", anchor="mm")
    return png(image, 32)


def _font(size: int) -> ImageFont.FreeTypeFont:
    found = find_spec("font_source_sans_pro")
    assert found is not None
    assert found.origin is not None
    path = next(Path(found.origin).parent.rglob("SourceSansPro-Regular.ttf"))
    return ImageFont.truetype(str(path), size)


SHOWN = (
    "READ ME.txt",
    "poker/back.png",
    *(f"poker/fronts/{name}.png" for name in ("001-pathfinder", "002-pathfinder", "007-tinker", "013-gatekeeper")),
)
"""The files of a shop's folder to show."""


def _of_shop() -> bytes:
    """Draw the folder of a shop as a file manager shows it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        follow_page("docs/how-to/print-shop.md", folder, "build")
        return png(_shelf(folder / "output" / "cave" / "shops" / "makeplayingcards"), 128)


def _shelf(shop: Path) -> Image.Image:
    wide, thumb = 170, (146, 200)
    image = Image.new("RGB", (len(SHOWN) * wide + 14, 314), "#f4f4f2")
    write, small, large = ImageDraw.Draw(image), _font(13), _font(18)
    write.text((20, 14), f"output / cave / shops / {shop.name}", font=large, fill="#26313d")
    for number, name in enumerate(SHOWN):
        x, y = number * wide + 20, 52
        if name.endswith(".png"):
            with Image.open(shop / name) as opened:
                small_one = opened.convert("RGB").resize(thumb, Image.Resampling.LANCZOS)
            image.paste(small_one, (x, y))
        else:
            _leaf(write, (x, y, x + thumb[0], y + thumb[1]), (shop / name).read_text(encoding="utf-8"))
        where, _, called = name.rpartition("/")
        write.text((x + thumb[0] / 2, y + 212), called, font=small, fill="#26313d", anchor="mt")
        write.text((x + thumb[0] / 2, y + 230), where, font=small, fill="#7a8087", anchor="mt")
    return image


def _leaf(write: ImageDraw.ImageDraw, area: tuple[int, int, int, int], text: str) -> None:
    write.rectangle(area, fill="#ffffff", outline="#b9b9b6")
    lines = [f"{line[:23]}..." if len(line) > 25 else line for line in text.splitlines()][:14]
    write.multiline_text((area[0] + 9, area[1] + 9), "\n".join(lines), font=_font(10), fill="#26313d", spacing=2)


def _of_fonts() -> bytes:
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/fonts.md", Path(folder))
        fonts = Path(folder) / "catalog/bazaar/layouts/fonts"
        fonts.mkdir()
        (fonts / "devanagari.ttf").write_bytes((ROOT / "tests/fonts/scripts/devanagari.ttf").read_bytes())
        loaded = load("bazaar", Path(folder))
        return draw_rows([[card(front(loaded, one.id)) for one in loaded.game.components]], 100)


def _of_simulation() -> bytes:
    """Return the cards of the page's game, each with the area of its share among those that a greedy bot plays."""
    with TemporaryDirectory() as folder:
        follow_page("docs/how-to/simulate.md", Path(folder))
        loaded = load("cave", Path(folder))
    player, tally = GamePlayer(loaded.game, Setting(2, "", ("greedy", "greedy"))), tally_of(loaded.game)
    for number in range(200):
        tally.add(player.play(number))
    uses = tally.uses({component.id: component.copies for component in loaded.game.components})
    most = max(use.played for use in uses)
    return draw_rows([[card(front(loaded, use.id), (use.played / most) ** 0.5) for use in uses]], 96)


def _of_set_up() -> bytes:
    """Return the upper part of the set-up sheet of the page's first game, before the page breaks it."""
    with TemporaryDirectory() as folder:
        reader = Reader(Path(folder))
        for fence in fences(ROOT / "docs/how-to/set-up-and-turns.md"):
            if fence.title and fence.language != "diff":
                reader.write(fence)
        composed = ComposedGame(load("harbour", Path(folder)), ("a4",), ("set-up",))
        page = next(table_sheet(composed, "set-up")).document.pages[0]
        return draw_rows([[sheet(page._replace(size=Size(page.size.width, 165)), 0.9)]], 100)


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "tutorial": _of_tutorial,
    "sheets": _of_sheets,
    "icons": _of_icons,
    "own-icon": _of_own_icon,
    "own-back": _of_backs,
    "hexes": _of_hexes,
    "maps": _of_maps,
    "booklet": _of_booklet,
    "large-print": _of_large_print,
    "braille": _of_braille,
    "shop": _of_shop,
    "two-languages": _of_languages,
    "fonts": _of_fonts,
    "simulation": _of_simulation,
    "set-up": _of_set_up,
}
"""The function that draws each picture, by its name."""


def main() -> None:
    """Write all pictures, or the named ones. A picture that looks as before keeps its file."""
    sys.path.insert(0, str(ROOT / "tests"))
    from alike import write_if_changed

    for name in sys.argv[1:] or PICTURES:
        data = PICTURES[name]()
        if write_if_changed(FOLDER / f"{name}.png", data):
            print(name, len(data) // 1024, "kB")  # noqa: T201 - it is a script


if __name__ == "__main__":
    main()
