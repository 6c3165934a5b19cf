"""The recorder of outcomes during exact play: shortages that steps tolerate, and piles that run out."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Final

from punchboard.engine.moves.outcome import Action, Outcome
from punchboard.engine.moves.picks import same_value_masks
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.moves.step_amounts import allowed_amounts
from punchboard.engine.script.rounds import StepPath
from punchboard.engine.states.piles import pile_counts, pile_size
from punchboard.engine.states.state import BOX, EACH, State
from punchboard.engine.states.table import Table
from punchboard.engine.turns.findings import TurnFindings
from punchboard.model.game.setup import Step

DEPLETED: Final = "ran dry"
"""The value that holds which piles have run out before."""


def max_outcomes(table: Table, step: Step, seat: int | None, state: State) -> int:
    """Return an estimate of the most outcomes that a step can have."""
    if step.amount is None or step.amount.mode == "all" or _uses_each(step):
        return 1
    act = Action(table, step, seat)
    most = max(allowed_amounts(table, step, seat, state, act.source, act.target), default=0)
    held = pile_counts(act.source_pile(state), len(table.classes))
    masks = [(True,) * len(held)] if step.traits.draws else same_value_masks(act, act.allowed_classes())
    return sum(prod(min(count, most) + 1 for count, fit in zip(held, mask, strict=True) if fit) for mask in masks)


class OutcomeRecorder:
    """Records the findings of steps on a table."""

    def __init__(self, table: Table, findings: TurnFindings) -> None:
        self._table, self._findings = table, findings

    def record(
        self,
        step_path_seat: tuple[Step, StepPath, int | None],
        before: State,
        outcome: Outcome,
        end: State,
        chance: Fraction | None,
    ) -> State:
        """Record a tolerated shortage and a pile that runs out; return the end state with the depleted piles.

        ``end`` is the state after the outcome, reduced to what later steps read.
        """
        step, path, seat = step_path_seat
        if not outcome.is_done or step.amount is None or step.amount.mode == "all" or _uses_each(step):
            return end
        action = Action(self._table, step, seat)
        available = pile_size(action.source_pile(before))
        if step.each is None and {"stop", "end"}.intersection(shortage_fallbacks(step)):
            required = min(allowed_amounts(self._table, step, seat, before, action.source, action.target))
            if outcome.moved_count < required:
                self._findings.add_tolerated_shortage(path, seat, action.source, required, outcome.moved_count)
        is_own = action.source[1] is not None and not step.traits.draws
        if not available or is_own or action.source[0] == BOX:
            return end
        if pile_size(action.source_pile(outcome.state)) and outcome.moved_count <= available:
            return end
        depleted = outcome.state.value(DEPLETED)
        bit = 1 << self._table.index[action.source]
        depleted_before = depleted if isinstance(depleted, int) else 0
        if not self._findings.round or depleted_before & bit:
            return end
        self._findings.add_depletion(action.source, chance)
        return end.with_value(DEPLETED, depleted_before | bit)


def _uses_each(step: Step) -> bool:
    return EACH in f"{step.source} {step.target}"
