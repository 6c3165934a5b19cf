"""Flow of slabs through page regions, with column and page breaks chosen for the whole text at once.

A cost of 100 is that of a column that is one third empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, cycle, takewhile
from math import fsum
from typing import Final, NamedTuple

from punchboard.compose.text.column import Slab, chunks, gap, stacked_height, stacked_items
from punchboard.compose.text.lines import merge_texts
from punchboard.geometry import Rect
from punchboard.scene import Anchor, Item, flat_items

COLUMN: Final = 40.0
"""The cost of a column, so that no text gets more columns than it needs without a good reason."""

EMPTY: Final = 900.0
"""The cost of an empty column; the cost of a part of it grows with the square of the part."""

LATER: Final = 10.0
"""The cost of a figure that waits for the next column while text goes on."""

HALF_EMPTY: Final = 100.0
"""The cost, besides, of a column less than two thirds full, other than the last."""

OVERTAKEN: Final = 250.0
"""The cost of a figure that waits while a new section begins: it would seem to belong to that one."""

TORN: Final = 1000.0
"""The cost of a break between slabs that are to be kept together, where no column is high enough for them."""

FULL: Final = 1 / 3
"""The part of a column that may be empty without looking so."""

TURN: Final = 2.0
"""How much more a break costs at the end of a right-hand page, where the reader must turn the leaf."""

SHORT: Final = 0.25
"""The part of a column below which the last page of a text looks forgotten, where nothing else is on the page."""

FORGOTTEN: Final = 300.0
"""The cost of such a page."""

_ROUNDING: Final = 1e-6


class ColumnCost(NamedTuple):
    """What a column costs, by cause; the columns of a text are those that cost least together."""

    column: float = 0.0
    empty: float = 0.0
    parted: float = 0.0
    """For a break inside or between what belongs together."""
    waiting: float = 0.0
    """For figures that wait for the next column."""
    overtaken: float = 0.0
    """For figures that wait while a new section begins."""
    turned: float = 0.0
    """For what the reader must turn the leaf to go on with."""

    @property
    def total(self) -> float:
        """The sum of all causes."""
        return fsum(self)


class FilledColumn(NamedTuple):
    """A column with its slabs, and what it costs."""

    slabs: tuple[Slab, ...]
    cost: ColumnCost


class _State(NamedTuple):
    """Where a column begins: the next slab, the place of the column on its spread, and the figures that wait."""

    at: int
    place: int
    waiting: tuple[int, ...] = ()


class _Step(NamedTuple):
    """A column between two states."""

    content: tuple[int, ...]
    after: _State
    cost: ColumnCost


def best_columns(slabs: Sequence[Slab], heights: Sequence[float], *, begins_left: bool = False) -> list[FilledColumn]:
    """Return the columns of least cost; together they have every slab once.

    Slabs with ``keep_with_next`` are not separated, unless they are too high for every column. Figures that float may
    wait for the next column, but never overtake each other, leave their chapter or come between lines of a paragraph;
    a heading above one that waits stands above the text below it. A column that begins within a table has the table's
    header again. A column overflows only if a single slab is too high.

    Args:
        slabs: the slabs of the text, in order.
        heights: the heights in mm of the columns of a page, which repeat.
        begins_left: whether the first page is a left-hand page.
    """
    return _Breaker(slabs, heights).solve(len(heights) if begins_left else 0)


class _Breaker:
    def __init__(self, slabs: Sequence[Slab], heights: Sequence[float]) -> None:
        self._slabs, self._heights, self._highest = slabs, heights, max(heights, default=0.0)
        self._spread = 2 * len(heights)
        torn = (is_torn for run in chunks(slabs) for is_torn in [self._is_too_high(run)] * len(run))
        joints = zip(slabs[:-1], torn, strict=False)
        self._can_break = [True, *(is_torn or not above.keep_with_next for above, is_torn in joints), True]
        """Whether a column may end before the slab at an index."""

    def _is_too_high(self, run: Sequence[Slab]) -> bool:
        """Return whether no column can hold a run of slabs that are kept together."""
        return stacked_height(run) > self._highest + _ROUNDING

    def solve(self, place: int) -> list[FilledColumn]:
        """Return the columns on the cheapest way from the first slab to the last (Dijkstra's algorithm)."""
        start, number = _State(0, place), count()
        queue: list[tuple[float, int, _State]] = [(0.0, next(number), start)]
        came: dict[_State, tuple[float, _State | None, _Step | None]] = {start: (0.0, None, None)}
        done: set[_State] = set()
        while queue:
            cost, _, state = heappop(queue)
            if state in done:
                continue
            done.add(state)
            if state.at == len(self._slabs) and not state.waiting:
                return self._way(state, came)
            for step in self._steps(state):
                total = cost + step.cost.total
                if step.after not in came or total < came[step.after][0] - _ROUNDING:
                    came[step.after] = total, state, step
                    heappush(queue, (total, next(number), step.after))
        raise AssertionError("every text has an end")

    def _way(self, state: _State, came: dict[_State, tuple[float, _State | None, _Step | None]]) -> list[FilledColumn]:
        columns: list[FilledColumn] = []
        _, before, step = came[state]
        while before is not None and step is not None:
            content = [self._slabs[index] for index in step.content]
            above = header_above(content[0], self._highest) if content else ()
            columns.append(FilledColumn((*above, *content), step.cost))
            _, before, step = came[before]
        return columns[::-1]

    def _steps(self, state: _State) -> Iterator[_Step]:
        """Yield the columns that may begin in a state; an empty one where nothing fits this column but another."""
        column = _Content(self._slabs, self._heights[state.place % len(self._heights)], self._highest)
        placed = sum(1 for _ in takewhile(column.add_next, state.waiting))
        waiting, at, has_end, overtaken = [*state.waiting[placed:]], state.at, False, 0
        is_headless = False  # whether a heading is the last of the text, as the figure below it waits
        while True:
            if column.content and not is_headless and self._may_end(at, waiting):
                has_end = True
                yield self._end(state, column, at, waiting, overtaken)
            if at == len(self._slabs):
                break
            slab = self._slabs[at]
            if self._must_end(at, column, waiting) or (is_headless and self._slabs[at - 1].ends_section):
                break
            if slab.can_float and not slab.keep_with_next:
                if waiting or not column.add_next(at):
                    waiting.append(at)
                    is_headless = is_headless or not self._can_break[at]
            elif not column.add_next(at):
                break
            else:
                is_headless = False
                overtaken += len(waiting) if at and self._slabs[at - 1].ends_section else 0
            at += 1
        if not has_end:
            yield self._end(state, _Content(self._slabs, column.height, self._highest), state.at, state.waiting)

    def _may_end(self, at: int, waiting: Sequence[int]) -> bool:
        """Return whether a column may end before a slab: figures that wait come next, and not inside a paragraph."""
        return self._can_break[at] and not (waiting and at and self._slabs[at - 1].is_in_paragraph)

    def _must_end(self, at: int, column: "_Content", waiting: Sequence[int]) -> bool:
        """Return whether a slab may not come next: figures wait that belong before it, or it begins a page."""
        if waiting and at and self._slabs[at - 1].ends_chapter:
            return True
        return self._slabs[at].new_page and self._can_break[at] and bool(column.content or waiting)

    def _end(self, state: _State, column: "_Content", at: int, waiting: Sequence[int], overtaken: int = 0) -> _Step:
        is_last = at == len(self._slabs) and not waiting
        is_turned = state.place == self._leaf_end
        before = self._slabs[at - 1] if 0 < at < len(self._slabs) and at > state.at else None
        free = max(0.0, column.left / column.height)
        is_forgotten = is_last and free > 1 - SHORT and state.place % len(self._heights) == 0
        empty = FORGOTTEN * is_forgotten if is_last else EMPTY * free**2 + HALF_EMPTY * (free > FULL)
        split = 0.0 if before is None else TORN if before.keep_with_next else before.break_cost
        parted = (*(self._slabs[index - 1] for index in waiting if index), *((before,) if before else ()))
        later = LATER * len(waiting)
        turned = (TURN - 1) * (split + later) + fsum(slab.turn_cost for slab in parted) if is_turned else 0.0
        cost = ColumnCost(COLUMN, empty, split, later, OVERTAKEN * overtaken, turned)
        return _Step(tuple(column.content), _State(at, (state.place + 1) % self._spread, tuple(waiting)), cost)

    @property
    def _leaf_end(self) -> int:
        """The place of the last column of a right-hand page: a book begins on the right."""
        return len(self._heights) - 1


def header_above(first: Slab, highest: float) -> tuple[Slab, ...]:
    """Return what is repeated above the first slab of a column: the header of its table, if there is room for both."""
    header = first.continued
    return () if header is None or stacked_height((header, first)) > highest + _ROUNDING else (header,)


class _Content:
    """The slabs in a column that is being filled."""

    def __init__(self, slabs: Sequence[Slab], height: float, highest: float) -> None:
        self._slabs, self.height, self._highest = slabs, height, highest
        self.content: list[int] = []
        self._used = 0.0

    @property
    def left(self) -> float:
        """The height in mm that is left."""
        return self.height - self._used

    def add_next(self, index: int) -> bool:
        """Add a slab if there is room for it, or if no column is high enough for it and this one is empty."""
        slab = self._slabs[index]
        if self.content:
            used = self._used + gap(self._slabs[self.content[-1]], slab) + slab.height
        else:
            used = stacked_height((*header_above(slab, self._highest), slab))
        is_too_high = not self.content and slab.height > self._highest + _ROUNDING
        if used > self.height + _ROUNDING and not is_too_high:
            return False
        self.content.append(index)
        self._used = used
        return True


class Column(NamedTuple):
    """The content of one region: its items, and by how many mm they are too high or too wide."""

    items: tuple[Item, ...]
    overflow_height: float
    overflow_width: float = 0.0
    """By how many mm the widest line is wider than the region."""
    cost: ColumnCost = ColumnCost()
    empty: float = 0.0
    """The part of the region that is left empty."""

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
    best = best_columns(tuple(slabs), [region.height for region in regions], begins_left=begins_left)
    return tuple(_column(one, region) for one, region in zip(best, cycle(regions), strict=False))


def _column(filled: FilledColumn, region: Rect) -> Column:
    items = merge_texts(stacked_items(filled.slabs, region.x, region.y))
    wide = max((slab.overflow_width for slab in filled.slabs), default=0.0)
    left = region.height - stacked_height(filled.slabs)
    return Column(items, max(0.0, -left), wide, filled.cost, max(0.0, left / region.height))
