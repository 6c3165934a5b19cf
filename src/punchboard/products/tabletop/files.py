"""The files of a saved object: pictures, models and the rulebook, in folders that mirror those of Tabletop Simulator.

Files that lie in its ``Mods/Images``, ``Mods/Models`` and ``Mods/PDF`` are found by their names alone, so that a saved
object needs no absolute paths (guide "Modding File Management",
https://steamcommunity.com/sharedfiles/filedetails/?id=3595651918).
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.compose.tabletop.deck_grid import Grid, Limits, grid_page
from punchboard.geometry import Size
from punchboard.model.layout.face import Face
from punchboard.model.options import Raster
from punchboard.model.printing.virtual_table import TableFile
from punchboard.products.game.composed_game import Product
from punchboard.scene import Document, Page

ROOT: Final = "tabletop-simulator"
IMAGES: Final = "Images"
MODELS: Final = "Models"
PDFS: Final = "PDF"


def limits(table: TableFile, form: str) -> Limits:
    """Return what a table takes for components of a form, such as ``card`` or ``die``."""
    return Limits(table.columns, table.rows, table.pixels, table.dpi if form == "card" else table.piece_dpi)


class _Picture(NamedTuple):
    path: str
    page: Page


class FileCollector:
    """Collects the files of one game, each name once, and tells the address that a saved object has for each."""

    def __init__(self, game: str, table: TableFile) -> None:
        self.table = table
        self._game = game
        self._pictures: dict[tuple[int, int], list[_Picture]] = {}
        self._models: dict[str, bytes] = {}

    def limits(self, form: str) -> Limits:
        """Return what the table takes for components of a form."""
        return limits(self.table, form)

    def add_picture(self, name: str, faces: Sequence[Face | None], size: Size, grid: Grid) -> str:
        """Keep a picture of faces in the cells of a grid, each of a size in mm; return its address."""
        full = f"{self._game}-{name}.jpg"
        page = grid_page(faces, size, grid.columns, grid.rows)
        self._pictures.setdefault(grid.pixels, []).append(_Picture(path(IMAGES, full), page))
        return self.address(full)

    def add_model(self, name: str, text: str) -> str:
        """Keep a model, once, and return its address."""
        full = f"{self._game}-{name}.obj"
        self._models[path(MODELS, full)] = text.encode()
        return self.address(full)

    def address(self, name: str) -> str:
        """Return what a saved object calls a file."""
        base = self.table.address
        return name if base is None else f"{base.rstrip('/')}/{name}"

    def products(self, title: str) -> Iterator[Product]:
        """Yield the pictures, those of one size together, and the models."""
        for pixels, pictures in self._pictures.items():
            document = Document(title, tuple(picture.page for picture in pictures), subject=self.table.name)
            names = tuple(picture.path for picture in pictures)
            yield Product(
                names[0], document, format="jpg", pieces=len(names), page_paths=names, raster=Raster(pixels=pixels)
            )
        for name, data in self._models.items():
            yield Product(name, format="data", data=data)


def path(folder: str, name: str) -> str:
    """Return where a file of the table's own folder lies in the output."""
    return f"{ROOT}/Mods/{folder}/{name}"
