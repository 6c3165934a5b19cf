"""Whole piles: shuffled, split into equal ones, stacked on one another."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.engine.moves.outcome import CERTAIN, Action, Outcome
from punchboard.engine.states.piles import Pile, add_counts, pile_counts, pile_of, pile_size, top_removals
from punchboard.engine.states.state import EACH, PileKey, State, UnknownOutcome


def shuffle(act: Action, state: State) -> Iterator[Outcome]:
    """Yield piles in random order: several become one, ``each part`` stays on its own unless it goes somewhere."""
    step, table = act.step, act.table
    groups = [table.keys_of(name, act.seat) for name in step.piles]
    if len(groups) == 1 and step.target is None and step.piles[0].startswith(EACH):
        for key in groups[0]:
            state = _mixed(act, state, (key,), key)
    else:
        target = act.target if step.target is not None else table.key(step.piles[0], act.seat)
        state = _mixed(act, state, tuple(key for group in groups for key in group), target)
    yield Outcome(state, CERTAIN)


def _mixed(act: Action, state: State, keys: tuple[PileKey, ...], target: PileKey) -> State:
    table = act.table
    counts = (0,) * len(table.classes)
    for key in dict.fromkeys((*keys, target)):
        counts = add_counts(counts, pile_counts(table.pile(state, key), len(table.classes)))
        state = table.with_pile(state, key, ())
    return table.with_pile(state, target, pile_of(counts, mixed=True))


def split(act: Action, state: State) -> Iterator[Outcome]:
    """Yield what the next of the equal piles gets: its share of what is left, rounded up."""
    table, targets = act.table, act.table.keys_of(act.step.target or "", act.seat)
    if len(act.step.piles) != 1:
        raise UnknownOutcome("several piles are split only once they are one")
    source = table.key(act.step.piles[0], act.seat)
    if source in targets:
        raise UnknownOutcome("a pile is not split into itself")
    pile = table.pile(state, source)
    number = -(-pile_size(pile) // (len(targets) - act.part))
    for way in top_removals(pile, number):
        after = table.with_pile(state, source, way.rest)
        yield Outcome(table.put(after, targets[act.part], way.counts, mixed=way.is_shuffled), way.chance, moved=number)


def stack(act: Action, state: State) -> Iterator[Outcome]:
    """Yield the piles on one another, the first on top; what lies at their place already stays beneath."""
    table, target = act.table, act.target
    keys = tuple(dict.fromkeys(key for name in act.step.piles for key in table.keys_of(name, act.seat)))
    below: Pile = table.pile(state, target) if target not in keys else ()
    whole = (*(segment for key in keys for segment in table.pile(state, key)), *below)
    for key in (*keys, target):
        state = table.with_pile(state, key, ())
    if target[0] in table.ordered_pile_names:
        yield Outcome(table.with_pile(state, target, whole), CERTAIN)
    else:
        yield Outcome(table.put(state, target, pile_counts(whole, len(table.classes))), CERTAIN)
