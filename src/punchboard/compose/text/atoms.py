"""Spans (styled text before shaping) and atoms (shaped words and icons that lines break between)."""

from enum import IntEnum
from typing import Final, NamedTuple

from punchboard.fonts import Typeface, Word
from punchboard.geometry import Outline


class After(IntEnum):
    """What follows an atom."""

    NOTHING = 0
    SPACE = 1
    BREAK = 2
    NEWLINE = 3


class Atom(NamedTuple):
    """A shaped word or an icon, which never breaks; ``width``, ``space`` and ``scale`` are in em of the style."""

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
    """The ids of the rules that the text up to this atom states."""
    script: str = ""
    """The ISO 15924 script in bidirectional text, else empty."""
    level: int = 0
    """The embedding level (UAX 9): odd levels are read from right to left."""
    space_level: int = 0
    """The embedding level of the space after the atom."""
    rise: float = 0.0
    """How far it is raised above the baseline, in em of the style; negative when it is lowered."""
    underline: bool = False
    token: str = ""
    """The text of an icon, as written."""
    alt: str = ""
    """What is read aloud in place of an icon; empty if the words beside it say the same."""


LANGUAGE_PREFIX: Final = "lang:"
"""The beginning of a link target that says in which language its text is, as in ``[mot](lang:fr)``."""


class Span(NamedTuple):
    """Text in one style, or one icon, or the ids of the rules that the text before it states (``marks``).

    ``icon`` is the name of an icon, empty for a lettered badge; ``token`` is the symbol, as written, that it prints.
    """

    text: str
    bold: bool = False
    italic: bool = False
    small: bool = False
    link: str | None = None
    icon: str | None = None
    colour: str | None = None
    marks: tuple[str, ...] = ()
    underline: bool = False
    position: str = ""
    """``super`` for a superscript, ``sub`` for a subscript."""
    token: str = ""
    is_silent: bool = False
    """Whether it is an icon that is not read aloud, because the words beside it say its name."""
