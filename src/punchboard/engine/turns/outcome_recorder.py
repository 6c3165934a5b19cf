"""What is worth telling of one outcome of a line: shortages that it lets pass, piles that run out, too many ways."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Final

from punchboard.engine.moves.amounts import allowed_amounts
from punchboard.engine.moves.outcome import Action, Outcome
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.script.rounds import StepPath
from punchboard.engine.states.piles import pile_counts, pile_size
from punchboard.engine.states.state import BOX, EACH, State
from punchboard.engine.states.table import Table
from punchboard.engine.turns.findings import TurnFindings
from punchboard.model.game.setup import Step

DEPLETED: Final = "ran dry"
"""The value of a state that says which piles have run out before."""


def max_outcomes(table: Table, step: Step, seat: int | None, state: State) -> int:
    """Return how many outcomes a line has at most, roughly."""
    if step.amount is None or step.amount.mode == "all" or _of_parts(step):
        return 1
    act = Action(table, step, seat)
    most = max(allowed_amounts(table, step, seat, state, act.source, act.target), default=0)
    held = pile_counts(act.source_pile(state), len(table.classes))
    picks = step.verb not in {"draw", "deal"}
    return prod(
        min(count, most) + 1 for count, fit in zip(held, act.allowed_classes(), strict=True) if fit or not picks
    )


class OutcomeRecorder:
    """Tells what is found on a table."""

    def __init__(self, table: Table, found: TurnFindings) -> None:
        self._table, self._found = table, found

    def record(
        self,
        act: tuple[Step, StepPath, int | None],
        before: State,
        outcome: Outcome,
        end: State,
        chance: Fraction | None,
    ) -> State:
        """Tell of a shortage that is let pass, and of a pile that runs out; return the state that knows of it.

        ``end`` is the state after the outcome, without what nothing asks any more.
        """
        step, path, seat = act
        if not outcome.is_done or step.amount is None or step.amount.mode == "all" or _of_parts(step):
            return end
        line = Action(self._table, step, seat)
        there = pile_size(line.source_pile(before))
        if step.each is None and {"stop", "end"}.intersection(shortage_fallbacks(step)):
            wanted = min(allowed_amounts(self._table, step, seat, before, line.source, line.target))
            if outcome.moved < wanted:
                self._found.add_tolerated_shortage(path, seat, line.source, wanted, outcome.moved)
        own = line.source[1] is not None and step.verb not in {"draw", "deal"}
        if not there or own or line.source[0] == BOX:
            return end
        if pile_size(line.source_pile(outcome.state)) and outcome.moved <= there:
            return end
        known = outcome.state.value(DEPLETED)
        bit = 1 << self._table.index[line.source]
        before_that = known if isinstance(known, int) else 0
        if not self._found.round or before_that & bit:
            return end
        self._found.add_depletion(line.source, chance)
        return end.with_value(DEPLETED, before_that | bit)


def _of_parts(step: Step) -> bool:
    return EACH in f"{step.source} {step.target}"
