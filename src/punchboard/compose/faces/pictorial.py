"""What boxes show because of the words of other boxes: the theme's drawing for a type, an icon for a title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from punchboard.compose.boxes.ornament import with_motif
from punchboard.expression import ExpressionError

if TYPE_CHECKING:
    from punchboard.compose.boxes.box_spec import BoxTemplates, CompactSpecs, Values
    from punchboard.compose.boxes.resources import Resources


class Pictorial:
    """The boxes of one layout whose drawing or icon follows from other boxes.

    Args:
        layout: the layout's name.
        boxes: its boxes.
        resources: finds icons by words, and knows the order of kinds.
        cards: returns the values of all cards with the layout; their types get the drawings in turn.
    """

    def __init__(
        self, layout: str, boxes: Sequence[BoxTemplates], resources: Resources, cards: Callable[[str], Iterable[Values]]
    ) -> None:
        self._layout, self._boxes, self._resources, self._cards = layout, boxes, resources, cards
        self._index = {box.name: index for index, box in enumerate(boxes)}
        self._chosen = [index for index, box in enumerate(boxes) if len(box.motifs) > 1 or _by_text(box)]
        motifs = (box.box.ornament.motif for box in boxes if box.box.ornament is not None)
        self._sources = [self._index[name] for name in dict.fromkeys(motifs) if name in self._index]
        """The boxes whose texts pick drawings."""
        self._named = [index for index, box in enumerate(boxes) if box.box.icon_of]
        self.is_needed = bool(self._chosen or self._named)
        self._numbers = cache(self._numbered_texts)

    def filled(self, specs: Sequence[CompactSpecs], values: Values) -> list[CompactSpecs]:
        """Return the specs of a card with its drawings and icons chosen; a box without an icon is left out."""
        found = list(specs)
        for index in self._chosen:
            templates, number = self._boxes[index], self._motif(index, specs, values)
            seed = str(number // len(templates.motifs)) if _by_text(templates) else _content(specs[index])
            found[index] = _with_content(specs[index], with_motif(seed, number))
        for index in self._named:
            of = [self._index[name] for name in self._boxes[index].box.icon_of if name in self._index]
            names = [_content(specs[at]) for at in of if self._boxes[at].content == "icon"]
            texts = [_content(specs[at]) for at in of if self._boxes[at].content != "icon"]
            found[index] = _with_content(specs[index], self._resources.icon_words.find(texts, names))
        return found

    def _motif(self, index: int, specs: Sequence[CompactSpecs], values: Values) -> int:
        ornament = self._boxes[index].box.ornament
        assert ornament is not None
        kind = self._resources.kind_numbers.get(values.get("kind", ""), 0)
        by = self._index.get(ornament.motif or "")
        return kind if by is None else kind + self._numbers().get(_content(specs[by]), 0)

    def _numbered_texts(self) -> dict[str, int]:
        """Return the place of each text that picks drawings among all such texts on the cards of the game."""
        texts: dict[str, None] = {}
        for values in self._cards(self._layout):
            for index in self._sources:
                with suppress(ExpressionError):  # reported for each card
                    texts.setdefault(_content(self._boxes[index].specs(values)))
        return {text: number for number, text in enumerate(filter(None, texts))}


def _by_text(templates: BoxTemplates) -> bool:
    """Tell whether a box has a drawing for each text of another box: equal texts, equal drawings."""
    ornament = templates.box.ornament
    return ornament is not None and ornament.motif is not None and not ornament.seed and bool(templates.motifs)


def _content(compact: CompactSpecs) -> str:
    """Return what a box shows first, without its paints; empty for nothing."""
    if compact is None or isinstance(compact, str):
        return compact or ""
    return compact[0].content or ""


def _with_content(compact: CompactSpecs, content: str) -> CompactSpecs:
    if compact is None or isinstance(compact, str):
        return compact and content
    return tuple(spec._replace(content=content) for spec in compact)
