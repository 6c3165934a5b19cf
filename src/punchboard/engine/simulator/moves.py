"""Steps that move components: what they may take, and when a pile runs out."""

from __future__ import annotations

from collections.abc import Collection

from punchboard.engine.moves.outcome import Action
from punchboard.engine.moves.queries import step_selections
from punchboard.engine.simulator.amounts import StepContext, StepFunction
from punchboard.engine.simulator.choices import pick
from punchboard.engine.simulator.draws import draw
from punchboard.engine.simulator.whole_piles import run_each
from punchboard.engine.simulator.world import SimulatedShortage, World
from punchboard.engine.states.state import BOX, UnknownOutcome

ClassMask = tuple[bool, ...]


def move(context: StepContext, possible_classes: Collection[int]) -> StepFunction:
    """Return a step that moves components of a pile; ``possible_classes`` are the classes that it can ever hold.

    Raises:
        UnknownOutcome: for draws that are not supported.
    """
    step = context.step
    fits: ClassMask = tuple(context.action.allowed_classes())
    if step.verb not in {"draw", "deal"}:
        if step.same is None:
            fits = tuple(fit or one not in possible_classes for one, fit in enumerate(fits))
        return _all_or_nothing(context, [pick(context, one) for one in _entry_masks(context.action, fits)])
    if step.same is not None:
        raise UnknownOutcome("a draw with 'same' is not supported")
    fits = tuple(fit or one not in possible_classes for one, fit in enumerate(fits))
    return _all_or_nothing(
        context, [draw(context, one, pure=len(possible_classes) <= 1) for one in _entry_masks(context.action, fits)]
    )


def _all_or_nothing(context: StepContext, steps: list[StepFunction]) -> StepFunction:
    """Return a step that is carried out for every entry of its list or, if it is voluntary and cannot be, for none."""
    carry_out = run_each(steps)
    if len(steps) == 1 or not context.step.may:
        return carry_out

    def run(world: World) -> int:
        piles, loose = [pile[:] for pile in world.piles], world.unordered[:]
        try:
            return carry_out(world)
        except SimulatedShortage:
            world.unordered[:] = loose
            for pile, before in zip(world.piles, piles, strict=True):
                pile[:] = before
            raise

    return run


def _entry_masks(action: Action, fits: ClassMask) -> list[ClassMask]:
    """Return the classes that a step may take each time: once for each entry of its list."""
    step, game = action.step, action.table.game
    if step.each is None:
        return [fits]
    kinds = [text for text in step_selections(game, step) if text in game.kinds] or list(game.kinds)
    fields = [game.kinds[kind].file.fields.get(step.each) for kind in kinds]
    lists = [one.one_of for one in fields if one is not None and one.one_of]
    values = action.field_values(step.each)
    entries = dict.fromkeys(entry for one in lists for entry in (game.lists[one] if isinstance(one, str) else one))
    present = dict.fromkeys(entry for entry, fit in zip(values, fits, strict=True) if fit and entry is not None)
    return [tuple(fit and entry == one for entry, fit in zip(values, fits, strict=True)) for one in entries or present]


def record_depletion(context: StepContext, carry_out: StepFunction) -> StepFunction:
    """Return a step that records when its pile runs out: a shared pile, or a seat's own that it draws from."""
    source, step = context.source, context.step
    name, owner = context.table.keys[source]
    own = owner is not None and step.verb not in {"draw", "deal"}
    if own or name == BOX or step.amount is None or step.amount.mode == "all":
        return carry_out

    def run(world: World) -> int:
        before = len(world.piles[source])
        moved = carry_out(world)
        if world.depleted is not None and before and (not world.piles[source] or moved > before):
            world.depleted.setdefault(source, False)
        return moved

    return run
