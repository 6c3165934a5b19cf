"""Flowing slabs into regions: glued slabs stay together, floating ones let the text after them go first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.text.layout.column import Slab, stacked_height, stacked_items
from punchboard.compose.text.lines import merge_texts
from punchboard.geometry import Rect
from punchboard.scene import Anchor, Item


class Column(NamedTuple):
    """One filled region: its items, how high they are, and by how many mm they are too high or wide for it."""

    items: tuple[Item, ...]
    used_height: float
    overflow_height: float
    overflow_width: float = 0.0
    """By how many mm its widest line is wider than the region."""

    @property
    def begins_with_chapter(self) -> bool:
        """Whether a chapter opens at the top of the column."""
        first = self.items[0] if self.items else None
        return isinstance(first, Anchor) and first.level == 0 and bool(first.title)

    def headings(self) -> Iterator[Anchor]:
        """Yield the headings that stand in the column."""
        return (item for item in self.items if isinstance(item, Anchor) and item.title)


Chunk = tuple[Slab, ...]


def chunks(slabs: Iterable[Slab]) -> Iterator[Chunk]:
    """Yield runs of slabs that no break may fall into: each glued slab with the one after it."""
    run: list[Slab] = []
    for slab in slabs:
        run.append(slab)
        if not slab.keep_with_next:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def flow_columns(slabs: Iterable[Slab], regions: Sequence[Rect]) -> tuple[Column, ...]:
    """Return the columns that the slabs fill; the regions repeat, one after another, as long as there is text."""
    flow = _Flow(regions)
    for chunk in chunks(slabs):
        flow.add(chunk)
    return flow.end()


class _Flow:
    def __init__(self, regions: Sequence[Rect]) -> None:
        self._regions = regions
        self._columns: list[Column] = []
        self._here: list[Slab] = []
        self._waiting: list[Chunk] = []

    def add(self, chunk: Chunk) -> None:
        while chunk[0].new_page and self._here:
            self._turn()
        floats = len(chunk) == 1 and chunk[0].can_float
        if self._fits(chunk) and not (floats and self._waiting):
            self._here += chunk
        elif floats:
            self._waiting.append(chunk)
        else:
            self._place(chunk)

    def end(self) -> tuple[Column, ...]:
        while self._here or self._waiting:
            self._turn()
        return tuple(self._columns)

    @property
    def _region(self) -> Rect:
        return self._regions[len(self._columns) % len(self._regions)]

    def _fits(self, chunk: Chunk) -> bool:
        return stacked_height([*self._here, *chunk]) <= self._region.height + 1e-6

    def _fits_some(self, chunk: Chunk) -> bool:
        return stacked_height(chunk) <= max(region.height for region in self._regions) + 1e-6

    def _place(self, chunk: Chunk) -> None:
        """Place a chunk in the next column that has room; one that is too high for any is broken where it must."""
        possible = self._fits_some(chunk)
        if not possible and len(chunk) > 1:
            if self._here:
                self._turn()
            for slab in chunk:
                self._place((slab,))
            return
        while not self._fits(chunk) and (self._here or self._waiting or possible):
            self._turn()
        self._here += chunk

    def _turn(self) -> None:
        """Close the column and begin the next with what waits for it."""
        region = self._region
        used = stacked_height(self._here)
        items = merge_texts(stacked_items(self._here, region.x, region.y))
        wide = max((slab.overflow_width for slab in self._here), default=0.0)
        self._columns.append(Column(items, used, max(0.0, used - region.height), wide))
        self._here = []
        waiting, self._waiting = self._waiting, []
        for chunk in waiting:
            if self._fits(chunk) or not (self._here or self._fits_some(chunk)):
                self._here += chunk
            else:
                self._waiting.append(chunk)
