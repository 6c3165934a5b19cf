"""Fenced directives of rulebooks: passages, tables and figures that are made from the game's data."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, assert_never

from pydantic import ValidationError

from punchboard.compose.books.anatomy import anatomy
from punchboard.compose.books.book_problems import SourcePlaces
from punchboard.compose.books.diagrams import diagram
from punchboard.compose.books.figures import (
    FigureTexts,
    captioned_figure,
    die_cube,
    draw_die,
    row_of_faces,
    shown_components,
    side_faces,
    side_note,
)
from punchboard.compose.books.listings import credit_paragraph, icon_credits, prototype_reasons
from punchboard.compose.books.prose import error_line, error_reason, name_hint, prose_values
from punchboard.compose.books.set_up_picture import set_up_picture
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_tables, seat_table, variant_tables
from punchboard.compose.books.table_scenes import scene_scale, table_scene, true_scale
from punchboard.compose.books.tables import column_slabs, list_slabs, stacked_figure, tally_slabs
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.column import Figure, Look, Slab, in_part, part_drawer, stacked_height, stacked_items
from punchboard.compose.text.markdown import (
    Block,
    Callout,
    Directive,
    ListBlock,
    Paragraph,
    Table,
    parse_blocks,
    parse_inline,
    rule_mark,
)
from punchboard.compose.text.phrases import phrase
from punchboard.expression import ExpressionError, template
from punchboard.expression.line_numbers import split_front_matter
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import validation_problems
from punchboard.model.game.directives import (
    DIRECTIVES,
    AnatomyDirective,
    AnyDirective,
    CardsDirective,
    ComponentsDirective,
    Diagram,
    NoteDirective,
    PilesDirective,
    PrintedDirective,
    SceneDirective,
    SeatsDirective,
    SetupDirective,
    SetUpPictureDirective,
    TallyDirective,
    TurnTrackDirective,
)
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import Symbols
from punchboard.model.layout.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem
from punchboard.scene import DECORATION, Element, Group, Item

_DIE_SCALE: Final = 0.8
"""Width of a die's picture relative to a card's, so that both look equally large."""


class DirectiveError(ValueError):
    """A directive that is unknown or invalid; the message says why, and the hint what to write instead.

    ``line`` is that of its body, or 0 for the line above it.
    """

    def __init__(self, message: str, hint: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.hint, self.line = hint, line


_STEPS_TURNED: Final = 500.0
"""The cost of turning the leaf within the steps of the set-up, or between them and the picture of the table."""


class Directives:
    """Composes the directives of one game's texts.

    ``magnified`` is the scale of their figures in a book, ``scenes`` the part of the column's width that pictures of
    the table take; 0 for their own width.
    """

    def __init__(
        self, game: Game, layouts: Layouts, composer: FaceComposer, magnified: float = 1.0, scenes: float = 0.0
    ) -> None:
        self._game, self._words, self._composer = game, layouts.words, composer
        self._magnified, self._scenes = magnified, scenes
        self._steps = StepWriter(game, layouts.words)
        self._texts = FigureTexts(composer)
        self.symbols = composer.tools.setter.symbols
        """The symbols of the game."""

    def slabs(self, directive: Directive, width: float, look: Look) -> Iterator[Slab]:
        """Yield the slabs of a directive.

        Raises:
            DirectiveError: for an unknown directive or an invalid body.
            ExpressionError: for unknown names in the body.
        """
        model = self.parse(directive)
        match model:
            case ComponentsDirective():
                yield from self._components(model, width, look)
            case SetupDirective():
                steps = list_slabs(self.setup_list(), model.columns, width, look)
                yield from (replace(slab, turn_cost=_STEPS_TURNED) for slab in steps)
            case SeatsDirective() | PilesDirective():
                yield from self._table_slabs(model, width, look)
            case TallyDirective():
                yield from tally_slabs(model, self.tally_headers(model), width, look)
            case CardsDirective():
                yield captioned_figure(self._row(model, width), model.caption, width, look)
            case AnatomyDirective():
                parts = anatomy(model, self._composer, look, width, magnified=self._magnified)
                yield parts.slab(model, width, look)
            case SceneDirective():
                scene = table_scene(model, self._game, self._composer, look, self._scale(model, width))
                scene = scene._replace(text=self._texts.scene(model))
                yield captioned_figure(scene, model.caption, width, look)
            case Diagram():
                slab = captioned_figure(diagram(model, self._composer, look, width), model.caption, width, look)
                leads = isinstance(model, TurnTrackDirective)
                yield replace(slab, can_float=False, keep_with_next=True, space_before=0.8) if leads else slab
            case PrintedDirective() | NoteDirective():
                yield from block_slabs(tuple(self.printed_blocks(directive.name, model)), width, look)
            case _:
                assert_never(model)

    def _scale(self, scene: SceneDirective, column: float) -> float:
        """Return the scale of a picture of the table in a column in mm."""
        if self._scenes:
            return min(column * self._scenes / scene.size[0], true_scale(scene, self._game, self._composer))
        return scene_scale(scene, column, self._magnified)

    def printed_blocks(self, name: str, model: PrintedDirective | NoteDirective) -> Iterator[Block]:
        """Yield the blocks of a note, or of a directive that prints data of ``game.yaml`` with credits of icons."""
        if isinstance(model, NoteDirective):
            yield Callout((Paragraph(self._note(model)),))
            return
        yield from _PRINTED[name](self._game, self.symbols)
        if name == "credits":
            yield from (credit_paragraph(credit, self._words) for credit in icon_credits(self._composer.loaded))

    def _note(self, model: NoteDirective) -> tuple[Span, ...]:
        said = Span(phrase(self._words, "often missed"), bold=True)
        return (said, Span(" "), *parse_inline(model.text, self.symbols))

    def side_figure(self, directive: Directive, width: float, look: Look) -> Figure | None:
        """Return the figure of a directive that is placed beside the text after it, or None."""
        model = self.parse(directive) if directive.name in {"cards", "note"} else None
        if isinstance(model, NoteDirective):
            return side_note(self._note(model), width, look)
        if not isinstance(model, CardsDirective):
            return None
        alone = len(shown_components(self._game, model.show)) == 1 and not model.caption
        return self._row(model, width) if (alone if model.beside is None else model.beside) else None

    def parse(self, directive: Directive) -> AnyDirective:
        """Return the model of a directive.

        Raises:
            DirectiveError: for an unknown directive or an invalid body.
        """
        model = parse_directive(directive)
        if isinstance(model, SetUpPictureDirective):
            return set_up_picture(model, self._game, self._composer, self._words)
        return model

    def _row(self, model: CardsDirective, width: float) -> Figure:
        faces = [
            face
            for component in shown_components(self._game, model.show)
            for face in side_faces(self._composer, component, model.side)
        ]
        return row_of_faces(faces, min(model.width * self._magnified, width), width)._replace(
            text=self._texts.cards(model)
        )

    def tables(self, model: SeatsDirective | PilesDirective) -> tuple[Table, ...]:
        """Return the tables of seats or of piles."""
        source = self._game, self._words, self._steps
        if isinstance(model, SeatsDirective):
            return _if_any(seat_table(*source))
        seats = _if_any(seat_table(*source) if model.seats else None)
        variants = variant_tables(*source) if model.variants else ()
        return (*seats, *pile_tables(*source, separate=model.columns > 1), *variants)

    def _table_slabs(self, model: SeatsDirective | PilesDirective, width: float, look: Look) -> Iterator[Slab]:
        tables = self.tables(model)
        if isinstance(model, SeatsDirective):
            yield from block_slabs(tables, width, look)
            return
        laid = tuple(column_slabs(tables, model.columns, width, look))
        yield from (
            (captioned_figure(stacked_figure(laid, width), model.caption, width, look),) if model.caption else laid
        )

    def tally_headers(self, model: TallyDirective) -> tuple[str, ...]:
        """Return the column headers of a tally; those of seats are empty, to be filled in by hand."""
        return ("",) * self._game.file.players.seat_counts[-1] if model.columns == "seats" else model.columns

    def setup_list(self) -> ListBlock:
        """Return the numbered steps of the set-up."""
        steps = self._steps.sentences(self._game.file.setup)
        return ListBlock(tuple(tuple(parse_blocks(step, symbols=self.symbols)) for step in steps), start=1)

    def _components(self, model: ComponentsDirective, width: float, look: Look) -> Iterator[Slab]:
        column = (width - (model.columns - 1) * 5.0) / model.columns
        picture = max(model.picture, min(model.picture * self._magnified, column / 2))
        entries = [_entry(one, picture, column, look) for one in self.component_entries(picture)]
        for start in range(0, len(entries), model.columns):
            yield _row_slab(entries[start : start + model.columns], column + 5.0, 1.6 * self._magnified)

    def component_entries(self, width: float) -> "tuple[ComponentEntry, ...]":
        """Return the entries of the components list, with pictures that are ``width`` mm wide."""
        return (*self._kinds(width), *self._dice(width))

    def _kinds(self, width: float) -> "Iterator[ComponentEntry]":
        """Yield an entry for each kind that has components, with a picture of the first one."""
        for kind in self._game.kinds.values():
            own = [component for component in self._game.components if component.kind == kind.id]
            if own:
                total = sum(component.copies for component in own)
                name = kind.name if total == 1 else kind.plural
                front = row_of_faces((self._composer.front_face(own[0]),), width, width)
                title, cards = f"{total} {name}", sum(one.copies * self._composer.card_count(one) for one in own)
                if cards > total:
                    title = phrase(self._game.words, "continued count", name=title, cards=cards)
                yield ComponentEntry(front, title, kind.file.about)

    def _dice(self, width: float) -> "Iterator[ComponentEntry]":
        """Yield an entry for each die that has sides."""
        for name, die in self._game.file.dice.items():
            faces = draw_die(self._game, self._composer, name)
            if faces:
                title = die.name if die.copies == 1 else die.plural or die.name
                yield ComponentEntry(die_cube(faces, width * _DIE_SCALE), f"{die.copies} {title}", die.about)


def parse_directive(directive: Directive) -> AnyDirective | SetUpPictureDirective:
    """Return the model of a directive; it does not depend on the game.

    Raises:
        DirectiveError: for an unknown directive or an invalid body.
    """
    model = DIRECTIVES.get(directive.name)
    if model is None:
        raise DirectiveError(f"{directive.name!r} is not a directive", did_you_mean(directive.name, DIRECTIVES))
    if directive.problems:
        raise DirectiveError(directive.problems[0].message, directive.problems[0].hint)
    try:
        return model.model_validate(directive.body)
    except ValidationError as error:
        _body, places = read_yaml(directive.source, "")
        fault = validation_problems(error, directive.body, places, Place(""), model, named=True)[0]
        raise DirectiveError(f"{directive.name}: {fault.message}", fault.hint, fault.place.line) from error


def _if_any(table: Table | None) -> tuple[Table, ...]:
    return () if table is None else (table,)


class ComponentEntry(NamedTuple):
    """An entry of the components list: a picture, a count with a name, a description."""

    picture: Figure
    title: str
    about: str


def _entry(listed: ComponentEntry, picture_width: float, column: float, look: Look) -> Slab:
    text = (Paragraph((Span(listed.title, bold=True),)), *parse_blocks(listed.about, symbols=look.setter.symbols))
    parts = Element("LI", listed.title), Element("LBody")
    lines = list(in_part(block_slabs(text, column - picture_width - 3.5, look), *parts))
    figure = listed.picture
    height = max(figure.height, stacked_height(lines))

    def draw(x: float, y: float) -> Iterator[Item]:
        left, right = (column - picture_width, 0.0) if look.setter.rtl else (0.0, picture_width + 3.5)
        top = y + (height - figure.height) / 2
        yield Group(tuple(figure.draw(x + left + (picture_width - figure.width) / 2, top)), element=DECORATION)
        yield from stacked_items(lines, x + right, y + (height - stacked_height(lines)) / 2)

    return Slab(height, part_drawer(draw, Element("L")))


def _row_slab(entries: list[Slab], step: float, space: float) -> Slab:
    height = max(entry.height for entry in entries)

    def draw(x: float, y: float) -> Iterator[Item]:
        for index, entry in enumerate(entries):
            yield from entry.draw(x + index * step, y + (height - entry.height) / 2)

    return replace(entries[0], height=height, draw=draw, space_before=space, space_after=space)


def _variants(game: Game, symbols: Symbols) -> Iterator[Block]:
    values = prose_values(game)
    for variant in game.file.variants:
        ours = f" *{phrase(game.words, 'ours')}*" if variant.prototype else ""
        text = template(variant.text)(values)
        yield from parse_blocks(f"**{variant.name}.**{ours} {text}{rule_mark(variant.rule)}", symbols=symbols)


def _open_questions(game: Game, symbols: Symbols) -> Iterator[Block]:
    values = prose_values(game)
    rows = tuple(
        tuple(parse_inline(str(template(text)(values)), symbols) for text in (question.question, question.ruling))
        for question in game.file.open
    )
    yield Table(_table_header(game, "question", "ruling"), rows, ("left", "left"))


def _prototype_table(game: Game, symbols: Symbols) -> Iterator[Block]:
    """Yield a table of prototype values, one row for each reason."""
    rows = tuple(
        (parse_inline(what, symbols), parse_inline(why[:1].upper() + why[1:], symbols))
        for why, what in prototype_reasons(game).items()
    )
    yield Table(_table_header(game, "value", "reason"), rows, ("left", "left"))


def _table_header(game: Game, *names: str) -> tuple[tuple[Span, ...], ...]:
    """Return a table header from phrases of the game's language."""
    return tuple((Span(phrase(game.words, name)),) for name in names)


def _credits(game: Game, symbols: Symbols) -> Iterator[Block]:
    for line in game.file.credits:
        yield from parse_blocks(line, symbols=symbols)


_PRINTED: Mapping[str, Callable[[Game, Symbols], Iterator[Block]]] = {
    "variants": _variants,
    "open": _open_questions,
    "standings": _prototype_table,
    "credits": _credits,
}


def text_problems(text: str, file: str, read_yaml: Callable[[str, str], Any]) -> Iterator[Problem]:
    """Yield the problems of a text: EXPR001 for a template, BOOK001 and YAML001 for its fenced blocks.

    Args:
        text: the Markdown source.
        file: the path of its file in messages.
        read_yaml: parses the body of a block; bodies with templates are not checked.
    """
    _front, body = split_front_matter(text)
    try:
        template(body)
    except ExpressionError as error:
        yield Problem("EXPR001", Place(file, error_line(error)), error_reason(error), name_hint(error))
    places = SourcePlaces(file, text)
    for directive in _directives(
        parse_blocks(body, lambda inner: {} if "{" in inner else read_yaml(inner, file) or {})
    ):
        yield from places.of(directive.problems or _directive_problems(directive, body, file))


def _directives(read_blocks: tuple[Block, ...]) -> Iterator[Directive]:
    for block in read_blocks:
        match block:
            case Directive():
                yield block
            case Callout(inner):
                yield from _directives(inner)
            case ListBlock(items):
                for item in items:
                    yield from _directives(item)


def _directive_problems(directive: Directive, body: str, file: str) -> Iterator[Problem]:
    lines = body.split("\n")[directive.line :]
    fence = next((at for at, line in enumerate(lines) if line.lstrip().startswith(("```", "~~~"))), 0)
    if any("{" in line for line in lines[:fence]) and directive.name in DIRECTIVES:
        return  # its body depends on templates
    try:
        parse_directive(directive)
    except DirectiveError as error:
        yield Problem("BOOK001", Place(file, directive.line + error.line, 1), str(error), error.hint)
