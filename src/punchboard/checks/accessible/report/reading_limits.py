"""Every limit of the accessibility report with its source, and the distance from which each use is read.

Sources:

- Capitals: ISO 9241-303 asks for capitals of at least 16 minutes of arc; 20 to 22 are preferred.
- X-heights: Legge and Bigelow, *Does print size matter for reading?*, Journal of Vision 11(5), 2011: people read at
  full speed from an x-height of about 0.2 degrees, or 12 minutes of arc.
- Tokens: WCAG 2.2, criterion 2.5.5, asks for 44 CSS pixels for a finger, which are 11.6 mm.
- Sentences: *Writing for GOV.UK* asks to check sentences of more than 25 words.
- Passive: the Plain English Campaign asks for the active voice in 80 to 90 per cent of sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan, degrees
from types import MappingProxyType
from typing import Final, Literal

from punchboard.model.layout.trim import Trim

Use = Literal["card", "page", "tile", "token", "board"]
"""How a thing is read: in the hand (cards, pages), or lying on the table at arm's length."""

DISTANCES: Final = MappingProxyType({"card": 400.0, "page": 400.0, "tile": 650.0, "token": 650.0, "board": 650.0})
"""The distance in mm from which each use is read: a card as a book is held, the rest at arm's length."""

MIN_CAPITALS: Final = 16.0
"""The least height of capitals and digits, in minutes of arc."""

ROUNDING: Final = 0.05
"""Minutes of arc that rounding may hide."""

FLUENT_X_HEIGHT: Final = 12.0
"""The x-height in minutes of arc from which people read at full speed."""

MIN_TOKEN: Final = 11.6
"""The least width and height in mm of what fingers pick up."""

LARGEST_TOKEN: Final = 30.0
"""Shapes other than cards, boards and mats are tokens up to this width and height in mm, and tiles above it."""

MAX_SENTENCE: Final = 25
"""The most words of a sentence that is easy to read."""

MAX_PASSIVE: Final = 0.2
"""The largest share of sentences in the passive voice."""

_USES: Final[Mapping[str, Use]] = MappingProxyType({"card": "card", "board": "board", "mat": "board"})


def use_of(trim: Trim) -> Use:
    """Return how a component of this shape is read."""
    return _USES.get(trim.form) or ("token" if max(trim.size) <= LARGEST_TOKEN else "tile")


def arc_minutes(height: float, distance: float) -> float:
    """Return the angle of a height in mm at a distance in mm, in minutes of arc."""
    return degrees(atan(height / distance)) * 60
