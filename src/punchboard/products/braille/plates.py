"""Labels to print in 3D: thin plates with domes, laid out on the beds of printers, as STL files."""

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.compose.folding.sheets import arrange_in_rows
from punchboard.geometry import Point, Rect
from punchboard.products.braille.cells import MARBURG, dots
from punchboard.products.braille.labels import FIRST_DOT, Label
from punchboard.products.braille.mesh import Dome, Triangle, plate, stl
from punchboard.products.game.composed_game import ComposedGame, Product

BED: Final = 200.0
"""The width and depth in mm of the area that plates are laid out on; most printers have more."""

GAP: Final = 3.0
"""Mm between plates."""

THICKNESS: Final = 0.8
"""The thickness of a plate in mm: eight layers of 0.1 mm."""


def plates(composed: ComposedGame, labels: Sequence[Label]) -> Iterator[Product]:
    """Yield as many STL files as needed for a label of each copy of each component."""
    all_labels = [label for label in labels for _ in range(composed.copies(label.words.component))]
    beds = arrange_in_rows([label.size for label in all_labels], Rect(0, 0, BED, BED), GAP)
    for number, bed in enumerate(beds, 1):
        data = stl(triangle for index, at in bed for triangle in label_mesh(all_labels[index], at))
        yield Product(f"braille/labels-{number}{composed.suffix}.stl", format="data", data=data, pieces=len(bed))


def label_mesh(label: Label, at: Point) -> Iterator[Triangle]:
    """Yield the surface of a label; ``at`` is its top left corner from that of the bed, with y downwards."""
    top = BED - at.y  # y goes up in solids
    domes = [Point(at.x + x, top - y) for x, y in dots(label.lines, FIRST_DOT)]
    area = Rect(at.x, top - label.size.height, *label.size)
    return plate(area, THICKNESS, domes, Dome(MARBURG.base, MARBURG.height))
