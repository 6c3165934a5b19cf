"""All that composing needs behind one object: the game, its layouts, and shelves of fonts, icons and pictures."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from punchboard.fonts import Family
from punchboard.geometry import Outline
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import IconSet
from punchboard.model.layout.layout import Layouts
from punchboard.scene import Image


@dataclass(frozen=True, eq=False)
class LoadedGame:
    """A loaded game. The shelves are read-only mappings that may fetch on first use; a missing name is a KeyError."""

    game: Game
    layouts: Layouts
    families: Mapping[str, Family]
    """Font families by their name in the theme."""
    icons: Mapping[str, Outline]
    """Icons on a grid of 512 x 512 units, by name; a name that is not there may be a NoIconError."""
    pictures: Mapping[str, Image]
    """Pictures by their path within the game's folder."""
    read_yaml: Callable[[str, str], Any]
    """Reads YAML text (and the name of its file, for problems) safely into plain values."""
    icon_sets: Mapping[str, IconSet] = field(default_factory=dict)
    """The sets of icons that can be used, by prefix."""
    icons_used: Callable[[], Collection[str]] = tuple
    """Tells the names of the icons that were drawn so far."""
