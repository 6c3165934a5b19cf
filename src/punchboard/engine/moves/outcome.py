"""What a line leads to: its outcomes, its shortages, and what all lines that move components have in common."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from punchboard.engine.moves.amounts import allowed_amounts
from punchboard.engine.moves.filtered_draws import Odds
from punchboard.engine.moves.queries import ENDED, SHUFFLE_IN, shortage_fallbacks, step_take_query
from punchboard.engine.states.piles import Pile, pile_counts, pile_of
from punchboard.engine.states.state import BOX, EACH, TABLE, PileKey, State, UnknownOutcome
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step


class Outcome(NamedTuple):
    """A state that a line can lead to; ``chance`` is None when somebody's choice decides."""

    state: State
    chance: Fraction | None
    odds: Odds | None = None
    """What chance made happen on the way."""
    moved: int = 0
    """How many components the line has moved, for ``as many``."""
    is_done: bool = True
    """Whether the line was carried out; a voluntary one need not be."""


class Shortage(Exception):
    """A line cannot be carried out: a pile does not hold what it asks for."""

    def __init__(self, key: PileKey, wanted: int, there: int) -> None:
        super().__init__(f"{key[0]} holds {there}, not {wanted}")
        self.key, self.required, self.available = key, wanted, there


CERTAIN: Final = Fraction(1)

ClassMask = Sequence[bool]
"""Whether a line may take each class."""


class Action(NamedTuple):
    """A line on a table, the seat that carries it out, and which of ``each part`` it is about."""

    table: Table
    step: Step
    seat: int | None
    part: int = 0

    @property
    def source(self) -> PileKey:
        """The pile that the line takes from."""
        return self._pile(self.step.source or BOX)

    @property
    def target(self) -> PileKey:
        """The pile that the line brings to; where it names none, discards go to a discard pile, others on the table."""
        verb = self.step.verb
        if verb == "return":
            return BOX, None
        if self.step.target is not None:
            return self._pile(self.step.target)
        if verb == "choose":
            return self.source
        return self.discard_key if verb == "discard" else (TABLE, None)

    @property
    def discard_key(self) -> PileKey:
        """The pile for what is discarded: the first that is called so, the seat's own before others; else the box."""
        file = self.table.game.file
        own = file.each_player_has if self.seat is not None else ()
        return self.table.key(next((name for name in (*own, *file.piles) if "discard" in name), BOX), self.seat)

    def _pile(self, name: str) -> PileKey:
        if name.startswith(EACH):
            return self.table.keys_of(name, self.seat)[self.part]
        return self.table.key(name, self.seat)

    def source_pile(self, state: State) -> Pile:
        """Return the pile that the line takes from, as it is in a state."""
        return self.table.pile(state, self.source)

    def allowed_classes(self) -> ClassMask:
        """Return for each class whether the line may take it."""
        answers = self.table.classes.results(step_take_query(self.table.game, self.step))
        return tuple(answer is not None for answer in answers)

    def field_values(self, name: str) -> tuple[Any, ...]:
        """Return for each class what it has in ``same`` or ``each``; nothing for those that the line may not take."""
        place = [one for one in (self.step.same, self.step.each) if one is not None].index(name)
        answers = self.table.classes.results(step_take_query(self.table.game, self.step))
        return tuple(None if answer is None else answer[place] for answer in answers)


def part_count(table: Table, step: Step, seat: int | None) -> int:
    """Return how often a line is done, once for each of the piles that ``each part`` stands for.

    Raises:
        Unknown: when it goes from some piles each to others, and they are not as many.
    """
    if step.verb in {"shuffle", "stack"}:
        return 1
    if step.verb == "split":
        return len(table.keys_of(step.target or "", seat))
    named = [name for name in (step.source, step.target) if name is not None and name.startswith(EACH)]
    counts = {len(table.keys_of(name, seat)) for name in named}
    if len(counts) > 1:
        raise UnknownOutcome(f"{' and '.join(map(repr, named))} are not equally many piles")
    return counts.pop() if counts else 1


def matching_count(pile: Pile, fits: ClassMask) -> int:
    """Return how many components of a pile a line may take."""
    return sum(count for count, fit in zip(pile_counts(pile, len(fits)), fits, strict=True) if fit)


def joint_chance(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    """Return the chance of two things one after the other; None once one of them is a choice."""
    return None if one is None or other is None else one * other


def outcomes_by_amount(act: Action, state: State, work: Callable[[int], Iterable[Outcome]]) -> Iterator[Outcome]:
    """Yield the outcomes for every number that a line allows; it falls short only when none can be had.

    Raises:
        Shortage: when there is no number that can be had.
    """
    ways = allowed_amounts(act.table, act.step, act.seat, state, act.source, act.target)
    short: Shortage | None = None
    found: list[list[Outcome]] = []
    for number in ways:
        try:
            outcomes = list(work(number))
        except Shortage as one:
            short = short or one
            continue
        if outcomes not in found:  # numbers that come to the same are no choice
            found.append(outcomes)
    if short is not None and not found:
        raise short
    for outcomes in found:
        yield from (one._replace(chance=None) if len(found) > 1 else one for one in outcomes)


def resolve_shortage(act: Action, state: State, number: int, count: Callable[[Pile], int]) -> tuple[int, State]:
    """Return how many can be had, and the state once every way out of a shortage was taken.

    A pile that is shuffled in lies below what is left: that is taken first.

    Raises:
        Shortage: when no way out helps.
        Unknown: for a way out that has no meaning.
    """
    table, source = act.table, act.source
    for way in shortage_fallbacks(act.step):
        if way not in {"stop", "end"} and not way.startswith(SHUFFLE_IN):
            raise UnknownOutcome(f"{way!r} is no way out of a shortage; there are 'stop', 'end' and 'shuffle in ...'")
        there = count(table.pile(state, source))
        if there >= number:
            break
        if way.startswith(SHUFFLE_IN):
            other = table.key(way.removeprefix(SHUFFLE_IN), act.seat)
            below = pile_of(pile_counts(table.pile(state, other), len(table.classes)), mixed=True)
            state = table.with_pile(state, other, ())
            state = table.with_pile(state, source, (*table.pile(state, source), *below))
        elif way == "stop":
            return there, state
        elif way == "end":
            return there, state.with_value(ENDED, 1)
    there = count(table.pile(state, source))
    if there < number:
        raise Shortage(source, number, there)
    return number, state
