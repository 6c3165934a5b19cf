"""How many components a step moves, and filtered draws, which accept some components and refuse others."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from punchboard.engine.moves.conditions import MOVED, moved_value_name, shortage_fallbacks, value_of
from punchboard.engine.states.piles import (
    Counts,
    Pile,
    add_counts,
    pile_counts,
    pile_of,
    pile_size,
    random_draws,
    subtract_counts,
)
from punchboard.engine.states.table import PileKey, State, Table, UnknownOutcome, amount_in_play
from punchboard.model.game.amounts import is_formula
from punchboard.model.game.setup import HALVES, Step
from punchboard.model.values import counted

__all__ = ["UnknownOutcome", "allowed_amounts", "constant_amount", "repeat_count_now"]


class Odds(NamedTuple):
    """The chance that an event happens at a step at all, and how often it is expected to happen."""

    event: str
    chance: Fraction
    expected: Fraction


NO_ODDS: Final = Odds("", Fraction(0), Fraction(0))
"""The odds of steps without such events."""


class FilteredDraw(NamedTuple):
    """One way that a filtered draw can end; ``refused`` are the components that leave the pile."""

    counts: Counts
    rest: Pile
    refused: Counts
    chance: Fraction | None
    odds: Odds


Otherwise = str | tuple[dict[str, str], ...] | None

RETURNED_TO_PILE: Final = frozenset({None, "set aside", "shuffle back", "may shuffle back"})
"""Values of ``otherwise`` that return refused components to their pile."""


def filtered_draws(pile: Pile, fits: Sequence[bool], number: int, otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield the results of drawing until ``number`` components are accepted; the pile must hold that many.

    With ``set aside`` and ``shuffle back`` refused components return to the pile, otherwise they leave it.
    """
    draws = (
        _from_shuffled_pile if len(pile) == 1 and (pile[0].is_shuffled or pile[0].is_uniform) else _from_known_segments
    )
    yield from draws(pile, fits, number, otherwise)


def exhausted_pile(pile: Pile, fits: Sequence[bool], otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield the result of drawing to the end of a pile, when more are wanted than it holds."""
    counts = pile_counts(pile, len(fits))
    good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
    bad = subtract_counts(counts, good)
    odds = Odds("refused", Fraction(any(bad)), Fraction(sum(bad)))
    leaves = isinstance(otherwise, tuple) or otherwise not in RETURNED_TO_PILE
    rest, refused = ((), bad) if leaves else (pile_of(bad, mixed=True), (0,) * len(fits))
    yield FilteredDraw(good, rest, refused, Fraction(1), odds)


def _from_shuffled_pile(pile: Pile, fits: Sequence[bool], number: int, otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield the draws from a pile that is in random order from top to bottom."""
    counts = pile_counts(pile, len(fits))
    good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
    bad = subtract_counts(counts, good)
    odds = _odds(sum(good), sum(bad), number, at_once=otherwise == "shuffle back")
    none_refused = (0,) * len(fits)
    if isinstance(otherwise, tuple) or otherwise not in RETURNED_TO_PILE:
        for refused, chance_of in _refusals(good, bad, number):
            for taken, chance in random_draws(good, number):
                rest = pile_of(subtract_counts(counts, add_counts(taken, refused)), mixed=True)
                yield FilteredDraw(taken, rest, refused, chance * chance_of, odds)
        return
    for taken, chance in random_draws(good, number):
        yield FilteredDraw(taken, pile_of(subtract_counts(counts, taken), mixed=True), none_refused, chance, odds)


def _odds(good: int, bad: int, number: int, *, at_once: bool) -> Odds:
    """Return the chance that anything is refused, and the expected number."""
    none = Fraction(comb(good, number), comb(good + bad, number)) if number else Fraction(1)
    expected = _expected_at_once(good, bad, number) if at_once else Fraction(number * bad, good + 1)
    return Odds("refused", 1 - none, expected)


def _expected_at_once(good: int, bad: int, number: int) -> Fraction:
    """Return the expected number of refusals when each component is shuffled back before the next draw."""
    return sum((Fraction(bad, good - taken) for taken in range(number)), Fraction(0))


def _refusals(good: Counts, bad: Counts, number: int) -> Iterator[tuple[Counts, Fraction]]:
    """Yield every combination of components refused before the last accepted one, with its chance."""
    right, wrong = sum(good), sum(bad)
    if not number:
        yield (0,) * len(bad), Fraction(1)
        return
    for count in range(wrong + 1):
        before = Fraction(comb(wrong, count) * comb(right, number - 1), comb(right + wrong, number + count - 1))
        here = before * Fraction(right - number + 1, right + wrong - number - count + 1)
        for refused, chance in random_draws(bad, count):
            yield refused, chance * here


class _TurnedUp(NamedTuple):
    """The components turned up from a pile: accepted, refused, and the rest below."""

    taken: Counts
    refused: Counts
    rest: Pile
    chance: Fraction | None


def _from_known_segments(pile: Pile, fits: Sequence[bool], number: int, otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield the draws from a pile whose order players partly know."""
    if otherwise == "shuffle back":
        ways = list(_shuffling_back_at_once(pile, fits, number))
    else:
        ways = [_return_refused(turned_up, fits, otherwise) for turned_up in _turn_up(pile, fits, number)]
    if any(way.chance is None for way, _ in ways):
        for way, refusals in ways:
            yield way._replace(odds=Odds("refused", Fraction(refusals > 0), refusals))
        return
    some = sum((way.chance for way, refusals in ways if refusals and way.chance is not None), Fraction(0))
    mean = sum((way.chance * refusals for way, refusals in ways if way.chance is not None), Fraction(0))
    for way, _ in ways:
        yield way._replace(odds=Odds("refused", some, mean))


def _return_refused(turned_up: _TurnedUp, fits: Sequence[bool], otherwise: Otherwise) -> tuple[FilteredDraw, Fraction]:
    """Return the draw with refused components where they belong, and the number of refusals."""
    refusals = Fraction(sum(turned_up.refused))
    if isinstance(otherwise, tuple) or otherwise not in RETURNED_TO_PILE:
        return FilteredDraw(turned_up.taken, turned_up.rest, turned_up.refused, turned_up.chance, NO_ODDS), refusals
    rest = turned_up.rest
    if refusals:
        rest = pile_of(add_counts(pile_counts(rest, len(fits)), turned_up.refused), mixed=True)
    return FilteredDraw(turned_up.taken, rest, (0,) * len(fits), turned_up.chance, NO_ODDS), refusals


def _turn_up(pile: Pile, fits: Sequence[bool], number: int) -> Iterator[_TurnedUp]:
    """Yield what can be turned up until enough are accepted, and no further."""
    none = (0,) * len(fits)
    if not number:
        yield _TurnedUp(none, none, pile, Fraction(1))
        return
    top, below = pile[0], pile[1:]
    good = tuple(count if fit else 0 for count, fit in zip(top.counts, fits, strict=True))
    bad = subtract_counts(top.counts, good)
    if sum(good) < number:
        for turned in _turn_up(below, fits, number - sum(good)):
            yield turned._replace(taken=add_counts(turned.taken, good), refused=add_counts(turned.refused, bad))
        return
    for refused, chance_of in _refusals(good, bad, number):
        for taken, chance in random_draws(good, number):
            rest = pile_of(subtract_counts(subtract_counts(top.counts, taken), refused), mixed=top.is_shuffled)
            known = chance * chance_of if top.is_shuffled or top.is_uniform else None
            yield _TurnedUp(taken, refused, (*rest, *below), known)


def _shuffling_back_at_once(pile: Pile, fits: Sequence[bool], number: int) -> Iterator[tuple[FilteredDraw, Fraction]]:
    """Yield the draws, with the expected number of refusals, when each refused component is shuffled back at once."""
    none = (0,) * len(fits)
    for first, complete in _first_accepted_run(pile, fits, number):
        if complete:
            yield FilteredDraw(first.taken, first.rest, none, first.chance, NO_ODDS), Fraction(0)
            continue
        counts = pile_counts(first.rest, len(fits))
        good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
        more = number - sum(first.taken)
        mean = 1 + _expected_at_once(sum(good), sum(counts) - sum(good), more)
        for taken, chance in random_draws(good, more):
            known = None if first.chance is None else first.chance * chance
            rest = pile_of(subtract_counts(counts, taken), mixed=True)
            yield FilteredDraw(add_counts(first.taken, taken), rest, none, known, NO_ODDS), mean


def _first_accepted_run(pile: Pile, fits: Sequence[bool], number: int) -> Iterator[tuple[_TurnedUp, bool]]:
    """Yield what is accepted before the first refusal, and whether that is enough."""
    none = (0,) * len(fits)
    if not number:
        yield _TurnedUp(none, none, pile, Fraction(1)), True
        return
    top, below = pile[0], pile[1:]
    good = tuple(count if fit else 0 for count, fit in zip(top.counts, fits, strict=True))
    right, size = sum(good), top.size
    if right == size < number:
        for turned_up, complete in _first_accepted_run(below, fits, number - right):
            yield turned_up._replace(taken=add_counts(turned_up.taken, good)), complete
        return
    for run in range(min(right, number) + 1):
        stops = Fraction(size - right, size - run) if run < number else Fraction(1)
        if not stops:
            continue
        for taken, chance in random_draws(good, run):
            known = chance * Fraction(comb(right, run), comb(size, run)) * stops
            rest = pile_of(subtract_counts(top.counts, taken), mixed=top.is_shuffled)
            turned = _TurnedUp(taken, none, (*rest, *below), known if top.is_shuffled or top.is_uniform else None)
            yield turned, run == number


def allowed_amounts(  # noqa: PLR0911, PLR0917 - one return for each way of counting
    table: Table, step: Step, seat: int | None, state: State, source: PileKey, target: PileKey
) -> tuple[int, ...]:
    """Return every number that a step allows. Several numbers are a choice; ``all`` is the size of the pile.

    Raises:
        UnknownOutcome: for a die that was not rolled, and a number of players without an entry.
    """
    amount = step.amount
    if amount is None:
        return (1,)
    if amount.mode == "as many":
        moved = state.value(moved_value_name(seat))
        moved = state.value(MOVED) if moved is None else moved
        if not isinstance(moved, int):
            before = "no line before it moves any" if moved is None else "the line before it has several piles"
            raise UnknownOutcome(f"'as many' is as many as the line before it moved, and {before}")
        return (moved,)
    available = pile_size(table.pile(state, source))
    if amount.mode == "all" or amount.mode in HALVES:
        return (share_of(available, amount.mode),)
    number = _number(table, amount.number, state, seat)
    if amount.mode == "until":
        return (max(number - pile_size(table.pile(state, target)), 0),)
    if amount.mode == "down to":
        return (max(available - number, 0),)
    if amount.mode == "up to":
        return tuple(range((number if shortage_fallbacks(step) else min(number, available)) + 1))
    return (number, amount.most) if amount.most is not None else (number,)


def share_of(number: int, mode: str) -> int:
    """Return how many of a number of components are ``all`` of them, or half of them as one of ``HALVES`` says."""
    return number if mode == "all" else (number + (mode != HALVES[0])) // 2


def constant_amount(table: Table, number: int | str | dict[int, int]) -> int | None:
    """Return a number that is the same in every state: one that is written, calculated or named, or one of a kind.

    Raises:
        UnknownOutcome: for a number of players without an entry, and for a number below zero.
    """
    known = amount_in_play(number, table.players, table.numbers)
    if known is not None:
        return not_below_zero(known)
    if isinstance(number, str) and number in table.game.kinds:
        return 1
    if isinstance(number, dict):
        raise UnknownOutcome(f"no number for {counted(table.players, 'player')}")
    return None


def repeat_count_now(table: Table, step: Step, seat: int | None, state: State) -> int:
    """Return how often a seat, or nobody, carries out a group in a state.

    Raises:
        UnknownOutcome: when that has no value, or is below zero.
    """
    return 1 if step.times is None else _number(table, step.times, state, seat)


def not_below_zero(number: int) -> int:
    """Return a number.

    Raises:
        UnknownOutcome: when it is below zero.
    """
    if number < 0:
        raise UnknownOutcome("nothing can be done with fewer than 0 components")
    return number


def _number(table: Table, number: int | str | dict[int, int], state: State, seat: int | None) -> int:
    constant = constant_amount(table, number)
    if constant is not None:
        return constant
    if not is_formula(number):
        return _value_of(state, str(number))
    value = value_of(str(number), table, state, seat)
    if not isinstance(value, int) or isinstance(value, bool):
        raise UnknownOutcome(f"{number!r} is no whole number at this step")
    return not_below_zero(value)


def _value_of(state: State, name: str) -> int:
    value = state.value(name)
    if not isinstance(value, int):
        raise UnknownOutcome(f"{name!r} has no value at this step")
    return not_below_zero(value)
