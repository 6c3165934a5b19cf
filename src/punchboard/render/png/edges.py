"""What lies outside an outline: cut away, or filled with the colours of its edge. Works on rows of pixels.

The outline itself is drawn by the rasteriser as a mask: black where the picture shows, white outside, grey between.
"""

from __future__ import annotations

from typing import Final

from punchboard.render.png.file import Pixels

_INVERTED: Final = bytes(range(255, -1, -1))


def clear_outside(pixels: Pixels, mask: Pixels) -> Pixels:
    """Make an RGBA picture transparent outside a mask, in place, and return it."""
    view = memoryview(mask.data)
    for start, row in zip(pixels.row_starts(), mask.row_starts(), strict=True):
        line = bytes(view[row : row + mask.width])
        if line.count(0) != mask.width:
            pixels.data[start + 3 : start + pixels.stride : 4] = line.translate(_INVERTED)
    return pixels


def inner_spans(mask: Pixels) -> tuple[tuple[int, int], ...]:
    """Return, for each row, the first pixel that lies well inside a mask and the one after the last; (0, 0) if none.

    The mask is convex, as every trim is. The pixels at its edge count as outside: a rasteriser sets the sides of a
    rectangle to whole pixels, and those of the face perhaps to others than those of the mask.
    """
    rows = [range(0), *(_inked(mask, start) for start in mask.row_starts()), range(0)]
    near = zip(rows, rows[1:], rows[2:], strict=False)
    return tuple(
        (row.start + 1, row.stop - 1) if above and len(row) > 2 and below else (0, 0) for above, row, below in near
    )


def _inked(mask: Pixels, start: int) -> range:
    """Return the pixels of a row that are wholly black, by where it starts in the data."""
    end = start + mask.width
    first, last = mask.data.find(0, start, end), mask.data.rfind(0, start, end)
    return range(first - start, last - start + 1) if first >= 0 else range(0)


def fill_outside(pixels: Pixels, inside: tuple[tuple[int, int], ...]) -> Pixels:
    """Fill an RGB picture outside its spans with the nearest colours of each row, in place, and return it.

    Rows without a span take those of the nearest row that has one. So no white is left where a face ends before the
    canvas that a shop asks for does.
    """
    filled = [number for number, (first, last) in enumerate(inside) if last > first]
    if not filled:
        return pixels
    data, size, wide = pixels.data, pixels.channels, pixels.channels * pixels.width
    starts = pixels.row_starts()
    for number in filled:
        first, last = inside[number]
        start = starts[number]
        if first:
            at = start + first * size
            data[start:at] = data[at : at + size] * first
        if last < pixels.width:
            at = start + last * size
            data[at : start + wide] = data[at - size : at] * (pixels.width - last)
    for number in range(pixels.height):
        nearest = min(max(number, filled[0]), filled[-1])
        if nearest != number:
            data[starts[number] : starts[number] + wide] = data[starts[nearest] : starts[nearest] + wide]
    return pixels
