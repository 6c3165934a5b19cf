"""Opened font files, each once for every state, axis values and size."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from punchboard.fonts import Typeface
from punchboard.fonts.typeface import scaled_font
from punchboard.load.files.paths import read_bytes
from punchboard.problem import Place, fail

RULE: Final = "FONT001"

Axes = tuple[tuple[str, float], ...]


def open_typeface(path: Path, axes: Axes, scale: float = 1.0) -> Typeface:
    """Return the typeface of a file, its letters ``scale`` times as large as drawn.

    Raises:
        ProblemsFound: FONT001 when the file cannot be read or is no TrueType font.
    """
    place = Place(path.name)
    try:
        return _opened(path, path.stat().st_mtime_ns, axes, scale)
    except OSError as error:
        raise fail(RULE, place, f"{path.name!r} is unreadable: {str(error.strerror).lower()}") from error
    except (ValueError, RuntimeError) as error:
        raise fail(RULE, place, str(error), "use a TrueType file (.ttf) with glyf outlines") from error


@lru_cache(maxsize=256)
def _opened(path: Path, _changed: int, axes: Axes, scale: float) -> Typeface:
    """Open a font once for each state of its file, so that its shaped words stay cached from build to build."""
    values = "".join(f"-{tag}{value:g}" for tag, value in axes) + (f"-{scale:g}" if scale != 1 else "")
    name = re.sub(r"[^\w-]", "", path.stem.partition("[")[0]) + values.replace(".", "p")
    return Typeface(name, scaled_font(read_bytes(path, Place(path.name), rule=RULE), scale), dict(axes))
