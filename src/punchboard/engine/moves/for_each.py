"""Steps carried out once for each entry of a list: one Arch Villain of each type."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from punchboard.engine.moves.outcome import CERTAIN, Action, ClassMask, Outcome, joint_chance
from punchboard.engine.moves.queries import step_selections
from punchboard.engine.states.state import State


def for_each_entry(
    action: Action, state: State, outcomes_for: Callable[[Action, State, ClassMask], Iterator[Outcome]]
) -> Iterator[Outcome]:
    """Yield the outcomes of carrying out a step once for each entry of a list."""
    mask = action.allowed_classes()
    name = action.step.each or ""
    values = action.field_values(name)
    present = dict.fromkeys(value for value, fit in zip(values, mask, strict=True) if fit and value is not None)
    reached = [Outcome(state, CERTAIN)]
    for entry in list_entries(action, name) or present:
        here = tuple(fit and value == entry for value, fit in zip(values, mask, strict=True))
        reached = [
            Outcome(
                after.state,
                joint_chance(before.chance, after.chance),
                moved_count=before.moved_count + after.moved_count,
            )
            for before in reached
            for after in outcomes_for(action, before.state, here)
        ]
    yield from reached


def list_entries(action: Action, name: str) -> dict[str, None]:
    """Return all entries that a field can have, including those that no component has."""
    game = action.table.game
    kinds = [text for text in step_selections(game, action.step) if text in game.kinds] or list(game.kinds)
    fields = [game.kinds[kind].file.fields.get(name) for kind in kinds]
    lists = [one.one_of for one in fields if one is not None and one.one_of]
    return {entry: None for one in lists for entry in (game.lists[one] if isinstance(one, str) else one)}
