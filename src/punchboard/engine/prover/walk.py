"""The walk of a script: every state that it can reach for a number of seats, with indistinguishable states merged."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from punchboard.engine.liveness import conditions, liveness_at_end, step_piles
from punchboard.engine.merging import StateChances
from punchboard.engine.moves.conditions import ENDED, condition_nodes, count_calls, script_queries, value_names
from punchboard.engine.prover.bounds_walker import BoundsWalker
from punchboard.engine.prover.findings import AFTER_UNPROVED, TOO_MANY, Course, EventChance, Failure, StepResult, Walk
from punchboard.engine.prover.walker import Walker, Where
from punchboard.engine.script import StepPath, for_players, inline_sequences, steps_for_players
from punchboard.engine.states.piles import ComponentClasses
from punchboard.engine.states.table import EACH, PileKey, State, Table, UnknownOutcome, all_steps
from punchboard.model.game.amounts import PLAYERS, is_formula
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
    walker = Walker(table, max_states, seat_sorting_threshold, uses_blocks=use_blocks and players > 1)
    nothing = liveness_at_end(frozenset({ENDED}), ignores_seat_order=True)
    states: StateChances = dict.fromkeys(start, Fraction(1) if len(start) == 1 else None)
    course = walker.run(script, Course(states), Where(("setup",), None, nothing))
    if course.stop_reason:
        bounds = BoundsWalker(table, script, start)
        results = tuple(_with_bounds(course.results, bounds.results, course.stop_reason))
        return Walk(players, variant, results, bounds.sizes, is_complete=False)
    sizes = _size_ranges(table, course.states, sorted_seats=course.has_sorted_seats)
    return Walk(players, variant, tuple(course.results.values()), sizes, is_complete=True)


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
    by_pile: dict[PileKey, tuple[int, int]] = {}
    for state in end:
        for key, size in table.pile_sizes(state).items():
            low, high = by_pile.get(key, (size, size))
            by_pile[key] = (min(low, size), max(high, size))
    if sorted_seats:
        for name in dict.fromkeys(name for name, seat in table.keys if seat is not None):
            ranges = [by_pile[name, seat] for seat in range(table.players) if (name, seat) in by_pile]
            both = (min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0))
            by_pile |= dict.fromkeys(((name, seat) for seat in range(table.players) if ranges), both)
    return by_pile


MAX_SEATS: Final = 40
"""The largest seat count that is tried."""


class SeatCountProof(NamedTuple):
    """The result of trying one seat count after another.

    ``seat_count`` is the first count that fails, with its step and failure; without a failure, the last count tried.
    """

    verdict: str
    """``fails``, ``every`` when no count fails, or ``not proved``."""
    seat_count: int
    result: StepResult | None = None
    failure: Failure | None = None

    def __str__(self) -> str:
        """Return a short text: ``fails with 11``, ``every``, ``not proved up to 40``."""
        if self.verdict == "every":
            return self.verdict
        return f"fails with {self.seat_count}" if self.verdict == "fails" else f"not proved up to {self.seat_count}"


def prove_seat_counts(
    game: Game, script: Sequence[Step], least: int, variant: str = "", *, most: int = MAX_SEATS
) -> SeatCountProof:
    """Return the least seat count, from ``least`` on, at which a script can fail.

    If nothing in the script depends on the seat count, one safe count proves every count. Otherwise higher counts are
    tried: as every seat takes from the same piles, some count fails in the end, unless all shortages are tolerated.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    is_independent = is_independent_of_seats(game, script)
    for seats in range(least, most + 1):
        walked = walk(game, script, seats, variant)
        for line in walked.results:
            if line.failures:
                return SeatCountProof("fails", seats, line, line.failures[0])
        if not all(line.verdict == "safe" for line in walked.results):
            return SeatCountProof("not proved", seats)
        if is_independent and seats > least:  # the least count may have no other seats
            return SeatCountProof("every", seats)
    return SeatCountProof("not proved", most)


def is_independent_of_seats(game: Game, script: Sequence[Step]) -> bool:
    """Tell whether a script does the same to shared piles, and to each seat's own, for any seat count; False if unsure.

    That is so when no step of a seat takes from a shared pile or fills one that others take from, and no number,
    condition or number of piles depends on the seat count.
    """
    if for_players(game, 1) is not game:
        return False
    own = {*game.file.each_player_has, *(EACH + name for name in game.file.each_player_has)}
    discards = frozenset(game.file.discard_piles)
    pile_numbers = [pile.many for pile in (game.file.decks | game.file.piles | game.file.each_player_has).values()]
    lines = tuple(all_steps(inline_sequences(game, script)))
    if "players" in set(value_names(lines)) or any(
        isinstance(many, dict) or many == PLAYERS or is_formula(many) for many in pile_numbers
    ):
        return False
    return all(_is_step_independent(step, own, discards) for step in lines)


def _is_step_independent(step: Step, own: set[str], discards: frozenset[str]) -> bool:
    """Tell whether a step leaves shared piles alone, or is carried out once whatever the seat count."""
    if isinstance(step.times, dict) or (step.amount is not None and isinstance(step.amount.number, dict)):
        return False
    if any(count_calls(text) or not condition_nodes(text) for text in conditions(step)):
        return False
    pile_names = {*step_piles(step), *(discards if step.otherwise == "discard" else ())}
    if step.actor is None:
        return not step.steps and not step.choices and not pile_names & own
    if step.amount is not None and (step.source is None or step.target is None):
        return False
    return (step.traits.affects_own_seat_only or step.traits.operand == "die") and pile_names <= own
