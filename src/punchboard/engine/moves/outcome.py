"""Outcomes and shortages of a step, once or for each entry of a list, and picks by players."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from punchboard.engine.moves.conditions import (
    ENDED,
    SHUFFLE_IN,
    holds,
    shortage_fallbacks,
    step_selections,
    step_take_query,
)
from punchboard.engine.moves.draws import Odds, allowed_amounts
from punchboard.engine.states.piles import Pile, Segment, pick_removals, pile_counts, pile_of
from punchboard.engine.states.table import BOX, EACH, PileKey, State, Table, UnknownOutcome
from punchboard.model.game.setup import Step


class Outcome(NamedTuple):
    """A state that a step can lead to; ``chance`` is None when a player's choice decides."""

    state: State
    chance: Fraction | None
    odds: Odds | None = None
    """The odds of refused or repeated draws at this step."""
    moved_count: int = 0
    """How many components the step moved, for ``as many``."""
    is_done: bool = True
    """Whether the step was carried out; a voluntary one may be skipped."""
    within: tuple[int, Fraction] | None = None
    """The number of the choice that comes first, and the chance once that is made; None where chance has no part."""


class Shortage(Exception):  # noqa: N818 - a finding, raised to leave the step at once
    """A step cannot be carried out: a pile holds less than the step needs."""

    def __init__(self, key: PileKey, required: int, available: int) -> None:
        super().__init__(f"{key[0]} holds {available}, but the step needs {required}")
        self.key, self.required, self.available = key, required, available


CERTAIN: Final = Fraction(1)

ClassMask = Sequence[bool]
"""Whether a step may take each class."""


class Action(NamedTuple):
    """A step on a table, the seat that carries it out, and the index among the piles of ``each part``."""

    table: Table
    step: Step
    seat: int | None
    part: int = 0

    @property
    def source(self) -> PileKey:
        """The pile that the step takes from."""
        return self._pile(self.step.source or BOX)

    @property
    def target(self) -> PileKey:
        """The pile that the step moves to; by default the one that its verb names."""
        if self.step.target is not None:
            return self._pile(self.step.target)
        match self.step.traits.default_target:
            case "source":
                return self.source
            case "discards":
                return self.discard_key
            case name:
                return name, None

    @property
    def discard_key(self) -> PileKey:
        """The pile for discards, the seat's own before a shared one.

        Raises:
            UnknownOutcome: when there is none.
        """
        file = self.table.game.file
        piles = [name for name in file.discard_piles if self.seat is not None or name not in file.each_player_has]
        if not piles:
            raise UnknownOutcome("no pile is the discard pile")
        return self.table.key(piles[0], self.seat)

    def _pile(self, name: str) -> PileKey:
        if name.startswith(EACH):
            return self.table.keys_of(name, self.seat)[self.part]
        return self.table.key(name, self.seat)

    def source_pile(self, state: State) -> Pile:
        """Return the pile that the step takes from, in a state."""
        return self.table.pile(state, self.source)

    def allowed_classes(self) -> ClassMask:
        """Return for each class whether the step may take it."""
        results = self.table.classes.results(step_take_query(self.table.game, self.step))
        return tuple(result is not None for result in results)

    def field_values(self, name: str) -> tuple[Any, ...]:
        """Return each class's value of the ``same`` or ``each`` field; None for classes that the step may not take."""
        place = [field for field in (self.step.same, self.step.each) if field is not None].index(name)
        results = self.table.classes.results(step_take_query(self.table.game, self.step))
        return tuple(None if result is None else result[place] for result in results)


def part_count(table: Table, step: Step, seat: int | None) -> int:
    """Return how often a step is carried out: once for each pile that ``each part`` stands for.

    Raises:
        UnknownOutcome: when it moves from several piles to a different number of piles.
    """
    if step.traits.operand == "piles":
        return len(table.keys_of(step.target or "", seat)) if step.traits.divides else 1
    pile_names = [name for name in (step.source, step.target) if name is not None and name.startswith(EACH)]
    counts = {len(table.keys_of(name, seat)) for name in pile_names}
    if len(counts) > 1:
        raise UnknownOutcome(f"{' and '.join(map(repr, pile_names))} stand for different numbers of piles")
    return counts.pop() if counts else 1


def matching_count(pile: Pile, fits: ClassMask) -> int:
    """Return how many components of a pile a step may take."""
    return sum(count for count, fit in zip(pile_counts(pile, len(fits)), fits, strict=True) if fit)


def joint_chance(first: Fraction | None, second: Fraction | None) -> Fraction | None:
    """Return the chance of two events in a row; None if either is a choice."""
    return None if first is None or second is None else first * second


def outcomes_by_amount(
    act: Action, state: State, outcomes_for: Callable[[int], Iterable[Outcome]]
) -> Iterator[Outcome]:
    """Yield the outcomes for every number that a step allows; it falls short only when no number is possible.

    Raises:
        Shortage: when no number is possible.
    """
    amounts = allowed_amounts(act.table, act.step, act.seat, state, act.source, act.target)
    short: Shortage | None = None
    choices: list[list[Outcome]] = []
    for number in amounts:
        try:
            outcomes = list(outcomes_for(number))
        except Shortage as error:
            short = short or error
            continue
        if outcomes not in choices:  # numbers with equal outcomes are not a choice
            choices.append(outcomes)
    if short is not None and not choices:
        raise short
    for number, outcomes in enumerate(choices):
        yield from (chosen(outcome, number) if len(choices) > 1 else outcome for outcome in outcomes)


def chosen(outcome: Outcome, number: int) -> Outcome:
    """Return an outcome that follows a choice, which has a number among the choices of a step."""
    within = outcome.within if outcome.chance is None else (number, outcome.chance)
    return outcome._replace(chance=None, within=within)


def resolve_shortage(act: Action, state: State, number: int, count: Callable[[Pile], int]) -> tuple[int, State]:
    """Return how many components can be taken, and the state after the fallbacks for a shortage.

    A pile that is shuffled in goes below the components that are left; those are taken first.

    Raises:
        Shortage: when no fallback helps.
        UnknownOutcome: for an ``if short`` value that does not exist.
    """
    table, source = act.table, act.source
    for fallback in shortage_fallbacks(act.step):
        if fallback not in {"stop", "end"} and not fallback.startswith(SHUFFLE_IN):
            raise UnknownOutcome(f"unknown 'if short: {fallback}'; use 'stop', 'end' or 'shuffle in ...'")
        available = count(table.pile(state, source))
        if available >= number:
            break
        if fallback.startswith(SHUFFLE_IN):
            other = table.key(fallback.removeprefix(SHUFFLE_IN), act.seat)
            below = pile_of(pile_counts(table.pile(state, other), len(table.classes)), mixed=True)
            state = table.with_pile(state, other, ())
            state = table.with_pile(state, source, (*table.pile(state, source), *below))
        elif fallback == "stop":
            return available, state
        elif fallback == "end":
            return available, state.with_value(ENDED, 1)
    available = count(table.pile(state, source))
    if available < number:
        raise Shortage(source, number, available)
    return number, state


def for_each_entry(
    action: Action, state: State, outcomes_for: Callable[[Action, State, ClassMask], Iterator[Outcome]]
) -> Iterator[Outcome]:
    """Yield the outcomes of carrying out a step once for each entry of a list."""
    reached = [Outcome(state, CERTAIN)]
    for here in entry_masks(action):
        reached = [
            Outcome(
                after.state,
                joint_chance(before.chance, after.chance),
                moved_count=before.moved_count + after.moved_count,
            )
            for before in reached
            for after in outcomes_for(action, before.state, here)
        ]
    yield from reached


def entry_masks(action: Action) -> Iterator[ClassMask]:
    """Yield the classes that a step may take: all, or for ``each`` those of one entry of the list at a time.

    The entries are those of the game's list, or without one those that components have.
    """
    fits, name = action.allowed_classes(), action.step.each
    if name is None:
        yield fits
        return
    values = action.field_values(name)
    present = dict.fromkeys(value for value, fit in zip(values, fits, strict=True) if fit and value is not None)
    for entry in _list_entries(action, name) or present:
        yield tuple(fit and value == entry for value, fit in zip(values, fits, strict=True))


def _list_entries(action: Action, name: str) -> dict[str, None]:
    """Return all entries that a field can have, including those that no component has."""
    game = action.table.game
    kinds = [text for text in step_selections(game, action.step) if text in game.kinds] or list(game.kinds)
    fields = [game.kinds[kind].file.fields.get(name) for kind in kinds]
    lists = [field.one_of for field in fields if field is not None and field.one_of]
    return {entry: None for one_of in lists for entry in (game.lists[one_of] if isinstance(one_of, str) else one_of)}


def pick(action: Action, state: State) -> Iterator[Outcome]:
    """Yield the outcomes of picking components: a choice, unless there is only one way.

    Raises:
        Shortage: when there are not enough.
    """
    outcomes: Iterator[Outcome]
    if action.step.each is not None:
        outcomes = (_put_at_once(action, outcome) for outcome in for_each_entry(action, state, _pick_some))
    else:
        outcomes = _pick_some(action, state, action.allowed_classes())
    if action.step.needs is None:
        yield from outcomes
        return
    if action.step.otherwise is not None:
        raise UnknownOutcome(f"{action.step.verb!r} with both 'needs' and 'otherwise' is not supported")
    good = [outcome for outcome in outcomes if holds(action.step.needs, action.table, outcome.state, action.seat)]
    if not good:
        raise UnknownOutcome("no possible pick meets 'needs'")
    yield from good


def _put_at_once(action: Action, outcome: Outcome) -> Outcome:
    """Return an outcome in which all that was picked lies in no known order: the player may put it down in any."""
    pile, held = action.table.pile(outcome.state, action.target), 0
    for number, segment in enumerate(pile, start=1):
        held += segment.size
        if held == outcome.moved_count and number > 1:
            counts = tuple(map(sum, zip(*(picked.counts for picked in pile[:number]), strict=True)))
            whole = (Segment(counts, is_shuffled=False), *pile[number:])
            return outcome._replace(state=action.table.with_pile(outcome.state, action.target, whole))
    return outcome


def _pick_some(action: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    if action.step.amount is not None and action.step.amount.mode == "all":
        yield from _pick_all(action, state, fits)
    else:
        yield from outcomes_by_amount(action, state, lambda number: _pick_number(action, state, fits, number))


def _pick_all(action: Action, state: State, fits: ClassMask) -> Iterator[Outcome]:
    """Yield the outcomes of picking all; with ``same``, at least one."""
    pile = action.source_pile(state)
    ways = [(mask, matching_count(pile, mask)) for mask in _unlike_masks(action, state, fits)]
    if action.step.same is not None:
        ways = [(mask, number) for mask, number in ways if number]
        if not ways:
            raise Shortage(action.source, 1, 0)
    yield from _pick_outcomes(action, state, ways)


def _pick_number(action: Action, state: State, fits: ClassMask, number: int) -> Iterator[Outcome]:
    masks = list(same_value_masks(action, fits))

    def most(pile: Pile) -> int:
        return max((matching_count(pile, mask) for mask in masks), default=0)

    number, state = resolve_shortage(action, state, number, most)
    if not number:
        yield Outcome(state, CERTAIN)
        return
    pile, masks = action.source_pile(state), _unlike_masks(action, state, fits)
    yield from _pick_outcomes(action, state, [(mask, number) for mask in masks if matching_count(pile, mask) >= number])


def _pick_outcomes(action: Action, state: State, ways: list[tuple[ClassMask, int]]) -> Iterator[Outcome]:
    """Yield the outcomes of each choice of a number of components of one mask."""
    table = action.table
    by_state: dict[State, int] = {}
    for fits, number in ways:
        for way in pick_removals(action.source_pile(state), fits, number):
            after = table.with_pile(state, action.source, way.rest)
            by_state[table.put(after, action.target, way.counts)] = number
    chance = Fraction(1) if len(by_state) == 1 else None
    yield from (Outcome(after, chance, moved_count=number) for after, number in by_state.items())


def _unlike_masks(action: Action, state: State, fits: ClassMask) -> list[ClassMask]:
    """Return the classes that may be picked together, without those of a value that is like another one's.

    Two values are alike when nothing but the value tells their components apart, and each pile holds equally many of
    both: of ten colours that nobody has taken, to pick any comes to the same.
    """
    masks = list(same_value_masks(action, fits))
    if action.step.same is None or len(masks) < 2:
        return masks
    apart = action.table.classes.apart_from(action.step.same)
    lies: dict[Any, list[tuple[int, int, Any, int]]] = {}
    for place, pile in enumerate(state.piles):
        for depth, segment in enumerate(pile):
            for (value, rest), count in zip(apart, segment.counts, strict=True):
                if count and value is not None:
                    lies.setdefault(value, []).append((place, depth, rest, count))
    unlike: dict[object, ClassMask] = {}
    for mask in masks:
        value = next(value for (value, _), fit in zip(apart, mask, strict=True) if fit)
        unlike.setdefault(frozenset(lies.get(value, ())), mask)
    return list(unlike.values())


def same_value_masks(action: Action, fits: ClassMask) -> Iterator[ClassMask]:
    """Yield the classes that may be picked together: all, or for ``same`` those with one value at a time."""
    if action.step.same is None:
        yield fits
        return
    entries = action.field_values(action.step.same)
    for wanted in dict.fromkeys(entry for entry, fit in zip(entries, fits, strict=True) if fit):
        yield tuple(fit and entry == wanted for entry, fit in zip(entries, fits, strict=True))
