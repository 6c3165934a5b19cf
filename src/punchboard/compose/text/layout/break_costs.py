"""What a page break costs inside a block of text, and between two blocks; 100 is a column that is one third empty."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from punchboard.compose.text.blocks import Block, Callout, Directive, Heading, ListBlock, Paragraph, PictureBlock, Table
from punchboard.compose.text.layout.column import Slab

_INSIDE: Final[Mapping[type, float]] = MappingProxyType({Paragraph: 30.0, ListBlock: 25.0, Table: 60.0})
"""Between the lines, items or rows of one block."""

_BEFORE: Final[Mapping[type, float]] = MappingProxyType(
    {Heading: 0.0, Callout: 60.0, Directive: 50.0, PictureBlock: 50.0, Table: 40.0, ListBlock: 40.0}
)
"""Before a block: an example belongs to its rule, a figure to the text that it shows. A section may end anywhere."""

_LIST_BEFORE_FIGURE: Final = 90.0
"""Between steps and the figure that shows them."""

_OTHER: Final = 12.0


def with_costs(slabs: Iterable[Slab], block: Block, after: Block | None) -> Iterator[Slab]:
    """Yield the slabs of a block with the costs of breaks after each, before the block ``after``."""
    found = tuple(slabs)
    inside = _INSIDE.get(type(block), _OTHER)
    for slab in found[:-1]:
        yield replace(slab, break_cost=max(slab.break_cost, inside))
    for slab in found[-1:]:
        yield replace(slab, break_cost=_between(block, after), ends_section=isinstance(after, Heading))


def _between(block: Block, after: Block | None) -> float:
    if isinstance(block, ListBlock) and isinstance(after, Directive | PictureBlock):
        return _LIST_BEFORE_FIGURE
    return _BEFORE.get(type(after), _OTHER)
