"""The values that the pages about a game share: its title, its version, and its colours by day and night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from punchboard import __version__
from punchboard.model.game.game import Game
from punchboard.products.web.palette import day_palette, night_palette


def page_head(game: Game, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a template about a game; ``colours`` are those of its theme."""
    return {
        "title": game.title,
        "tagline": game.file.tagline,
        "version": game.file.version,
        "program": __version__,
        "language": game.file.language,
        "players": game.file.players.range,
        "components": sum(component.copies for component in game.components),
        "day": day_palette(colours),
        "night": night_palette(colours),
    }
