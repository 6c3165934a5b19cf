"""One mark of an ornament: an outline, filled or stroked, in one of the layout's inks."""

from typing import NamedTuple

from punchboard.geometry import Outline


class Mark(NamedTuple):
    """An outline in mm; ``ink`` is an index into the layout's colours, ``width`` the stroke's in mm, None to fill."""

    outline: Outline
    ink: int = 0
    width: float | None = None
