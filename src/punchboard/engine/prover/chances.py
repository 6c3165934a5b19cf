"""The chances that a line has, over all the states that it can begin in."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from punchboard.engine.moves.filtered_draws import NO_ODDS, Odds


class EventChance(NamedTuple):
    """What can happen at a line for one seat: the least and the greatest chance of it, whatever is chosen.

    Both are bounds: what chance has done before is averaged out, what was chosen before is not. At a voluntary line
    they hold for those who carry it out. Where seats have been put in one order, they hold for any seat.
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
    """The chance of a state before a line, and the odds of the line there: one, or several to choose from."""

    weight: Fraction | None
    odds: tuple[Odds, ...]


def event_chances(
    seat: int | None, told: Sequence[WeightedOdds], *, is_complete: bool, seats_distinct: bool
) -> Iterator[EventChance]:
    """Yield what can happen.

    ``whole`` when the chances of all states add up to one: what is missing does not come to the line. ``apart`` when
    seats are told apart: if not, no chance is that of one seat.
    """
    told = [one if seats_distinct else one._replace(weight=None) for one in told]
    if not is_complete:
        told.append(WeightedOdds(None, ()))
    for what in dict.fromkeys(odds.event for one in told for odds in one.odds if odds is not NO_ODDS):
        chance = _bounds([(one.weight, [odds.chance for odds in one.odds]) for one in told])
        expected = _bounds([(one.weight, [odds.expected for odds in one.odds]) for one in told])
        yield EventChance(seat, what, *(Odds(what, *both) for both in zip(chance, expected, strict=True)))


def _bounds(told: Sequence[tuple[Fraction | None, Sequence[Fraction]]]) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest mean over states, those that somebody's choice has led to at their best."""
    ends = []
    for best in (min, max):
        values = [(weight, best(of, default=Fraction(0))) for weight, of in told]
        known = [(weight, value) for weight, value in values if weight is not None]
        chosen = [value for weight, value in values if weight is None]
        rest = 1 - sum((weight for weight, _ in known), Fraction(0))
        mean = sum((weight * value for weight, value in known), Fraction(0))
        ends.append(mean + rest * best(chosen) if chosen else mean)
    return ends[0], ends[1]


def chances_for_any_seat(happenings: Sequence[EventChance]) -> Iterator[EventChance]:
    """Yield the bounds that hold for any of the seats."""
    for one in happenings:
        same = [other for other in happenings if other.event == one.event]
        chances = [odds.chance for other in same for odds in (other.least, other.most)]
        means = [odds.expected for other in same for odds in (other.least, other.most)]
        least, most = Odds(one.event, min(chances), min(means)), Odds(one.event, max(chances), max(means))
        yield one._replace(least=least, most=most)
