"""Faces and theme of a new game: short files that extend stock ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from punchboard.importer.draft import KindDraft
from punchboard.importer.kinds.builtin_layouts import CARD_LAYOUTS, COLOURED_BOXES
from punchboard.importer.options import NewGameOptions
from punchboard.importer.yaml_text import comment, quoted


def face_text(kind: KindDraft, wished: NewGameOptions) -> str:
    """Return the face of a kind, which gives the slots of a stock layout the fields of the kind."""
    lines = [
        *([wished.face_head] if wished.face_head else []),
        f"# The face of {comment(kind.name)}: the stock layout {kind.layout!r} with fields of game.yaml in its boxes.",
        "# `null` leaves a box out. Other layouts: framed, clean, wordy, picture, item, event, tile-hex, tile-square.",
        f"extends: {kind.layout}",
        *(["continues: text  # a text that finds no room goes on on a second card"] if _continues(kind) else []),
        *_painted(kind),
        "boxes:",
        *(f"  {name}: {box}" for name, box in kind.slots.items()),
    ]
    return "\n".join(lines) + "\n"


def _painted(kind: KindDraft) -> Iterator[str]:
    """Yield the remark on boxes in the colours of a list, where there are any: they are this layout's own."""
    mine = [name for name, box in kind.slots.items() if ".colour }}" in box]
    if mine:
        others = "; ".join(
            f"{name} has {', '.join(of.fills)}"
            for name, of in COLOURED_BOXES.items()
            if name in CARD_LAYOUTS - {kind.layout}
        )
        yield f"# In the colours of a list: {', '.join(mine)}. Another layout paints other boxes:"
        yield f"# {others}."


def back_text(stock: str, box: str, label: str, wished: NewGameOptions) -> str:
    """Return a back that says on a stock back what lies beneath it."""
    lines = [
        *([wished.face_head] if wished.face_head else []),
        f"# A back of its own, so that no card of another deck slips in: the stock layout {stock!r} with a word on it.",
        f"extends: {stock}",
        "boxes:",
        f"  {box}: {{text: {quoted(label)}}}",
    ]
    return "\n".join(lines) + "\n"


def _continues(kind: KindDraft) -> bool:
    return "markdown" in kind.slots.get("text", "") and kind.layout in CARD_LAYOUTS


def theme_text(wished: NewGameOptions) -> str:
    """Return the theme, which extends a stock one."""
    lines = [
        *([wished.theme_head] if wished.theme_head else []),
        "# The colours, typefaces and styles of this game. It extends a stock theme: meadow, ember, ink or tide.",
        f"extends: {wished.theme}",
        "# Take the # off and change what you like:",
        "# colours:",
        '#   accent: "#2f4b7c"',
        "# styles:",
        "#   card-text: {size: 8.5, leading: 10.4}",
        "# Emoji, or letters beyond Latin, Greek and Cyrillic: put a font that has them into the game's folder.",
        "# fonts:",
        "#   more: {regular: fonts/YOUR-FONT.ttf}",
        "#   body: {fallback: [more]}",
        "#   display: {fallback: [more]}",
    ]
    return "\n".join(lines) + "\n"


def layout_files(faces: Mapping[str, str], wished: NewGameOptions) -> dict[str, str]:
    """Return the files of layouts by their paths in the game's folder."""
    return {
        "layouts/theme.yaml": theme_text(wished),
        **{f"layouts/faces/{key}.yaml": text for key, text in faces.items()},
    }
