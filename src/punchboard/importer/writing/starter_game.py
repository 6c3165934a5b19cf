"""The starter game: a game of three cards that builds without changes."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from string import Template
from types import MappingProxyType
from typing import Final

from punchboard.expression import as_written
from punchboard.importer.draft import KindDraft, Note
from punchboard.importer.kinds.builtin_layouts import COLOURED_BOXES, ColouredBoxes, back_for, layout_for
from punchboard.importer.kinds.shapes import DEFAULT_SHAPE, Shape
from punchboard.importer.kinds.slots import Boxes
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.writing.face_yaml import face_text, layout_files
from punchboard.importer.yaml_text import quoted
from punchboard.model.values import range_bounds

MAX_HANDS: Final = 6
"""The number of hands of three cards in the starter."""

DEAL: Final = "  - {deal: hand, from: deck, to: hand}\n"

TOO_FEW: Final = f"  # {DEAL.strip()}    # 18 are too few for so many players\n"

KINDS: Final = MappingProxyType({"hex": "tile", "square": "tile", "triangle": "tile", "circle": "token"})
"""Names of components by the form of their shape; others are cards."""


_INK: Final = 'colour: "{{ role.ink }}"'


def starter_layout(options: NewGameOptions) -> str:
    """Return the built-in layout of the starter's components."""
    found, _ = layout_for(options.trim, {})
    return options.layout or ("framed" if found == "event" else found)


def starter_files(options: NewGameOptions, boxes: Boxes) -> dict[str, str]:
    """Return the files of a new game by their paths in its folder; ``boxes`` are those of its built-in layout."""
    kind, layout = KINDS.get(options.trim.form, "card"), starter_layout(options)
    values = {
        "name": options.name,
        "title": quoted(options.title),
        "players": options.players,
        "theme": options.theme,
        "kind": kind,
        "kind_name": kind.title(),
        "shape": options.shape or DEFAULT_SHAPE,
        "layout": layout,
        "back": back_for(options.trim),
        "table": f"{kind}s.csv",
        "deal": DEAL if (range_bounds(options.players)[1] or MAX_HANDS + 1) <= MAX_HANDS else TOO_FEW,
    }
    head = f"{options.game_head}\n" if options.game_head else ""
    shape, slots = Shape(options.shape or DEFAULT_SHAPE), _slots(layout, boxes)
    face = KindDraft(kind, kind.title(), "", "", (), "", shape, layout, slots, 3, 18, Note("", "", ""))
    return {
        "game.yaml": head + _filled("game.yaml", values),
        f"{kind}s.csv": _text("cards.csv"),
        **text_files(options, [kind.title()]),
        **layout_files({kind: face_text(face, options)}, options),
    }


def text_files(options: NewGameOptions, kinds: Iterable[str]) -> dict[str, str]:
    """Return the rulebook, with a line for each kind, and the quick reference."""
    lines = "\n".join(f"**{as_written(kind)}.** Say what they are for.\n" for kind in kinds)
    values = {"title": quoted(options.title), "kinds": lines}
    return {"rulebook.md": _filled("rulebook.md", values), "reference.md": _text("reference.md")}


def _slots(layout: str, boxes: Boxes) -> dict[str, str]:
    """Return the boxes that show a field with another name than their own, and those in the colour of the role."""
    painted = COLOURED_BOXES.get(layout, ColouredBoxes(()))
    own = {"title": '{text: "{{ name }}"}', "type": '{text: "{{ role.name }}"}'}
    found = {name: box for name, box in own.items() if boxes.get(name)}
    found |= {name: '{fill: "{{ role.colour }}"}' for name in painted.fills if name in boxes}
    for name in painted.inks:
        if boxes.get(name):
            found[name] = f"{found[name][:-1]}, {_INK}}}" if name in found else f"{{{_INK}}}"
    return found


def _filled(name: str, values: dict[str, str]) -> str:
    return Template(_text(name)).substitute(values)


def _text(name: str) -> str:
    return files("punchboard.importer").joinpath("files", name).read_text(encoding="utf-8")
