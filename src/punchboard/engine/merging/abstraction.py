"""States without what nothing asks any more: so those that go on alike become one."""

from __future__ import annotations

from collections.abc import Mapping

from punchboard.engine.merging.merge import Liveness
from punchboard.engine.states.component_classes import Counts
from punchboard.engine.states.piles import Pile, Segment, pile_counts
from punchboard.engine.states.state import State
from punchboard.engine.states.table import Table


class StateAbstraction:
    """Makes states plain.

    Components that nothing tells apart any more count as one class, orders that nobody draws from are no orders, and
    values that nothing asks for are gone.
    """

    def __init__(self, table: Table, later: Liveness, drawn: frozenset[str], kept: frozenset[str]) -> None:
        groups = table.classes.groups(later.live)
        self._first = tuple(groups.index(group) for group in groups)
        self._same = self._first == tuple(range(len(groups)))
        self._names = later.value_names | kept
        self._ordered = tuple(name in drawn for name, _ in table.keys)
        self._known: Mapping[bool, dict[Pile, Pile]] = {True: {}, False: {}}

    def apply(self, state: State) -> State:
        """Return a state with all forgotten that can be."""
        piles = tuple(
            self._pile(pile, ordered=ordered) if pile else pile
            for pile, ordered in zip(state.piles, self._ordered, strict=True)
        )
        return State(piles, state.values).keep_values(self._names)

    def _pile(self, pile: Pile, *, ordered: bool) -> Pile:
        known = self._known[ordered]
        if pile not in known:
            known[pile] = (
                self._plainer(pile)
                if ordered
                else (Segment(self._merged(pile_counts(pile, len(self._first))), is_shuffled=False),)
            )
        return known[pile]

    def _plainer(self, pile: Pile) -> Pile:
        found: list[Segment] = []
        for segment in pile:
            here = Segment(self._merged(segment.counts), segment.is_shuffled)
            if here.is_uniform:
                here = here._replace(is_shuffled=False)
            above = found[-1] if found else None
            if above is not None and here.is_uniform and above.is_uniform and _class_of(here) == _class_of(above):
                found[-1] = Segment(tuple(map(sum, zip(above.counts, here.counts, strict=True))), is_shuffled=False)
            else:
                found.append(here)
        return tuple(found)

    def _merged(self, counts: Counts) -> Counts:
        if self._same:
            return counts
        found = [0] * len(counts)
        for count, first in zip(counts, self._first, strict=True):
            found[first] += count
        return tuple(found)


def _class_of(segment: Segment) -> int:
    return next(place for place, count in enumerate(segment.counts) if count)
