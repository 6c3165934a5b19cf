"""One mark of an ornament: an outline that is filled, or drawn as a line, in one of the layout's inks."""

from typing import NamedTuple

from punchboard.geometry import Outline


class Mark(NamedTuple):
    """An outline in mm; ``ink`` counts into the layout's colours, ``width`` is a line's mm, or None to fill."""

    outline: Outline
    ink: int = 0
    width: float | None = None
