"""Flow of slabs through page regions: keeps slabs together, and lets text overtake floating figures."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from punchboard.compose.text.layout.column import Slab, stacked_height, stacked_items
from punchboard.compose.text.lines import merge_texts
from punchboard.geometry import Rect
from punchboard.scene import Anchor, Item


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
        return (item for item in self.items if isinstance(item, Anchor) and item.title)


Chunk = tuple[Slab, ...]


def chunks(slabs: Iterable[Slab]) -> Iterator[Chunk]:
    """Yield runs of slabs that must not be broken: each slab with ``keep_with_next`` together with the next slab."""
    run: list[Slab] = []
    for slab in slabs:
        run.append(slab)
        if not slab.keep_with_next:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def flow_columns(slabs: Iterable[Slab], regions: Sequence[Rect]) -> tuple[Column, ...]:
    """Return the columns that the slabs fill; the regions repeat in order as long as there is text."""
    flow = _Flow(regions)
    for chunk in chunks(slabs):
        flow.add(chunk)
    return flow.end()


class _Flow:
    def __init__(self, regions: Sequence[Rect]) -> None:
        self._regions = regions
        self._columns: list[Column] = []
        self._current: list[Slab] = []
        self._waiting: list[Chunk] = []

    def add(self, chunk: Chunk) -> None:
        while chunk[0].new_page and self._current:
            self._close_column()
        floats = len(chunk) == 1 and chunk[0].can_float
        if self._fits(chunk) and not (floats and self._waiting):
            self._current += chunk
        elif floats:
            self._waiting.append(chunk)
        else:
            self._place(chunk)

    def end(self) -> tuple[Column, ...]:
        while self._current or self._waiting:
            self._close_column()
        return tuple(self._columns)

    @property
    def _region(self) -> Rect:
        return self._regions[len(self._columns) % len(self._regions)]

    def _fits(self, chunk: Chunk) -> bool:
        return stacked_height([*self._current, *chunk]) <= self._region.height + 1e-6

    def _fits_some(self, chunk: Chunk) -> bool:
        return stacked_height(chunk) <= max(region.height for region in self._regions) + 1e-6

    def _place(self, chunk: Chunk) -> None:
        """Place a chunk in the next column with enough space; break a chunk that is too high for every column."""
        possible = self._fits_some(chunk)
        if not possible and len(chunk) > 1:
            if self._current:
                self._close_column()
            for slab in chunk:
                self._place((slab,))
            return
        while not self._fits(chunk) and (self._current or self._waiting or possible):
            self._close_column()
        self._current += chunk

    def _close_column(self) -> None:
        """Close the column and start the next one with the waiting figures."""
        region = self._region
        used_height = stacked_height(self._current)
        items = merge_texts(stacked_items(self._current, region.x, region.y))
        overflow = max((slab.overflow_width for slab in self._current), default=0.0)
        self._columns.append(Column(items, max(0.0, used_height - region.height), overflow))
        self._current = []
        waiting, self._waiting = self._waiting, []
        for chunk in waiting:
            if self._fits(chunk) or not (self._current or self._fits_some(chunk)):
                self._current += chunk
            else:
                self._waiting.append(chunk)
