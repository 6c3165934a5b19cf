"""Whether two pictures show the same: by tiles, so that a line of text that has gone from a large one is seen."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageChops

TILE = 32
"""Pixels of a tile's side: about a word of body text at 96 dpi."""

MOST = 6.0
"""How much a tile may differ on average, of 255: antialiased edges differ by less, a word that is lost by more."""

ANTIALIASING = 2.0
"""How much a tile differs at most when nothing was changed, only drawn on another machine."""


def write_if_changed(path: Path, made: bytes) -> bool:
    """Write a picture and return True, unless the file at ``path`` already shows the same."""
    if path.exists() and difference(path.read_bytes(), made) <= ANTIALIASING:
        return False
    path.write_bytes(made)
    return True


def difference(kept: bytes, made: bytes) -> float:
    """Return by how much the tile differs most that differs most; 255 for pictures of two sizes."""
    one, other = (Image.open(io.BytesIO(data)).convert("RGB") for data in (kept, made))
    if one.size != other.size:
        return 255.0
    red, green, blue = ImageChops.difference(one, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    width, height = (-(-side // TILE) for side in worst.size)
    whole = Image.new("L", (width * TILE, height * TILE))
    whole.paste(worst)
    return float(whole.resize((width, height), Image.Resampling.BOX).getextrema()[1])
