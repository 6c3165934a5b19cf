"""A face layout compiled for one trim.

The way of a face: `filled` fills the templates of its boxes with a card's values, `box_areas` lays the boxes out, and
`draw` draws them. Each step returns its values together with the faults that it met.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, takewhile
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.boxes.box_spec import BoxSpec, BoxTemplates, CompactSpecs, Values
from punchboard.compose.boxes.drawing import NOTHING, CompiledBox, DrawNested, compile_box, joined
from punchboard.compose.boxes.low_ink import edge_outline, is_under_content, layout_name_items
from punchboard.compose.boxes.placement import FaceArea
from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.sides import BoxPlace, CachedSides, shown_boxes, whole_places
from punchboard.compose.faces.deck_sizes import NeededSizes, Sharing, deck_sizes, needed_sizes, sharing, sharing_boxes
from punchboard.compose.faces.edition_mark import EditionMark
from punchboard.compose.faces.faults import FaultBuilder, skip_missing_icons
from punchboard.compose.faces.pictorial import Pictorial
from punchboard.compose.faces.reading import Reading, readings
from punchboard.compose.text.lines import merge_texts
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect
from punchboard.model.layout.face import CardData, DrawnBox, Fault
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.model.values import LayoutSource, picture_crop
from punchboard.problem import ProblemsFound
from punchboard.scene import Item, Symbol, Use
from punchboard.units import to_pt

BoxSpecs = tuple[tuple[BoxSpec, ...] | None, ...]
"""What each box of a face shows, which determines the drawing of the face; None for a box that is left out."""

CompactBoxSpecs = tuple[CompactSpecs, ...]
"""`BoxSpecs` in a compact form, which is stored for each card."""

_SHARED_CONTENTS: Final = frozenset({"ornament", "icon", None})
"""The contents that look the same on many cards; their drawings are kept and placed as symbols."""


class CompileContext(NamedTuple):
    """What layouts are compiled with: resources, the drawing of nested layouts, the edition mark, the source."""

    resources: Resources
    draw_nested: DrawNested
    mark: EditionMark | None = None
    source: LayoutSource | None = None
    """Where the layout is written."""
    cards: Callable[[str], Iterable[Values]] = lambda _layout: ()
    """Function that returns the values of all cards with a layout."""
    deck: Callable[[str], "Sequence[FaceProgram]"] = lambda _layout: ()
    """Function that returns the layouts of all cards that lie in one deck with those of a layout."""
    is_set: Callable[[str], bool] = lambda _layout: False
    """Function that tells whether the cards with a layout are a set, with one type size for all texts."""
    labels: Callable[[str], Mapping[str, str]] = lambda _layout: MappingProxyType({})
    """Function that returns the labels of fields with short values on a layout, for reading aloud."""


@dataclass(frozen=True, eq=False)
class FaceProgram:
    """A layout compiled for one trim. The constant boxes at its start are drawn once, as one symbol."""

    layout: str
    file: FaceFile
    area: FaceArea
    boxes: tuple[CompiledBox, ...]
    context: CompileContext
    is_whole_side: bool
    """Whether the face is a component's own side, not part of another face or of a page."""
    _shown: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)
    _drawn: dict[object, DrawnBox] = field(default_factory=dict)
    """Drawings that cards share, by all that they depend on."""

    @cached_property
    def trim(self) -> Trim:
        """The shape and size of the face."""
        return self.area.trim

    @cached_property
    def frame(self) -> Rect:
        """The area that its faces draw: the trim with its bleed."""
        return self.trim.frame(self.file.bleed)

    @cached_property
    def by_name(self) -> Mapping[str, CompiledBox]:
        """The boxes by name."""
        return {box.name: box for box in self.boxes}

    @cached_property
    def continues(self) -> str | None:
        """The name of the box whose text continues on further cards, if any."""
        box = self.by_name.get(self.file.continues or "")
        can_continue = box is not None and box.content == "markdown" and not box.box.repeat and not self.trim.is_folded
        return self.file.continues if can_continue else None

    @cached_property
    def good_sizes(self) -> tuple[float, float]:
        """The sizes in points, rounded down, of the text that continues, unshrunk and shrunk by half of its ``fit``."""
        box = self.by_name[self.continues or ""].box
        full = to_pt(self.context.resources.styles.get(box.style).size) - 1e-6
        return full, (full + (box.fit or full)) / 2

    @cached_property
    def faults(self) -> FaultBuilder:
        """Makes faults with the places of the layout's keys."""
        return FaultBuilder(self.layout, self.context.source)

    @cached_property
    def _templates(self) -> tuple[BoxTemplates, ...]:
        return tuple(box.templates for box in self.boxes)

    @cached_property
    def _pictorial(self) -> Pictorial:
        return Pictorial(self.layout, self._templates, self.context.resources, self.context.cards)

    @cached_property
    def _readings(self) -> tuple[Reading | None, ...]:
        return readings(self.boxes, self.context.labels(self.layout))

    @cached_property
    def _sides(self) -> CachedSides | None:
        """The areas of boxes that differ from card to card; None for a layout on which none do."""
        if not any(one.box.goes_with or one.box.stands_in_for or one.box.sides for one in self.boxes):
            return None
        return CachedSides({one.name: BoxPlace(one.name, one.box, one.area) for one in self.boxes}, self.trim.size)

    @cached_property
    def _constant_count(self) -> int:
        return len(list(takewhile(lambda templates: templates.is_constant, self._templates)))

    def filled(self, card: CardData) -> tuple[CompactBoxSpecs, tuple[Fault, ...]]:
        """Return what the boxes show for a card's values, and the faults of their templates."""
        specs: list[CompactSpecs] = []
        faults: list[Fault] = []
        for templates in self._templates:
            try:
                specs.append(templates.specs(card.values))
            except ExpressionError as error:
                faults.append(self.faults.template_fault(templates.name, templates.box, error, card))
                specs.append(None)
        if self._pictorial.is_needed:
            specs = self._pictorial.filled(specs, card.values)
        return tuple(specs) if self._sides is None else self.without_hidden(specs), tuple(faults)

    def without_hidden(self, specs: Sequence[CompactSpecs]) -> CompactBoxSpecs:
        """Return specs without the boxes that are not shown because of what others show."""
        pairs = list(zip(self._templates, specs, strict=True))
        filled = frozenset([templates.name for templates, spec in pairs if templates.has_content(spec)])
        shown = self._shown.get(filled)
        if shown is None:
            boxes = {name: box.box for name, box in self.by_name.items()}
            shown = self._shown[filled] = shown_boxes(boxes, filled)
        return tuple([spec if templates.name in shown else None for templates, spec in pairs])

    @cached_property
    def needed_sizes(self) -> NeededSizes:
        """The type sizes in mm that the cards with the layout need for texts that share one."""
        return needed_sizes(self, tuple(self.context.cards(self.layout)), self._sharing) if self._sharing else {}

    @cached_property
    def type_sizes(self) -> Mapping[Sharing, float]:
        """The type sizes in mm that all cards of the deck share."""
        if not self._sharing:
            return {}
        layouts, is_set = self.context.deck(self.layout), self.context.is_set(self.layout)
        return deck_sizes([one.needed_sizes for one in layouts] or [self.needed_sizes], is_set=is_set)

    @cached_property
    def _sharing(self) -> tuple[int, ...]:
        is_set = self.context.is_set(self.layout)
        return sharing_boxes(self.boxes, is_set=is_set) if self.is_whole_side else ()

    def expand(self, specs: CompactBoxSpecs) -> BoxSpecs:
        """Return the full form of compact box specs."""
        full, sizes = [*self.expand_unsized(specs)], self.type_sizes
        for at in self._sharing if sizes else ():
            keys = [sharing(self.boxes[at].box.style, one.content or "") for one in full[at] or ()]
            pairs = zip(full[at] or (), keys, strict=True)
            full[at] = full[at] and tuple([one._replace(largest=sizes.get(key, one.largest)) for one, key in pairs])
        return tuple(full)

    def expand_unsized(self, specs: CompactBoxSpecs) -> BoxSpecs:
        """Return the full form of compact box specs, without the type sizes that the cards share."""
        return tuple([templates.expand(spec) for templates, spec in zip(self._templates, specs, strict=True)])

    def box_areas(self, specs: BoxSpecs) -> tuple[Rect | None, ...]:
        """Return the areas of the shown boxes in mm; None for a box that is left out or never moves.

        Raises:
            ExpressionError: for a box that is placed beside itself.
        """
        if self._sides is None:
            return (None,) * len(self.boxes)
        shown = {box.name: spec for box, spec in zip(self.boxes, specs, strict=True) if spec is not None}

        def needed(name: str, width: float | None) -> float:
            box = self.by_name[name]  # drawing the box reports its missing icons
            measure = box.text_width if width is None else partial(box.text_height, width=width)
            return skip_missing_icons(lambda specs: measure(specs[0]), shown[name])[0]

        grows = frozenset(name for name, spec in shown.items() if spec and spec[0].grows)
        areas = self._sides.areas(frozenset(shown), needed, grows)
        return tuple([areas.get(box.name) for box in self.boxes])

    def draw(self, specs: BoxSpecs, card: CardData) -> DrawnBox:
        """Return the drawing of a face from its box specs, with its faults."""
        areas, placement = self._areas_or_faults(specs, card)
        base = self._base(specs, areas, card)
        rest = [self._read_box(at, specs[at], areas[at], card) for at in range(self._constant_count, len(self.boxes))]
        face = joined((DrawnBox((), (), placement), base, *rest))
        resources, mark = self.context.resources, self.context.mark
        if resources.ink_mode.is_low and self.is_whole_side:
            name = layout_name_items(self.layout, face.boxes, self.trim, resources)
            face = face._replace(items=(*face.items, *name, edge_outline(self.trim)))
        if mark is not None:
            face = joined((face, mark.draw(face.items, self.area, self.file.edition, card.place)))
        return DrawnBox(merge_texts(face.items), face.boxes, face.faults)

    def draw_some(self, specs: BoxSpecs, card: CardData, indices: Iterable[int], *, marked: bool) -> tuple[Item, ...]:
        """Return the drawing of some boxes, each where it lies among all, ``marked`` with the edition if faces are."""
        areas, _ = self._areas_or_faults(specs, card)
        drawn = [self._draw_box(at, specs[at], areas[at], card) for at in range(len(self.boxes))]
        items = joined(drawn[at] for at in indices).items
        if marked and self.context.mark is not None:
            items += self.context.mark.draw(joined(drawn).items, self.area, self.file.edition, card.place).items
        return items

    def _areas_or_faults(self, specs: BoxSpecs, card: CardData) -> tuple[tuple[Rect | None, ...], tuple[Fault, ...]]:
        try:
            return self.box_areas(specs), ()
        except ExpressionError as error:
            return (None,) * len(self.boxes), (self.faults.placement_fault(error, card),)

    def _base(self, specs: BoxSpecs, areas: Sequence[Rect | None], card: CardData) -> DrawnBox:
        """Return the background and the constant boxes at the layout's start, drawn once as one symbol."""
        base = self._drawn.get("base")
        if base is None:
            base = joined(self._draw_box(at, specs[at], areas[at], card) for at in range(self._constant_count))
            if len(base.items) > 1:
                base = base._replace(items=(Use(Symbol(f"{self.layout}-base", self.frame, base.items)),))
            self._drawn["base"] = base
        faults = tuple([fault._replace(card=card.place) for fault in base.faults])
        return DrawnBox(base.items, base.boxes, faults)

    def _read_box(self, index: int, specs: tuple[BoxSpec, ...] | None, area: Rect | None, card: CardData) -> DrawnBox:
        """Return the drawing of a box as the part of the document that is read aloud."""
        drawn, reading = self._draw_box(index, specs, area, card), self._readings[index]
        if reading is None:
            return drawn
        items = reading.items(specs or (), drawn.items, self.context.resources.icon_names)
        return DrawnBox(items, drawn.boxes, drawn.faults)

    def _draw_box(self, index: int, specs: tuple[BoxSpec, ...] | None, area: Rect | None, card: CardData) -> DrawnBox:
        """Return as much of a box as can be drawn, with its faults."""
        if specs is None:
            return NOTHING
        box = self.boxes[index]
        draw = partial(self._shared_drawing, index) if box.content in _SHARED_CONTENTS else box.draw
        try:
            drawn, missing = skip_missing_icons(lambda specs: draw(specs, area), specs)
        except ProblemsFound as error:
            return DrawnBox((), (), tuple(Fault(problem, card.place) for problem in error.problems))
        except (ExpressionError, KeyError, ValueError) as error:
            return DrawnBox((), (), (self.faults.drawing_fault(box.name, box.box, error, card),))
        own = [self.faults.drawing_fault(box.name, box.box, error, card) for error in missing]
        for picture in [spec.content for spec in specs if spec.content] if box.content == "picture" else ():
            image = self.context.resources.pictures[picture_crop(picture).path]
            own += self.faults.picture_faults(box.name, box.box, picture, image, card)
        if not (own or drawn.faults):
            return drawn
        return drawn._replace(faults=(*own, *(_as_outer_fault(fault, card) for fault in drawn.faults)))

    def _shared_drawing(self, index: int, specs: tuple[BoxSpec, ...], area: Rect | None) -> DrawnBox:
        """Return the drawing of a box that looks the same on many cards, drawn once, as a symbol."""
        box, drawn = self.boxes[index], self._drawn.get((index, specs, area))
        if drawn is None:
            drawn = box.draw(specs, area)
            if box.content is not None and not _is_symbol(drawn.items):
                drawn = drawn._replace(items=(Use(Symbol(f"{self.layout}-{box.name}", self.frame, drawn.items)),))
            self._drawn[index, specs, area] = drawn
        return drawn


def compile_layout(layout: str, file: FaceFile, trim: Trim, context: CompileContext, *, is_side: bool) -> FaceProgram:
    """Return a layout compiled for one trim.

    Args:
        layout: the layout's name.
        file: its boxes.
        trim: the shape and size of the face.
        context: what the boxes are drawn with; its ``mark`` is set if faces bear the edition.
        is_side: whether the face is a component's own side, not part of another face or of a page.
    """
    resources = context.resources
    face = FaceArea(trim, file.bleed, file.safe, resources.corners)
    ground = {"ground": Box.model_construct(area="bleed", shape="trim", fill=file.ground)} if file.ground else {}
    boxes = [(name, box) for name, box in chain(ground.items(), file.boxes.items()) if box is not None]
    places = whole_places(boxes, face)
    compiled, is_low = [], resources.ink_mode.is_low
    for number, (name, box, area) in enumerate(places, 1):
        is_faint = is_low and (box.is_decorative or is_under_content(area, places[number:]))
        templates = BoxTemplates(name, box, resources)
        compiled.append(compile_box(templates, area, face, resources, context.draw_nested, is_faint=is_faint))
    return FaceProgram(layout, file, face, tuple(compiled), context, is_side)


def _as_outer_fault(fault: Fault, card: CardData) -> Fault:
    """Return a fault of a nested layout as a fault of the card that shows it."""
    problem = fault.problem if fault.layout and not fault.box else fault.problem._replace(place=card.place)
    return fault._replace(problem=problem, card=card.place)


def _is_symbol(items: tuple[Item, ...]) -> bool:
    """Tell whether a drawing is a single symbol, as an icon is."""
    return len(items) == 1 and isinstance(items[0], Use)
