"""All that composing needs behind one object: the game, its layouts, and shelves of fonts, icons and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from punchboard.fonts import Family
from punchboard.geometry import Outline
from punchboard.model.game import Game
from punchboard.model.layout import Layouts
from punchboard.scene import Image


@dataclass(frozen=True, eq=False)
class Material:
    """A loaded game. The shelves are read-only mappings that may fetch on first use; a missing name is a KeyError."""

    game: Game
    layouts: Layouts
    families: Mapping[str, Family]
    """Font families by their name in the theme."""
    icons: Mapping[str, Outline]
    """Icons on a grid of 512 x 512 units, by name."""
    pictures: Mapping[str, Image]
    """Pictures by their path within the game's folder."""
    read_yaml: Callable[[str, str], Any]
    """Reads YAML text (and the name of its file, for problems) safely into plain values."""
