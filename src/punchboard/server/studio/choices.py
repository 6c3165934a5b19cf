"""What a box may name in this game: colours, styles, icons, faces and ornaments, and a picture of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from punchboard.geometry import Size
from punchboard.geometry.svgpath import path_to_svg
from punchboard.load.icons.icons import matching_pictures
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.ornament import KINDS
from punchboard.products.sheets import face_page
from punchboard.render import render
from punchboard.scene import Document
from punchboard.server.game_snapshot import Snapshot

PICTURED: Final = ("style", "ornament")
"""The controls whose choices are shown as pictures."""

MOST_ICONS: Final = 60

_SIZES: Final = {"style": Size(58, 8), "ornament": Size(24, 16)}
"""The sizes of the pictures in mm."""


def choices(snapshot: Snapshot) -> dict[str, Any]:
    """Return the names that a box may use, by control; colours with their ``#rrggbb``."""
    layouts = snapshot.composed.loaded.layouts
    theme = layouts.theme
    return {
        "colour": dict(theme.colours),
        "style": sorted(theme.styles),
        "ornament": [*sorted(theme.ornaments), *sorted(KINDS.keys() - theme.ornaments.keys())],
        "face": sorted(layouts.faces),
    }


def icon_choices(words: str, snapshot: Snapshot, workspace: Path) -> list[dict[str, str]]:
    """Return the icons that suit words, best first: their names, and the data of a path in a square of 512."""
    found = matching_pictures(words, workspace, (snapshot.game.id,), MOST_ICONS)
    return [{"name": name, "path": path_to_svg(outline)} for name, outline, _ in found]


def sample(snapshot: Snapshot, control: str, name: str) -> bytes:
    """Return a picture of one of the choices of a control in ``PICTURED``, as SVG."""
    size = _SIZES[control]
    content: dict[str, Any] = (
        {"text": name, "style": name, "colour": "ink", "align": "left", "valign": "middle", "one_line": True}
        if control == "style"
        else {"ornament": {"kind": name, "seed": name}}
    )
    look = Box.model_validate({"area": "trim", **content})
    file = FaceFile(bleed=0, safe=0, boxes={"sample": look}, edition=False)
    composed = snapshot.composed
    spec = composed.composer.face_spec(
        f"sample {control} {name}", Trim("card", size, "sample"), {}, snapshot.game.place, file
    )
    return render("svg", Document(name, (face_page(composed.draw(spec)),), language=snapshot.game.file.language))
