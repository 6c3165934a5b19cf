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

MAX_CARDS: Final = 20
"""The most cards over which the text of one component may run."""

SINGLE_CARD: Final = MappingProxyType({"part": 1, "parts": 1, "copy": 1})
"""The values of a component that is one card, whatever its copies; its own fields of these names go first."""

_PART_COUNT: Final = re.compile(r"\{\{[^}]*\bparts\b")
"""Matches a template that prints how many cards a component has."""


def attempts(program: FaceProgram) -> tuple[frozenset[str], ...]:
    """Return the boxes to leave out, one attempt after the other, so that the text that continues does not shrink."""
    pictures = _giving_way_pictures(program)
    names = frozenset(program.file.gives_way).intersection(program.by_name)
    return tuple(dict.fromkeys((frozenset[str](), pictures, names - pictures, names)))


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

    The boxes that give way are left out of all but the last one, and of that one, too, where it has no room for them.
    Empty if the text fails on a card.
    """
    own_parts = {name: component.values[name] for name in SINGLE_CARD if name in component.values}
    give_way = attempts(program)
    for count in range(2, MAX_CARDS + 1):
        parts = [{**card.values, "part": part, "parts": count, **own_parts} for part in range(1, count + 1)]
        filled = [program.filled(card._replace(values=values)) for values in parts]
        full = [program.expand(squeezed(program, specs, give_way[-1])) for specs, _ in filled[:-1]]
        for left_out in give_way:
            shown, is_last = squeezed(program, filled[-1][0], left_out), (count, left_out) == (MAX_CARDS, give_way[-1])
            cards = _split_text(program, [*full, program.expand(shown)], last=is_last)
            if cards:
                lost = tuple(left_out_faults(program, filled[-1][0], shown, card))
                text = program.continues or ""
                told = program.faults.continued_fault(text, program.file, component.copies, len(cards), card)
                faults = tuple(fault for _, own in filled for fault in own)
                return ((cards[0], (*faults, *lost, told)), *((specs, faults) for specs in cards[1:]))
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
