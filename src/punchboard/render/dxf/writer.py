"""DXF writer (ezdxf): the outlines of a page in millimetres, y upwards, in the layers of the page.

Arcs among the cubics become true arcs, and full circles become circles, so that a machine cuts them without corners.
DXF 2000 is the oldest version with single-entity polylines, and every program reads it. No other module imports ezdxf.
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
"""The numbers of the named DXF colours: red, yellow, green, cyan, blue, magenta, black or white, two greys."""


def render_dxf(document: Document) -> bytes:
    """Return a document's first page as a DXF file; the same document gives the same bytes.

    Raises:
        TypeError: for items other than outlines, groups and symbols, which a machine cannot cut.
    """
    with _without_dates():
        drawing = ezdxf.new(VERSION, units=MM)
        _draw(document.pages[0], drawing)
        out = io.StringIO()
        drawing.write(out)
    return drawing.encode(out.getvalue())


@contextmanager
def _without_dates() -> Iterator[None]:
    """Make ezdxf write a fixed date and fixed ids."""
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
        for subpath in subpaths(shape.outline.placed(place)):
            _add(drawing.modelspace(), subpath, layer)


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


def _ensure_layer(drawing: Drawing, name: str, shape: Shape) -> None:
    """Add a layer in the colour of its first line."""
    if name not in drawing.layers:
        colour = shape.stroke.colour if shape.stroke else shape.fill or "#000000"
        drawing.layers.add(name, color=_index(colour))


@cache
def _index(colour: str) -> int:
    """Return the number of the named DXF colour nearest to ``#rrggbb``; black is 7."""
    channels = bytes.fromhex(colour[1:])
    if not any(channels):
        return 7

    def distance(index: int) -> int:
        return sum((one - other) ** 2 for one, other in zip(aci2rgb(index), channels, strict=True))

    return min(_NAMED, key=distance)


def _add(space: Any, subpath: Subpath, layer: str) -> None:
    """Add a subpath as a circle, a line or a polyline, whichever is simplest."""
    attributes = {"layer": layer}
    circle = circle_of(subpath)
    if circle is not None:
        space.add_circle(circle.centre, circle.radius, dxfattribs=attributes)
    elif len(subpath.vertices) == 2 and not subpath.closed and not subpath.vertices[0].bulge:
        space.add_line(*((vertex.x, vertex.y) for vertex in subpath.vertices), dxfattribs=attributes)
    else:
        space.add_lwpolyline(subpath.vertices, format="xyb", close=subpath.closed, dxfattribs=attributes)
