"""Fenced directives: the passages of a rulebook that are made from data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pydantic import BaseModel, ValidationError

from punchboard.compose.blocks import Block, Directive, ListBlock, Paragraph, Table
from punchboard.compose.column import Figure, Look, Slab, stacked, stacked_height
from punchboard.compose.faces import FaceComposer
from punchboard.compose.figures import captioned, face_of, picture, picture_height, row_of_faces, shown, table_scene
from punchboard.compose.inline import Span
from punchboard.compose.markdown import blocks, inline
from punchboard.compose.slabs import slabs
from punchboard.compose.standings import prototypes
from punchboard.compose.steps import StepWriter
from punchboard.model.directive import (
    DIRECTIVES,
    CardsDirective,
    ComponentsDirective,
    PrintedDirective,
    SceneDirective,
    SetupDirective,
)
from punchboard.model.game import Game, Kind
from punchboard.model.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.scene import Item


class DirectiveError(ValueError):
    """A directive that cannot be read; the message says why."""


class Directives:
    """Fills the directives of one game's rulebook."""

    def __init__(self, game: Game, layouts: Layouts, composer: FaceComposer) -> None:
        self._game, self._composer = game, composer
        self._steps = StepWriter(game, layouts.words)

    def slabs(self, directive: Directive, width: float, look: Look) -> Iterator[Slab]:
        """Yield the slabs of a directive.

        Raises:
            DirectiveError: for an unknown directive or a body that it cannot have.
            ExpressionError: for names in it that do not exist.
        """
        model = self._read(directive)
        match model:
            case ComponentsDirective():
                yield from self._components(model, width, look)
            case SetupDirective():
                yield from slabs((self._setup(),), width, look)
            case CardsDirective():
                yield captioned(self._row(model, width), model.caption, width, look)
            case SceneDirective():
                yield captioned(table_scene(model, self._game, self._composer, look), model.caption, width, look)
            case PrintedDirective():
                yield from slabs(tuple(_PRINTED[directive.name](self._game)), width, look)

    def aside(self, directive: Directive, width: float) -> Figure | None:
        """Return the figure of a directive that stands beside the text after it."""
        if directive.name != "cards":
            return None
        model = self._read(directive)
        assert isinstance(model, CardsDirective)
        alone = len(shown(self._game, model.show)) == 1 and not model.caption
        return self._row(model, width) if (alone if model.beside is None else model.beside) else None

    def _read(self, directive: Directive) -> BaseModel:
        model = DIRECTIVES.get(directive.name)
        if model is None:
            raise DirectiveError(f"{directive.name!r} is not a directive; {did_you_mean(directive.name, DIRECTIVES)}")
        try:
            return model.model_validate(directive.body)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise DirectiveError(f"{where!r} in {directive.name!r}: {first['msg'].lower()}") from error

    def _row(self, model: CardsDirective, width: float) -> Figure:
        faces = [face_of(self._composer, component, model.side) for component in shown(self._game, model.show)]
        return row_of_faces(faces, model.width, width)

    def _setup(self) -> Block:
        steps = self._steps.sentences(self._game.file.setup)
        return ListBlock(tuple(tuple(blocks(step)) for step in steps), start=1)

    def _components(self, model: ComponentsDirective, width: float, look: Look) -> Iterator[Slab]:
        column = (width - (model.columns - 1) * 5.0) / model.columns
        entries = [self._component(kind, model.picture, column, look) for kind in self._game.kinds.values()]
        for start in range(0, len(entries), model.columns):
            yield _side_by_side(entries[start : start + model.columns], column + 5.0)

    def _component(self, kind: Kind, picture_width: float, column: float, look: Look) -> Slab:
        own = [component for component in self._game.components if component.kind == kind.id]
        total = sum(component.copies for component in own)
        face = self._composer.front(own[0])
        name = kind.name if total == 1 else kind.plural
        text = slabs(
            (Paragraph((Span(f"{total} {name}", bold=True),)), *blocks(kind.file.about)),
            column - picture_width - 3.5,
            look,
        )
        lines = list(text)
        high = picture_height(face, picture_width)
        height = max(high, stacked_height(lines))

        def draw(x: float, y: float) -> Iterator[Item]:
            yield picture(face, x, y + (height - high) / 2, picture_width)
            yield from stacked(lines, x + picture_width + 3.5, y + (height - stacked_height(lines)) / 2)

        return Slab(height, draw, before=1.6, after=1.6)


def _side_by_side(entries: list[Slab], step: float) -> Slab:
    height = max(entry.height for entry in entries)

    def draw(x: float, y: float) -> Iterator[Item]:
        for index, entry in enumerate(entries):
            yield from entry.draw(x + index * step, y + (height - entry.height) / 2)

    return replace(entries[0], height=height, draw=draw)


def _variants(game: Game) -> Iterator[Block]:
    for variant in game.file.variants:
        ours = " *(ours)*" if variant.prototype else ""
        yield from blocks(f"**{variant.name}.**{ours} {variant.text}")


def _open(game: Game) -> Iterator[Block]:
    rows = tuple((inline(question.question), inline(question.ruling)) for question in game.file.open)
    yield Table(((Span("Question"),), (Span("Our ruling"),)), rows, ("left", "left"))


def _standings(game: Game) -> Iterator[Block]:
    """List what is ours: one line a reason, with the things that share it."""
    reasons: dict[str, list[str]] = {}
    for what, reason in prototypes(game):
        reasons.setdefault(reason, []).append(what)
    rows = tuple(
        (inline(", ".join(dict.fromkeys(things))), inline(reason[:1].upper() + reason[1:]))
        for reason, things in reasons.items()
    )
    yield Table(((Span("Value"),), (Span("Why we chose it"),)), rows, ("left", "left"))


def _credits(game: Game) -> Iterator[Block]:
    for line in game.file.credits:
        yield from blocks(line)


_PRINTED: Mapping[str, Callable[[Game], Iterator[Block]]] = {
    "variants": _variants,
    "open": _open,
    "standings": _standings,
    "credits": _credits,
}
