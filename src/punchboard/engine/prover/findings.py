"""The results of walking a script: for each step with the chances of its events, and for each pile at the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.engine.merging import StateChances
from punchboard.engine.moves.draws import NO_ODDS, Odds
from punchboard.engine.script import StepPath
from punchboard.engine.states.table import PileKey, Value
from punchboard.model.game.setup import Step


class EventChance(NamedTuple):
    """An event at a step for one seat: the bounds of its chance, whatever is chosen.

    Earlier chance is averaged; earlier choices are not. For a voluntary step, the bounds hold for players who carry it
    out. Where seats have been sorted, they hold for any seat.
    """

    seat: int | None
    event: str
    least: Odds
    most: Odds

    @property
    def is_exact(self) -> bool:
        """Whether the chance is one number, whatever was chosen before."""
        return self.least == self.most


class WeightedOdds(NamedTuple):
    """The chance of a state before a step, and the step's odds there: one, or several to choose from."""

    weight: Fraction | None
    odds: tuple[Odds, ...]


def event_chances(
    seat: int | None, states: Sequence[WeightedOdds], *, is_complete: bool, seats_distinct: bool
) -> Iterator[EventChance]:
    """Yield the events of a step.

    ``is_complete`` when the chances of all states add up to one; the rest does not reach the step. ``seats_distinct``
    when seats have not been sorted; otherwise no chance belongs to one particular seat.
    """
    states = [state if seats_distinct else state._replace(weight=None) for state in states]
    if not is_complete:
        states.append(WeightedOdds(None, ()))
    for event in dict.fromkeys(odds.event for state in states for odds in state.odds if odds is not NO_ODDS):
        chance = _bounds([(state.weight, [odds.chance for odds in state.odds]) for state in states])
        expected = _bounds([(state.weight, [odds.expected for odds in state.odds]) for state in states])
        yield EventChance(seat, event, *(Odds(event, *both) for both in zip(chance, expected, strict=True)))


def _bounds(states: Sequence[tuple[Fraction | None, Sequence[Fraction]]]) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest mean over states, with choices made for the lowest or the highest value."""
    ends = []
    for best in (min, max):
        values = [(weight, best(chances, default=Fraction(0))) for weight, chances in states]
        weighted = [(weight, value) for weight, value in values if weight is not None]
        chosen = [value for weight, value in values if weight is None]
        rest = 1 - sum((weight for weight, _ in weighted), Fraction(0))
        mean = sum((weight * value for weight, value in weighted), Fraction(0))
        ends.append(mean + rest * best(chosen) if chosen else mean)
    return ends[0], ends[1]


def chances_for_any_seat(chances_by_seat: Sequence[EventChance]) -> Iterator[EventChance]:
    """Yield the bounds that hold for any of the seats."""
    for bounds in chances_by_seat:
        same = [other for other in chances_by_seat if other.event == bounds.event]
        chances = [odds.chance for other in same for odds in (other.least, other.most)]
        means = [odds.expected for other in same for odds in (other.least, other.most)]
        least, most = Odds(bounds.event, min(chances), min(means)), Odds(bounds.event, max(chances), max(means))
        yield bounds._replace(least=least, most=most)


MOST_FAILURES: Final = 8
"""The most failures of one step that are kept."""


class Failure(NamedTuple):
    """A step that cannot be carried out, with the state that shows it."""

    seat: int | None
    key: PileKey
    required: int
    available: int
    values: tuple[tuple[str, Value], ...]


AFTER_UNPROVED: Final = "an earlier step is not proved"
"""How the reason of every step after the first unproved one begins."""

TOO_MANY: Final = "more than"
"""How the reason begins where there are more states than the walker may keep."""


class StepResult(NamedTuple):
    """The result of walking one step of a script."""

    step: Step
    path: StepPath
    failures: tuple[Failure, ...] = ()
    event_chances: tuple[EventChance, ...] = ()
    unproved_reason: str = ""
    """Why the step is not proved; empty when it was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unproved_reason else "safe"

    @property
    def is_first_unproved(self) -> bool:
        """Whether the step is not proved for a reason of its own."""
        return self.verdict == "not proved" and not self.unproved_reason.startswith(AFTER_UNPROVED)


class Course(NamedTuple):
    """How far a walk has come: the states that it has reached, and what it has found on the way."""

    states: StateChances
    results: Mapping[StepPath, StepResult] = MappingProxyType({})
    odds: Mapping[StepPath, tuple[Sequence[WeightedOdds], ...]] = MappingProxyType({})
    """The odds of each part of each step, which only a walk for one seat keeps."""
    has_failed: bool = False
    """Whether a step has failed in some state: from then on, the states are not all that can occur."""
    has_sorted_seats: bool = False
    """Whether states that differ only in which seat is which have been merged."""
    stop_reason: str = ""
    """Why the walk gave up; empty while it goes on. It then has no states."""

    def with_result(
        self, step: Step, path: StepPath, failures: Iterable[Failure] = (), events: Iterable[EventChance] = ()
    ) -> "Course":
        """Return the course after a step was walked, perhaps once more."""
        if self.has_sorted_seats:
            events = chances_for_any_seat(tuple(events))
        known = self.results.get(path, StepResult(step, path))
        result = known._replace(
            failures=(*known.failures, *failures)[:MOST_FAILURES], event_chances=(*known.event_chances, *events)
        )
        return self._replace(results={**self.results, path: result})

    def stopped(self, reason: str) -> "Course":
        """Return the course of a walk that gives up here."""
        return self._replace(states={}, stop_reason=reason)

    def without_proof_of(self, path: StepPath) -> "Course":
        """Return the course when a step, and the steps nested in it, are not proved, even if walked once before.

        A failure remains one.
        """
        return self._replace(
            results={
                within: result
                for within, result in self.results.items()
                if result.failures or not (within[: len(path)] == path or within[0] == "sequences")
            }
        )


class Walk(NamedTuple):
    """A script walked for a number of seats: the result of each step, and the range of each pile's size at the end.

    If the walk is not complete, the sizes are bounds, or missing when there are none.
    """

    players: int
    variant: str
    results: tuple[StepResult, ...]
    sizes: Mapping[PileKey, tuple[int, int]]
    is_complete: bool
    """Whether every state was walked to the end."""
