"""Lines done once for each entry of a list: one Arch Villain of each type."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from punchboard.engine.moves.outcome import CERTAIN, Action, ClassMask, Outcome, joint_chance
from punchboard.engine.moves.queries import step_selections
from punchboard.engine.states.state import State


def for_each_entry(
    act: Action, state: State, work: Callable[[Action, State, ClassMask], Iterator[Outcome]]
) -> Iterator[Outcome]:
    """Yield what doing a line once for each entry of a list leads to: one Arch Villain of each type."""
    fits = act.allowed_classes()
    name = act.step.each or ""
    held = act.field_values(name)
    present = dict.fromkeys(entry for entry, fit in zip(held, fits, strict=True) if fit and entry is not None)
    reached = [Outcome(state, CERTAIN)]
    for wanted in list_entries(act, name) or present:
        here = tuple(fit and entry == wanted for entry, fit in zip(held, fits, strict=True))
        reached = [
            Outcome(after.state, joint_chance(before.chance, after.chance), moved=before.moved + after.moved)
            for before in reached
            for after in work(act, before.state, here)
        ]
    yield from reached


def list_entries(act: Action, name: str) -> dict[str, None]:
    """Return all entries that a field can have, whether or not a component has them."""
    game = act.table.game
    asked = [text for text in step_selections(game, act.step) if text in game.kinds] or list(game.kinds)
    fields = [game.kinds[kind].file.fields.get(name) for kind in asked]
    lists = [one.one_of for one in fields if one is not None and one.one_of]
    return {entry: None for one in lists for entry in (game.lists[one] if isinstance(one, str) else one)}
