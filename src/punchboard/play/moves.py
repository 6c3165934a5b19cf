"""What one line of a script does to a state: every outcome, how likely, and what happened on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from punchboard.model.setup import Step
from punchboard.play.amounts import numbers
from punchboard.play.classes import Counts, field, select
from punchboard.play.filtered import Odds, filtered
from punchboard.play.piles import Pile, Taken, added, drawn, less, picked, pile_of, size, total
from punchboard.play.questions import ENDED, MOVED, holds, selections
from punchboard.play.table import BOX, Key, State, Table


class Outcome(NamedTuple):
    """A state that a line can lead to; ``chance`` is None when somebody's choice decides."""

    state: State
    chance: Fraction | None
    odds: Odds | None = None
    """What chance made happen on the way, the same for all outcomes of a line from one state."""


class Shortage(Exception):  # noqa: N818 - a finding, raised to leave the line at once
    """A line cannot be carried out: a pile does not hold what it asks for."""

    def __init__(self, key: Key, wanted: int, there: int) -> None:
        super().__init__(f"{key[0]} holds {there}, not {wanted}")
        self.key, self.wanted, self.there = key, wanted, there


CERTAIN = Fraction(1)

Fits = Sequence[bool]
"""Whether a line may take each class."""


def outcomes(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    """Yield every outcome of a line, done by a seat or by nobody, from a state.

    Raises:
        Shortage: when it cannot be carried out.
    """
    if step.may:
        yield _counted(table, step, seat, state, Outcome(state, None))
    for outcome in _VERBS[step.verb](table, step, seat, state):
        yield _counted(table, step, seat, state, outcome)


def _counted(table: Table, step: Step, seat: int | None, state: State, outcome: Outcome) -> Outcome:
    """Return the outcome with how many components left the pile that the line takes from."""
    if step.source is None:
        return outcome
    key = table.key(step.source, seat)
    moved = size(table.pile(state, key)) - size(table.pile(outcome.state, key))
    return outcome._replace(state=outcome.state.knowing(MOVED, moved))


def allowed(table: Table, step: Step) -> tuple[bool, ...]:
    """Return for each class whether a line may take it."""
    asked = [table.classes.of(select(text)) for text in selections(table.game, step)]
    return tuple(all(answers) for answers in zip(*asked, strict=True)) if asked else (True,) * len(table.classes)


def _shuffle(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    keys = [table.key(name.removeprefix("each "), seat) for name in step.piles]
    target = table.key(step.target, seat) if step.target else keys[0]
    counts = (0,) * len(table.classes)
    for key in keys:
        counts = added(counts, total(table.pile(state, key), len(table.classes)))
        state = table.with_pile(state, key, ())
    yield Outcome(table.with_pile(state, target, pile_of(counts, mixed=True)), CERTAIN)


def _by_number(
    table: Table, step: Step, seat: int | None, state: State, work: Callable[[int], Iterator[Outcome]]
) -> Iterator[Outcome]:
    """Yield the outcomes for every number that a line allows; it falls short only when none can be had."""
    ways = numbers(table, step, seat, state)
    short: Shortage | None = None
    done = False
    for number in ways:
        try:
            found = list(work(number))
        except Shortage as one:
            short = short or one
            continue
        done = True
        yield from (outcome._replace(chance=None) if len(ways) > 1 else outcome for outcome in found)
    if short is not None and not done:
        raise short


def _for_each_entry(
    table: Table, step: Step, seat: int | None, state: State, work: Callable[..., Iterator[Outcome]]
) -> Iterator[Outcome]:
    """Yield what doing a line once for each entry of a field leads to: one Arch Villain of each type."""
    fits = allowed(table, step)
    entries = table.classes.of(field(step.each or ""))
    reached = [Outcome(state, CERTAIN)]
    for wanted in dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit and entry is not None):
        here = tuple(fit and entry == wanted for entry, fit in zip(entries, fits, strict=True))
        reached = [
            after._replace(
                chance=None if before.chance is None or after.chance is None else before.chance * after.chance
            )
            for before in reached
            for after in work(table, step, seat, before.state, here)
        ]
    yield from reached


def _draw(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    """Draw from the top: all that comes, or, where a line is choosy, what it accepts."""
    if step.each is not None:
        yield from _for_each_entry(table, step, seat, state, _draw_some)
    else:
        yield from _draw_some(table, step, seat, state, allowed(table, step))


def _draw_some(table: Table, step: Step, seat: int | None, state: State, fits: Fits) -> Iterator[Outcome]:
    yield from _by_number(table, step, seat, state, lambda number: _draw_number(table, step, seat, state, fits, number))


def _draw_number(  # noqa: PLR0917 - a draw has this much to know
    table: Table, step: Step, seat: int | None, state: State, fits: Fits, number: int
) -> Iterator[Outcome]:
    source = table.key(step.source or BOX, seat)
    held = total(table.pile(state, source), len(fits))
    if any(count and not fit for count, fit in zip(held, fits, strict=True)):
        yield from _drawn_choosily(table, step, seat, state, number, fits)
        return
    reachable, ready = _enough(table, step, seat, state, source, number)
    yield from _after_draw(table, step, seat, ready, source, drawn(table.pile(ready, source), reachable))


def _enough(  # noqa: PLR0917 - a shortage has this much to know
    table: Table, step: Step, seat: int | None, state: State, source: Key, number: int
) -> tuple[int, State]:
    """Return how many can be drawn, and the state once every way out of a shortage was taken."""
    ways = (step.if_short,) if isinstance(step.if_short, str) else step.if_short or ()
    for way in ways:
        there = size(table.pile(state, source))
        if there >= number:
            break
        if way.startswith("shuffle in "):
            other = table.key(way.removeprefix("shuffle in "), seat)
            counts = total(table.pile(state, other), len(table.classes))
            state = table.with_pile(state, other, ())
            below = pile_of(counts, mixed=True)
            state = table.with_pile(state, source, (*table.pile(state, source), *below))
        elif way == "stop":
            return there, state
        elif way == "end":
            return there, state.knowing(ENDED, 1)
    there = size(table.pile(state, source))
    if there < number:
        raise Shortage(source, number, there)
    return number, state


def _after_draw(  # noqa: PLR0917 - a draw has this much to know
    table: Table, step: Step, seat: int | None, state: State, source: Key, ways: Iterator[Taken]
) -> Iterator[Outcome]:
    """Yield the outcomes of a draw; one that needs something is done again until it has it."""
    target = table.key(step.target, seat) if step.target else source
    found = [(table.put(table.with_pile(state, source, way.rest), target, way.counts), way.chance) for way in ways]
    if step.needs is None:
        yield from (Outcome(after, chance) for after, chance in found)
        return
    kept = [(after, chance) for after, chance in found if holds(step.needs, table, after, seat)]
    if not kept:
        raise Shortage(source, 1, 0)
    sure = sum((chance for _, chance in kept if chance is not None), Fraction(0))
    odds = Odds("again", 1 - sure, (1 - sure) / sure) if sure else None
    for after, chance in kept:
        again = table.with_pile(after, source, _mixed(table.pile(after, source), len(table.classes)))
        yield Outcome(again, chance / sure if chance is not None and sure else None, odds)


def _mixed(pile: Pile, classes: int) -> Pile:
    return pile_of(total(pile, classes), mixed=True)


def _drawn_choosily(  # noqa: PLR0917 - a draw has this much to know
    table: Table, step: Step, seat: int | None, state: State, number: int, fits: Fits
) -> Iterator[Outcome]:
    source = table.key(step.source or BOX, seat)
    target = table.key(step.target, seat) if step.target else source
    pile = table.pile(state, source)
    good = sum(count for count, fit in zip(total(pile, len(fits)), fits, strict=True) if fit)
    if good < number:
        raise Shortage(source, number, good)
    for way in filtered(pile, fits, number, step.otherwise):
        after = table.with_pile(state, source, way.rest)
        for name, counts in _homes(table, step, way.refused):
            after = table.put(after, table.key(name, seat), counts)
        yield Outcome(table.put(after, target, way.counts), way.chance, way.odds)


def _homes(table: Table, step: Step, refused: Counts) -> Iterator[tuple[str, Counts]]:
    """Yield where refused components go, when they leave the pile that they came from."""
    if isinstance(step.otherwise, tuple):
        for rule in step.otherwise:
            fits = table.classes.of(select(rule["of"])) if "of" in rule else (True,) * len(refused)
            here = tuple(count if fit else 0 for count, fit in zip(refused, fits, strict=True))
            refused = less(refused, here)
            yield rule["to"], here
    elif any(refused):
        piles = [name for name in table.game.file.piles if "discard" in name]
        yield (piles[0] if piles else BOX), refused


def _pick(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    """Look components out: a choice, unless there is only one way."""
    if step.each is not None:
        yield from _for_each_entry(table, step, seat, state, _pick_some)
    else:
        yield from _pick_some(table, step, seat, state, allowed(table, step))


def _pick_some(table: Table, step: Step, seat: int | None, state: State, fits: Fits) -> Iterator[Outcome]:
    yield from _by_number(table, step, seat, state, lambda number: _pick_number(table, step, seat, state, fits, number))


def _pick_number(  # noqa: PLR0917 - a choice has this much to know
    table: Table, step: Step, seat: int | None, state: State, fits: Fits, number: int
) -> Iterator[Outcome]:
    source = table.key(step.source or BOX, seat)
    target = table.key(step.target, seat) if step.target else (BOX, None)
    pile = table.pile(state, source)
    there = sum(count for count, fit in zip(total(pile, len(fits)), fits, strict=True) if fit)
    whole = step.amount is not None and step.amount.mode == "all"
    found: dict[State, Fraction | None] = {}
    for one in _alike(table, step, fits):
        held = total(pile, len(fits))
        of_one = sum(count for count, fit in zip(held, one, strict=True) if fit)
        wanted = of_one if whole else number
        if of_one < wanted or (step.same is not None and not of_one):
            continue
        for way in picked(pile, one, wanted):
            after = table.put(table.with_pile(state, source, way.rest), target, way.counts)
            found[after] = way.chance
    if not found:
        raise Shortage(source, number, there)
    yield from (Outcome(after, chance if len(found) == 1 else None) for after, chance in found.items())


def _alike(table: Table, step: Step, fits: Fits) -> Iterator[tuple[bool, ...]]:
    """Yield the classes that may be taken together: all, or for ``same`` those of one entry at a time."""
    if step.same is None:
        yield tuple(fits)
        return
    entries = table.classes.of(field(step.same))
    for wanted in dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit):
        yield tuple(fit and entry == wanted for entry, fit in zip(entries, fits, strict=True))


def _return(table: Table, step: Step, seat: int | None, state: State) -> Iterator[Outcome]:
    yield from _pick(table, step.model_copy(update={"target": BOX}), seat, state)


def _roll(table: Table, step: Step, _seat: int | None, state: State) -> Iterator[Outcome]:
    die = table.game.file.dice[step.operand]
    faces = die.faces if isinstance(die.faces, tuple) else tuple(map(str, table.game.lists[die.faces["one_of"]]))
    for face in dict.fromkeys(faces):
        chance = Fraction(faces.count(face), len(faces))
        yield Outcome(state.knowing(step.called or step.operand, face), chance)


def _nothing(_table: Table, _step: Step, _seat: int | None, state: State) -> Iterator[Outcome]:
    yield Outcome(state, CERTAIN)


_VERBS: Mapping[str, Callable[[Table, Step, int | None, State], Iterator[Outcome]]] = MappingProxyType(
    {
        "shuffle": _shuffle,
        "draw": _draw,
        "deal": _draw,
        "place": _pick,
        "play": _pick,
        "take": _pick,
        "discard": _pick,
        "choose": _pick,
        "return": _return,
        "roll": _roll,
        "name": _nothing,
        "say": _nothing,
    }
)
