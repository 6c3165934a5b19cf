"""A face layout compiled for one trim: its boxes are asked what they show for a component, and drawn."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, compress
from math import inf
from typing import Final, NamedTuple

from punchboard.compose.boxes.drawing import BoxProgram, BoxSpec, CompactSpecs
from punchboard.compose.boxes.low_ink import edge_outline, is_under_content, layout_name_items
from punchboard.compose.boxes.placement import FaceArea
from punchboard.compose.boxes.sides import CachedSides, Sides, shown_boxes
from punchboard.compose.boxes.tools import Tools
from punchboard.compose.faces.edition_mark import EditionMark
from punchboard.compose.faces.faults import FaultBuilder, skip_missing_icons
from punchboard.compose.text.lines import merge_texts
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect
from punchboard.model.layout.face import CardData, DrawnBox, Fault
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.model.source import LayoutSource
from punchboard.problem import Problem, ProblemsFound
from punchboard.scene import Item, Symbol, Use

BoxSpecs = tuple[tuple[BoxSpec, ...] | None, ...]
"""What each box of a face was asked to show: all that the face's drawing depends on; None for a box left out."""


CompactBoxSpecs = tuple[CompactSpecs, ...]
"""A key in brief, as it is kept for each card."""


_NOTHING: Final = DrawnBox((), ())


class CompileContext(NamedTuple):
    """What programs are made with: the tools, what draws nested layouts, and the game's mark of its edition."""

    tools: Tools
    draw_nested: Callable[[str, dict[str, str], Rect], tuple[DrawnBox, tuple[Fault, ...]]]
    mark: EditionMark | None = None
    source: LayoutSource | None = None
    """Where the layout is written that is drawn."""


class FaceProgram:
    """A layout compiled for one trim: each run of neighbouring fixed boxes is drawn once, as a symbol.

    Args:
        layout: the layout's name.
        file: its boxes.
        trim: what they are laid on.
        bench: what they are drawn with; with a mark when faces bear the edition.
        alone: whether the face is a thing of its own, and no part of another or of a page.
    """

    def __init__(self, layout: str, file: FaceFile, trim: Trim, bench: CompileContext, *, alone: bool) -> None:
        self.layout, self.trim = layout, trim
        self.identity = repr((layout, trim, alone, bench.mark is not None))
        """What tells it from all other programs of its game."""
        self._file, self._bench, self._alone = file, bench, alone
        self._faults = FaultBuilder(layout, bench.source)
        self.room = FaceArea(trim, file.bleed, file.safe)
        self.frame = trim.frame(file.bleed)
        """What its faces are drawn out to."""
        ground = {"ground": Box.model_construct(area="bleed", shape="trim", fill=file.ground)} if file.ground else {}
        self.boxes = [
            BoxProgram(name, box, self.room, bench.tools, self._nested)
            for name, box in chain(ground.items(), file.boxes.items())
            if box is not None
        ]
        self._by_name = {program.name: program for program in self.boxes}
        self._sides = CachedSides(self._by_name, trim.size)
        self._shown: dict[tuple[bool, ...], frozenset[str]] = {}
        self._choosy = any(one.box.goes_with or one.box.stands_in_for or one.box.sides for one in self.boxes)
        if self._choosy:
            self._lay_out_all()
        if bench.tools.inks.is_low:
            for index, program in enumerate(self.boxes):
                program.part = program.part or is_under_content(program, self.boxes[index + 1 :])
        self._works: list[Callable[[tuple[BoxSpec, ...], Rect | None], DrawnBox]] = [
            partial(self._remembered, index) if _is_kept(one) else one.draw for index, one in enumerate(self.boxes)
        ]
        self._nowhere = (None,) * len(self.boxes)
        self._lives = [not one.is_constant for one in self.boxes]
        self._fixed = 0
        while self._fixed < len(self.boxes) and self.boxes[self._fixed].is_constant:
            self._fixed += 1
        wanted = self._by_name.get(file.continues or "")
        can = wanted is not None and wanted.content == "markdown" and not wanted.box.repeat and not trim.is_folded
        self.continues = file.continues if can else None
        """The box whose text goes on on another card."""
        self._marked = self.continues is not None and not _tells_parts(file.boxes.values())
        self._base: DrawnBox | None = None
        self._base_faults: list[Fault] = []
        self._inner: list[Fault] = []
        """What is wrong with the layouts that the box holds which is being drawn."""
        self._drawn: dict[tuple[int, tuple[BoxSpec, ...], Rect | None], DrawnBox] = {}

    def specs(self, card: CardData, faults: list[Fault]) -> BoxSpecs:
        """Return what the boxes show for a card's values; what is wrong with their templates is added to the faults."""
        return self.expand(self.compact_specs(card, faults))

    def compact_specs(self, card: CardData, faults: list[Fault]) -> CompactBoxSpecs:
        """Return what `ask` does, in brief."""
        values = card.values
        wished: list[CompactSpecs] = []
        for program in self.boxes:
            try:
                wished.append(program.compact_specs(values))
            except ExpressionError as error:
                faults.append(self._faults.template_fault(program.name, program.box, error, card))
                wished.append(None)
        if self._choosy:
            full = tuple([one.has_content(it) for one, it in zip(self.boxes, wished, strict=True)])
            shown = self._shown.get(full)
            if shown is None:
                shown = self._shown[full] = shown_boxes(self.boxes, full)
            wished = [it if one.name in shown else None for one, it in zip(self.boxes, wished, strict=True)]
        return tuple(wished)

    def expand(self, wish: CompactBoxSpecs) -> BoxSpecs:
        """Return in full what a wish says in brief."""
        return tuple([one.expand(it) for one, it in zip(self.boxes, wish, strict=True)])

    def specs_text(self, wish: CompactBoxSpecs) -> str:
        """Return a wish as a text; what fixed boxes show, the layout says."""
        live = compress(wish, self._lives)
        return " ".join([f"{len(one)}:{one}" if type(one) is str else repr(one) for one in live])

    def _nested(self, layout: str, values: dict[str, str], area: Rect) -> DrawnBox:
        drawn, faults = self._bench.draw_nested(layout, values, area)
        self._inner += faults
        return drawn

    def _lay_out_all(self) -> None:
        """Give each box the place that it has when all are shown, with the longest texts."""
        sides = Sides(self._by_name, self.trim.size, frozenset(self._by_name), lambda _name, _width: inf)
        for program in self.boxes:
            with suppress(ExpressionError):  # told for each card
                program.area = sides.area(program.name)

    def box_areas(self, key: BoxSpecs) -> tuple[Rect | None, ...]:
        """Return where the boxes lie that are shown, in mm; None for those that are not, or lie where they always do.

        Raises:
            ExpressionError: for a box that lies beside itself.
        """
        if not self._choosy:
            return self._nowhere
        asked = {one.name: it for one, it in zip(self.boxes, key, strict=True) if it is not None}
        known = self._sides.areas(frozenset(asked), lambda name, width: self._need(name, asked[name], width))
        return tuple([known.get(one.name) for one in self.boxes])

    def _need(self, name: str, asked: tuple[BoxSpec, ...], width: float) -> float:
        """Return the height in mm that a box needs; drawing it tells of icons that are not there."""
        program = self._by_name[name]
        return skip_missing_icons(program.text_height, asked, width)[0]

    def continued_specs(self, keys: Sequence[BoxSpecs], *, last: bool) -> tuple[BoxSpecs, ...]:
        """Return what the boxes of several cards show that share one text; none when so many do not hold it.

        Args:
            keys: what the boxes of each card were asked to show, the whole text on each.
            last: whether there can be no more cards, so that these take what they can.
        """
        at = next(index for index, one in enumerate(self.boxes) if one.name == self.continues)
        program, whole = self.boxes[at], [key[at] for key in keys]
        if not all(whole):
            return ()
        areas = [self.box_areas(key)[at] or program.area for key in keys]
        first = next(asked for asked in whole if asked)
        found, _ = skip_missing_icons(
            lambda known, _: program.text_parts(known[0], areas, marked=self._marked, last=last), first, None
        )
        return tuple(
            (*key[:at], tuple(one._replace(text_part=run) for one in key[at] or ()), *key[at + 1 :])
            for key, run in zip(keys, found, strict=False)
        )

    def draw(self, key: BoxSpecs, card: CardData, faults: list[Fault]) -> DrawnBox:
        """Return the drawing of a face for what was asked; what is wrong with it is added to the faults."""
        base = self._base_of(key, card, faults)
        items, boxes = list(base.items), list(base.boxes)
        areas = self._areas(key, card, faults)
        for index in range(self._fixed, len(self.boxes)):
            drawn = self._draw_box(index, key[index], areas[index], card, faults)
            items += drawn.items
            boxes += drawn.boxes
        if self._bench.tools.inks.is_low and self._alone:
            items += layout_name_items(self.layout, boxes, self.trim, self._bench.tools)
            items.append(edge_outline(self.trim))
        if self._bench.mark is not None:
            wrong: list[Problem] = []
            mark = self._bench.mark.draw(items, self.room, self._file.edition, wrong)
            faults += [Fault(problem, card.place) for problem in wrong]
            items += mark.items
            boxes += mark.boxes
        return DrawnBox(merge_texts(items), tuple(boxes))

    def _base_of(self, key: BoxSpecs, card: CardData, faults: list[Fault]) -> DrawnBox:
        """Draw the ground and the fixed boxes that the layout begins with, once, as one symbol."""
        if self._base is None:
            areas = self._areas(key, card, self._base_faults)
            parts = [self._draw_box(at, key[at], areas[at], card, self._base_faults) for at in range(self._fixed)]
            items = tuple(item for part in parts for item in part.items)
            boxes = tuple(placed for part in parts for placed in part.boxes)
            symbol = Symbol(f"{self.layout}-base", self.frame, items)
            self._base = DrawnBox((Use(symbol),) if len(items) > 1 else items, boxes)
        faults += [fault._replace(card=card.place) for fault in self._base_faults]
        return self._base

    def _areas(self, key: BoxSpecs, card: CardData, faults: list[Fault]) -> tuple[Rect | None, ...]:
        try:
            return self.box_areas(key)
        except ExpressionError as error:
            faults.append(self._faults.placement_fault(error, card))
            return (None,) * len(self.boxes)

    def _draw_box(
        self, index: int, asked: tuple[BoxSpec, ...] | None, area: Rect | None, card: CardData, faults: list[Fault]
    ) -> DrawnBox:
        if asked is None:
            return _NOTHING
        try:
            drawn = self._works[index](asked, area)
        except (ProblemsFound, ExpressionError, KeyError, ValueError):
            self._inner.clear()
            drawn = self._draw_faulty(index, asked, area, card, faults)
        if self._inner:
            faults += [_of_outer(fault, card) for fault in self._inner]
            self._inner.clear()
        return drawn

    def _draw_faulty(
        self, index: int, asked: tuple[BoxSpec, ...], area: Rect | None, card: CardData, faults: list[Fault]
    ) -> DrawnBox:
        """Draw a box with which something is wrong as far as it can be, and tell what it is."""
        program = self.boxes[index]
        try:
            drawn, missing = skip_missing_icons(self._works[index], asked, area)
        except ProblemsFound as found:
            faults += [Fault(problem, card.place) for problem in found.problems]
        except (ExpressionError, KeyError, ValueError) as error:
            faults.append(self._faults.drawing_fault(program.name, program.box, error, card))
        else:
            faults += [self._faults.drawing_fault(program.name, program.box, error, card) for error in missing]
            return drawn
        self._inner.clear()
        return _NOTHING

    def _remembered(self, index: int, asked: tuple[BoxSpec, ...], area: Rect | None) -> DrawnBox:
        """Draw equal wishes once; what takes many lines as a symbol that is placed for each."""
        known = self._drawn.get((index, asked, area))
        if known is None:
            program = self.boxes[index]
            known = program.draw(asked, area)
            if program.content is not None and not _is_symbol(known.items):
                symbol = Symbol(f"{self.layout}-{program.name}", self.frame, known.items)
                known = DrawnBox((Use(symbol),), known.boxes)
            self._drawn[index, asked, area] = known
        return known


def _of_outer(fault: Fault, card: CardData) -> Fault:
    """Return a fault of a layout within another as one of the card that shows both."""
    problem = fault.problem if fault.layout else fault.problem._replace(place=card.place)
    return fault._replace(problem=problem, card=card.place)


def _tells_parts(boxes: Iterable[Box | None]) -> bool:
    """Tell whether any box prints how many cards a component has."""
    texts = (text for box in boxes if box is not None for text in (box.text, box.markdown) if text)
    return any(re.search(r"\{\{[^}]*\bparts\b", text) for text in texts)


def _is_symbol(items: tuple[Item, ...]) -> bool:
    """Tell whether a drawing is a symbol already, as an icon is."""
    return len(items) == 1 and isinstance(items[0], Use)


def _is_kept(program: BoxProgram) -> bool:
    return program.content in {"ornament", "icon", None}
