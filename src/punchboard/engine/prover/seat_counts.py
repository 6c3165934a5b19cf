"""Games for any number of players: the first seat count at which the script fails, or a proof for every count."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from punchboard.engine.merging.liveness import conditions, step_piles
from punchboard.engine.moves.conditions import condition_nodes, count_calls
from punchboard.engine.moves.queries import value_names
from punchboard.engine.prover.findings import Failure, StepResult, Walk
from punchboard.engine.prover.walk import walk
from punchboard.engine.script.for_players import for_players
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.state import EACH
from punchboard.engine.states.table import all_steps
from punchboard.model.game.amounts import PLAYERS, is_formula
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

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
        found = walk(game, script, seats, variant)
        for line in found.results:
            if line.failures:
                return SeatCountProof("fails", seats, line, line.failures[0])
        if not _is_safe(found):
            return SeatCountProof("not proved", seats)
        if is_independent and seats > least:  # the least count may have no other seats
            return SeatCountProof("every", seats)
    return SeatCountProof("not proved", most)


def _is_safe(walked: Walk) -> bool:
    return all(line.verdict == "safe" for line in walked.results)


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
