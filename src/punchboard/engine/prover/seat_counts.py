"""A number of seats without an upper limit: the first number that fails, or a proof for every number."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.engine.moves.queries import SHUFFLE_IN, shortage_fallbacks, value_names
from punchboard.engine.prover.findings import Failure, StepResult, Walk
from punchboard.engine.prover.walk import walk
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.state import EACH
from punchboard.engine.states.table import all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

MAX_SEATS: Final = 40
"""So many seats are tried."""

_MOVING: Final = frozenset({"draw", "deal", "place", "play", "take", "discard", "choose", "return"})


class FirstFailing(NamedTuple):
    """What trying one number of seats after the other finds.

    ``seats`` is the first number that fails, with the line and how it failed; without one, the last that was tried.
    """

    verdict: str
    """``fails``, ``every`` when no number does, or ``not proved``."""
    seat_count: int
    result: StepResult | None = None
    failure: Failure | None = None

    def __str__(self) -> str:
        """Say it in a few words: ``fails with 11``, ``every``, ``not proved up to 40``."""
        if self.verdict == "every":
            return self.verdict
        return f"fails with {self.seat_count}" if self.verdict == "fails" else f"not proved up to {self.seat_count}"


def prove_seat_counts(
    game: Game, script: Sequence[Step], low: int, variant: str = "", *, most: int = MAX_SEATS
) -> FirstFailing:
    """Return the least number of seats from ``low`` on with which a script can fail.

    Where nothing that a script does depends on how many seats there are, one number that is safe proves every number.
    Else more and more are tried: as each takes from the same piles, one number fails in the end, unless all that is
    short is let pass.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    alike = is_independent_of_seats(game, script)
    for seats in range(low, most + 1):
        found = walk(game, script, seats, variant)
        for line in found.results:
            if line.failures:
                return FirstFailing("fails", seats, line, line.failures[0])
        if not _safe(found):
            return FirstFailing("not proved", seats)
        if alike and seats > low:  # with one more than the least there are others, too
            return FirstFailing("every", seats)
    return FirstFailing("not proved", most)


def _safe(found: Walk) -> bool:
    return all(line.verdict == "safe" for line in found.results)


def is_independent_of_seats(game: Game, script: Sequence[Step]) -> bool:
    """Tell whether all that a script does to shared piles, and to each seat's own, is the same for any number of seats.

    So it is when no line of a seat takes from a shared pile or fills one that others take from, and no number, no
    condition and no number of piles goes by the seats. If unsure, it is not.
    """
    own = {*game.file.each_player_has, *(EACH + name for name in game.file.each_player_has)}
    tables = [pile.many for pile in (game.file.decks | game.file.piles | game.file.each_player_has).values()]
    lines = tuple(all_steps(inline_sequences(game, script)))
    if "players" in set(value_names(lines)) or any(isinstance(many, dict) or many == "players" for many in tables):
        return False
    return all(_one_and_all(step, own) for step in lines)


def _one_and_all(step: Step, own: set[str]) -> bool:
    """Tell whether a line leaves shared piles alone, or is done once whatever the number of seats."""
    if step.amount is not None and isinstance(step.amount.number, dict):
        return False
    if any("count" in text for text in (step.when, step.needs) if text is not None):
        return False
    named = {name for name in (step.source, step.target, *step.piles, *_others(step)) if name is not None}
    if step.who is None and step.verb != "deal":
        return not step.steps and not step.choices and not named & own
    moves = step.verb in _MOVING and (step.source is None or step.target is None)
    return step.verb in {*_MOVING, "shuffle", "say", "roll"} - {"deal"} and not moves and named <= own


def _others(step: Step) -> Iterator[str]:
    if isinstance(step.otherwise, tuple):
        yield from (rule["to"] for rule in step.otherwise)
    elif step.otherwise == "discard":
        yield "discard pile"
    yield from (way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step) if way.startswith(SHUFFLE_IN))
