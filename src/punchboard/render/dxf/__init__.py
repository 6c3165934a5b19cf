"""DXF files for cutting machines.

Arcs among the cubics become true arcs, and full circles become circles, so that a machine cuts them without corners.
DXF 2000 is the oldest version with single-entity polylines, and every program reads it. What surrounds the outlines is
in `drawing.dxf.jinja`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from math import atan2, hypot, tan
from pathlib import Path
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from punchboard.geometry import Affine, Outline, Point
from punchboard.scene import Document, Group, Item, Shape, Use
from punchboard.units import format_number

_COLOURS: Final = {
    1: "#ff0000",
    2: "#ffff00",
    3: "#00ff00",
    4: "#00ffff",
    5: "#0000ff",
    6: "#ff00ff",
    7: "#ffffff",
    8: "#808080",
    9: "#c0c0c0",
}
"""The named DXF colours by number; 7 is black on a white ground."""

_FIRST_HANDLE: Final = 0x200
"""The handle of the first layer: those before are in the template."""


def render_dxf(document: Document) -> bytes:
    """Return a document's first page as a DXF file; the same document gives the same bytes.

    Raises:
        TypeError: for items other than outlines, groups and symbols, which a machine cannot cut.
    """
    page = document.pages[0]
    upwards = Affine(1, 0, 0, -1, 0, page.size.height)
    layers, cuts = {"0": 7}, list[tuple[str, Subpath | Circle]]()
    for layer, shape, place in _shapes(page.items, upwards, "0"):
        layers.setdefault(layer, _colour_number(shape))
        cuts += ((layer, circle_of(subpath) or subpath) for subpath in subpaths(shape.outline.placed(place)))
    handles = map("{:X}".format, count(_FIRST_HANDLE))
    text = _template().render(size=page.size, layers=layers, shapes=cuts, handle=handles.__next__)
    pairs = (line.partition(" ") for line in text.splitlines())
    return "".join(f"{code}\n{value}\n" for code, _, value in pairs).encode("cp1252", "backslashreplace")


@cache
def _template() -> Template:
    """Return the template of a drawing: a group code and a value on each line."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=False,  # noqa: S701 - not HTML
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["mm"] = format_number
    return environment.get_template("drawing.dxf.jinja")


def _shapes(items: Iterable[Item], place: Affine, layer: str) -> Iterator[tuple[str, Shape, Affine]]:
    """Yield every outline with its layer and its transform to the drawing."""
    for item in items:
        match item:
            case Shape():
                yield layer, item, place
            case Group():
                yield from _shapes(item.items, place @ item.transform, item.layer.upper() or layer)
            case Use():
                yield from _shapes(item.symbol.items, place @ item.transform, layer)
            case _:
                raise TypeError(f"a {type(item).__name__} is not a cut path")


def _colour_number(shape: Shape) -> int:
    """Return the number of the named DXF colour nearest to a line's; black is 7."""
    colour = shape.stroke.colour if shape.stroke else shape.fill or "#000000"
    channels = bytes.fromhex(colour[1:])
    if not any(channels):
        return 7

    def distance(number: int) -> int:
        named = bytes.fromhex(_COLOURS[number][1:])
        return sum((one - other) ** 2 for one, other in zip(named, channels, strict=True))

    return min(_COLOURS, key=distance)


# Outlines converted from Bézier curves to straight lines, true arcs and circles.

_CLOSE: Final = 0.01
"""Tolerance in mm: between a cubic and the arc that replaces it, and between two points that count as one."""

_PIECES: Final = 16
"""Straight lines for a curve that is not an arc: some hundredths of a millimetre off on a curve of 10 mm."""

_QUARTER: Final = tan(atan2(1, 1) / 2)
"""The bulge of a quarter circle."""


class Vertex(NamedTuple):
    """A corner, and the bulge of the line or arc that starts there.

    The bulge is the tangent of a quarter of the arc's angle, and 0 for a straight line. It is positive for arcs that
    turn from x to y: anticlockwise if y points up.
    """

    x: float
    y: float
    bulge: float = 0.0


class Subpath(NamedTuple):
    """One subpath of an outline."""

    vertices: tuple[Vertex, ...]
    closed: bool

    @property
    def is_line(self) -> bool:
        """Whether it is a single straight line."""
        return len(self.vertices) == 2 and not self.closed and not self.vertices[0].bulge


class Circle(NamedTuple):
    """A full circle in mm."""

    centre: Point
    radius: float


def subpaths(outline: Outline) -> Iterator[Subpath]:
    """Yield each subpath of an outline. A closed subpath does not repeat its first corner at the end."""
    vertices: list[Vertex] = []
    for command, numbers in outline.segments:
        match command:
            case "M":
                if len(vertices) > 1:
                    yield Subpath(tuple(vertices), closed=False)
                vertices = [Vertex(*numbers)]
            case "L":
                vertices.append(Vertex(*numbers))
            case "C":
                vertices[-1:] = _curve(vertices[-1], numbers)
            case _:
                yield Subpath(_without_repeat(vertices), closed=True)
                vertices = []
    if len(vertices) > 1:
        yield Subpath(tuple(vertices), closed=False)


def _without_repeat(vertices: Sequence[Vertex]) -> tuple[Vertex, ...]:
    first, last = vertices[0], vertices[-1]
    repeats = len(vertices) > 1 and hypot(first.x - last.x, first.y - last.y) < _CLOSE
    return tuple(vertices[:-1] if repeats else vertices)


def _curve(start: Vertex, numbers: tuple[float, ...]) -> list[Vertex]:
    """Return the start with its bulge, and the vertices that a cubic from it adds."""
    bulge = _bulge(start, numbers)
    if bulge is not None:
        return [start._replace(bulge=bulge), Vertex(*numbers[4:])]
    return [start, *(_on_cubic(start, numbers, step / _PIECES) for step in range(1, _PIECES + 1))]


def _bulge(start: Vertex, numbers: tuple[float, ...]) -> float | None:
    """Return the bulge of the arc that a cubic draws, or None if it does not draw an arc."""
    x1, y1, x2, y2, x3, y3 = numbers
    first, last = (x1 - start.x, y1 - start.y), (x3 - x2, y3 - y2)
    handle, other = hypot(*first), hypot(*last)
    if handle < _CLOSE or abs(handle - other) > _CLOSE:
        return None
    angle = atan2(first[0] * last[1] - first[1] * last[0], first[0] * last[0] + first[1] * last[1])
    bulge = tan(angle / 4)
    chord = hypot(x3 - start.x, y3 - start.y)
    # an arc with this bulge rises bulge * chord / 2 over its chord, to the right of its direction if y points down
    middle_x, middle_y = (start.x + x3 + bulge * (y3 - start.y)) / 2, (start.y + y3 - bulge * (x3 - start.x)) / 2
    on = _on_cubic(start, numbers, 0.5)
    near = hypot(on.x - middle_x, on.y - middle_y) < _CLOSE
    return bulge if chord > _CLOSE and near else None


def _on_cubic(start: Vertex, numbers: tuple[float, ...], at: float) -> Vertex:
    x1, y1, x2, y2, x3, y3 = numbers
    back = 1 - at
    a, b, c, d = back**3, 3 * back * back * at, 3 * back * at * at, at**3
    return Vertex(a * start.x + b * x1 + c * x2 + d * x3, a * start.y + b * y1 + c * y2 + d * y3)


def circle_of(run: Subpath) -> Circle | None:
    """Return the circle that a subpath of four quarter circles makes, or None for any other subpath."""
    if not run.closed or len(run.vertices) != 4:
        return None
    if any(abs(abs(vertex.bulge) - _QUARTER) > 1e-3 for vertex in run.vertices):
        return None
    one, two, three, four = run.vertices
    across, down = hypot(one.x - three.x, one.y - three.y), hypot(two.x - four.x, two.y - four.y)
    centre = Point((one.x + three.x) / 2, (one.y + three.y) / 2)
    same = hypot(centre.x - (two.x + four.x) / 2, centre.y - (two.y + four.y) / 2) < _CLOSE
    return Circle(centre, across / 2) if same and abs(across - down) < 2 * _CLOSE else None
