"""The theme of a game as the page needs it: every value, whether the game changes it, and what it is otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from punchboard.load.layouts.raw_layouts import RawTheme, raw_theme
from punchboard.schema.json_schemas import schema
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.box_fields import model_field
from punchboard.server.studio.theme.alternatives import family_name, theme_titles
from punchboard.server.studio.theme.warnings import sheet_components

FIRST: Final = ("ink", "paper", "accent", "quiet", "rule")
"""The colours that people look for first."""

_GROUPS: Final[Mapping[str, str]] = {
    "frame": "Frame", "title": "Frame", "type": "Frame", "card": "Frame", "panel": "Frame", "callout": "Frame",
    "back": "Back", "cost": "Cost and value", "value": "Cost and value", "art": "Pictures", "emblem": "Pictures",
    "spine": "Pictures", "token": "Tiles and tokens", "tile": "Tiles and tokens", "item": "Other cards",
    "event": "Other cards", "head": "Other cards", "box": "Tuck box", "pattern": "Patterns",
}  # fmt: skip
"""The groups of the other colours, by the first part of their name."""

_ORDER: Final = ("First", *dict.fromkeys(_GROUPS.values()), "More")

_STYLE: Final = "StyleFile"


def theme_view(snapshot: Snapshot, workspace: Path) -> dict[str, Any]:
    """Return the theme of a game as plain data for the page."""
    raw = raw_theme(snapshot.game, workspace)
    theme = snapshot.composed.loaded.layouts.theme
    return {
        "theme": snapshot.game.file.theme,
        "themes": theme_titles(workspace),
        "file": raw.file,
        "colours": sorted(_colours(raw, theme.colours), key=lambda one: _ORDER.index(one["group"])),
        "styles": list(_styles(raw)),
        "fields": _style_fields(),
        "fonts": [{**_entry(raw, "fonts", name), "family": family_name(font)} for name, font in _section(raw, "fonts")],
        "ornaments": [_entry(raw, "ornaments", name) for name, _ in _section(raw, "ornaments")],
        "forms": [_form(raw, key) for key in ("line", "corners")],
        "sheet": [component.id for component in sheet_components(snapshot)],
    }


def _section(raw: RawTheme, name: str) -> Iterator[tuple[str, Any]]:
    yield from ((raw.merged.get(name) or {}) if isinstance(raw.merged.get(name), Mapping) else {}).items()


def _below(raw: Mapping[str, Any], *path: str) -> Any:
    value: Any = raw
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _entry(raw: RawTheme, section: str, name: str) -> dict[str, Any]:
    """Return what the page needs for any value of a section; a value that the game added cannot be reset."""
    return {
        "name": name,
        "own": _below(raw.own, section, name) is not None,
        "inherited": _below(raw.inherited, section, name) is not None,
        "value": _below(raw.merged, section, name),
    }


def _colours(raw: RawTheme, colours: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for name, value in colours.items():
        stem = name.removeprefix("on-").partition("-")[0]
        group = "First" if name in FIRST else _GROUPS.get(stem, "More")
        was = _below(raw.inherited, "colours", name)
        yield {**_entry(raw, "colours", name), "value": value, "group": group, "was": was}


def _styles(raw: RawTheme) -> Iterator[dict[str, Any]]:
    styles = dict(_section(raw, "styles"))
    for name, values in styles.items():
        own = _below(raw.own, "styles", name)
        inherited = _below(raw.inherited, "styles", name) or {}
        yield {
            "name": name,
            "values": values,
            "own": sorted(own) if isinstance(own, Mapping) else [],
            "inherited": sorted(inherited) if isinstance(inherited, Mapping) else [],
            "shown": _effective(styles, name),
        }


def _effective(styles: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the values of a style with those that it takes from the styles that it extends."""
    found, seen = dict[str, Any](), set[str]()
    while name in styles and name not in seen and isinstance(styles[name], Mapping):
        seen.add(name)
        found = {**{key: value for key, value in styles[name].items() if value is not None}, **found}
        name = styles[name].get("extends") or "body"
    return found


def _style_fields() -> list[dict[str, Any]]:
    properties = schema("theme")["$defs"][_STYLE]["properties"]
    return [model_field((key,), _STYLE, value) for key, value in properties.items()]


def _form(raw: RawTheme, key: str) -> dict[str, Any]:
    field = model_field((key,), "ThemeFile", schema("theme")["properties"][key])
    return {**field, "name": key, "value": raw.merged.get(key), "own": key in raw.own, "inherited": True}
