"""Reduction of states to what later steps can read, so that states with the same future become equal."""

from __future__ import annotations

from collections.abc import Mapping

from punchboard.engine.merging.merge import Liveness
from punchboard.engine.states.component_classes import Counts
from punchboard.engine.states.piles import Pile, Segment, pile_counts
from punchboard.engine.states.state import State
from punchboard.engine.states.table import Table


class StateAbstraction:
    """Removes from states what later steps cannot read.

    Components that nothing distinguishes any more count as one class. Orders that nothing draws from are dropped, and
    so are values that nothing reads.
    """

    def __init__(self, table: Table, liveness: Liveness, drawn: frozenset[str], kept_names: frozenset[str]) -> None:
        groups = table.classes.groups(liveness.live)
        self._first_class_of_group = tuple(groups.index(group) for group in groups)
        self._is_identity = self._first_class_of_group == tuple(range(len(groups)))
        self._names = liveness.value_names | kept_names
        self._ordered = tuple(name in drawn for name, _ in table.keys)
        self._cache: Mapping[bool, dict[Pile, Pile]] = {True: {}, False: {}}

    def apply(self, state: State) -> State:
        """Return a state reduced to what later steps can read."""
        piles = tuple(
            self._reduce_pile(pile, ordered=ordered) if pile else pile
            for pile, ordered in zip(state.piles, self._ordered, strict=True)
        )
        return State(piles, state.values).keep_values(self._names)

    def _reduce_pile(self, pile: Pile, *, ordered: bool) -> Pile:
        cache = self._cache[ordered]
        if pile not in cache:
            cache[pile] = (
                self._merge_segments(pile)
                if ordered
                else (
                    Segment(self._merge_classes(pile_counts(pile, len(self._first_class_of_group))), is_shuffled=False),
                )
            )
        return cache[pile]

    def _merge_segments(self, pile: Pile) -> Pile:
        found: list[Segment] = []
        for segment in pile:
            here = Segment(self._merge_classes(segment.counts), segment.is_shuffled)
            if here.is_uniform:
                here = here._replace(is_shuffled=False)
            above = found[-1] if found else None
            if above is not None and here.is_uniform and above.is_uniform and _class_of(here) == _class_of(above):
                found[-1] = Segment(tuple(map(sum, zip(above.counts, here.counts, strict=True))), is_shuffled=False)
            else:
                found.append(here)
        return tuple(found)

    def _merge_classes(self, counts: Counts) -> Counts:
        if self._is_identity:
            return counts
        found = [0] * len(counts)
        for count, first in zip(counts, self._first_class_of_group, strict=True):
            found[first] += count
        return tuple(found)


def _class_of(segment: Segment) -> int:
    return next(place for place, count in enumerate(segment.counts) if count)
