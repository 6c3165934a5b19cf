"""READ001: a picture on components has no alternative text.

What: a box shows a picture that differs from card to card, and nothing says what is read instead of it: neither the
key ``alt`` of the box nor the column ``alt`` of the kind. Or one of them is there, but it is empty for some cards. A
picture that is the same on all cards is decoration and needs no text.

Why: a screen reader passes over such a picture, so a player who listens to the card misses what it shows.

Bad::

    # layouts/faces/card.yaml
    boxes: {art: {at: [5, 10], size: [53, 40], picture: "{{ art }}"}}

Good: a column that describes each picture, or a template in the box; ``alt: ""`` for decoration::

    # cards.csv
    name,art,alt
    Alder,alder.png,A lone tree beside a flooded path
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.expression import ExpressionError, expression, template
from punchboard.model.game.game import Component, Game
from punchboard.model.layout.box_contents import FIELD, TEMPLATE, described_layouts, is_undescribed
from punchboard.model.layout.layout import Box, Layouts
from punchboard.problem import Place, Problem, Severity

ID: Final = "READ001"

Values = Mapping[str, Any]

_HINT: Final = (
    "add a column 'alt' that says what each picture shows, or 'alt' to the box: a template, or \"\" for decoration"
)
_EMPTY_HINT: Final = 'describe the picture; if no picture of the box needs a text, write alt: "" in the box'


class _Shown(NamedTuple):
    """A picture on a component: its layout, the name of its box, the template of its ``alt``, and the text of that."""

    layout: str
    box: str
    template: str | None
    alt: str


def check(game: Game, layouts: Layouts, values_of: Callable[[Component], Values]) -> Iterator[Problem]:
    """Yield a warning for each box whose pictures have no text, and for each where some are empty.

    Args:
        game: the game.
        layouts: its layouts.
        values_of: returns the values that the faces of a component are filled with.
    """
    reader = _Pictures(game, layouts)
    for kind in game.kinds.values():
        sides = [side for side in (kind.file.face, kind.file.back) if side is not None and reader.has_pictures(side)]
        if sides:
            yield from _kind_problems(game, layouts, reader, kind.id, sides, values_of)


def _kind_problems(  # noqa: PLR0917 - the parts of `check`
    game: Game,
    layouts: Layouts,
    reader: "_Pictures",
    kind: str,
    sides: list[str],
    values_of: Callable[[Component], Values],
) -> Iterator[Problem]:
    shown: dict[tuple[str, str, str | None], list[tuple[Component, str]]] = {}
    for component in (component for component in game.components if component.kind == kind):
        values = values_of(component)
        for side in sides:
            for layout, box, source, alt in reader.shown(side, values):
                shown.setdefault((layout, box, source), []).append((component, alt))
    for (layout, box, source), pictures in shown.items():
        where = f"of kind {kind!r} in box {box!r} of face {layout!r}"
        count = "1 picture" if len(pictures) == 1 else f"{len(pictures)} pictures"
        if source is None:
            place = layouts.sources[layout].place("boxes", box) if layout in layouts.sources else Place(layout)
            has = "has" if len(pictures) == 1 else "have"
            yield Problem(ID, place, f"{count} {where} {has} no alternative text", _HINT, Severity.WARNING)
            continue
        empty = [component for component, alt in pictures if not alt.strip()]
        if empty:
            place = game.value_place(empty[0], FIELD) if source == TEMPLATE else empty[0].place
            message = f"{len(empty)} of {count} {where} have an empty alternative text, first {empty[0].id!r}"
            yield Problem(ID, place, message, _EMPTY_HINT, Severity.WARNING)


class _Pictures:
    """The boxes of layouts that show pictures, also in layouts within them."""

    def __init__(self, game: Game, layouts: Layouts) -> None:
        self._faces, self._described = layouts.faces, described_layouts(game)

    def has_pictures(self, layout: str, within: tuple[str, ...] = ()) -> bool:
        """Return whether a layout, or one within it, shows pictures that differ from card to card."""
        return any(
            "{{" in (box.picture or "") or (box.layout and self.has_pictures(box.layout, (*within, layout)))
            for _, box in self._boxes(layout, within)
        )

    def shown(self, layout: str, values: Values, within: tuple[str, ...] = ()) -> Iterator[_Shown]:
        """Yield the pictures that a layout shows for some values. A box that cannot be evaluated shows none."""
        for name, box in self._boxes(layout, within):
            try:
                if box.when and not expression(box.when)(values):
                    continue
                if box.layout:
                    inner = {key: str(template(text)(values)) for key, text in box.with_.items()}
                    yield from self.shown(box.layout, {**values, **inner}, (*within, layout))
                elif "{{" in (box.picture or "") and box.alt != "" and template(box.picture or "")(values):
                    source = TEMPLATE if layout in self._described and is_undescribed(box) else box.alt
                    yield _Shown(layout, name, source, "" if source is None else str(template(source)(values)))
            except ExpressionError:  # reported when the face is drawn
                continue

    def _boxes(self, layout: str, within: tuple[str, ...]) -> Iterator[tuple[str, Box]]:
        if layout in self._faces and layout not in within:
            boxes = self._faces[layout].boxes.items()
            yield from ((name, box) for name, box in boxes if box is not None and not box.turned_copy_of)
