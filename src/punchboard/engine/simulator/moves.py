"""The function of each verb in a simulated game, and for steps that move components what they may take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from punchboard.engine.moves.outcome import Action
from punchboard.engine.moves.queries import step_selections
from punchboard.engine.simulator.amounts import StepContext, StepFunction
from punchboard.engine.simulator.choices import pick
from punchboard.engine.simulator.draws import draw, mulligan
from punchboard.engine.simulator.whole_piles import name_seat, roll_die, run_each, shuffle, split, stack
from punchboard.engine.simulator.world import SimulatedShortage, World
from punchboard.engine.states.state import BOX, UnknownOutcome

ClassMask = tuple[bool, ...]


def _pick(context: StepContext) -> StepFunction:
    """Return a step that picks components anywhere in a pile."""
    fits = tuple(context.action.allowed_classes()) if context.step.same is not None else _possible_mask(context)
    return _all_or_nothing(context, [pick(context, one) for one in _entry_masks(context.action, fits)])


def _draw(context: StepContext) -> StepFunction:
    """Return a step that takes the top of a pile.

    Raises:
        UnknownOutcome: for draws that are not supported.
    """
    step = context.step
    if step.needs is not None:
        needs = context.compile_condition(step.needs, context.seat)
        return mulligan(context, needs if callable(needs) else lambda _world: bool(needs))
    if step.same is not None:
        raise UnknownOutcome("a draw with 'same' is not supported")
    pure = len(context.possible_classes[context.source]) <= 1
    masks = _entry_masks(context.action, _possible_mask(context))
    return _all_or_nothing(context, [draw(context, one, pure=pure) for one in masks])


def _possible_mask(context: StepContext) -> ClassMask:
    """Return the classes that a step may take, and all that its pile can never hold: they make no difference."""
    possible = context.possible_classes[context.source]
    return tuple(fit or one not in possible for one, fit in enumerate(context.action.allowed_classes()))


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
    own = owner is not None and not step.traits.draws
    if own or name == BOX or step.amount is None or step.amount.mode == "all":
        return carry_out

    def run(world: World) -> int:
        before = len(world.piles[source])
        moved = carry_out(world)
        if world.depleted is not None and before and (not world.piles[source] or moved > before):
            world.depleted.setdefault(source, False)
        return moved

    return run


def _do(context: StepContext) -> StepFunction:
    """Return a group without steps."""
    if context.step.sequence:
        raise UnknownOutcome(f"there is no sequence {context.step.sequence!r}")
    return _nothing(context)


def _nothing(_context: StepContext) -> StepFunction:
    return lambda _world: 0


VERB_FUNCTIONS: Mapping[str, Callable[[StepContext], StepFunction]] = MappingProxyType(
    {
        "shuffle": shuffle,
        "draw": _draw,
        "deal": _draw,
        "place": _pick,
        "play": _pick,
        "take": _pick,
        "discard": _pick,
        "choose": _pick,
        "return": _pick,
        "split": split,
        "stack": stack,
        "roll": roll_die,
        "name": name_seat,
        "do": _do,
        "one of": _nothing,
        "say": _nothing,
    }
)
"""The function of each verb: a step that is carried out in a world. Groups with steps are compiled as such."""
