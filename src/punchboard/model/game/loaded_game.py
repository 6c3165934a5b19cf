"""The input of composing: a loaded game, its layouts, and lazy mappings of fonts, icons and pictures."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from punchboard.fonts import Family
from punchboard.geometry import Outline
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import NO_SYMBOLS, IconSet, Symbols
from punchboard.model.layout.layout import Layouts
from punchboard.scene import Image


@dataclass(frozen=True, eq=False)
class LoadedGame:
    """A loaded game with its layouts and media.

    The mappings are read-only and may read files on first use; an unknown name is a KeyError.
    """

    game: Game
    layouts: Layouts
    families: Mapping[str, Family]
    """Font families by their name in the theme."""
    icons: Mapping[str, Outline]
    """Icons on a grid of 512 x 512 units, by name; an unknown name may be an UnknownIconError."""
    pictures: Mapping[str, Image]
    """Pictures by their path within the game's folder."""
    read_yaml: Callable[[str, str], Any]
    """Function that parses YAML safely into plain values, from the text and the file name for problems."""
    icon_sets: Mapping[str, IconSet] = field(default_factory=dict)
    """The available icon sets, by prefix."""
    icon_words: Mapping[str, str] = field(default_factory=dict)
    """Icons by the words that they picture."""
    symbols: Symbols = NO_SYMBOLS
    """The symbols in the game's texts. Those whose icon does not exist print as badges."""
    icons_used: Callable[[], Collection[str]] = tuple
    """Function that returns the names of the icons drawn so far."""
