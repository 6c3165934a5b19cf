"""How the texts of a face look, so that the page can set what is typed on the card in the same letters."""

from collections.abc import Mapping
from typing import Any, Final

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Cut
from punchboard.model.layout.layout import TEXT_CONTENT, Box, StyleFile
from punchboard.server.game_snapshot import Snapshot
from punchboard.units import MM_PER_POINT


def text_looks(snapshot: Snapshot, spec: FaceSpec) -> dict[str, dict[str, Any]]:
    """Return how the texts of a face are set, by the names of their boxes, as plain data for the page.

    Each has the address of its font, lengths in mm, its colour and its alignment.
    """
    drawn = snapshot.composed.draw(spec).boxes
    sizes = {one.name: one.size * MM_PER_POINT for one in drawn if one.size}
    pairs = zip(spec.program.boxes, spec.box_specs, strict=True)
    shown = ((box, specs[0]) for box, specs in pairs if specs and box.content in TEXT_CONTENT)
    styles = snapshot.composed.loaded.layouts.theme.styles
    return {
        box.name: {**_look(box.box, box.text_style(specs), sizes.get(box.name)), "own": _own(styles[box.box.style])}
        for box, specs in shown
    }


TYPE: Final = ("font", "size", "bold", "italic")
"""The keys of a style that the panel of a box changes."""


def _own(style: StyleFile) -> dict[str, Any]:
    """Return what a style has of `TYPE` by itself; None for what comes from the style that it extends."""
    return {key: getattr(style, key) for key in TYPE}


def _look(box: Box, full: TextStyle, size: float | None) -> dict[str, Any]:
    style = full if size is None else full.at_size(size)
    face, cut = style.face, Cut.of(bold=style.bold, italic=style.italic)
    return {
        "type": {
            "font": style.family.name,
            "size": round(full.size / MM_PER_POINT, 2),
            "bold": style.bold,
            "italic": style.italic,
        },
        "font": f"{style.family.name}/{cut.value}.ttf",
        "axes": face.file[1],
        "digest": face.digest,
        "size": style.size,
        "leading": style.leading / style.size,
        "colour": style.colour,
        "align": style.align,
        "caps": style.caps,
        "tracking": style.tracking,
        "features": [one for one in style.features.split() if "=" not in one and "-" not in one],
        "inset": box.inset,
        "valign": box.valign,
        "shift": _shift(box, style),
    }


def _shift(box: Box, style: TextStyle) -> float:
    """Return how far in mm the lines lie below those of a browser, which centres a typeface in the line."""
    above, below = style.face.ascent * style.size, style.face.descent * style.size
    space = (style.leading - above - below) / 2
    if box.valign == "top":
        return style.cap_height - space - above
    if box.valign == "bottom":
        return space + below - style.descent
    below_line = style.descent if box.content == "markdown" else 0.0  # a plain text is centred by its capitals alone
    return (style.cap_height - below_line - above + below) / 2


def font_file(snapshot: Snapshot, named: Mapping[str, Any]) -> bytes | None:
    """Return the font file of a cut of a family of the game's theme; None when there is none."""
    family, cut = named["family"], named["cut"]
    families = snapshot.composed.loaded.families
    if family not in families or cut not in list(Cut):
        return None
    return families[family].face(Cut(cut)).file[0]
