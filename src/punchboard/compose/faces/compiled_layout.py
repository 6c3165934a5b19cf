"""A face layout compiled for one trim: computes what its boxes show for a component, and draws them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from math import inf
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.boxes.box_spec import BoxSpec, CompactSpecs
from punchboard.compose.boxes.drawing import BoxProgram, Values
from punchboard.compose.boxes.low_ink import edge_outline, is_under_content, layout_name_items
from punchboard.compose.boxes.placement import FaceArea
from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.sides import CachedSides, Sides, shown_boxes
from punchboard.compose.faces.edition_mark import EditionMark
from punchboard.compose.faces.faults import FaultBuilder, skip_missing_icons
from punchboard.compose.faces.pictorial import Pictorial
from punchboard.compose.faces.reading import readings
from punchboard.compose.text.word_lines import merge_texts
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect
from punchboard.model.layout.face import CardData, DrawnBox, Fault
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.model.values import LayoutSource
from punchboard.problem import Problem, ProblemsFound
from punchboard.scene import Item, Symbol, Use


class CompileContext(NamedTuple):
    """What layouts are compiled with: tools, the drawing of nested layouts, the edition mark, the layout's source."""

    tools: Resources
    draw_nested: Callable[[str, dict[str, str], Rect], tuple[DrawnBox, tuple[Fault, ...]]]
    mark: EditionMark | None = None
    source: LayoutSource | None = None
    """Where the layout is written."""
    cards: Callable[[str], Iterable[Values]] = lambda _layout: ()
    """Function that returns the values of all cards with a layout."""
    labels: Callable[[str], Mapping[str, str]] = lambda _layout: MappingProxyType({})
    """Function that returns the labels of fields with short values on a layout, for reading aloud."""


BoxSpecs = tuple[tuple[BoxSpec, ...] | None, ...]
"""What each box of a face shows, which determines the drawing of the face; None for a box that is left out."""

CompactBoxSpecs = tuple[CompactSpecs, ...]
"""`BoxSpecs` in a compact form, which is stored for each card."""

_NOTHING: Final = DrawnBox((), ())

LEAST_PICTURE: Final = 8.0
"""A picture that gives way to a text is left out if it would be lower than this, in mm."""


class FaceProgram:
    """A layout compiled for one trim. The constant boxes at its start are drawn once, as one symbol.

    Args:
        layout: the layout's name.
        file: its boxes.
        trim: the shape and size of the face.
        context: what the boxes are drawn with; its ``mark`` is set if faces bear the edition.
        alone: whether the face is a component's own side, not part of another face or of a page.
    """

    def __init__(self, layout: str, file: FaceFile, trim: Trim, context: CompileContext, *, alone: bool) -> None:
        self.layout, self.trim = layout, trim
        self._file, self._context, self._alone = file, context, alone
        self._faults = FaultBuilder(layout, context.source)
        self.room = FaceArea(trim, file.bleed, file.safe, context.tools.corners)
        self.frame = trim.frame(file.bleed)
        """The area that its faces draw: the trim with its bleed."""
        background = (
            {"ground": Box.model_construct(area="bleed", shape="trim", fill=file.ground)} if file.ground else {}
        )
        self.boxes = [
            BoxProgram(name, box, self.room, context.tools, self._nested)
            for name, box in chain(background.items(), file.boxes.items())
            if box is not None
        ]
        self._by_name = {program.name: program for program in self.boxes}
        self._sides = CachedSides(self._by_name, trim.size)
        self._pictorial = Pictorial(layout, self.boxes, context.tools, context.cards)
        self._readings = readings(self.boxes, context.labels(layout))
        self._shown: dict[tuple[bool, ...], frozenset[str]] = {}
        self._has_dependent_boxes = any(
            program.box.goes_with or program.box.stands_in_for or program.box.sides for program in self.boxes
        )
        if self._has_dependent_boxes:
            self._lay_out_all()
        if context.tools.inks.is_low:
            for index, program in enumerate(self.boxes):
                program.part = program.part or is_under_content(program, self.boxes[index + 1 :])
        self._drawers: list[Callable[[tuple[BoxSpec, ...], Rect | None], DrawnBox]] = [
            partial(self._draw_cached, index) if _is_cacheable(program) else program.draw
            for index, program in enumerate(self.boxes)
        ]
        self._no_areas = (None,) * len(self.boxes)
        self._constant_count = 0
        while self._constant_count < len(self.boxes) and self.boxes[self._constant_count].is_constant:
            self._constant_count += 1
        continued = self._by_name.get(file.continues or "")
        can_continue = (
            continued is not None
            and continued.content == "markdown"
            and not continued.box.repeat
            and not trim.is_folded
        )
        self.continues = file.continues if can_continue else None
        """The name of the box whose text continues on further cards, if any."""
        self._giving_way_pictures = frozenset(
            name
            for name in file.gives_way
            if name in self._by_name and self._by_name[name].content in {"picture", "ornament"}
        )
        self._adds_marks = self.continues is not None and not _prints_part_count(file.boxes.values())
        self._base: DrawnBox | None = None
        self._base_faults: list[Fault] = []
        self._nested_faults: list[Fault] = []
        """Faults of nested layouts in the box that is being drawn."""
        self._drawn: dict[tuple[int, tuple[BoxSpec, ...], Rect | None], DrawnBox] = {}

    def specs(self, card: CardData, faults: list[Fault]) -> BoxSpecs:
        """Return what the boxes show for a card's values; faults of their templates are added to ``faults``."""
        return self.expand(self.compact_specs(card, faults))

    def compact_specs(self, card: CardData, faults: list[Fault]) -> CompactBoxSpecs:
        """Return what `specs` does, in the compact form."""
        values = card.values
        specs: list[CompactSpecs] = []
        for program in self.boxes:
            try:
                specs.append(program.compact_specs(values))
            except ExpressionError as error:
                faults.append(self._faults.template_fault(program.name, program.box, error, card))
                specs.append(None)
        if self._pictorial.is_needed:
            specs = self._pictorial.filled(specs, values)
        if self._has_dependent_boxes:
            filled = tuple([program.has_content(spec) for program, spec in zip(self.boxes, specs, strict=True)])
            shown = self._shown.get(filled)
            if shown is None:
                shown = self._shown[filled] = shown_boxes(self.boxes, filled)
            specs = [spec if program.name in shown else None for program, spec in zip(self.boxes, specs, strict=True)]
        return tuple(specs)

    def squeezed(self, specs: CompactBoxSpecs, left_out: frozenset[str] = frozenset()) -> CompactBoxSpecs:
        """Return specs in which the text that continues takes all the space it can, without some boxes.

        Pictures for which too little height is left are left out, too.
        """
        grown = [
            None
            if one.name in left_out
            else spec
            if spec is None or one.name != self.continues
            else tuple(each._replace(grows=True) for each in one.expand(spec) or ())
            for one, spec in zip(self.boxes, specs, strict=True)
        ]
        full = [program.has_content(spec) for program, spec in zip(self.boxes, grown, strict=True)]
        shown = shown_boxes(self.boxes, full)
        kept = tuple([spec if one.name in shown else None for one, spec in zip(self.boxes, grown, strict=True)])
        if left_out >= self._giving_way_pictures:
            return kept
        areas = zip(self.boxes, self.box_areas(self.expand(kept)), strict=True)
        low = {
            one.name for one, area in areas if area is not None and area.height < LEAST_PICTURE
        } & self._giving_way_pictures
        return self.squeezed(specs, left_out | low) if low - left_out else kept

    def left_out_faults(self, whole: CompactBoxSpecs, squeezed: CompactBoxSpecs, card: CardData) -> Iterator[Fault]:
        """Yield a fault for each box with a value of the card that was left out to make room for its text."""
        for program, before, after in zip(self.boxes, whole, squeezed, strict=True):
            if before is not None and after is None and program.box.slot is not None:
                yield self._faults.left_out_fault(program.name, self.continues or "", card)

    def continued_fault(self, copies: int, parts: int, card: CardData) -> Fault:
        """Return the fault of a text that needs further cards."""
        return self._faults.continued_fault(self.continues or "", copies, parts, card)

    def squeezes(self) -> Iterator[frozenset[str]]:
        """Yield the boxes to leave out, one attempt after the other, where the text that continues does not fit."""
        names = frozenset(self._file.gives_way) & self._by_name.keys()
        yield from (frozenset[str](), self._giving_way_pictures, names - self._giving_way_pictures, names)

    def expand(self, specs: CompactBoxSpecs) -> BoxSpecs:
        """Return the full form of compact box specs."""
        return tuple([program.expand(spec) for program, spec in zip(self.boxes, specs, strict=True)])

    def _nested(self, layout: str, values: dict[str, str], area: Rect) -> DrawnBox:
        drawn, faults = self._context.draw_nested(layout, values, area)
        self._nested_faults += faults
        return drawn

    def _lay_out_all(self) -> None:
        """Give each box the area that it has when all boxes are shown with the longest texts."""
        sides = Sides(self._by_name, self.trim.size, frozenset(self._by_name), lambda _name, _width: inf)
        for program in self.boxes:
            with suppress(ExpressionError):  # reported for each card
                program.area = sides.area(program.name)

    def box_areas(self, specs: BoxSpecs) -> tuple[Rect | None, ...]:
        """Return the areas of the shown boxes in mm; None for a box that is left out or never moves.

        Raises:
            ExpressionError: for a box that is placed beside itself.
        """
        if not self._has_dependent_boxes:
            return self._no_areas
        shown = {program.name: spec for program, spec in zip(self.boxes, specs, strict=True) if spec is not None}
        grows = frozenset(name for name, spec in shown.items() if spec and spec[0].grows)
        areas = self._sides.areas(frozenset(shown), lambda name, width: self._need(name, shown[name], width), grows)
        return tuple([areas.get(program.name) for program in self.boxes])

    def _need(self, name: str, specs: tuple[BoxSpec, ...], width: float) -> float:
        """Return the height in mm that a box needs, ignoring missing icons, which drawing the box reports."""
        program = self._by_name[name]
        return skip_missing_icons(program.text_height, specs, width)[0]

    def continued_specs(self, cards: Sequence[BoxSpecs], *, last: bool) -> tuple[BoxSpecs, ...]:
        """Return what the boxes of each card show when one text runs over several cards; empty if it does not fit.

        Args:
            cards: what the boxes of each card would show with the whole text on each.
            last: whether no more cards are allowed, so that these take as much of the text as fits.
        """
        at = next(index for index, spec in enumerate(self.boxes) if spec.name == self.continues)
        program, whole = self.boxes[at], [specs[at] for specs in cards]
        if not all(whole):
            return ()
        areas = [self.box_areas(specs)[at] or program.area for specs in cards]
        first = next(specs for specs in whole if specs)
        parts, _ = skip_missing_icons(
            lambda first_specs, _: program.text_parts(first_specs[0], areas, marked=self._adds_marks, last=last),
            first,
            None,
        )
        return tuple(
            (*specs[:at], tuple(spec._replace(text_part=part) for spec in specs[at] or ()), *specs[at + 1 :])
            for specs, part in zip(cards, parts, strict=False)
        )

    def draw(self, specs: BoxSpecs, card: CardData, faults: list[Fault]) -> DrawnBox:
        """Return the drawing of a face from its box specs; faults are added to ``faults``."""
        base = self._base_of(specs, card, faults)
        items, boxes = list(base.items), list(base.boxes)
        icon_names = self._context.tools.icon_names
        areas = self._areas(specs, card, faults)
        for index in range(self._constant_count, len(self.boxes)):
            drawn = self._draw_box(index, specs[index], areas[index], card, faults)
            reading = self._readings[index]
            items += drawn.items if reading is None else reading.items(specs[index] or (), drawn.items, icon_names)
            boxes += drawn.boxes
        if self._context.tools.inks.is_low and self._alone:
            items += layout_name_items(self.layout, boxes, self.trim, self._context.tools)
            items.append(edge_outline(self.trim))
        if self._context.mark is not None:
            problems: list[Problem] = []
            mark = self._context.mark.draw(items, self.room, self._file.edition, problems)
            faults += [Fault(problem, card.place) for problem in problems]
            items += mark.items
            boxes += mark.boxes
        return DrawnBox(merge_texts(items), tuple(boxes))

    def _base_of(self, specs: BoxSpecs, card: CardData, faults: list[Fault]) -> DrawnBox:
        """Return the background and the constant boxes at the layout's start, drawn once as one symbol."""
        if self._base is None:
            areas = self._areas(specs, card, self._base_faults)
            parts = [
                self._draw_box(at, specs[at], areas[at], card, self._base_faults) for at in range(self._constant_count)
            ]
            items = tuple(item for part in parts for item in part.items)
            boxes = tuple(placed for part in parts for placed in part.boxes)
            symbol = Symbol(f"{self.layout}-base", self.frame, items)
            self._base = DrawnBox((Use(symbol),) if len(items) > 1 else items, boxes)
        faults += [fault._replace(card=card.place) for fault in self._base_faults]
        return self._base

    def _areas(self, specs: BoxSpecs, card: CardData, faults: list[Fault]) -> tuple[Rect | None, ...]:
        try:
            return self.box_areas(specs)
        except ExpressionError as error:
            faults.append(self._faults.placement_fault(error, card))
            return (None,) * len(self.boxes)

    def _draw_box(
        self, index: int, specs: tuple[BoxSpec, ...] | None, area: Rect | None, card: CardData, faults: list[Fault]
    ) -> DrawnBox:
        if specs is None:
            return _NOTHING
        try:
            drawn = self._drawers[index](specs, area)
        except (ProblemsFound, ExpressionError, KeyError, ValueError):
            self._nested_faults.clear()
            drawn = self._draw_faulty(index, specs, area, card, faults)
        if self._nested_faults:
            faults += [_as_outer_fault(fault, card) for fault in self._nested_faults]
            self._nested_faults.clear()
        return drawn

    def _draw_faulty(
        self, index: int, specs: tuple[BoxSpec, ...], area: Rect | None, card: CardData, faults: list[Fault]
    ) -> DrawnBox:
        """Draw as much of a faulty box as possible, and add its faults."""
        program = self.boxes[index]
        try:
            drawn, missing = skip_missing_icons(self._drawers[index], specs, area)
        except ProblemsFound as found:
            faults += [Fault(problem, card.place) for problem in found.problems]
        except (ExpressionError, KeyError, ValueError) as error:
            faults.append(self._faults.drawing_fault(program.name, program.box, error, card))
        else:
            faults += [self._faults.drawing_fault(program.name, program.box, error, card) for error in missing]
            return drawn
        self._nested_faults.clear()
        return _NOTHING

    def _draw_cached(self, index: int, specs: tuple[BoxSpec, ...], area: Rect | None) -> DrawnBox:
        """Draw a box with equal specs once; a drawing that is not a symbol yet becomes one."""
        drawn = self._drawn.get((index, specs, area))
        if drawn is None:
            program = self.boxes[index]
            drawn = program.draw(specs, area)
            if program.content is not None and not _is_symbol(drawn.items):
                symbol = Symbol(f"{self.layout}-{program.name}", self.frame, drawn.items)
                drawn = DrawnBox((Use(symbol),), drawn.boxes)
            self._drawn[index, specs, area] = drawn
        return drawn


def _as_outer_fault(fault: Fault, card: CardData) -> Fault:
    """Return a fault of a nested layout as a fault of the card that shows it."""
    problem = fault.problem if fault.layout else fault.problem._replace(place=card.place)
    return fault._replace(problem=problem, card=card.place)


def _prints_part_count(boxes: Iterable[Box | None]) -> bool:
    """Tell whether any box prints how many cards a component has."""
    texts = (text for box in boxes if box is not None for text in (box.text, box.markdown) if text)
    return any(re.search(r"\{\{[^}]*\bparts\b", text) for text in texts)


def _is_symbol(items: tuple[Item, ...]) -> bool:
    """Tell whether a drawing is a single symbol, as an icon is."""
    return len(items) == 1 and isinstance(items[0], Use)


def _is_cacheable(program: BoxProgram) -> bool:
    return program.content in {"ornament", "icon", None}
