"""What figures show, in words: their alternative texts, for paper and page alike."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.books.figures import shown_components
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.markdown import parse_inline
from punchboard.compose.text.phrases import phrase
from punchboard.model.game.directives import CardsDirective, SceneDirective, SceneItem
from punchboard.model.game.game import Component
from punchboard.model.layout.icon_set import spoken_name


class FigureTexts:
    """Describes the figures of one game's texts in its language.

    Args:
        composer: the composer of the game's faces.
    """

    def __init__(self, composer: FaceComposer) -> None:
        self._composer, self._game = composer, composer.loaded.game

    def cards(self, model: CardsDirective) -> str:
        """Return what a row of components shows: ``4 Hero cards: ...``.

        Raises:
            ExpressionError: for an unknown id or name.
        """
        shown = shown_components(self._game, model.show)
        names = [self._side(component, model.side) for component in shown]
        kinds = {component.kind for component in shown}
        if len(kinds) != 1:
            return ", ".join(names)
        kind = self._game.kinds[kinds.pop()]
        return f"{len(names)} {kind.plural}: {', '.join(names)}" if len(names) > 1 else f"{kind.name}: {names[0]}"

    def scene(self, model: SceneDirective) -> str:
        """Return what a scene shows, by the names of what lies on the table.

        Raises:
            ExpressionError: for an unknown id or name.
        """
        names = tuple(dict.fromkeys(name for item in model.items for name in self._item(item)))
        return phrase(self._game.words, "table shown", names=names)

    def _item(self, item: SceneItem) -> Iterator[str]:
        """Yield the name of an item on the table, and its label."""
        if item.show is not None:
            yield self._side(shown_components(self._game, item.show)[0], item.side)
        elif item.die is not None:
            yield self._game.file.dice[item.die].name
        elif not item.label:
            yield spoken_name(item.icon or "marker")
        if item.label:
            yield "".join(span.text for span in parse_inline(item.label, self._composer.tools.setter.symbols))

    def _side(self, component: Component, side: str) -> str:
        name = self._composer.printed_name(component)
        return phrase(self._game.words, "back of", name=name) if side == "back" else name
