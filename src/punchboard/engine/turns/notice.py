"""What is worth telling of one outcome of a line: shortages that it lets pass, piles that run out, too many ways."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Final

from punchboard.engine.moves.amounts import numbers
from punchboard.engine.moves.outcome import Act, Outcome
from punchboard.engine.moves.questions import ways_out
from punchboard.engine.script.rounds import Path
from punchboard.engine.states.piles import size, total
from punchboard.engine.states.state import BOX, EACH, State
from punchboard.engine.states.table import Table
from punchboard.engine.turns.found import Found
from punchboard.model.game.setup import Step

DRY: Final = "ran dry"
"""The value of a state that says which piles have run out before."""


def ways_of(table: Table, step: Step, seat: int | None, state: State) -> int:
    """Return how many outcomes a line has at most, roughly."""
    if step.amount is None or step.amount.mode == "all" or _of_parts(step):
        return 1
    act = Act(table, step, seat)
    most = max(numbers(table, step, seat, state, act.source, act.target), default=0)
    held = total(act.taken_from(state), len(table.classes))
    picks = step.verb not in {"draw", "deal"}
    return prod(min(count, most) + 1 for count, fit in zip(held, act.allowed(), strict=True) if fit or not picks)


class Notice:
    """Tells what is found on a table."""

    def __init__(self, table: Table, found: Found) -> None:
        self._table, self._found = table, found

    def of(
        self, act: tuple[Step, Path, int | None], before: State, outcome: Outcome, end: State, chance: Fraction | None
    ) -> State:
        """Tell of a shortage that is let pass, and of a pile that runs out; return the state that knows of it.

        ``end`` is the state after the outcome, without what nothing asks any more.
        """
        step, path, seat = act
        if not outcome.done or step.amount is None or step.amount.mode == "all" or _of_parts(step):
            return end
        line = Act(self._table, step, seat)
        there = size(line.taken_from(before))
        if step.each is None and {"stop", "end"}.intersection(ways_out(step)):
            wanted = min(numbers(self._table, step, seat, before, line.source, line.target))
            if outcome.moved < wanted:
                self._found.passed(path, seat, line.source, wanted, outcome.moved)
        own = line.source[1] is not None and step.verb not in {"draw", "deal"}
        if not there or own or line.source[0] == BOX:
            return end
        if size(line.taken_from(outcome.state)) and outcome.moved <= there:
            return end
        known = outcome.state.value(DRY)
        bit = 1 << self._table.index[line.source]
        before_that = known if isinstance(known, int) else 0
        if not self._found.round or before_that & bit:
            return end
        self._found.ran_dry(line.source, chance)
        return end.knowing(DRY, before_that | bit)


def _of_parts(step: Step) -> bool:
    return EACH in f"{step.source} {step.target}"
