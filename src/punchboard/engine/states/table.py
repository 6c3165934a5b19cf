"""The state of a table at one moment, and the table that a script runs on: its piles by name and seat."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final, NamedTuple

from punchboard.engine.states.piles import ComponentClasses, Counts, Pile, Segment, add_counts, pile_of, pile_size
from punchboard.expression import ExpressionError
from punchboard.model.game.amounts import known_amount
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import selected_components
from punchboard.model.game.setup import Step
from punchboard.model.values import counted

BOX: Final = "box"
TABLE: Final = "table"
EACH: Final = "each "

PileKey = tuple[str, int | None]
"""The name of a pile and its seat, counted from 0; shared piles have no seat.

Piles that share a name are numbered: ``factory 2``.
"""

Value = int | str

OF_SEAT: Final = " of seat "
"""Separates the name of a value from the seat that it belongs to."""


class UnknownOutcome(Exception):  # noqa: N818 - a finding, raised to leave the step at once
    """The engine cannot determine a result; the message says why."""

    path: tuple[str | int, ...] = ()
    """The place of the step, once it is known; empty where the fault is of no one step."""


class State(NamedTuple):
    """All piles in the order of the table's keys, and the values that dice and steps have set."""

    piles: tuple[Pile, ...]
    values: tuple[tuple[str, Value], ...] = ()

    def value(self, name: str) -> Value | None:
        """Return what a die rolled or a step set; None when it has no value."""
        return dict(self.values).get(name)

    def keep_values(self, names: frozenset[str]) -> "State":
        """Return the state with the values of these names only."""
        kept = tuple(each for each in self.values if each[0].partition(OF_SEAT)[0] in names)
        return self if kept == self.values else self._replace(values=kept)

    def with_value(self, name: str, value: Value) -> "State":
        """Return the state with a value set."""
        return self._replace(values=tuple(sorted({**dict(self.values), name: value}.items())))


class Table:
    """The piles of a game for a number of seats and a variant.

    Raises:
        UnknownOutcome: when the number of equal piles of a name is not given.
    """

    def __init__(
        self, game: Game, players: int, variant: str, classes: ComponentClasses, script: Iterable[Step]
    ) -> None:
        self.game, self.players, self.variant, self.classes = game, players, variant, classes
        self.numbers = game.numbers_in(variant)
        file = game.file
        self._pile_counts = {
            name: _pile_count(name, pile.many, self.numbers, players)
            for name, pile in (file.decks | file.piles | file.each_player_has).items()
            if pile.many is not None
        }
        shared = dict.fromkeys((*file.decks, *file.piles, BOX, TABLE))
        self.keys: tuple[PileKey, ...] = (
            *(
                (pile_name, None)
                for name in shared
                if name not in file.each_player_has
                for pile_name in self._numbered_names(name)
            ),
            *(
                (pile_name, seat)
                for seat in range(players)
                for name in file.each_player_has
                for pile_name in self._numbered_names(name)
            ),
        )
        self.index: Mapping[PileKey, int] = {key: place for place, key in enumerate(self.keys)}
        shared |= dict.fromkeys(game.pile_families)
        self.seat_pile_names = self.all_names(file.each_player_has)
        """Every way to name a pile that each seat has."""
        self.shared_pile_names = self.all_names(shared) - self.seat_pile_names
        """Every way to name a shared pile."""
        self._keys_cache: dict[tuple[str, int | None], tuple[PileKey, ...]] = {}
        self._steps = tuple(all_steps(script))
        self.ordered_pile_names = self.all_names(_ordered_piles(self._steps))
        """Every way to name a pile whose order can matter."""

    def all_names(self, names: Iterable[str]) -> frozenset[str]:
        """Return every way to name some piles: those of ``part`` are ``part 1``, ``part 2`` and ``each part``, too."""
        return frozenset(
            text
            for name in names
            for pile_name in (name, *self._numbered_names(name))
            for text in (pile_name, EACH + pile_name)
        )

    def _numbered_names(self, name: str) -> tuple[str, ...]:
        """Return the names of the piles that a name stands for: itself, or ``name 1``, ``name 2`` and so on.

        A pile with ``for each`` stands for the piles of all values.
        """
        if name in self.game.pile_families:
            return self.game.pile_families[name]
        count = self._pile_counts.get(name)
        return (name,) if count is None else tuple(f"{name} {number}" for number in range(1, count + 1))

    def keys_of(self, name: str, seat: int | None) -> tuple[PileKey, ...]:
        """Return the piles that a name means for a seat: several for equal piles, and for ``each hand`` of all seats.

        Raises:
            UnknownOutcome: when there is no such pile, or it belongs to a seat and none is given.
        """
        keys = self._keys_cache.get((name, seat))
        if keys is None:
            keys = self._keys_cache[name, seat] = self._keys_of(name, seat)
        return keys

    def _keys_of(self, name: str, seat: int | None) -> tuple[PileKey, ...]:
        base = name.removeprefix(EACH)
        if base not in self.seat_pile_names:
            keys: tuple[PileKey, ...] = tuple((pile_name, None) for pile_name in self._numbered_names(base))
        elif seat is not None:
            keys = tuple((pile_name, seat) for pile_name in self._numbered_names(base))
        else:
            keys = tuple(
                (pile_name, owner) for owner in range(self.players) for pile_name in self._numbered_names(base)
            )
        for key in keys:
            if key not in self.index:
                raise UnknownOutcome(f"there is no pile {name!r}")
        return keys

    def acting_owner(self, name: str, seat: int | None) -> int | None:
        """Return the seat whose pile a name means: the one that acts, which is None for a pile that all share.

        Raises:
            UnknownOutcome: when each player has such a pile, and no player acts.
        """
        if seat is None and name in self.seat_pile_names:
            raise UnknownOutcome(f"{name!r} belongs to each player, and no player acts here")
        return seat

    def key(self, name: str, seat: int | None) -> PileKey:
        """Return the one pile that a name means for a seat.

        Raises:
            UnknownOutcome: when there is no such pile, or more than one.
        """
        keys = self.keys_of(name, self.acting_owner(name, seat))
        if len(keys) != 1:
            raise UnknownOutcome(
                f"{name!r} means {len(keys)} piles; write 'each {name}', or {keys[0][0]!r} for one of them"
            )
        return keys[0]

    def pile(self, state: State, key: PileKey) -> Pile:
        """Return a pile of a state."""
        return state.piles[self.index[key]]

    def with_pile(self, state: State, key: PileKey, pile: Pile) -> State:
        """Return a state with one pile replaced."""
        place = self.index[key]
        return State((*state.piles[:place], pile, *state.piles[place + 1 :]), state.values)

    def put(self, state: State, key: PileKey, counts: Counts, *, mixed: bool = False) -> State:
        """Return a state with components put on a pile; where order never matters they are merged with the others."""
        if not any(counts):
            return state
        pile = self.pile(state, key)
        if key[0] in self.ordered_pile_names:
            return self.with_pile(state, key, (Segment(counts, mixed), *pile))
        whole = add_counts(pile[0].counts, counts) if pile else counts
        return self.with_pile(state, key, pile_of(whole))

    def start_states(self) -> Iterator[State]:
        """Yield the states before the first step: decks hold what they contain, the box holds the rest.

        A seat that no step names may be any seat.

        Raises:
            UnknownOutcome: when equal piles have contents, since nothing says which pile holds what.
        """
        left = {component.id: component for component in self.game.components}
        piles: dict[PileKey, Pile] = {}
        for name, deck in (self.game.file.decks | self.game.file.piles).items():
            if deck.contains is not None:
                if name in self._pile_counts:
                    raise UnknownOutcome(f"{name!r} has both 'contains' and 'many': which pile holds what is not given")
                held = [
                    component for component in selected_components(self.game, deck.contains) if component.id in left
                ]
                piles[name, None] = self._filled(held)
                for component in held:
                    del left[component.id]
        piles[BOX, None] = self._filled(left.values())
        state = State(tuple(piles.get(key, ()) for key in self.keys))
        named = {step.operand for step in self._steps if step.traits.operand == "seat"}
        unset_seats = {step.who for step in self._steps if step.who in self.game.file.seats} - named
        for seats in product(range(self.players), repeat=len(unset_seats)):
            yield state._replace(values=tuple(sorted(zip(map(str, unset_seats), seats, strict=True))))

    def _filled(self, held: Iterable[Component]) -> Pile:
        return pile_of(self.classes.counts(held))

    def passed(self, step: Step, seat: int | None) -> tuple[tuple[PileKey, PileKey], ...]:
        """Return the piles that a step passes on, each with the one whose place it takes.

        Raises:
            UnknownOutcome: for a pile that players share, and where one player passes.
        """
        if seat is not None:
            raise UnknownOutcome(f"all players {step.verb} at the same time; no player alone can")
        if shared := [name for name in step.piles if name not in self.game.file.each_player_has]:
            raise UnknownOutcome(f"only piles that each player has can be passed, and {shared[0]!r} is not one")
        return tuple(
            (key, self.keys_of(name, (giver + step.traits.passes) % self.players)[number])
            for name in step.piles
            for giver in range(self.players)
            for number, key in enumerate(self.keys_of(name, giver))
        )

    def pile_sizes(self, state: State) -> dict[PileKey, int]:
        """Return how many components each pile holds."""
        return {key: pile_size(pile) for key, pile in zip(self.keys, state.piles, strict=True)}


def all_steps(script: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps of a script, including those nested in groups and choices."""
    for step in script:
        yield step
        yield from all_steps(step.steps)
        for option in step.choices:
            yield from all_steps(option)


def _pile_count(name: str, many: int | str | dict[int, int], numbers: Mapping[str, int], players: int) -> int:
    """Return how many equal piles a name stands for."""
    count = amount_in_play(many, players, numbers)
    if count is None or count < 0:
        raise UnknownOutcome(f"the number of piles {name!r} is not given for {counted(players, 'player')}")
    return count


def amount_in_play(amount: int | str | dict[int, int], players: int, numbers: Mapping[str, int]) -> int | None:
    """Return an amount as ``known_amount`` does.

    Raises:
        UnknownOutcome: for a formula that cannot be evaluated.
    """
    try:
        return known_amount(amount, players, numbers)
    except ExpressionError as error:
        raise UnknownOutcome(str(error)) from error


def _ordered_piles(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the piles whose order can matter: those that are drawn from, shuffled, split or stacked."""
    for step in steps:
        if step.traits.draws and step.source is not None:
            yield step.source.removeprefix(EACH)
        if not step.traits.passes:
            yield from (name.removeprefix(EACH) for name in step.piles)


def condition_values(table: Table, state: State) -> dict[str, Any]:
    """Return the values that conditions may use, except the functions that count piles."""
    return {
        "players": table.players,
        "variant": table.variant,
        "numbers": table.numbers,
        **table.numbers,
        **dict(state.values),
    }
