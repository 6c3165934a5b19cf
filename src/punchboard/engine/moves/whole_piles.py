"""Steps on whole piles: shuffle, split, stack and pass."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.engine.moves.outcome import CERTAIN, Action, Outcome
from punchboard.engine.states.piles import Pile, add_counts, pile_counts, pile_of, pile_size, top_removals
from punchboard.engine.states.state import EACH, PileKey, State, UnknownOutcome


def shuffle(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the state with piles shuffled: several become one, ``each part`` stays separate unless it has a target."""
    step, table = action.step, action.table
    groups = [table.keys_of(name, action.seat) for name in step.piles]
    if len(groups) == 1 and step.target is None and step.piles[0].startswith(EACH):
        for key in groups[0]:
            state = _shuffled_together(action, state, (key,), key)
    else:
        target = action.target if step.target is not None else table.key(step.piles[0], action.seat)
        state = _shuffled_together(action, state, tuple(key for group in groups for key in group), target)
    yield Outcome(state, CERTAIN)


def _shuffled_together(action: Action, state: State, keys: tuple[PileKey, ...], target: PileKey) -> State:
    table = action.table
    counts = (0,) * len(table.classes)
    for key in dict.fromkeys((*keys, target)):
        counts = add_counts(counts, pile_counts(table.pile(state, key), len(table.classes)))
        state = table.with_pile(state, key, ())
    return table.with_pile(state, target, pile_of(counts, mixed=True))


def split(action: Action, state: State) -> Iterator[Outcome]:
    """Yield what the next of the equal piles gets: its share of what is left, rounded up."""
    table, targets = action.table, action.table.keys_of(action.step.target or "", action.seat)
    if len(action.step.piles) != 1:
        raise UnknownOutcome("only one pile can be split; shuffle several piles into one first")
    source = table.key(action.step.piles[0], action.seat)
    if source in targets:
        raise UnknownOutcome("a pile cannot be split into itself")
    pile = table.pile(state, source)
    number = -(-pile_size(pile) // (len(targets) - action.part))
    for way in top_removals(pile, number):
        after = table.with_pile(state, source, way.rest)
        yield Outcome(
            table.put(after, targets[action.part], way.counts, mixed=way.is_shuffled), way.chance, moved_count=number
        )


def stack(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the state with piles stacked, the first on top; what the target pile holds already stays at the bottom."""
    table, target = action.table, action.target
    keys = tuple(dict.fromkeys(key for name in action.step.piles for key in table.keys_of(name, action.seat)))
    below: Pile = table.pile(state, target) if target not in keys else ()
    whole = (*(segment for key in keys for segment in table.pile(state, key)), *below)
    for key in (*keys, target):
        state = table.with_pile(state, key, ())
    if target[0] in table.ordered_pile_names:
        yield Outcome(table.with_pile(state, target, whole), CERTAIN)
    else:
        yield Outcome(table.put(state, target, pile_counts(whole, len(table.classes))), CERTAIN)


def pass_on(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the state in which each player has the pile that the neighbour had."""
    table, before = action.table, state
    for key, taker in table.passed(action.step, action.seat):
        state = table.with_pile(state, taker, table.pile(before, key))
    yield Outcome(state, CERTAIN)
