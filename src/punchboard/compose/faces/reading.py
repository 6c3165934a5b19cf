"""What of a face is read aloud: the boxes that show the values of cards, as parts of the document, name first."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.compose.boxes.box_spec import BoxSpec, content_template
from punchboard.compose.boxes.drawing import CompiledBox
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import spoken_name
from punchboard.scene import Element, Group, Item

_NAMES: Final = ("name", "title")
"""The boxes and fields that name a card."""

_FIELD: Final = re.compile(r"\{\{[^}]*?([a-z_]\w*)")
_WORD: Final = re.compile(r"[a-z_]\w*")
_CHOICE: Final = re.compile(r"\bif\b")
"""What makes an expression show a value of one field or of another, so that the label of neither fits."""

_ROLES: Final = {"text": "P", "pips": "P", "markdown": "Div", "icon": "Figure", "picture": "Figure"}
_BAND: Final = 4.0
"""Boxes whose tops differ by less than this, in mm, are read from left to right."""


def field_labels(game: Game, layout: str) -> dict[str, str]:
    """Return the label of each field with short values, such as a number or a type, which says little alone.

    A kind with the layout labels its own fields; other kinds label those that only they have.
    """
    kinds = sorted(game.kinds.values(), key=lambda kind: layout in {kind.file.face, kind.file.back})
    return {
        name: file.name or name.replace("_", " ")
        for kind in kinds
        for name, file in kind.file.fields.items()
        if file.type in {"integer", "number", "boolean"} or file.one_of is not None
    }


class Reading(NamedTuple):
    """How a box is read: its part of the document, and the label before what it shows."""

    element: Element
    label: str
    is_repeated: bool
    """Whether the box shows its content more than once, as on both ends of a card."""

    def items(self, specs: Sequence[BoxSpec], items: tuple[Item, ...], names: Mapping[str, str]) -> tuple[Item, ...]:
        """Return the drawing of the box as a part of the document; an empty ``alt`` makes it decoration.

        ``names`` are the names of icons.
        """
        if not (specs and items):
            return items
        role, alt = self.element.role, specs[0].alt
        text = "" if alt is None else ", ".join(filter(None, [spec.alt for spec in specs]))
        if alt is None and role == "Figure":
            text = ", ".join(names.get(spec.content, spoken_name(spec.content)) for spec in specs if spec.content)
        elif alt is None and (role == "H1" or (role == "P" and (self.label or self.is_repeated))):
            text = ", ".join(spec.content for spec in specs if spec.content)
        if self.label and text and alt is None:
            text = f"{self.label}: {text}"
        if not text and (alt is not None or role == "Figure"):
            return items
        return (Group(items, element=self.element._replace(text=text)),)


def readings(boxes: Sequence[CompiledBox], labels: Mapping[str, str]) -> tuple[Reading | None, ...]:
    """Return how each box of a layout is read; None for boxes that look the same on all cards.

    Args:
        boxes: the boxes of the layout.
        labels: the label of each field with short values.
    """
    ranks = sorted(range(len(boxes)), key=lambda at: (boxes[at].area.y // _BAND, boxes[at].area.x))
    order = {at: rank for rank, at in enumerate(ranks, 2)}
    title = next((at for name in _NAMES for at, box in enumerate(boxes) if _names_card(box, name)), None)
    in_words = {_only_field(box) for box in boxes if box.content == "text"} - {""}
    return tuple(
        None
        if box.content == "icon" and box.box.alt is None and _only_field(box) in in_words
        else _reading(box, at, order[at], labels, is_title=at == title)
        for at, box in enumerate(boxes)
    )


def _label(program: CompiledBox, labels: Mapping[str, str]) -> str:
    """Return the label of the field that a box shows, or of the fields of a kind that it repeats over."""
    each = program.box.repeat.each if program.box.repeat else None
    if not each and _CHOICE.search(content_template(program.box) or ""):
        return ""
    fields = _WORD.findall(each) if each else (_only_field(program),)
    shown = {labels[field] for field in fields if field in labels}
    return shown.pop() if len(shown) == 1 else ""


def _only_field(program: CompiledBox) -> str:
    """Return the field that a box shows; empty if it shows several or none."""
    fields = set(_FIELD.findall(content_template(program.box) or ""))
    return str(fields.pop()) if len(fields) == 1 else ""


def _names_card(program: CompiledBox, name: str) -> bool:
    return program.content == "text" and (program.name == name or content_template(program.box) == f"{{{{ {name} }}}}")


def _reading(program: CompiledBox, at: int, order: int, labels: Mapping[str, str], *, is_title: bool) -> Reading | None:
    box, role = program.box, _ROLES.get(program.content or "")
    is_same = "{{" not in (content_template(box) or "") and not box.icon_of
    if box.alt is None and (role is None or is_same or box.turned_copy_of or program.content == "picture"):
        return None
    if is_title:
        return Reading(Element("H1", at, 1), "", is_repeated=False)
    label = "" if program.content == "markdown" else _label(program, labels)
    return Reading(Element(role or "Figure", at, order), label, is_repeated=bool(box.repeat and box.repeat.turns))
