"""The symbols of a game with those of its icons that exist."""

from __future__ import annotations

from collections.abc import Mapping

from punchboard.geometry import Outline
from punchboard.model.layout.symbols import NO_SYMBOLS, Symbols
from punchboard.problem import ProblemsFound


def game_symbols(wanted: Mapping[str, str | None], icons: Mapping[str, Outline]) -> Symbols:
    """Return the symbols of a game. A symbol whose icon cannot be drawn has none, which a check reports."""
    if not wanted:
        return NO_SYMBOLS
    return Symbols({token: icon if icon and _is_drawable(icon, icons) else "" for token, icon in wanted.items()})


def _is_drawable(name: str, icons: Mapping[str, Outline]) -> bool:
    try:
        icons[name]
    except (KeyError, ProblemsFound):
        return False
    return True
