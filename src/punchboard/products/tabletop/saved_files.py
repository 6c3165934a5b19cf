"""Files of a saved object: pictures, models and the rulebook, in folders that mirror those of Tabletop Simulator.

Tabletop Simulator finds files in its ``Mods/Images``, ``Mods/Models`` and ``Mods/PDF`` by their names, so a saved
object needs no absolute paths (guide "Modding File Management",
https://steamcommunity.com/sharedfiles/filedetails/?id=3595651918).
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.compose.tabletop import Grid, Limits, grid_page
from punchboard.geometry import Size
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Raster
from punchboard.model.printing.destinations import TableFile
from punchboard.products.game.composed_game import Product
from punchboard.scene import Document, Page

ROOT: Final = "tabletop-simulator"
IMAGES: Final = "Images"
MODELS: Final = "Models"
PDFS: Final = "PDF"


def limits(table: TableFile, form: str) -> Limits:
    """Return a virtual table's limits for components of a shape, such as ``card`` or ``die``."""
    return Limits(table.columns, table.rows, table.pixels, table.dpi if form == "card" else table.piece_dpi)


class _Picture(NamedTuple):
    path: str
    page: Page


class FileCollector:
    """Collects the files of one game, each name once, and gives the address of each in a saved object."""

    def __init__(self, game: str, table: TableFile) -> None:
        self.table = table
        self._game = game
        self._pictures: dict[tuple[int, int], list[_Picture]] = {}
        self._models: dict[str, bytes] = {}

    def limits(self, form: str) -> Limits:
        """Return the table's limits for components of a shape."""
        return limits(self.table, form)

    def add_picture(self, name: str, faces: Sequence[Face | None], size: Size, grid: Grid) -> str:
        """Add a picture of faces in the cells of a grid, each of ``size`` mm, and return its address."""
        full = f"{self._game}-{name}.jpg"
        page = grid_page(faces, size, grid.columns, grid.rows)
        self._pictures.setdefault(grid.pixels, []).append(_Picture(mod_path(IMAGES, full), page))
        return self.address(full)

    def add_model(self, name: str, text: str) -> str:
        """Add a model unless it was added before, and return its address."""
        full = f"{self._game}-{name}.obj"
        self._models[mod_path(MODELS, full)] = text.encode()
        return self.address(full)

    def address(self, name: str) -> str:
        """Return the address of a file in a saved object."""
        base = self.table.address
        return name if base is None else f"{base.rstrip('/')}/{name}"

    def products(self, title: str) -> Iterator[Product]:
        """Yield a product for the pictures of each size, and one for each model."""
        for pixels, pictures in self._pictures.items():
            document = Document(title, tuple(picture.page for picture in pictures), subject=self.table.name)
            names = tuple(picture.path for picture in pictures)
            yield Product(
                names[0], document, format="jpg", pieces=len(names), page_paths=names, raster=Raster(pixels=pixels)
            )
        for name, data in self._models.items():
            yield Product(name, format="data", data=data)


def mod_path(folder: str, name: str) -> str:
    """Return the output path of a file in a folder of ``Mods``."""
    return f"{ROOT}/Mods/{folder}/{name}"
