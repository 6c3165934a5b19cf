"""Components drawn at random: one after the other from the top of a pile."""

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

Fits = Sequence[bool]

TRIES_BEFORE_CHECK = 50
"""After so many draws that would not do it is worked out whether any would."""


def draw(job: StepContext, fits: Fits, *, pure: bool) -> StepFunction:
    """Return a draw; ``pure`` when its pile only ever holds components of one class."""
    if job.step.needs is not None:
        raise UnknownOutcome("a draw that needs something is not made here")
    if not all(fits):
        return _choosy(job, fits)
    number, source, target, here = fixed_amount(job), job.source, job.target, job.step_at_seat
    if number is not None and not job.step.if_short:
        wanted: int = number

        def exactly(world: World) -> int:
            pile = world.piles[source]
            if len(pile) < wanted:
                raise SimulatedShortage(here, source, wanted, len(pile))
            if pure:
                world.piles[target].extend(pile[-wanted:] if wanted else ())
                del pile[len(pile) - wanted :]
                world.unordered[source] = min(world.unordered[source], len(pile))
            else:
                world.piles[target].extend(world.take(source, wanted))
            return wanted

        return exactly
    see_to = supply_function(job, lambda world, place: len(world.piles[place]))

    def work(world: World, there: int, _wanted: int) -> int:
        world.piles[target].extend(world.take(source, there))
        return there

    return step_by_amount(amount_function(job), see_to, work)


def mulligan(job: StepContext, needs: Callable[[World], bool]) -> StepFunction:
    """Return a draw that is shuffled back and done again until it has what it needs."""
    source, target, counter = job.source, job.target, job.log.counter(job.step_at_seat)
    see_to = supply_function(job, lambda world, place: len(world.piles[place]))

    def work(world: World, there: int, _wanted: int) -> int:
        pile, hand = world.piles[source], world.piles[target]
        again = 0
        while True:
            hand.extend(world.take(source, there))
            if needs(world):
                break
            pile.extend(hand[len(hand) - there :])
            del hand[len(hand) - there :]
            world.shuffle(source)
            again += 1
            if again == TRIES_BEFORE_CHECK and not any(_tried(world, needs, pile, hand, there)):
                raise SimulatedShortage(job.step_at_seat, source, 1, 0)
        counter[0] += 1
        counter[1] += again > 0
        counter[2] += again
        return there

    return step_by_amount(amount_function(job), see_to, work)


def _tried(
    world: World, needs: Callable[[World], bool], pile: Pile, hand: Pile, number: int, taken: tuple[int, ...] = ()
) -> Iterator[bool]:
    """Yield for every draw whether it would do; what is drawn stays in the pile."""
    if len(taken) == number:
        hand.extend(taken)
        fine = needs(world)
        del hand[len(hand) - number :]
        yield fine
        return
    for one in sorted(set(pile)):
        if (not taken or one >= taken[-1]) and pile.count(one) > taken.count(one):
            yield from _tried(world, needs, pile, hand, number, (*taken, one))


def _choosy(job: StepContext, fits: Fits) -> StepFunction:
    """Return a draw that goes on until so many were accepted."""
    source, target, back = job.source, job.target, job.step.otherwise == "shuffle back"
    counter, fit = job.log.counter(job.step_at_seat), fits.__getitem__
    see_to = supply_function(job, lambda world, place: sum(map(fit, world.piles[place])))
    put_away = _put_away(job, fits)

    def work(world: World, there: int, wanted: int) -> int:
        taken: Pile = []
        refused: Pile = []
        pile, again = world.piles[source], 0
        if there < wanted and not back:
            for one in world.take(source, len(pile)):
                (taken if fits[one] else refused).append(one)
        while len(taken) < there:
            (one,) = world.take(source, 1)
            if fits[one]:
                taken.append(one)
            elif back:
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
        return there

    return step_by_amount(amount_function(job), see_to, work)


def _put_away(job: StepContext, fits: Fits) -> Callable[[World, Pile], None]:
    """Return what is done with refused components."""
    otherwise, table, source = job.step.otherwise, job.table, job.source
    if otherwise is None or otherwise in ("set aside", "shuffle back", "may shuffle back"):

        def shuffled_back(world: World, refused: Pile) -> None:
            world.piles[source].extend(refused)
            world.shuffle(source)

        return shuffled_back
    homes: list[int | None] = [None] * len(fits)
    if isinstance(otherwise, tuple):
        for rule in reversed(otherwise):
            here = table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(fits)
            homes = [job.place(rule["to"]) if fit else home for fit, home in zip(here, homes, strict=True)]
    elif otherwise == "discard":
        file = table.game.file
        own = file.each_player_has if job.seat is not None else ()
        homes = [job.place(next((name for name in (*own, *file.piles) if "discard" in name), BOX))] * len(fits)

    def by_class(world: World, refused: Pile) -> None:
        for one in refused:
            home = homes[one]
            if home is None:
                raise UnknownOutcome("nothing says where all that is refused goes")
            world.piles[home].append(one)

    return by_class
