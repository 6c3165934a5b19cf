"""Walking a script: every state that it can reach for a number of seats, merged where nothing tells states apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from punchboard.engine.merging.merge import Liveness, StateChances
from punchboard.engine.moves.queries import ENDED, script_queries
from punchboard.engine.prover.bounds_walker import BoundsWalker
from punchboard.engine.prover.chances import EventChance
from punchboard.engine.prover.findings import Failure, StepPath, StepResult, Walk
from punchboard.engine.prover.walker import Walker
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.state import PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = ["MAX_STATES", "SEAT_SORTING_THRESHOLD", "EventChance", "Failure", "StepPath", "StepResult", "Walk", "walk"]

MAX_STATES: Final = 20_000
"""So many different states at one line are walked; beyond them only bounds are known."""

SEAT_SORTING_THRESHOLD: Final = 100
"""So many states are kept apart although they differ in nothing but which seat is which."""


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
    """Return what is true of every way that a script can go for a number of seats.

    ``in_blocks`` says that a seat does all lines in a row that leave the others alone; it changes nothing but the time.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
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
        return Walk(
            players, variant, tuple(_at_least_bounded(walker.results, bounds.results)), bounds.sizes, is_complete=False
        )
    sizes = _ranges(table, end, alike=walker.has_sorted_seats)
    return Walk(players, variant, tuple(walker.results.values()), sizes, is_complete=True)


def _at_least_bounded(
    walked: Mapping[StepPath, StepResult], bounded: Mapping[StepPath, StepResult]
) -> Iterator[StepResult]:
    """Yield what walking found of each line; where it gave up, what bounds say."""
    for path, line in bounded.items():
        known = walked.get(path)
        if known is not None and known.verdict != "not proved":
            yield known
        elif line.unproved_reason:
            why = (
                known.unproved_reason
                if known is not None
                else next((one.unproved_reason for one in walked.values() if one.unproved_reason), "")
            )
            yield line._replace(
                unproved_reason=why if why == line.unproved_reason else f"{why}; {line.unproved_reason}"
            )
        else:
            yield line


def _ranges(table: Table, end: Iterable[State], *, alike: bool) -> dict[PileKey, tuple[int, int]]:
    """Return the sizes that piles can have; ``alike`` seats, which have been put in one order, share theirs."""
    found: dict[PileKey, tuple[int, int]] = {}
    for state in end:
        for key, size in table.pile_sizes(state).items():
            low, high = found.get(key, (size, size))
            found[key] = (min(low, size), max(high, size))
    if alike:
        for name in dict.fromkeys(name for name, seat in table.keys if seat is not None):
            ranges = [found[name, seat] for seat in range(table.players) if (name, seat) in found]
            both = (min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0))
            found |= dict.fromkeys(((name, seat) for seat in range(table.players) if ranges), both)
    return found
