"""Draws that accept some components and refuse others: what comes of them, and how often something is refused."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from punchboard.engine.states.component_classes import Counts
from punchboard.engine.states.piles import Pile, add_counts, pile_counts, pile_of, random_draws, subtract_counts


class Odds(NamedTuple):
    """How likely something happens at a line at all, and how often it is expected to."""

    event: str
    chance: Fraction
    expected: Fraction


NO_ODDS: Final = Odds("", Fraction(0), Fraction(0))
"""Where nothing happens that could have odds."""


class FilteredDraw(NamedTuple):
    """A way that a choosy draw can end; ``refused`` are those that leave the pile."""

    counts: Counts
    rest: Pile
    refused: Counts
    chance: Fraction | None
    odds: Odds


Otherwise = str | tuple[dict[str, str], ...] | None

RETURNED_TO_PILE: Final = frozenset({None, "set aside", "shuffle back", "may shuffle back"})
"""What brings refused components back into their pile."""


def filtered_draws(pile: Pile, fits: Sequence[bool], number: int, otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield what drawing on until ``number`` accepted components are there can lead to; there are that many.

    With ``set aside`` and ``shuffle back`` the refused ones end in the pile again, else they leave it.
    """
    ways = _from_one if len(pile) == 1 and (pile[0].is_shuffled or pile[0].is_uniform) else _from_several
    yield from ways(pile, fits, number, otherwise)


def exhausted_pile(pile: Pile, fits: Sequence[bool], otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield what drawing on to the end of a pile leads to, where more are wanted than it holds."""
    counts = pile_counts(pile, len(fits))
    good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
    bad = subtract_counts(counts, good)
    odds = Odds("refused", Fraction(any(bad)), Fraction(sum(bad)))
    leaves = isinstance(otherwise, tuple) or otherwise not in RETURNED_TO_PILE
    rest, refused = ((), bad) if leaves else (pile_of(bad, mixed=True), (0,) * len(fits))
    yield FilteredDraw(good, rest, refused, Fraction(1), odds)


def _from_one(pile: Pile, fits: Sequence[bool], number: int, otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield what comes of a pile that is in random order from top to bottom."""
    counts = pile_counts(pile, len(fits))
    good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
    bad = subtract_counts(counts, good)
    odds = _odds(sum(good), sum(bad), number, at_once=otherwise == "shuffle back")
    nobody = (0,) * len(fits)
    if isinstance(otherwise, tuple) or otherwise not in RETURNED_TO_PILE:
        for refused, chance_of in _refusals(good, bad, number):
            for taken, chance in random_draws(good, number):
                rest = pile_of(subtract_counts(counts, add_counts(taken, refused)), mixed=True)
                yield FilteredDraw(taken, rest, refused, chance * chance_of, odds)
        return
    for taken, chance in random_draws(good, number):
        yield FilteredDraw(taken, pile_of(subtract_counts(counts, taken), mixed=True), nobody, chance, odds)


def _odds(good: int, bad: int, number: int, *, at_once: bool) -> Odds:
    """Return how likely anything is refused, and how many are expected to be."""
    none = Fraction(comb(good, number), comb(good + bad, number)) if number else Fraction(1)
    expected = _expected_at_once(good, bad, number) if at_once else Fraction(number * bad, good + 1)
    return Odds("refused", 1 - none, expected)


def _expected_at_once(good: int, bad: int, number: int) -> Fraction:
    """Return how many are expected to be refused when each is shuffled back before the next draw."""
    return sum((Fraction(bad, good - taken) for taken in range(number)), Fraction(0))


def _refusals(good: Counts, bad: Counts, number: int) -> Iterator[tuple[Counts, Fraction]]:
    """Yield every composition of those refused before the last accepted one came, with its chance."""
    right, wrong = sum(good), sum(bad)
    if not number:
        yield (0,) * len(bad), Fraction(1)
        return
    for count in range(wrong + 1):
        before = Fraction(comb(wrong, count) * comb(right, number - 1), comb(right + wrong, number + count - 1))
        here = before * Fraction(right - number + 1, right + wrong - number - count + 1)
        for refused, chance in random_draws(bad, count):
            yield refused, chance * here


class _Turned(NamedTuple):
    """What was turned up of a pile: those accepted, those refused, and what lies below them."""

    taken: Counts
    refused: Counts
    rest: Pile
    chance: Fraction | None


def _from_several(pile: Pile, fits: Sequence[bool], number: int, otherwise: Otherwise) -> Iterator[FilteredDraw]:
    """Yield what comes of a pile of which players know something."""
    if otherwise == "shuffle back":
        ways = list(_at_once(pile, fits, number))
    else:
        ways = [_put_back(one, fits, otherwise) for one in _turned_up(pile, fits, number)]
    if any(way.chance is None for way, _ in ways):
        for way, refusals in ways:
            yield way._replace(odds=Odds("refused", Fraction(refusals > 0), refusals))
        return
    some = sum((way.chance for way, refusals in ways if refusals and way.chance is not None), Fraction(0))
    mean = sum((way.chance * refusals for way, refusals in ways if way.chance is not None), Fraction(0))
    for way, _ in ways:
        yield way._replace(odds=Odds("refused", some, mean))


def _put_back(one: _Turned, fits: Sequence[bool], otherwise: Otherwise) -> tuple[FilteredDraw, Fraction]:
    """Return where those turned up end, and how many were refused."""
    refusals = Fraction(sum(one.refused))
    if isinstance(otherwise, tuple) or otherwise not in RETURNED_TO_PILE:
        return FilteredDraw(one.taken, one.rest, one.refused, one.chance, NO_ODDS), refusals
    rest = one.rest
    if refusals:
        rest = pile_of(add_counts(pile_counts(rest, len(fits)), one.refused), mixed=True)
    return FilteredDraw(one.taken, rest, (0,) * len(fits), one.chance, NO_ODDS), refusals


def _turned_up(pile: Pile, fits: Sequence[bool], number: int) -> Iterator[_Turned]:
    """Yield what can be turned up until so many were accepted, and no further."""
    nobody = (0,) * len(fits)
    if not number:
        yield _Turned(nobody, nobody, pile, Fraction(1))
        return
    top, below = pile[0], pile[1:]
    good = tuple(count if fit else 0 for count, fit in zip(top.counts, fits, strict=True))
    bad = subtract_counts(top.counts, good)
    if sum(good) < number:
        for one in _turned_up(below, fits, number - sum(good)):
            yield one._replace(taken=add_counts(one.taken, good), refused=add_counts(one.refused, bad))
        return
    for refused, chance_of in _refusals(good, bad, number):
        for taken, chance in random_draws(good, number):
            rest = pile_of(subtract_counts(subtract_counts(top.counts, taken), refused), mixed=top.is_shuffled)
            known = chance * chance_of if top.is_shuffled or top.is_uniform else None
            yield _Turned(taken, refused, (*rest, *below), known)


def _at_once(pile: Pile, fits: Sequence[bool], number: int) -> Iterator[tuple[FilteredDraw, Fraction]]:
    """Yield what can come, and how many refusals are to be expected, when each is shuffled back at once."""
    nobody = (0,) * len(fits)
    for first, complete in _run(pile, fits, number):
        if complete:
            yield FilteredDraw(first.taken, first.rest, nobody, first.chance, NO_ODDS), Fraction(0)
            continue
        counts = pile_counts(first.rest, len(fits))
        good = tuple(count if fit else 0 for count, fit in zip(counts, fits, strict=True))
        more = number - sum(first.taken)
        mean = 1 + _expected_at_once(sum(good), sum(counts) - sum(good), more)
        for taken, chance in random_draws(good, more):
            known = None if first.chance is None else first.chance * chance
            rest = pile_of(subtract_counts(counts, taken), mixed=True)
            yield FilteredDraw(add_counts(first.taken, taken), rest, nobody, known, NO_ODDS), mean


def _run(pile: Pile, fits: Sequence[bool], number: int) -> Iterator[tuple[_Turned, bool]]:
    """Yield what is accepted before the first refusal, and whether that is all that is wanted."""
    nobody = (0,) * len(fits)
    if not number:
        yield _Turned(nobody, nobody, pile, Fraction(1)), True
        return
    top, below = pile[0], pile[1:]
    good = tuple(count if fit else 0 for count, fit in zip(top.counts, fits, strict=True))
    right, size = sum(good), top.size
    if right == size < number:
        for one, complete in _run(below, fits, number - right):
            yield one._replace(taken=add_counts(one.taken, good)), complete
        return
    for run in range(min(right, number) + 1):
        stops = Fraction(size - right, size - run) if run < number else Fraction(1)
        if not stops:
            continue
        for taken, chance in random_draws(good, run):
            known = chance * Fraction(comb(right, run), comb(size, run)) * stops
            rest = pile_of(subtract_counts(top.counts, taken), mixed=top.is_shuffled)
            turned = _Turned(taken, nobody, (*rest, *below), known if top.is_shuffled or top.is_uniform else None)
            yield turned, run == number
