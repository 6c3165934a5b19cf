"""Pictures of what a theme may have: a typeface in its own letters, an ornament as other themes draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from punchboard.compose.faces.composer import FaceComposer
from punchboard.geometry import Size
from punchboard.load.layouts.raw_layouts import raw_theme
from punchboard.load.theme_fonts import families
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.box_drawing import OrnamentFile
from punchboard.model.layout.layout import Box, FaceFile, FontFile, StyleFile, ThemeFile
from punchboard.model.layout.trim import Trim
from punchboard.products.sheets import face_page
from punchboard.render import render
from punchboard.scene import Document
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.theme.alternatives import alternatives
from punchboard.workspace import game_folder

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
    return _picture(varied, {**look, "one_line": True, "fit": "shrink to 8pt"}, Size(50, 9))


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
