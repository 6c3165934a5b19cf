"""Pictures for all shops: each face is drawn once for its largest canvas, and smaller canvases are cut from it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.geometry import Size
from punchboard.model.layout.face import Face
from punchboard.model.options import Raster
from punchboard.products.game.composed_game import Product
from punchboard.products.shops.pages import PlacedFace
from punchboard.scene import Document
from punchboard.units import MM_PER_INCH

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
            yield self._product(raster, pictures)

    def _product(self, raster: Raster, pictures: Sequence[tuple[PlacedFace, list[list[str]]]]) -> Product:
        names = [files for _, cuts in pictures for files in cuts]
        return Product(
            names[0][0],
            Document(self._title, tuple(placed.picture_page() for placed, _ in pictures)),
            format="png",
            pieces=1,
            page_paths=tuple(files[0] for files in names),
            duplicates={files[0]: tuple(files[1:]) for files in names if files[1:]},
            raster=raster,
        )
