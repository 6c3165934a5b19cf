"""What a box of a card shows of the card's row: its fields, and a picture with the part of it that is seen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.expression import is_fixed
from punchboard.model.layout.layout import Box
from punchboard.model.values import picture_crop
from punchboard.problem import ProblemsFound
from punchboard.scene import Image
from punchboard.server.game_snapshot import Snapshot

_EVALUATED: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAME: Final = re.compile(r"(?<![.\w])[A-Za-z_]\w*")
_ONE_NAME: Final = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")


def fields_in(template: str, fields: Iterable[str]) -> list[str]:
    """Return the fields that a template names, in its order."""
    parts = (_QUOTED.sub("", part) for part in _EVALUATED.findall(template))
    known, names = frozenset(fields), dict.fromkeys(name for part in parts for name in _NAME.findall(part))
    return [name for name in names if name in known]


def content_of(box: Box) -> str:
    """Return the template of what a box shows; empty for a shape, an ornament or nothing."""
    content = getattr(box, box.content) if box.content else None
    return content if isinstance(content, str) else ""


def shown_of_row(snapshot: Snapshot, spec: FaceSpec, name: str, box: Box) -> dict[str, Any]:
    """Return the fields of the card's row that a box names, and the picture that it shows, as plain data for the page.

    The picture has its path, the focus in percent, the zoom, its size in pixels, and which value names it: a ``field``,
    the layout (``fixed``), or neither when the layout makes up its path.
    """
    kind = snapshot.game.file.kinds.get(getattr(spec.source, "kind", ""))
    fields, template = {} if kind is None else kind.fields, content_of(box)
    view: dict[str, Any] = {"fields": fields_in(template, fields), "picture": None}
    if box.content == "picture" and (found := _picture(snapshot, spec, name)) is not None:
        value, image = found
        only, crop = _ONE_NAME.fullmatch(template.strip()), picture_crop(value)
        view["picture"] = {
            "path": crop.path,
            "focus": [round(share * 100) for share in crop.focus],
            "zoom": crop.zoom,
            "size": [image.width, image.height],
            "field": only[1] if only and only[1] in fields else None,
            "fixed": is_fixed(template),
        }
    return view


def picture_of(snapshot: Snapshot, spec: FaceSpec, name: str) -> Image | None:
    """Return the picture that a box shows; None when it shows none."""
    found = _picture(snapshot, spec, name)
    return None if found is None else found[1]


def _picture(snapshot: Snapshot, spec: FaceSpec, name: str) -> tuple[str, Image] | None:
    pairs = zip(spec.program.boxes, spec.box_specs, strict=True)
    shown = next((found for program, found in pairs if program.name == name and program.content == "picture"), None)
    value = shown[0].content if shown else None
    if not value:
        return None
    try:
        return value, snapshot.composed.loaded.pictures[picture_crop(value).path]
    except (KeyError, ProblemsFound):
        return None
