"""What a box shows on one card: its templates, compiled once for a layout and evaluated for each card."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.compose.boxes.ornament import motif_seed
from punchboard.compose.boxes.pips import filled_pips
from punchboard.compose.boxes.resources import Resources
from punchboard.expression import Evaluate, ExpressionError, expression, template
from punchboard.model.layout.box_drawing import OrnamentFile, RepeatFile
from punchboard.model.layout.layout import Box, field_of

if TYPE_CHECKING:
    from punchboard.compose.boxes.continued_cards import TextPart

Values = Mapping[str, Any]
"""The values of one card by name."""

_MAX_REPEATS: Final = 200


class BoxSpec(NamedTuple):
    """What a box shows for one component: its templates evaluated. The box's drawing depends on nothing else."""

    content: str | None
    fill: str | None
    stroke: str | None
    colour: str | None
    colours: tuple[str, ...]
    """The colours of an ornament, where the box gives them itself."""
    extra: tuple[str, ...] = ()
    """The values handed to a nested layout, or those parameters of an ornament that are templates."""
    text_part: "TextPart | None" = None
    """The part of the text on this card, for a text that continues on further cards."""
    grows: bool = False
    """Whether the box takes all the space up to its ``top``, whatever its ``most``."""
    alt: str | None = None
    """What is read aloud instead of the box."""
    largest: float | None = None
    """The type size in mm that the cards of a deck share, if they share one."""


CompactSpecs = str | tuple[BoxSpec, ...] | None
"""The specs of a box in short form: only its text where nothing else differs from card to card; None if left out.

Decks have thousands of cards, and most of their boxes differ in their text alone.
"""


class BoxTemplates:
    """The templates of a box, compiled.

    Args:
        name: the name of the box; a slot shows the field of this name.
        box: the box.
        resources: of its game.
    """

    def __init__(self, name: str, box: Box, resources: Resources) -> None:
        self.name, self.box, self.content = name, box, box.content
        self.motifs: tuple[OrnamentFile, ...] = resources.motifs(box.ornament) if box.ornament else ()
        """The drawings of which the box shows one: the theme's, or the one of the box itself."""
        colours = box.ornament.colours if box.ornament and self.motifs == (box.ornament,) else ()
        extra = extra_templates(box)
        self.extra_names = tuple(extra)
        source, line = content_template(box), box.stroke.colour if box.stroke else None
        self._content = None if source is None else _content_evaluation(source, box, self.motifs, resources)
        single = (box.fill, line, box.colour, box.alt)
        self._paints = [None if text is None else template(text) for text in single]
        self._colours, self._extra = ([template(text) for text in texts] for texts in (colours, extra.values()))
        self._when = expression(box.when) if box.when else None
        self._each = _repetition(box.repeat) if box.repeat and box.repeat.each else None
        self._field = field_of(name) if box.slot is not None and source == f"{{{{ {field_of(name)} }}}}" else None
        """The field that a slot shows, unless it has a template of its own."""
        self._named_kinds = resources.kinds_titled_by_name if name == "title" else frozenset[str]()
        self.has_constant_paints = not any(map(_varies, (*single, *colours, *extra.values())))
        """Whether colours and parameters are the same for all components, whatever the content."""
        self._constant_paints = self._evaluated_paints(None, {})[1:] if self.has_constant_paints else None
        self._is_compact = self.has_constant_paints and self._each is None and source is not None
        self.is_constant = not (
            _varies(source)
            or not self.has_constant_paints
            or self._when
            or self._each
            or box.layout
            or box.icon_of
            or len(self.motifs) > 1
            or box.goes_with
            or box.stands_in_for
            or (box.sides and box.sides.varies_by_card)
        )
        """Whether the box looks the same, at the same place, for all components."""
        self._constant_specs = self._evaluated({}) if self.is_constant else None

    def specs(self, values: Values) -> CompactSpecs:
        """Return what the box shows for these values, one spec for each repetition; None when the box is left out.

        Raises:
            ExpressionError: for templates that cannot be evaluated, and for a repetition over no list.
        """
        return self._constant_specs if self.is_constant else self._evaluated(values)

    def expand(self, compact: CompactSpecs) -> tuple[BoxSpec, ...] | None:
        """Return the full form of specs."""
        if isinstance(compact, str):
            assert self._constant_paints is not None
            return (BoxSpec(compact, *self._constant_paints),)
        return compact

    def has_content(self, compact: CompactSpecs) -> bool:
        """Tell whether the box has something to show."""
        if compact is None or self.content in {None, "ornament"}:
            return compact is not None
        return bool(compact) if isinstance(compact, str) else any(spec.content for spec in compact)

    def _evaluated(self, values: Values) -> CompactSpecs:
        if self._when is not None and not self._when(values):
            return None
        if self.box.slot is not None:
            return self._slot_specs(values)
        if self._each is not None:
            return tuple([self._spec(each) for each in self._each(values)])
        return str(self._content(values)) if self._is_compact and self._content else (self._spec(values),)

    def _slot_specs(self, values: Values) -> CompactSpecs:
        """Return what a slot shows; None when its field is missing or has no value."""
        if self._field is not None and values.get(self._field) is None:
            if values.get("kind") not in self._named_kinds:
                return None
            values = {**values, "title": values["name"]}
        spec = self._spec({name: "" if value is None else value for name, value in values.items()})
        if not spec.content and self.content != "ornament":
            return None
        return spec.content if self._is_compact else (spec,)

    def _spec(self, values: Values) -> BoxSpec:
        content = None if self._content is None else str(self._content(values))
        if self._constant_paints is not None:
            return BoxSpec(content, *self._constant_paints)
        return self._evaluated_paints(content, values)

    def _evaluated_paints(self, content: str | None, values: Values) -> BoxSpec:
        fill, stroke, colour, alt = (None if paint is None else str(paint(values)) for paint in self._paints)
        colours, extra = (tuple(str(text(values)) for text in texts) for texts in (self._colours, self._extra))
        return BoxSpec(content, fill, stroke, colour, colours, extra, alt=alt)


def content_template(box: Box) -> str | None:
    """Return the template of a box's content; for an ornament, of its seed."""
    if box.ornament is not None:
        return box.ornament.seed
    source = getattr(box, box.content) if box.content else None
    return None if source is None else str(source)


def extra_templates(box: Box) -> Mapping[str, str]:
    """Return a box's other templates by name: the values for a nested layout, or parameters of an ornament."""
    if box.ornament is None:
        return box.with_
    return {name: value for name, value in box.ornament.params.items() if isinstance(value, str) and _varies(value)}


def _varies(source: str | None) -> bool:
    return source is not None and "{" in source


def _content_evaluation(source: str, box: Box, motifs: tuple[OrnamentFile, ...], resources: Resources) -> Evaluate:
    evaluate = template(source)
    if box.pips is not None:
        return filled_pips(evaluate, resources.setter.symbols, zeros=box.zeros)
    return evaluate if box.ornament is None else motif_seed(evaluate, box.ornament, motifs)


def _repetition(repeat: RepeatFile) -> Callable[[Values], Iterable[Values]]:
    """Return a function that yields the values for each repetition of a box: those of the card, an entry, its index.

    It raises ExpressionError for what is not a list, or too long a list.
    """
    source = repeat.each or ""
    evaluate = expression(source)

    def repetitions(values: Values) -> Iterable[Values]:
        entries = evaluate(values)
        if isinstance(entries, str) or not isinstance(entries, Iterable):
            raise ExpressionError(f"cannot repeat over {str(entries)!r}, which is not a list: {source!r}")
        entries = list(entries)
        if len(entries) > _MAX_REPEATS:
            raise ExpressionError(
                f"{source!r} has {len(entries)} entries, but a box repeats at most {_MAX_REPEATS} times"
            )
        return ({**values, repeat.as_: entry, "index": index} for index, entry in enumerate(entries))

    return repetitions
