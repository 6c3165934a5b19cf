"""Pixels outside an outline: made transparent, or filled with the colours at its edge.

The rasteriser draws the outline as a mask: black inside, white outside, grey on the edge.
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
    """Return for each row the first pixel well inside a mask, and the pixel after the last; (0, 0) if there is none.

    The mask is convex, as every trim is. Pixels at its edge count as outside, because the rasteriser rounds the sides
    of rectangles to whole pixels, perhaps differently for the face and for the mask.
    """
    rows = [range(0), *(_inked(mask, start) for start in mask.row_starts()), range(0)]
    near = zip(rows, rows[1:], rows[2:], strict=False)
    return tuple(
        (row.start + 1, row.stop - 1) if above and len(row) > 2 and below else (0, 0) for above, row, below in near
    )


def _inked(mask: Pixels, start: int) -> range:
    """Return the range of fully black pixels in the row that begins at ``start`` in the data."""
    end = start + mask.width
    first, last = mask.data.find(0, start, end), mask.data.rfind(0, start, end)
    return range(first - start, last - start + 1) if first >= 0 else range(0)


def fill_outside(pixels: Pixels, inside: tuple[tuple[int, int], ...]) -> Pixels:
    """Fill an RGB picture outside its spans with the nearest colours of each row, in place, and return it.

    Rows without a span copy the nearest row that has one. So a shop's canvas that is larger than the face has no white.
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
