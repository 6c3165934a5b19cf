"""DXF by ezdxf: the one file that imports it. Outlines alone, in millimetres, y upwards, in the layers of the page.

Quarter circles and other arcs among the cubics become true arcs, and whole circles become circles, so that a machine
runs through them without corners. DXF 2000 is the oldest version with polylines of one entity, and is read everywhere.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import ezdxf
from ezdxf.colors import aci2rgb
from ezdxf.units import MM

from punchboard.geometry import Affine
from punchboard.render.dxf.arcs import Subpath, circle_of, subpaths
from punchboard.scene import Document, Group, Item, Page, Shape, Use

if TYPE_CHECKING:
    from ezdxf.document import Drawing

VERSION: Final = "R2000"

_NAMED: Final = range(1, 10)
"""The colours of DXF that have names: red, yellow, green, cyan, blue, magenta, black or white, two greys."""


def render_dxf(document: Document) -> bytes:
    """Return the bytes of a DXF file of a document's first page; the same document gives the same bytes.

    Raises:
        TypeError: for items other than outlines, groups and symbols: a machine has no use for them.
    """
    with _without_dates():
        drawing = ezdxf.new(VERSION, units=MM)
        _draw(document.pages[0], drawing)
        out = io.StringIO()
        drawing.write(out)
    return drawing.encode(out.getvalue())


@contextmanager
def _without_dates() -> Iterator[None]:
    """Keep ezdxf from writing the date and ids that it makes anew each time."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _draw(page: Page, drawing: Drawing) -> None:
    """Add all outlines of a page to a drawing of its size."""
    drawing.header["$MEASUREMENT"] = 1
    drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = (0, 0, 0), (*page.size, 0)
    drawing.header["$LIMMIN"], drawing.header["$LIMMAX"] = (0, 0), tuple(page.size)
    upwards = Affine(1, 0, 0, -1, 0, page.size.height)
    for layer, shape, place in _shapes(page.items, upwards, "0"):
        _ensure_layer(drawing, layer, shape)
        for run in subpaths(shape.outline.placed(place)):
            _add(drawing.modelspace(), run, layer)


def _shapes(items: Iterable[Item], place: Affine, layer: str) -> Iterator[tuple[str, Shape, Affine]]:
    """Yield every outline with its layer and the map onto the drawing."""
    for item in items:
        match item:
            case Shape():
                yield layer, item, place
            case Group():
                yield from _shapes(item.items, place @ item.transform, item.layer.upper() or layer)
            case Use():
                yield from _shapes(item.symbol.items, place @ item.transform, layer)
            case _:
                raise TypeError(f"a {type(item).__name__} is no cut path")


def _ensure_layer(drawing: Drawing, name: str, shape: Shape) -> None:
    """Add a layer in the colour of the first line that lies on it."""
    if name not in drawing.layers:
        colour = shape.stroke.colour if shape.stroke else shape.fill or "#000000"
        drawing.layers.add(name, color=_index(colour))


@cache
def _index(colour: str) -> int:
    """Return the number of the named colour of DXF that is nearest to ``#rrggbb``; black is 7."""
    wanted = bytes.fromhex(colour[1:])
    if not any(wanted):
        return 7

    def distance(index: int) -> int:
        return sum((one - other) ** 2 for one, other in zip(aci2rgb(index), wanted, strict=True))

    return min(_NAMED, key=distance)


def _add(space: Any, run: Subpath, layer: str) -> None:
    """Add one run as the plainest entity that it is."""
    on = {"layer": layer}
    circle = circle_of(run)
    if circle is not None:
        space.add_circle(circle.centre, circle.radius, dxfattribs=on)
    elif len(run.vertices) == 2 and not run.closed and not run.vertices[0].bulge:
        space.add_line(*((vertex.x, vertex.y) for vertex in run.vertices), dxfattribs=on)
    else:
        space.add_lwpolyline(run.vertices, format="xyb", close=run.closed, dxfattribs=on)
