"""The theme in the studio: what a game's theme has, the smallest changes of its files, and warnings about colours.

Faces are drawn with colours that are all different, by changes that nobody can see: so what lies on what is known by
the names of the theme, also where two names have one colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from math import floor
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from punchboard.checks.ink.colours import MIN_DIFFERENCE, similar_colours, similar_views
from punchboard.checks.ink.contrast import LowContrast, low_contrast_inks
from punchboard.compose.faces.composer import FaceComposer
from punchboard.edit.tables.records import value_at
from punchboard.geometry import Size
from punchboard.load import load
from punchboard.load.layouts.raw_layouts import RawTheme, raw_theme, shared_themes, theme_descriptions
from punchboard.load.theme_fonts import families
from punchboard.model.game.game import Component, LoadedGame
from punchboard.model.layout.box_drawing import OrnamentFile
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import Box, FaceFile, FontFile, StyleFile, ThemeFile
from punchboard.model.layout.trim import Trim
from punchboard.products.sheets import face_page
from punchboard.render import render
from punchboard.scene import Document
from punchboard.schema.json_schemas import schema
from punchboard.server.game_snapshot import Snapshot, face_svg
from punchboard.server.studio.boxes import model_field
from punchboard.server.studio.choices import family_name
from punchboard.srgb import contrast
from punchboard.workspace import game_folder

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
            fonts.setdefault(
                repr(value), {"of": theme, "value": value, "name": family_name(str(font.get("regular", "")))}
            )
        for name, drawings in (raw.get("ornaments") or {}).items():
            ornaments.setdefault(name, {}).setdefault(repr(drawings), {"of": theme, "value": drawings})
    by_name = sorted(fonts.values(), key=lambda one: str(one["name"]).lower())
    return {"fonts": by_name[:MOST], "ornaments": {name: [*one.values()][:MOST] for name, one in ornaments.items()}}


@cache
def _themes(workspace: Path) -> Mapping[str, Mapping[str, Any]]:
    return shared_themes(workspace)


_SAMPLE = "studio-sample"
_LETTERS = "Quick fox 123"
_DRAWINGS = TypeAdapter(tuple[OrnamentFile, ...])


def with_theme(loaded: LoadedGame, **changes: Any) -> LoadedGame:
    """Return a loaded game with parts of its theme replaced; its files are not read again."""
    return replace(loaded, layouts=replace(loaded.layouts, theme=loaded.layouts.theme.model_copy(update=changes)))


def theme_sample(snapshot: Snapshot, workspace: Path, section: str, name: str, which: int) -> bytes:
    """Return a picture of a typeface or an ornament as SVG: the game's own for 0, else one of those offered, from 1.

    Raises:
        LookupError: when there is no such picture.
        ProblemsFound: FONT001 for a typeface that cannot be opened.
    """
    now = raw_theme(snapshot.game, workspace).merged[section][name] if not which else None
    offers = alternatives(workspace)[section]
    if section == "fonts":
        return font_sample(snapshot, workspace, now or offers[which - 1]["value"])
    return ornament_sample(snapshot, now if not which else offers[name][which - 1]["value"])


def font_sample(snapshot: Snapshot, workspace: Path, font: Mapping[str, Any]) -> bytes:
    """Return a picture of a typeface as SVG.

    Raises:
        ProblemsFound: FONT001 for one that cannot be opened.
    """
    loaded = snapshot.composed.loaded
    theme = loaded.layouts.theme
    file = FontFile.model_validate({**font, "fallback": ()})
    own = families(ThemeFile(fonts={_SAMPLE: file}), game_folder(snapshot.game.id, workspace))
    style = StyleFile(font=_SAMPLE, size=17, leading=20, bold=False, italic=False, caps="none", tracking=0)
    varied = with_theme(loaded, styles={**theme.styles, _SAMPLE: style}, fonts={**theme.fonts, _SAMPLE: file})
    varied = replace(varied, families={**{name: loaded.families[name] for name in theme.fonts}, _SAMPLE: own[_SAMPLE]})
    look = {"text": _LETTERS, "style": _SAMPLE, "colour": "#1d1d1f", "align": "left", "valign": "middle"}
    return _picture(varied, {**look, "one line": True, "fit": "shrink to 8pt"}, Size(50, 9))


def theme_card(snapshot: Snapshot, workspace: Path, component: str, theme: str) -> bytes:
    """Return the front of a component as SVG, as it would look in another theme.

    Raises:
        LookupError: when there is no such component or theme.
        ProblemsFound: when the game cannot be drawn in it.
    """
    if theme not in _themes(workspace):
        raise LookupError(theme)
    loaded = load(snapshot.game.id, workspace, books=False, theme=theme)
    part = {one.id: one for one in loaded.game.components}[component]
    return face_svg(FaceComposer(loaded).front_face(part), loaded.game)


def ornament_sample(snapshot: Snapshot, drawings: Any) -> bytes:
    """Return a picture of an ornament as SVG; an empty one if it draws nothing."""
    loaded = snapshot.composed.loaded
    ornaments = {**loaded.layouts.theme.ornaments, _SAMPLE: _DRAWINGS.validate_python(drawings)}
    content = {"ornament": {"kind": _SAMPLE, "seed": "sample"}, "fill": "frame-ground"}
    return _picture(with_theme(loaded, ornaments=ornaments), content, Size(30, 42))


def _picture(loaded: LoadedGame, content: Mapping[str, Any], size: Size) -> bytes:
    look = Box.model_validate({"area": "trim", **content})
    file = FaceFile(bleed=0, safe=0, boxes={"sample": look}, edition=False)
    composer = FaceComposer(loaded)
    spec = composer.face_spec(_SAMPLE, Trim("card", size, "sample"), {}, loaded.game.place, file)
    return render("svg", Document(_SAMPLE, (face_page(composer.draw(spec)),), language=loaded.game.file.language))


TOLD_APART: Final = (("cost", "value"),)
"""Colours of themes that players tell numbers apart by."""

_VIEWS: Final = {"normal": "to everybody", "greyscale": "in grey print"}


def sheet_components(snapshot: Snapshot) -> list[Component]:
    """Return the components of the contact sheet: of each kind the one with the most to show, the first of several."""
    fullest: dict[str, Component] = {}
    for component in snapshot.game.components:
        if component.kind not in fullest or _fullness(component) > _fullness(fullest[component.kind]):
            fullest[component.kind] = component
    return list(fullest.values())


def theme_warnings(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the warnings: each with the ``colours`` of the theme that it is about, and a ``message``."""
    return [*_contrasts(snapshot), *_alike(snapshot)]


def _fullness(component: Component) -> int:
    values = component.values.values()
    return sum(isinstance(value, str | int | float) and value not in {"", 0} for value in values)


def _contrasts(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    colours = snapshot.composed.loaded.layouts.theme.colours
    marked = marked_colours(colours)
    names = {value: name for name, value in marked.items()}
    worst: dict[tuple[str, str], tuple[LowContrast, str]] = {}
    for where, face in _faces(snapshot, marked):
        for low in low_contrast_inks(face):
            pair = (names.get(low.ink.colour, low.ink.colour), names.get(low.background, low.background))
            if pair not in worst or low.required > worst[pair][0].required:
                worst[pair] = low, where
    for (text, ground), (low, where) in worst.items():
        ratio = contrast(colours.get(text, low.ink.colour), colours.get(ground, low.background))
        if ratio >= low.required:
            continue
        what = f"the text “{low.ink.words}”" if low.ink.words else "an icon"
        yield {
            "colours": [name for name in (text, ground) if name in colours],
            "message": f"contrast {floor(ratio * 10) / 10:.1f} of {text} on {ground}; {what} on {where} "
            f"needs {low.required:g}",
        }


def marked_colours(colours: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of a theme, each as near to its own as one that no other name has can be."""
    marked: dict[str, str] = {}
    for name, value in colours.items():
        blue = int(value[5:], 16)
        near = (blue + sign * step for step in count() for sign in (1, -1))
        options = (f"{value[:5].lower()}{one:02x}" for one in near if 0 <= one <= 255)
        taken = set(marked.values())
        marked[name] = next(one for one in options if one not in taken)
    return marked


def _faces(snapshot: Snapshot, colours: Mapping[str, str]) -> Iterator[tuple[str, Face]]:
    composer = FaceComposer(with_theme(snapshot.composed.loaded, colours=colours))
    for component in sheet_components(snapshot):
        name = snapshot.game.kinds[component.kind].printed_name(component.values)
        yield name, composer.front_face(component)
        back = composer.back_face(component)
        if back is not None:
            yield f"the back of {name}", back


def _alike(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    colours = snapshot.composed.loaded.layouts.theme.colours
    for one, other in TOLD_APART:
        near = similar_views(colours[one], colours[other]) if {one, other} <= colours.keys() else {}
        if views := [(view, far) for view, far in near.items() if view != "greyscale"]:  # in grey, their place tells
            yield {"colours": [one, other], "message": _looks_like(one, other, views)}
    for name, first, second, alike in similar_colours(snapshot.game, colours):
        yield {"colours": [], "message": f"list {name}: {_looks_like(str(second), str(first), alike.items())}"}


def _looks_like(one: str, other: str, views: Iterable[tuple[str, float]]) -> str:
    views_text = ", ".join(f"{_VIEWS.get(view, f'with {view}')} ({floor(far * 10) / 10:.1f})" for view, far in views)
    return f"{one} looks like {other} {views_text}; the difference must be at least {MIN_DIFFERENCE:g}"


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
        "fonts": [
            {**_entry(raw, "fonts", name), "family": family_name(str(font.get("regular", "")))}
            for name, font in _section(raw, "fonts")
        ],
        "ornaments": [_entry(raw, "ornaments", name) for name, _ in _section(raw, "ornaments")],
        "forms": [_form(raw, key) for key in ("line", "corners")],
        "sheet": [component.id for component in sheet_components(snapshot)],
    }


def _section(raw: RawTheme, name: str) -> Iterator[tuple[str, Any]]:
    section = raw.merged.get(name)
    yield from section.items() if isinstance(section, Mapping) else ()


def _entry(raw: RawTheme, section: str, name: str) -> dict[str, Any]:
    """Return what the page needs for any value of a section; a value that the game added cannot be reset."""
    return {
        "name": name,
        "own": value_at(raw.own, (section, name)) is not None,
        "inherited": value_at(raw.inherited, (section, name)) is not None,
        "value": value_at(raw.merged, (section, name)),
    }


def _colours(raw: RawTheme, colours: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for name, value in colours.items():
        stem = name.removeprefix("on-").partition("-")[0]
        group = "First" if name in FIRST else _GROUPS.get(stem, "More")
        was = value_at(raw.inherited, ("colours", name))
        entry = _entry(raw, "colours", name)
        yield {**entry, "written": entry["value"], "value": value, "group": group, "was": was}


def _styles(raw: RawTheme) -> Iterator[dict[str, Any]]:
    styles = dict(_section(raw, "styles"))
    for name, values in styles.items():
        own = value_at(raw.own, ("styles", name))
        inherited = value_at(raw.inherited, ("styles", name)) or {}
        yield {
            "name": name,
            "values": values,
            "own": sorted(own) if isinstance(own, Mapping) else [],
            "inherited": sorted(inherited) if isinstance(inherited, Mapping) else [],
            "shown": _effective(styles, name),
        }


def _effective(styles: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the values of a style with those that it takes from the styles that it extends."""
    values, seen = dict[str, Any](), set[str]()
    while name in styles and name not in seen and isinstance(styles[name], Mapping):
        seen.add(name)
        values = {**{key: value for key, value in styles[name].items() if value is not None}, **values}
        name = styles[name].get("extends") or "body"
    return values


def _style_fields() -> list[dict[str, Any]]:
    properties = schema("theme")["$defs"][_STYLE]["properties"]
    return [model_field((key,), _STYLE, value) for key, value in properties.items()]


def _form(raw: RawTheme, key: str) -> dict[str, Any]:
    field = model_field((key,), "ThemeFile", schema("theme")["properties"][key])
    return {**field, "name": key, "value": raw.merged.get(key), "own": key in raw.own, "inherited": True}
