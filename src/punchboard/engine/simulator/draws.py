"""Steps that draw components one after another from the top of a pile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from punchboard.engine.simulator.amounts import (
    StepContext,
    StepFunction,
    amount_function,
    fixed_amount,
    step_by_amount,
    supply_function,
)
from punchboard.engine.simulator.world import Pile, SimulatedShortage, World
from punchboard.engine.states.component_classes import selection_query
from punchboard.engine.states.state import BOX, UnknownOutcome

ClassMask = Sequence[bool]

TRIES_BEFORE_CHECK = 50
"""The number of failed draws after which it is checked whether any draw meets ``needs``."""


def draw(context: StepContext, fits: ClassMask, *, pure: bool) -> StepFunction:
    """Return a draw; ``pure`` when its pile only ever holds components of one class."""
    if context.step.needs is not None:
        raise UnknownOutcome("a draw with 'needs' is handled by 'mulligan'")
    if not all(fits):
        return _filtered_draw(context, fits)
    number, source, target, here = fixed_amount(context), context.source, context.target, context.step_at_seat
    if number is not None and not context.step.if_short:
        draw_size: int = number

        def exactly(world: World) -> int:
            pile = world.piles[source]
            if len(pile) < draw_size:
                raise SimulatedShortage(here, source, draw_size, len(pile))
            if pure:
                world.piles[target].extend(pile[-draw_size:] if draw_size else ())
                del pile[len(pile) - draw_size :]
                world.unordered[source] = min(world.unordered[source], len(pile))
            else:
                world.piles[target].extend(world.take(source, draw_size))
            return draw_size

        return exactly
    supply = supply_function(context, lambda world, place: len(world.piles[place]))

    def move(world: World, available: int, _wanted: int) -> int:
        world.piles[target].extend(world.take(source, available))
        return available

    return step_by_amount(amount_function(context), supply, move)


def mulligan(context: StepContext, needs: Callable[[World], bool]) -> StepFunction:
    """Return a draw that is shuffled back and repeated until it meets ``needs``."""
    source, target, counter = context.source, context.target, context.log.counter(context.step_at_seat)
    supply = supply_function(context, lambda world, place: len(world.piles[place]))

    def move(world: World, number: int, _wanted: int) -> int:
        pile, hand = world.piles[source], world.piles[target]
        again = 0
        while True:
            hand.extend(world.take(source, number))
            if needs(world):
                break
            pile.extend(hand[len(hand) - number :])
            del hand[len(hand) - number :]
            world.shuffle(source)
            again += 1
            if again == TRIES_BEFORE_CHECK and not any(_possible_draws(world, needs, pile, hand, number)):
                raise SimulatedShortage(context.step_at_seat, source, 1, 0)
        counter[0] += 1
        counter[1] += again > 0
        counter[2] += again
        return number

    return step_by_amount(amount_function(context), supply, move)


def _possible_draws(  # noqa: PLR0917 - all of them describe one draw
    world: World, needs: Callable[[World], bool], pile: Pile, hand: Pile, number: int, taken: tuple[int, ...] = ()
) -> Iterator[bool]:
    """Yield for every possible draw whether it meets ``needs``; the components stay in the pile."""
    if len(taken) == number:
        hand.extend(taken)
        fine = needs(world)
        del hand[len(hand) - number :]
        yield fine
        return
    for one in sorted(set(pile)):
        if (not taken or one >= taken[-1]) and pile.count(one) > taken.count(one):
            yield from _possible_draws(world, needs, pile, hand, number, (*taken, one))


def _filtered_draw(context: StepContext, fits: ClassMask) -> StepFunction:
    """Return a draw that continues until enough components are accepted."""
    source, target, shuffles_back = context.source, context.target, context.step.otherwise == "shuffle back"
    counter, fit = context.log.counter(context.step_at_seat), fits.__getitem__
    supply = supply_function(context, lambda world, place: sum(map(fit, world.piles[place])))
    put_away = _refused_function(context, fits)

    def move(world: World, available: int, wanted: int) -> int:
        taken: Pile = []
        refused: Pile = []
        pile, again = world.piles[source], 0
        if available < wanted and not shuffles_back:
            for one in world.take(source, len(pile)):
                (taken if fits[one] else refused).append(one)
        while len(taken) < available:
            (one,) = world.take(source, 1)
            if fits[one]:
                taken.append(one)
            elif shuffles_back:
                again += 1
                pile.append(one)
                world.shuffle(source)
            else:
                refused.append(one)
        if refused:
            again = len(refused)
            put_away(world, refused)
        world.piles[target].extend(taken)
        counter[0] += 1
        counter[1] += again > 0
        counter[2] += again
        return available

    return step_by_amount(amount_function(context), supply, move)


def _refused_function(context: StepContext, fits: ClassMask) -> Callable[[World, Pile], None]:
    """Return the function that puts refused components where they belong."""
    otherwise, table, source = context.step.otherwise, context.table, context.source
    if otherwise is None or otherwise in ("set aside", "shuffle back", "may shuffle back"):

        def shuffled_back(world: World, refused: Pile) -> None:
            world.piles[source].extend(refused)
            world.shuffle(source)

        return shuffled_back
    homes: list[int | None] = [None] * len(fits)
    if isinstance(otherwise, tuple):
        for rule in reversed(otherwise):
            here = table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(fits)
            homes = [context.place(rule["to"]) if fit else home for fit, home in zip(here, homes, strict=True)]
    elif otherwise == "discard":
        file = table.game.file
        own = file.each_player_has if context.seat is not None else ()
        homes = [context.place(next((name for name in (*own, *file.piles) if "discard" in name), BOX))] * len(fits)

    def by_class(world: World, refused: Pile) -> None:
        for one in refused:
            home = homes[one]
            if home is None:
                raise UnknownOutcome("'otherwise' has no pile for some refused components")
            world.piles[home].append(one)

    return by_class
