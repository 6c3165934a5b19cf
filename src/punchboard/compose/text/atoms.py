"""Spans and atoms: text before and after it is shaped, the pieces that lines are broken between."""

from enum import IntEnum
from typing import NamedTuple

from punchboard.fonts import Typeface, Word
from punchboard.geometry import Outline


class After(IntEnum):
    """What follows an atom."""

    NOTHING = 0
    SPACE = 1
    BREAK = 2
    NEWLINE = 3


class Atom(NamedTuple):
    """A piece that stays whole: a shaped word or an icon; ``width`` and ``scale`` are in em of the style."""

    width: float
    space: float
    after: After
    face: Typeface | None
    word: Word | None
    icon: Outline | None = None
    scale: float = 1.0
    colour: str | None = None
    link: str | None = None
    marks: tuple[str, ...] = ()
    """The rules that have been told when this piece has been read."""
    script: str = ""
    """The script, where its line is set with regard to scripts and directions."""
    level: int = 0
    """How deep it is embedded in text of the other direction: what is odd is read from right to left."""
    space_level: int = 0
    """The same of the space after it."""


class Span(NamedTuple):
    """A stretch of text in one manner, or one icon, or the mark of rules that the text before it tells."""

    text: str
    bold: bool = False
    italic: bool = False
    small: bool = False
    link: str | None = None
    icon: str | None = None
    colour: str | None = None
    marks: tuple[str, ...] = ()
