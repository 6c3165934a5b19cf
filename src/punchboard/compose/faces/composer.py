"""Face composer: draws the boxes of a layout for each component, and shares equal faces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from math import inf
from typing import Any, Final

from punchboard.compose.boxes.resources import Resources
from punchboard.compose.faces.compiled_layout import CompactBoxSpecs, CompileContext, FaceProgram, compile_layout
from punchboard.compose.faces.continued import SINGLE_CARD, attempts, continued_cards, left_out_faults, squeezed
from punchboard.compose.faces.edition_mark import EditionMark
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.faces.faults import cell_fault, field_fault
from punchboard.compose.faces.reading import field_labels
from punchboard.compose.inks import INK_MODES
from punchboard.compose.text.phrases import number_words, phrase
from punchboard.expression import ExpressionError, template
from punchboard.expression.cells import fill_cell
from punchboard.geometry import Affine, Rect
from punchboard.model.game.game import Component, Game, LoadedGame
from punchboard.model.layout.box_contents import described_layouts, with_descriptions
from punchboard.model.layout.face import CardData, DrawnBox, Face, Fault
from punchboard.model.layout.layout import FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.model.print_options import Ink
from punchboard.problem import Place, fail
from punchboard.scene import Symbol, Use


def game_values(game: Game) -> dict[str, Any]:
    """Return the names that every expression can use: the game's title, version, numbers and lists."""
    file = game.file
    return {
        "game": {
            "id": game.id,
            "title": game.title,
            "short": game.short_title,
            "version": file.version,
            "tagline": file.tagline,
            "players": players_in_words(game),
            "credits": list(file.credits),
        },
        "numbers": {name: number.value for name, number in file.numbers.items()},
        "lists": {name: {str(entry): entry for entry in entries} for name, entries in game.lists.items()},
        "words": number_words(game.words),
    }


def players_in_words(game: Game) -> str:
    """Return the number of players as printed: ``3 to 6``, ``2``, ``1 or more``."""
    low, high = game.file.players.bounds
    if high is None:
        return phrase(game.words, "players open", low=low)
    return f"{low}" if high == low else phrase(game.words, "player range", low=low, high=high)


NESTED_TRIM: Final = "box"
"""Name of the trim of a nested layout; trim names of the sides of a tuck box start with it."""


_COPY: Final = re.compile(r"\bcopy\b")
"""Matches what may be the name of the value that numbers copies."""


class FaceComposer:
    """Makes faces and caches them by layout, trim and all that their boxes show.

    Args:
        loaded: the loaded game.
        ink: how much ink the faces take.
    """

    def __init__(self, loaded: LoadedGame, ink: Ink = "full") -> None:
        self.loaded = loaded
        self.tools = Resources(loaded, INK_MODES[ink])
        self._values = {**game_values(loaded.game), **SINGLE_CARD}
        self._sets: dict[str, tuple[Mapping[str, Any], ...]] = {}
        self._context = CompileContext(
            self.tools,
            self._draw_nested,
            cards=self._cards_with,
            deck=self._deck,
            is_set=self._sets.__contains__,
            labels=partial(field_labels, loaded.game),
        )
        self._described = described_layouts(loaded.game)
        self._layouts_with_copy: dict[str, bool] = {}
        self._programs: dict[tuple[str, Trim, EditionMark | None], FaceProgram] = {}
        self._specs: dict[FaceProgram, dict[CompactBoxSpecs, FaceSpec]] = {}
        self._faces: dict[FaceSpec, Face] = {}
        self._last_card: tuple[Component, CardData] | None = None
        self._marks = self._edition_marks()

    def draw(self, spec: FaceSpec) -> Face:
        """Return the face of a spec, drawn on first use and cached until `release`."""
        face = self._faces.get(spec)
        if face is None:
            card = spec.source if isinstance(spec.source, CardData) else self._card(spec.source)
            drawn = spec.program.draw(spec.box_specs, card)
            symbol, faults = (
                Symbol(spec.name, spec.program.frame, drawn.items, is_face=True),
                spec.faults + drawn.faults,
            )
            source = spec.program.context.source
            face = self._faces[spec] = Face(
                spec.layout, spec.trim, spec.bleed, spec.safe, symbol, drawn.boxes, spec.place, faults, source
            )
        return face

    def drawn_face(self, spec: FaceSpec) -> Face | None:
        """Return the face of a spec if it is cached, else None."""
        return self._faces.get(spec)

    def release(self) -> None:
        """Drop all cached faces; each is drawn again when it is next needed."""
        self._faces.clear()

    def front(self, component: Component) -> FaceSpec:
        """Return the front of a component; the first card's if its text runs over several cards."""
        return self.fronts(component)[0]

    def fronts(self, component: Component) -> tuple[FaceSpec, ...]:
        """Return the front of a component, followed by those of the further cards on which its text continues."""
        program, card = self._front_program(component), self._card(component)
        best = first = self._spec(program, card, component)
        if program.continues is None:
            return (first,)
        size, (full, fair) = self._text_size(first), program.good_sizes
        for left_out in attempts(program):
            if size >= (fair if left_out else full):
                break
            spec = self._spec(program, card, component, left_out)
            if self._text_size(spec) > size:
                best, size = spec, self._text_size(spec)
        return (best,) if size else self._continued(program, card, component) or (first,)

    def card_count(self, component: Component) -> int:
        """Return over how many cards the text of a component runs."""
        return len(self.fronts(component)) if self._front_program(component).continues is not None else 1

    def _text_size(self, spec: FaceSpec) -> float:
        """Return the type size in points of the text that could continue; 0 on a face that does not hold all of it."""
        boxes = (box for box in self.draw(spec).boxes if box.name == spec.program.continues)
        return next((0.0 if box.lost else box.size or inf for box in boxes), inf)

    def _continued(self, program: FaceProgram, card: CardData, component: Component) -> tuple[FaceSpec, ...]:
        """Return the fewest faces that hold a text, but at most `MAX_CARDS`, even if these do not hold it."""
        cards = continued_cards(program, card, component)
        return tuple(
            self._shared_spec(program, specs, card, faults, component, f"{card.values.get('id')}-{part}")
            for part, (specs, faults) in enumerate(cards, 1)
        )

    def copies_apart(self, component: Component) -> tuple[Component, ...]:
        """Return a component as one for each copy if a side of it shows which copy it is, else the component alone."""
        if component.copies < 2 or "copy" in component.values or not self._may_name_copy(component):
            return (component,)
        numbered = tuple(
            replace(component, copies=1, values={**component.values, "copy": number})
            for number in range(1, component.copies + 1)
        )
        first, second = (
            [side and side.compact_specs for side in (self.front(one), self.back(one))] for one in numbered[:2]
        )
        return (component,) if first == second else numbered

    def _may_name_copy(self, component: Component) -> bool:
        kind = self.loaded.game.kinds[component.kind].file
        for layout in (kind.face, kind.back):
            if layout is not None and layout not in self._layouts_with_copy:
                file = self.loaded.layouts.faces[layout].model_dump_json()
                self._layouts_with_copy[layout] = bool(_COPY.search(file))
        texts = (value for value in component.values.values() if type(value) is str and "{{" in value)
        return any(self._layouts_with_copy.get(one or "") for one in (kind.face, kind.back)) or any(
            map(_COPY.search, texts)
        )

    def back(self, component: Component) -> FaceSpec | None:
        """Return the back of a component, or None if its kind has none."""
        program = self._back_program(component)
        if program is None:
            return None
        return self._spec(program, self._card(component)._replace(faults=()), component)  # the front reports them

    def front_face(self, component: Component) -> Face:
        """Return the drawn front of a component; the first card's if its text runs over several cards."""
        return self.draw(self.front(component))

    def back_face(self, component: Component) -> Face | None:
        """Return the drawn back of a component, or None if its kind has none."""
        back = self.back(component)
        return None if back is None else self.draw(back)

    def single_card_specs(self, component: Component) -> tuple[FaceSpec, ...]:
        """Return the front and back of a component as if its whole text were on one card."""
        card, programs = self._card(component), (self._front_program(component), self._back_program(component))
        return tuple(self._spec(one, card, component) for one in programs if one is not None)

    def _card(self, component: Component) -> CardData:
        """Return the values that a component's faces are filled with; the last result is cached for the back."""
        if self._last_card is not None and self._last_card[0] is component:
            return self._last_card[1]
        own, faults = self._filled(component)
        values = {**self._values, **self._numbers[component.id], **own}
        card = CardData(component.place, values, partial(self.loaded.game.value_place, component), faults)
        self._last_card = component, card
        return card

    def _cards_with(self, layout: str) -> Iterator[Mapping[str, Any]]:
        """Yield the values of all components whose front has a layout, and of the set with it."""
        yield from self._sets.get(layout, ())
        kinds = {name for name, kind in self.loaded.game.kinds.items() if kind.file.face == layout}
        for component in self.loaded.game.components if kinds else ():
            if component.kind in kinds:
                yield self.values_of(component)

    def _deck(self, layout: str) -> tuple[FaceProgram, ...]:
        """Return the fronts of all kinds that have a back in common with those of a layout, each once."""
        kinds = self.loaded.game.kinds.values()
        backs = {(kind.file.back, kind.trim) for kind in kinds if kind.file.face == layout}
        return tuple(
            dict.fromkeys(
                self._program(kind.file.face, kind.trim, self._marks[0])
                for kind in kinds
                if kind.file.face == layout or (kind.file.back is not None and (kind.file.back, kind.trim) in backs)
            )
        )

    def _front_program(self, component: Component) -> FaceProgram:
        kind = self.loaded.game.kinds[component.kind]
        return self._program(kind.file.face, kind.trim, self._marks[0])

    def _back_program(self, component: Component) -> FaceProgram | None:
        kind = self.loaded.game.kinds[component.kind]
        return None if kind.file.back is None else self._program(kind.file.back, kind.trim, self._marks[1])

    def _edition_marks(self) -> tuple[EditionMark | None, EditionMark | None]:
        """Return the edition marks of fronts and of backs; None where they bear none."""
        file, place = self.loaded.game.file.edition, self.loaded.game.place_of("edition")
        if file is None:
            return None, None
        try:
            words = str(template(file.mark)(self._values))
        except ExpressionError as error:
            raise fail("EXPR001", place, f"edition: {error}") from error
        mark = EditionMark(words, self.tools, place)
        return (mark if file.on != "backs" else None), (mark if file.on != "fronts" else None)

    def values_of(self, component: Component) -> Mapping[str, Any]:
        """Return the values that the faces of a component are filled with."""
        return {**self._values, **self._numbers[component.id], **self.filled_values(component)}

    @cached_property
    def _numbers(self) -> Mapping[str, Mapping[str, int]]:
        """The number of each component among the different ones of its kind, and how many these are, by its id."""
        kinds: dict[str, list[str]] = {}
        for component in self.loaded.game.components:
            kinds.setdefault(component.kind, []).append(component.id)
        return {
            id_: {"number": number, "count": len(ids)} for ids in kinds.values() for number, id_ in enumerate(ids, 1)
        }

    def filled_values(self, component: Component) -> Mapping[str, Any]:
        """Return a component's values with the templates in their texts filled; one that fails stays as it is."""
        return self._filled(component)[0]

    def _filled(self, component: Component) -> tuple[Mapping[str, Any], tuple[Fault, ...]]:
        """Return what `filled_values` does, and a fault for each template that fails, or text with braces that stay."""
        values = component.values
        open_texts = {name: value for name, value in values.items() if type(value) is str and "{{" in value}
        if not open_texts:
            return values, ()
        names, filled, faults = (
            {**self._values, **self._numbers[component.id], **values},
            dict[str, str](),
            list[Fault](),
        )
        for name, text in open_texts.items():
            if self._is_of_game_file(component, name):
                try:
                    filled[name] = str(template(text)(names))
                except ExpressionError as error:
                    place = self.loaded.game.value_place(component, name)
                    faults.append(field_fault(name, error, CardData(place, names)))
                continue
            filled[name], failures = fill_cell(text, names)
            if failures:
                place = self.loaded.game.value_place(component, name)
                faults.append(cell_fault(name, failures[0], CardData(place, values), component.place))
        return {**values, **filled}, tuple(faults)

    def _is_of_game_file(self, component: Component, field: str) -> bool:
        """Return whether a text is written in ``game.yaml``, whose texts are templates as a whole, and in no table."""
        game = self.loaded.game
        own = game.kinds[component.kind].file.fields.get(field)
        return component.place.file == game.place.file or (own is not None and own.default == component.values[field])

    def printed_name(self, component: Component) -> str:
        """Return the printed name of a component."""
        return self.loaded.game.kinds[component.kind].printed_name(self.filled_values(component))

    def face_spec(
        self, layout: str, trim: Trim, values: Mapping[str, Any], place: Place, file: FaceFile | None = None
    ) -> FaceSpec:
        """Return the spec of a layout's face for some values, with the faults of its templates.

        ``file`` has the boxes of a layout that is not a face of the game, such as a book's page. ``layout`` must then
        be a name that no face has.
        """
        card = CardData(place, {**self._values, **values})
        return self._spec(self._program(layout, trim, None, file), card, card)

    def set_specs(
        self, layout: str, trim: Trim, cards: Sequence[tuple[Mapping[str, Any], Place]]
    ) -> tuple[FaceSpec, ...]:
        """Return the specs of a set of cards, which share one type size, from the values and the place of each."""
        self._sets[layout] = tuple({**self._values, **values} for values, _ in cards)
        return tuple(self.face_spec(layout, trim, values, place) for values, place in cards)

    def _program(self, layout: str, trim: Trim, mark: EditionMark | None, file: FaceFile | None = None) -> FaceProgram:
        program = self._programs.get((layout, trim, mark))
        if program is None:
            is_side = file is None and trim.name.partition(" ")[0] != NESTED_TRIM
            file = file or self._face_file(layout, is_side=is_side)
            source = self.loaded.layouts.sources.get(layout)
            context = self._context._replace(mark=None if file.edition is False else mark, source=source)
            program = self._programs[layout, trim, mark] = compile_layout(layout, file, trim, context, is_side=is_side)
        return program

    def _face_file(self, layout: str, *, is_side: bool) -> FaceFile:
        """Return the boxes of a layout; as a component's own side, the column ``alt`` describes its pictures."""
        file = self.loaded.layouts.faces[layout]
        return with_descriptions(file) if is_side and layout in self._described else file

    def _spec(
        self,
        program: FaceProgram,
        card: CardData,
        source: Component | CardData,
        left_out: frozenset[str] | None = None,
    ) -> FaceSpec:
        """Return the spec of a face; with ``left_out``, squeezed for its text, without the boxes of these names."""
        specs, own = program.filled(card)
        faults = card.faults + own
        if left_out is not None:
            whole, specs = specs, squeezed(program, specs, left_out)
            faults += tuple(left_out_faults(program, whole, specs, card))
        return self._shared_spec(program, specs, card, faults, source, card.values.get("id", program.layout))

    def _shared_spec(  # noqa: PLR0917 - all that a face comes from
        self,
        program: FaceProgram,
        specs: CompactBoxSpecs,
        card: CardData,
        faults: tuple[Fault, ...],
        source: Component | CardData,
        name: str,
    ) -> FaceSpec:
        shared = self._specs.setdefault(program, {})
        spec = shared.get(specs) if not faults else None
        if spec is None:
            spec = FaceSpec(program, specs, source, card.place, str(name), faults)
            if not faults:
                shared[specs] = spec
        return spec

    def _draw_nested(self, layout: str, values: dict[str, str], area: Rect) -> DrawnBox:
        """Return a layout drawn into an area of another layout."""
        face = self.draw(self.face_spec(layout, Trim("card", area.size, NESTED_TRIM), values, Place(layout)))
        moved = tuple(
            placed._replace(area=placed.area.moved(area.x, area.y), ink=placed.ink and placed.ink.moved(area.x, area.y))
            for placed in face.boxes
        )
        return DrawnBox((Use(face.symbol, Affine.move(area.x, area.y)),), moved, face.faults)
