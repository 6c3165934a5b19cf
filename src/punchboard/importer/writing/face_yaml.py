"""Text of the faces and the theme of a new game: short files that extend built-in ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from punchboard.importer.draft import KindDraft
from punchboard.importer.kinds import counters
from punchboard.importer.kinds.builtin_layouts import CARD_LAYOUTS, COLOURED_BOXES
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.yaml_text import comment, quoted


def face_text(kind: KindDraft, options: NewGameOptions) -> str:
    """Return the face of a kind, which fills the slots of a built-in layout with the fields of the kind."""
    lines = [
        *([options.face_head] if options.face_head else []),
        f"# The face of {comment(kind.name)}: built-in layout {kind.layout!r} with fields of game.yaml in its boxes.",
        "# `null` leaves a box out. Other layouts: framed, clean, wordy, picture, item, event, tile-hex, tile-square.",
        f"extends: {kind.layout}",
        *(["continues: text  # a text that does not fit continues on a second card"] if _continues(kind) else []),
        *_colour_comment(kind),
        "boxes:",
        *(f"  {name}: {box}" for name, box in kind.slots.items()),
    ]
    return "\n".join(lines) + "\n"


def _colour_comment(kind: KindDraft) -> Iterator[str]:
    """Yield a comment on the boxes in the colours of a list, if there are any: each layout has other ones."""
    coloured = [name for name, box in kind.slots.items() if ".colour }}" in box]
    if coloured:
        other_layouts = CARD_LAYOUTS - {kind.layout}
        others = "; ".join(
            f"{name} has {', '.join(boxes.fills)}" for name, boxes in COLOURED_BOXES.items() if name in other_layouts
        )
        yield f"# In the colours of a list: {', '.join(coloured)}. Other layouts colour other boxes:"
        yield f"# {others}."


def other_side_text(kind: KindDraft, options: NewGameOptions) -> str:
    """Return the face of a back that each component has of its own."""
    is_weaker = kind.other_layout == counters.BACK
    what = "The weaker side of {}, after a step loss" if is_weaker else "The back of each of {}, with fields of its own"
    lines = [
        *([options.face_head] if options.face_head else []),
        f"# {what.format(comment(kind.name))}: built-in layout {kind.other_layout!r}.",
        f"extends: {kind.other_layout}",
        "boxes:",
        *(f"  {name}: {box}" for name, box in kind.other_side.items()),
    ]
    return "\n".join(lines) + "\n"


def back_text(stock: str, box: str, label: str, options: NewGameOptions) -> str:
    """Return a back that adds a label to a built-in back."""
    lines = [
        *([options.face_head] if options.face_head else []),
        f"# A back of its own, so that decks cannot be mixed up: the built-in layout {stock!r} with a label.",
        f"extends: {stock}",
        "boxes:",
        f"  {box}: {{text: {quoted(label)}}}",
    ]
    return "\n".join(lines) + "\n"


def _continues(kind: KindDraft) -> bool:
    return "markdown" in kind.slots.get("text", "") and kind.layout in CARD_LAYOUTS


def theme_text(options: NewGameOptions) -> str:
    """Return the theme, which extends a built-in one."""
    lines = [
        *([options.theme_head] if options.theme_head else []),
        "# What this game changes of the theme that game.yaml names. Remove the # and change what you like:",
        "# colours:",
        '#   accent: "#2f4b7c"',
        "# styles:",
        "#   card-text: {size: 8.5, leading: 10.4}",
        f"# Emoji, and letters that no font has: punchboard fonts add FONT --game {options.name}",
        "# Fonts for all scripts: punchboard fonts find",
    ]
    return "\n".join(lines) + "\n"


def layout_files(faces: Mapping[str, str], options: NewGameOptions) -> dict[str, str]:
    """Return the layout files by their paths in the game's folder."""
    return {
        "layouts/theme.yaml": theme_text(options),
        **{f"layouts/faces/{key}.yaml": text for key, text in faces.items()},
    }
