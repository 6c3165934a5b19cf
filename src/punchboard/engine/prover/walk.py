"""The walk of a script: every state that it can reach for a number of seats, with indistinguishable states merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from punchboard.engine.merging.merge import Liveness, StateChances
from punchboard.engine.moves.queries import ENDED, script_queries
from punchboard.engine.prover.bounds_walker import BoundsWalker
from punchboard.engine.prover.chances import EventChance
from punchboard.engine.prover.findings import AFTER_UNPROVED, TOO_MANY, Failure, StepResult, Walk
from punchboard.engine.prover.walker import Walker
from punchboard.engine.script.for_players import for_players, steps_for_players
from punchboard.engine.script.rounds import StepPath
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.state import PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = ["MAX_STATES", "SEAT_SORTING_THRESHOLD", "EventChance", "Failure", "StepPath", "StepResult", "Walk", "walk"]

MAX_STATES: Final = 20_000
"""The most different states that are walked at one step; beyond them only bounds are known."""

SEAT_SORTING_THRESHOLD: Final = 100
"""The number of states beyond which states that differ only in which seat is which are merged."""


def walk(
    game: Game,
    script: Sequence[Step],
    players: int,
    variant: str = "",
    *,
    max_states: int = MAX_STATES,
    seat_sorting_threshold: int = SEAT_SORTING_THRESHOLD,
    use_blocks: bool = True,
) -> Walk:
    """Return what holds for every run of a script with a number of seats.

    ``use_blocks`` lets a seat carry out several steps in a row where they affect its own piles alone, to save time.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    game, script = for_players(game, players), steps_for_players(script, players)
    script = inline_sequences(game, script)
    classes = ComponentClasses(game, script_queries(game, script))
    try:
        table = Table(game, players, variant, classes, script)
        start = list(table.start_states())
    except UnknownOutcome as unknown:
        lines = (
            StepResult(step, ("setup", number), unproved_reason=str(unknown)) for number, step in enumerate(script)
        )
        return Walk(players, variant, tuple(lines), {}, is_complete=False)
    walker = Walker(table, max_states, seat_sorting_threshold, use_blocks=use_blocks)
    nothing = Liveness(frozenset(), frozenset({ENDED}), ignores_seat_order=True)
    states: StateChances = dict.fromkeys(start, Fraction(1) if len(start) == 1 else None)
    end = walker.run(script, ("setup",), states, None, nothing)
    if walker.stop_reason:
        bounds = BoundsWalker(table, script, start)
        results = tuple(_with_bounds(walker.results, bounds.results, walker.stop_reason))
        return Walk(players, variant, results, bounds.sizes, is_complete=False)
    sizes = _size_ranges(table, end, sorted_seats=walker.has_sorted_seats)
    return Walk(players, variant, tuple(walker.results.values()), sizes, is_complete=True)


def _with_bounds(
    walked_results: Mapping[StepPath, StepResult], bounded_results: Mapping[StepPath, StepResult], stop_reason: str
) -> Iterator[StepResult]:
    """Yield the walked result of each step; where the walk gave up, the result of the bounds.

    The first step that remains unproved has a reason of its own, even if the walk gave up at an earlier one.
    """
    after = f"{AFTER_UNPROVED}: "
    prefix, is_first = "", True
    for path, bounded in bounded_results.items():
        walked = walked_results.get(path)
        if walked is not None and walked.verdict != "not proved":
            yield walked
        elif bounded.unproved_reason:
            reasons = dict.fromkeys((stop_reason, bounded.unproved_reason.removeprefix(after)))
            has_both = stop_reason.startswith(TOO_MANY)  # the bounds say what they lack
            reason = "; ".join(reasons) if has_both else [*reasons][0 if is_first else -1]
            yield bounded._replace(unproved_reason=prefix + reason)
            prefix, is_first = after, False
        else:
            yield bounded
            is_first = False


def _size_ranges(table: Table, end: Iterable[State], *, sorted_seats: bool) -> dict[PileKey, tuple[int, int]]:
    """Return the range of each pile's size; with ``sorted_seats``, all seats share one range."""
    found: dict[PileKey, tuple[int, int]] = {}
    for state in end:
        for key, size in table.pile_sizes(state).items():
            low, high = found.get(key, (size, size))
            found[key] = (min(low, size), max(high, size))
    if sorted_seats:
        for name in dict.fromkeys(name for name, seat in table.keys if seat is not None):
            ranges = [found[name, seat] for seat in range(table.players) if (name, seat) in found]
            both = (min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0))
            found |= dict.fromkeys(((name, seat) for seat in range(table.players) if ranges), both)
    return found
