"""Lines that move components: what they may take, and when a pile runs out."""

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

Fits = tuple[bool, ...]


def move(job: StepContext, held: Collection[int]) -> StepFunction:
    """Return what moves components of a pile that can only ever hold some classes.

    Raises:
        Unknown: for draws that are not worked out.
    """
    step = job.step
    fits: Fits = tuple(job.act.allowed_classes())
    if step.verb not in {"draw", "deal"}:
        if step.same is None:
            fits = tuple(fit or one not in held for one, fit in enumerate(fits))
        return _whole(job, [pick(job, one) for one in _entries(job.act, fits)])
    if step.same is not None:
        raise UnknownOutcome("a draw of components that are all alike is not worked out")
    fits = tuple(fit or one not in held for one, fit in enumerate(fits))
    return _whole(job, [draw(job, one, pure=len(held) <= 1) for one in _entries(job.act, fits)])


def _whole(job: StepContext, bodies: list[StepFunction]) -> StepFunction:
    """Return a line that is done for every entry of its list or, where it is voluntary, for none."""
    body = run_each(bodies)
    if len(bodies) == 1 or not job.step.may:
        return body

    def act(world: World) -> int:
        piles, loose = [pile[:] for pile in world.piles], world.unordered[:]
        try:
            return body(world)
        except SimulatedShortage:
            world.unordered[:] = loose
            for pile, before in zip(world.piles, piles, strict=True):
                pile[:] = before
            raise

    return act


def _entries(act: Action, fits: Fits) -> list[Fits]:
    """Return what a line may take each time: once for each entry of its list."""
    step, game = act.step, act.table.game
    if step.each is None:
        return [fits]
    kinds = [text for text in step_selections(game, step) if text in game.kinds] or list(game.kinds)
    fields = [game.kinds[kind].file.fields.get(step.each) for kind in kinds]
    lists = [one.one_of for one in fields if one is not None and one.one_of]
    held = act.field_values(step.each)
    entries = dict.fromkeys(entry for one in lists for entry in (game.lists[one] if isinstance(one, str) else one))
    present = dict.fromkeys(entry for entry, fit in zip(held, fits, strict=True) if fit and entry is not None)
    return [tuple(fit and entry == one for entry, fit in zip(held, fits, strict=True)) for one in entries or present]


def record_depletion(job: StepContext, body: StepFunction) -> StepFunction:
    """Return a line that writes down when its pile runs out: a shared one, or one of a seat that it draws from."""
    source, step = job.source, job.step
    name, owner = job.table.keys[source]
    own = owner is not None and step.verb not in {"draw", "deal"}
    if own or name == BOX or step.amount is None or step.amount.mode == "all":
        return body

    def act(world: World) -> int:
        before = len(world.piles[source])
        moved = body(world)
        if world.depleted is not None and before and (not world.piles[source] or moved > before):
            world.depleted.setdefault(source, False)
        return moved

    return act
