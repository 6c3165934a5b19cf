"""Maps of hexagons or squares in boxes: land, icons, quiet lines, coordinates and labels, and the legend below."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from punchboard.compose.boxes.placement import fit_into
from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.inks import BLACK, OUTLINE_WIDTH, WHITE, outlined_icon
from punchboard.compose.text.text_icons import icon_use
from punchboard.geometry import Outline, Point, Rect, join_outlines, polyline
from punchboard.model.layout.face import DrawnBox, PlacedBox
from punchboard.model.layout.grid_map import LEGEND_LINE, MARGIN, DrawnCell, GridMap
from punchboard.model.layout.layout import Align, Box
from punchboard.scene import Item, Shape, Stroke
from punchboard.srgb import contrast

_FROM_THEME: Final = 0.14
"""The share of the theme's ground in the colours of the land, so that a map suits its cards."""

_ICON_SHADE: Final = 0.3
_ICON_INK: Final = 0.3
"""Icons are a shade of the land, with some of the ink."""

_LETTER_INKS: Final = (0.62, 0.7, 0.78, 0.86, 0.93)
_LETTER_CONTRAST: Final = 4.6
"""Coordinates are as pale as they may be and still be read."""

_GRID_INK: Final = 0.35
_GRID_WIDTH: Final = 0.0075
_BORDER_INK: Final = 0.7
_BORDER_WIDTH: Final = 0.02
_WIDEST: Final = 20.0
"""Lines between cells, and between different kinds of terrain: shares of a cell of at most this size in mm."""

_PART: Final = 10
"""Cells along a side of a part of the map that is one shape."""

_SMALL: Final = 12.0
"""Cells below this size in mm have one large icon for their terrain; larger ones have three small ones."""

_SCATTER: Final = ((-0.19, -0.04, 0.25), (0.2, -0.01, 0.22), (-0.01, 0.25, 0.27))
_ALONE: Final = (0.0, 0.06, 0.52)
_BESIDE_LABEL: Final = (0.0, -0.06, 0.3)
"""Where icons are in a cell of size 1: x and y of their middle, and their size."""

_LEAST_TYPE: Final = 7.0
_LEAST_COORDINATES: Final = 5.5
"""Points of the smallest type."""


class _Ink(NamedTuple):
    """The colours of one kind of terrain: the land, the icons on it, and the letters on it."""

    land: str
    icon: str
    letters: str


def draw_map(name: str, box: Box, area: Rect, drawn: GridMap, resources: Resources) -> DrawnBox:
    """Return a map at its true size, its first cell at the top left of an area, and the legend below the cells."""
    return _Drawing(name, box, area, drawn, resources).drawn()


def _mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two, with a share of the second one."""
    parts = (round(int(one[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


class _Drawing:
    """The drawing of one map."""

    def __init__(self, name: str, box: Box, area: Rect, drawn: GridMap, resources: Resources) -> None:
        self._name, self._box, self._area, self._map, self._resources = name, box, area, drawn, resources
        palette = resources.palette
        self._ink, self._paper, self._ground = palette.colour("ink"), palette.fill("paper"), palette.fill("tile-ground")
        self._panel = palette.fill("panel")
        self._inks = [self._inks_of(palette.fill(terrain.colour)) for terrain in drawn.terrain]
        self._unit = min(drawn.grid.size, _WIDEST)
        self._records = [PlacedBox(name, box, area, "map", area)]

    def drawn(self) -> DrawnBox:
        """Return the items with the records of labels and legend."""
        cells = self._map.cells
        items = [
            *self._land(),
            *(item for cell in cells for item in self._icons(cell)),
            *self._lines(),
            *(item for cell in cells for item in self._letters(cell)),
            *self._legend(),
        ]
        return DrawnBox(tuple(items), tuple(self._records))

    def _inks_of(self, colour: str) -> _Ink:
        land = colour if self._resources.ink_mode.is_low else _mixed(colour, self._ground, _FROM_THEME)
        ink = max((self._ink, self._paper), key=lambda one: contrast(one, land))
        letters = (_mixed(land, ink, share) for share in _LETTER_INKS)
        readable = (letter for letter in letters if contrast(letter, land) >= _LETTER_CONTRAST)
        icon = _mixed(_mixed(land, BLACK if ink == self._ink else WHITE, _ICON_SHADE), ink, _ICON_INK)
        return _Ink(land, icon, next(readable, ink))

    def _place(self, cell: DrawnCell) -> Rect:
        return self._map.grid.area(cell.cell).moved(self._area.x, self._area.y)

    def _land(self) -> Iterator[Item]:
        """Yield the land of each kind of terrain as one shape, or one for each part of a large map."""
        parts = dict[tuple[int, ...], list[Outline]]()
        for cell in self._map.cells:
            outline = self._outline(cell)
            parts.setdefault((cell.terrain, *self._part_at(outline.bounds.centre)), []).append(outline)
        for (terrain, *_), outlines in sorted(parts.items(), key=lambda part: part[0]):
            land = self._inks[terrain].land
            yield Shape(join_outlines(outlines), land, Stroke(land, OUTLINE_WIDTH))

    def _part_at(self, point: Point) -> tuple[int, int]:
        """Return the part of the map with a point, so that what looks for things near it need not look at all cells."""
        side = _PART * self._map.grid.size
        return int((point.y - self._area.y) // side), int((point.x - self._area.x) // side)

    def _outline(self, cell: DrawnCell) -> Outline:
        return self._map.grid.outline(self._place(cell))

    def _icons(self, cell: DrawnCell) -> Iterator[Item]:
        """Yield the icons of a cell's terrain, or the cell's own icon, which is larger."""
        ink, place = self._inks[cell.terrain], self._place(cell).centre
        if cell.icon:
            x, y, size = _BESIDE_LABEL if cell.label else _ALONE
            yield from self._icon(cell.icon, place, (x, y, size * 1.3 if cell.label else size), self._on(ink))
        elif icon := self._map.terrain[cell.terrain].icon:
            several = _SCATTER if self._map.grid.size >= _SMALL else (_ALONE,)
            for spot in (_BESIDE_LABEL,) if cell.label else several:
                yield from self._icon(icon, place, spot, ink.icon)

    def _on(self, ink: _Ink) -> str:
        return max((self._ink, self._paper), key=lambda one: contrast(one, ink.land))

    def _icon(self, icon: str, at: Point, spot: tuple[float, float, float], colour: str) -> Iterator[Item]:
        size, (x, y, share) = self._map.grid.size, spot
        wide = share * size
        outline = self._resources.icons[icon.strip(":")]
        transform = fit_into(outline, Rect(at.x + x * size - wide / 2, at.y + y * size - wide / 2, wide, wide))
        if self._resources.ink_mode.is_low:
            yield outlined_icon(outline.placed(transform))
        else:
            yield icon_use(outline, colour, transform)

    def _lines(self) -> Iterator[Item]:
        """Yield the quiet lines between cells, and the stronger ones round each kind of terrain."""
        sides = Counter[tuple[Point, Point]]()
        terrain = dict[tuple[Point, Point], set[int]]()
        for cell in self._map.cells:
            corners = [Point(*numbers) for _, numbers in self._outline(cell).segments if numbers]
            for one, other in pairwise([*corners, corners[0]]):
                start, end = sorted(Point(round(x, 2), round(y, 2)) for x, y in (one, other))
                key = start, end
                sides[key] += 1
                terrain.setdefault(key, set()).add(cell.terrain)
        strong = [side for side, count in sides.items() if count == 1 or len(terrain[side]) > 1]
        quiet = [side for side in sides if side not in set(strong)]
        for lines, ink, width in ((quiet, _GRID_INK, _GRID_WIDTH), (strong, _BORDER_INK, _BORDER_WIDTH)):
            stroke = Stroke(_mixed(self._panel, self._ink, ink), max(0.1, width * self._unit), round=True)
            parts = dict[tuple[int, int], list[tuple[Point, Point]]]()
            for line in lines:
                parts.setdefault(self._part_at(line[0]), []).append(line)
            for part in parts.values():
                yield Shape(join_outlines(map(polyline, part)), stroke=stroke)

    def _letters(self, cell: DrawnCell) -> Iterator[Item]:
        """Yield the coordinates at the top of a cell, and its label in its lower half."""
        grid, ink, centre = self._map.grid, self._inks[cell.terrain], self._place(cell).centre
        size = grid.size
        if grid.coordinates != "none":
            top = centre.y - size * (0.43 if grid.grid == "hex" else 0.49)
            room = Rect(centre.x - size * 0.3, top, size * 0.6, max(2.6, size * 0.14))
            yield from self._text("", grid.name(cell.cell), room, "map-coordinate", ink.letters)
        if cell.label:
            low = 0.1 if cell.icon or self._map.terrain[cell.terrain].icon else -0.16
            room = Rect(centre.x - size * 0.46, centre.y + low * size, size * 0.92, size * 0.32)
            yield from self._text(f"cell {grid.name(cell.cell)}", cell.label, room, "map-label", self._on(ink))

    def _text(  # noqa: PLR0917 - all that a word on a map has
        self, name: str, text: str, room: Rect, style: str, colour: str | None, align: Align = "centre"
    ) -> tuple[Item, ...]:
        """Return a text set in a room, with a record of this name; without a name, as one line without a record."""
        least = _LEAST_TYPE if name else _LEAST_COORDINATES
        box = Box.model_construct(
            size=tuple(room.size), text=text, style=style, valign="middle", fit=least, one_line=not name
        )
        set_in = self._resources.styles.get(style, colour, align)
        drawn = text_in_box(name, box, room, text, set_in, self._resources.setter)
        self._records += drawn.boxes if name else ()
        return drawn.items

    def _legend(self) -> Iterator[Item]:
        """Yield a small cell and the name of each kind of terrain, in as many lines as the map says."""
        lines, grid = self._map.grid.legend, self._map.grid
        if not lines or not self._map.terrain:
            return
        per_line = -(-len(self._map.terrain) // lines)
        wide, top = grid.extent.width / per_line, self._area.y + grid.extent.height + MARGIN / 2
        for number, terrain in enumerate(self._map.terrain):
            line, column = divmod(number, per_line)
            left, middle = self._area.x + column * wide, top + (line + 0.5) * LEGEND_LINE
            ink, high = self._inks[number], LEGEND_LINE - 3.5
            cell = grid.outline(Rect(left, middle - high / 2, high * grid.shape_of_cell, high))
            line_colour = _mixed(self._panel, self._ink, _BORDER_INK)
            yield Shape(cell, ink.land, Stroke(line_colour, _BORDER_WIDTH * _WIDEST / 2))
            if terrain.icon:
                spot = (0.0, 0.0, 0.6 * high / grid.size)
                yield from self._icon(terrain.icon, cell.bounds.centre, spot, ink.icon)
            room = Rect(left + high + 2.5, middle - high / 2, wide - high - 4, high)
            yield from self._text("legend", terrain.name, room, "map-legend", None, "start")
