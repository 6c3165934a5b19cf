"""What a game may take from other themes: typefaces and ornaments, each as those themes write it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from punchboard.load.layouts.raw_layouts import shared_themes, theme_descriptions

MOST: Final = 200
"""The most typefaces, or drawings for one ornament, that are offered."""


def theme_titles(workspace: Path) -> list[dict[str, str]]:
    """Return the themes and colourways that game.yaml may name, each with its description."""
    about = theme_descriptions(workspace)
    return [{"name": name, "about": about.get(name, "")} for name in _themes(workspace)]


@cache
def alternatives(workspace: Path) -> Mapping[str, Any]:
    """Return what is offered: ``fonts``, a list, and ``ornaments``, a list by name; each with ``of``, its theme.

    Read once: the themes that come with the program do not change while it runs.
    """
    fonts: dict[str, dict[str, Any]] = {}
    ornaments: dict[str, dict[str, dict[str, Any]]] = {}
    for theme, raw in _themes(workspace).items():
        for font in (raw.get("fonts") or {}).values():
            value = {key: one for key, one in font.items() if key != "fallback"}
            fonts.setdefault(repr(value), {"of": theme, "value": value, "name": family_name(font)})
        for name, drawings in (raw.get("ornaments") or {}).items():
            ornaments.setdefault(name, {}).setdefault(repr(drawings), {"of": theme, "value": drawings})
    by_name = sorted(fonts.values(), key=lambda one: str(one["name"]).lower())
    return {"fonts": by_name[:MOST], "ornaments": {name: [*one.values()][:MOST] for name, one in ornaments.items()}}


def family_name(font: Mapping[str, Any]) -> str:
    """Return the name of a font's file as people call it: without its folder and the axes of a variable font."""
    return str(font.get("regular", "")).rpartition("/")[2].partition("[")[0]


@cache
def _themes(workspace: Path) -> Mapping[str, Mapping[str, Any]]:
    return shared_themes(workspace)
