"""Flow of slabs through page regions, in the columns that `best_columns` chooses."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from punchboard.compose.text.layout.breaks import best_columns
from punchboard.compose.text.layout.column import Slab, stacked_height, stacked_items
from punchboard.compose.text.merging import merge_texts
from punchboard.geometry import Rect
from punchboard.scene import Anchor, Item, flat_items


class Column(NamedTuple):
    """The content of one region: its items, and by how many mm they are too high or too wide."""

    items: tuple[Item, ...]
    overflow_height: float
    overflow_width: float = 0.0
    """By how many mm the widest line is wider than the region."""

    @property
    def begins_with_chapter(self) -> bool:
        """Whether the column starts with a chapter."""
        first = self.items[0] if self.items else None
        return isinstance(first, Anchor) and first.level == 0 and bool(first.title)

    def headings(self) -> Iterator[Anchor]:
        """Yield the headings in the column."""
        return (item for item in flat_items(self.items) if isinstance(item, Anchor) and item.title)


def flow_columns(slabs: Iterable[Slab], regions: Sequence[Rect], *, begins_left: bool = False) -> tuple[Column, ...]:
    """Return the columns that the slabs fill; the regions of a page repeat in order as long as there is text."""
    found = best_columns(tuple(slabs), [region.height for region in regions], begins_left=begins_left)
    return tuple(_column(one.slabs, region) for one, region in zip(found, cycle(regions), strict=False))


def _column(slabs: Sequence[Slab], region: Rect) -> Column:
    items = merge_texts(stacked_items(slabs, region.x, region.y))
    wide = max((slab.overflow_width for slab in slabs), default=0.0)
    return Column(items, max(0.0, stacked_height(slabs) - region.height), wide)
