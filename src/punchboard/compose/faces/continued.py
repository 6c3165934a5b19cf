"""Faces of a text that is too long for its box: other boxes make room for it, or it continues on further cards."""

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from punchboard.compose.boxes.drawing import MarkdownBox
from punchboard.compose.faces.compiled_layout import BoxSpecs, CompactBoxSpecs, FaceProgram
from punchboard.compose.faces.faults import skip_missing_icons
from punchboard.model.game.game import Component
from punchboard.model.layout.face import CardData, Fault

LEAST_PICTURE: Final = 8.0
"""A picture that gives way to a text is left out if it would be lower than this, in mm."""

MAX_CARDS: Final = 4
"""The most cards over which the text of one component may run."""

SINGLE_CARD: Final = MappingProxyType({"part": 1, "parts": 1, "copy": 1})
"""The values of a component that is one card, whatever its copies; its own fields of these names go first."""

_PART_COUNT: Final = re.compile(r"\{\{[^}]*\bparts\b")
"""Matches a template that prints how many cards a component has."""


def attempts(program: FaceProgram) -> tuple[frozenset[str], ...]:
    """Return the boxes to leave out, one attempt after the other, where the text that continues does not fit."""
    names, pictures = frozenset(program.file.gives_way) & program.by_name.keys(), _giving_way_pictures(program)
    return frozenset[str](), pictures, names - pictures, names


def squeezed(program: FaceProgram, specs: CompactBoxSpecs, left_out: frozenset[str] = frozenset()) -> CompactBoxSpecs:
    """Return specs in which the text that continues takes all the space it can, without some boxes.

    Pictures for which too little height is left are left out, too.
    """
    changed = list(specs)
    for at, box in enumerate(program.boxes):
        if box.name in left_out:
            changed[at] = None
        elif box.name == program.continues and specs[at] is not None:
            changed[at] = tuple(spec._replace(grows=True) for spec in box.templates.expand(specs[at]) or ())
    kept = program.without_hidden(changed)
    pictures = _giving_way_pictures(program)
    if left_out >= pictures:
        return kept
    areas = zip(program.boxes, program.box_areas(program.expand(kept)), strict=True)
    low = {box.name for box, area in areas if area is not None and area.height < LEAST_PICTURE} & pictures
    return squeezed(program, specs, left_out | low) if low - left_out else kept


def left_out_faults(
    program: FaceProgram, whole: CompactBoxSpecs, shown: CompactBoxSpecs, card: CardData
) -> Iterator[Fault]:
    """Yield a fault for each box with a value of the card that was left out to make room for its text."""
    for box, before, after in zip(program.boxes, whole, shown, strict=True):
        if before is not None and after is None and box.box.slot is not None:
            yield program.faults.left_out_fault(box.name, program.continues or "", card)


def continued_cards(
    program: FaceProgram, card: CardData, component: Component
) -> tuple[tuple[BoxSpecs, tuple[Fault, ...]], ...]:
    """Return what the fewest cards that hold a text show, each with its faults; `MAX_CARDS` even if these do not.

    The boxes that give way are left out of all but the last one. Empty if the text fails on a card.
    """
    own_parts = {name: component.values[name] for name in SINGLE_CARD if name in component.values}
    for count in range(2, MAX_CARDS + 1):
        faults: tuple[Fault, ...] = ()
        whole = []
        for part in range(1, count + 1):
            values = {**card.values, "part": part, "parts": count, **own_parts}
            specs, own = program.filled(card._replace(values=values))
            left_out = attempts(program)[-1] if part < count else frozenset[str]()
            whole.append(program.expand(squeezed(program, specs, left_out)))
            faults += own
        cards = _split_text(program, whole, last=count == MAX_CARDS)
        if cards:
            fault = program.faults.continued_fault(program.continues or "", component.copies, len(cards), card)
            return ((cards[0], (*faults, fault)), *((specs, faults) for specs in cards[1:]))
    return ()


def _split_text(program: FaceProgram, cards: Sequence[BoxSpecs], *, last: bool) -> tuple[BoxSpecs, ...]:
    """Return what the boxes of each card show when one text runs over several cards; empty if it does not fit.

    Args:
        program: the compiled layout.
        cards: what the boxes of each card would show with the whole text on each.
        last: whether no more cards are allowed, so that these take as much of the text as fits.
    """
    at, box = next((at, box) for at, box in enumerate(program.boxes) if box.name == program.continues)
    assert isinstance(box, MarkdownBox)
    whole = [specs[at] or () for specs in cards]
    if not all(whole):
        return ()
    areas = [program.box_areas(specs)[at] or box.area for specs in cards]
    texts = (text for each in program.file.boxes.values() if each for text in (each.text, each.markdown) if text)
    marked = not any(map(_PART_COUNT.search, texts))
    parts, _ = skip_missing_icons(lambda specs: box.text_parts(specs[0], areas, marked=marked, last=last), whole[0])
    return tuple(
        (*specs[:at], tuple(spec._replace(text_part=part) for spec in text), *specs[at + 1 :])
        for specs, text, part in zip(cards, whole, parts, strict=False)
    )


def _giving_way_pictures(program: FaceProgram) -> frozenset[str]:
    boxes = (program.by_name[name] for name in program.file.gives_way if name in program.by_name)
    return frozenset(box.name for box in boxes if box.content in {"picture", "ornament"})
