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
        self._source = cache(self._text_with_icons)

    def filled(self, specs: Sequence[CompactSpecs], values: Values) -> list[CompactSpecs]:
        """Return the specs of a card with its drawings and icons chosen; a box without an icon is left out."""
        filled = list(specs)
        for index in self._chosen:
            templates, number = self._boxes[index], self._motif(index, specs, values)
            seed = str(number // len(templates.motifs)) if _by_text(templates) else _content(specs[index])
            filled[index] = _with_content(specs[index], with_motif(seed, number))
        for index in self._named:
            names, texts = self._named_by(index)
            icons = self._resources.icon_words
            icon = icons.find((), [_content(specs[at]) for at in names])
            if not icon and texts:
                source = self._source(index, values.get("kind", ""))
                icon = icons.find([] if source is None else [_content(specs[source])])
            filled[index] = _with_content(specs[index], icon)
        return filled

    def _named_by(self, index: int) -> tuple[list[int], list[int]]:
        """Return the boxes with icons, and those with texts, of which a box shows the icon."""
        of = [self._index[name] for name in self._boxes[index].box.icon_of if name in self._index]
        names = [at for at in of if self._boxes[at].content == "icon"]
        return names, [at for at in of if at not in names]

    def _text_with_icons(self, index: int, kind: str) -> int | None:
        """Return the first box with an icon for its text on all cards of a kind; None for none.

        An icon on some cards and none on others would look like a rule, where only a word is not known. Cards that
        name an icon of their own need no other.
        """
        names, texts = self._named_by(index)
        names = [*names, *(self._index[name] for name in self._boxes[index].box.stands_in_for if name in self._index)]
        cards = [values for values in self._cards(self._layout) if values.get("kind", "") == kind]
        return next((at for at in texts if all(self._has_icon(at, names, values) for values in cards)), None)

    def _has_icon(self, text: int, names: Iterable[int], values: Values) -> bool:
        try:
            shown = [_content(self._boxes[at].specs(values)) for at in (text, *names)]
        except ExpressionError:  # reported for each card
            return False
        return any(shown[1:]) or bool(self._resources.icon_words.find(shown[:1]))

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
