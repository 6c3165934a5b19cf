"""Type sizes that the cards of a deck share, so that a name is not larger on one card than on the next.

A deck is what has one back. Its names of one style take the largest step of the scale at which they fit; one in eight
may be longer and takes a further step. Numbers share a size of their own: a rank of 7 is not as small as a Queen.
A set, such as the reference cards, has one size for all of its texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from punchboard.expression import ExpressionError
from punchboard.model.layout.face import CardData
from punchboard.problem import Place

if TYPE_CHECKING:
    from punchboard.compose.boxes.box_spec import Values
    from punchboard.compose.boxes.drawing import CompiledBox
    from punchboard.compose.faces.compiled_layout import FaceProgram

_MOST_CARDS: Final = 400
"""How many cards of a deck are measured at most, spread over the deck."""
_LONG_NAMES: Final = 8
"""One name in this many may be longer than the others."""
_SMALLEST_DECK: Final = 4
"""The fewest names of which one may be longer than the others."""


Sharing = tuple[str, bool]
"""What shares a size: a style, and whether the text is a number."""

NeededSizes = Mapping[Sharing, Mapping[str, float]]
"""The size in mm at which each text fits, by what shares a size."""


def sharing(style: str, text: str) -> Sharing:
    """Return with what a text shares its size; one without letters is a number."""
    return style, not any(map(str.isalpha, text))


def deck_sizes(needed: Sequence[NeededSizes], *, is_set: bool) -> Mapping[Sharing, float]:
    """Return the size in mm that the names and the numbers of each style share, from those that its layouts need.

    Args:
        needed: the sizes of each layout.
        is_set: whether the cards are a set, none of whose texts may be smaller than the others.
    """
    by_style: dict[Sharing, dict[str, float]] = {}
    for key, sizes in (item for one in needed for item in one.items()):
        texts = by_style.setdefault(key, {})
        for text, size in sizes.items():
            texts[text] = min(size, texts.get(text, size))
    return {key: _shared_size(sorted(texts.values()), is_set=is_set) for key, texts in by_style.items()}


def _shared_size(sizes: Sequence[float], *, is_set: bool) -> float:
    """Return the largest size that suits a deck whose distinct texts need these sizes, from the smallest."""
    may_be_longer = 0 if is_set or len(sizes) < _SMALLEST_DECK else -(-len(sizes) // _LONG_NAMES)
    return sizes[may_be_longer]


def needed_sizes(program: FaceProgram, cards: Sequence[Values], shared: Sequence[int]) -> NeededSizes:
    """Return the sizes that boxes of a layout need for their texts on its cards.

    Args:
        program: the layout.
        cards: the values of all cards with the layout.
        shared: the indexes of the boxes, those of `sharing_boxes`.
    """
    needed: dict[Sharing, dict[str, float]] = {}
    for values in cards[:: -(-len(cards) // _MOST_CARDS) or 1] if shared else ():
        for style, text, size in _sizes_on_card(program, shared, values):
            texts = needed.setdefault(sharing(style, text), {})
            texts[text] = min(size, texts.get(text, size))
    return needed


def sharing_boxes(boxes: Sequence[CompiledBox], *, is_set: bool) -> tuple[int, ...]:
    """Return the indexes of the boxes whose texts have one size on all cards: names on one line, and texts of a set."""

    def shares(box: CompiledBox) -> bool:
        own = box.box
        is_name = box.content == "text" and (own.one_line or is_set)
        is_text = box.content == "markdown" and is_set
        return (is_name or is_text) and own.fit is not None and own.repeat is None and not box.templates.is_constant

    return tuple(at for at, box in enumerate(boxes) if shares(box))


def _sizes_on_card(program: FaceProgram, shared: Sequence[int], values: Values) -> Iterator[tuple[str, str, float]]:
    """Yield style, text and needed size of each of these boxes on one card; nothing for a card with faults."""
    compact, faults = program.filled(CardData(Place(program.layout), values))
    if faults:
        return
    specs = program.expand_unsized(compact)
    try:
        areas = program.box_areas(specs)
        for at in shared:
            box, own = program.boxes[at], specs[at]
            if own and own[0].content:
                yield box.box.style, own[0].content, box.fitting_size(own[0], areas[at] or box.area)
    except (ExpressionError, KeyError):  # reported where the card is drawn
        return
