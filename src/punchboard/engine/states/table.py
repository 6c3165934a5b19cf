"""The table that a script runs on: its piles by name and seat, what lies in them at the start, and states of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from punchboard.engine.states.component_classes import ComponentClasses, Counts
from punchboard.engine.states.piles import Pile, Segment, add_counts, pile_of, pile_size
from punchboard.engine.states.state import BOX, EACH, OF_SEAT, TABLE, PileKey, State, UnknownOutcome, Value
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import selected_components
from punchboard.model.game.setup import Step

__all__ = [
    "BOX",
    "EACH",
    "OF_SEAT",
    "TABLE",
    "PileKey",
    "State",
    "Table",
    "UnknownOutcome",
    "Value",
    "all_steps",
    "condition_values",
]


class Table:
    """The piles of a game for a number of seats and a variant.

    Raises:
        Unknown: when nothing tells how many piles there are of a name.
    """

    def __init__(
        self, game: Game, players: int, variant: str, classes: ComponentClasses, script: Iterable[Step]
    ) -> None:
        self.game, self.players, self.variant, self.classes = game, players, variant, classes
        self.numbers = game_numbers(game, variant)
        file = game.file
        self._many = {
            name: _how_many(name, pile.many, self.numbers, players)
            for name, pile in (file.decks | file.piles | file.each_player_has).items()
            if pile.many is not None
        }
        shared = dict.fromkeys((*file.decks, *file.piles, BOX, TABLE))
        self.keys: tuple[PileKey, ...] = (
            *((one, None) for name in shared if name not in file.each_player_has for one in self._named(name)),
            *((one, seat) for seat in range(players) for name in file.each_player_has for one in self._named(name)),
        )
        self.index: Mapping[PileKey, int] = {key: place for place, key in enumerate(self.keys)}
        self.seat_pile_names = self._all_names(file.each_player_has)
        """Every way to name a pile that a seat has."""
        self.shared_pile_names = self._all_names(shared) - self.seat_pile_names
        """Every way to name another pile."""
        self._meant: dict[tuple[str, int | None], tuple[PileKey, ...]] = {}
        self._lines = tuple(all_steps(script))
        self.ordered_pile_names = self._all_names(_ordered(self._lines))
        """Every way to name a pile whose order can matter."""

    def _all_names(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(text for name in names for one in (name, *self._named(name)) for text in (one, EACH + one))

    def _named(self, name: str) -> tuple[str, ...]:
        """Return the names of all piles of a name: one, or as many as there are equals."""
        count = self._many.get(name)
        return (name,) if count is None else tuple(f"{name} {number}" for number in range(1, count + 1))

    def keys_of(self, name: str, seat: int | None) -> tuple[PileKey, ...]:
        """Return the piles that a name means for a seat: several for equals, and for ``each hand`` of all seats.

        Raises:
            Unknown: when there is no such pile, or nobody whose pile it could be.
        """
        meant = self._meant.get((name, seat))
        if meant is None:
            meant = self._meant[name, seat] = self._keys_of(name, seat)
        return meant

    def _keys_of(self, name: str, seat: int | None) -> tuple[PileKey, ...]:
        base = name.removeprefix(EACH)
        if base not in self.seat_pile_names:
            found: tuple[PileKey, ...] = tuple((one, None) for one in self._named(base))
        elif seat is not None:
            found = tuple((one, seat) for one in self._named(base))
        else:
            found = tuple((one, owner) for owner in range(self.players) for one in self._named(base))
        for key in found:
            if key not in self.index:
                raise UnknownOutcome(f"there is no pile {name!r}")
        return found

    def key(self, name: str, seat: int | None) -> PileKey:
        """Return the pile that a name means for a seat.

        Raises:
            Unknown: when there is no such pile, or more than one.
        """
        if seat is None and name in self.seat_pile_names:
            raise UnknownOutcome(f"nobody is named whose {name!r} this is")
        found = self.keys_of(name, seat)
        if len(found) != 1:
            raise UnknownOutcome(f"which of the {len(found)} piles {name!r} this is, nothing says; write 'each {name}'")
        return found[0]

    def pile(self, state: State, key: PileKey) -> Pile:
        """Return a pile of a state."""
        return state.piles[self.index[key]]

    def with_pile(self, state: State, key: PileKey, pile: Pile) -> State:
        """Return a state with another pile in one place."""
        place = self.index[key]
        return State((*state.piles[:place], pile, *state.piles[place + 1 :]), state.values)

    def put(self, state: State, key: PileKey, counts: Counts, *, mixed: bool = False) -> State:
        """Return a state with components laid on a pile; where their order never matters they join the others."""
        if not any(counts):
            return state
        pile = self.pile(state, key)
        if key[0] in self.ordered_pile_names:
            return self.with_pile(state, key, (Segment(counts, mixed), *pile))
        whole = add_counts(pile[0].counts, counts) if pile else counts
        return self.with_pile(state, key, pile_of(whole))

    def start_states(self) -> Iterator[State]:
        """Yield the states before the first line: decks hold what they contain, the box holds the rest.

        A seat that no line names may be any of them.

        Raises:
            Unknown: when equal piles hold something, for nothing says which.
        """
        left = {component.id: component for component in self.game.components}
        piles: dict[PileKey, Pile] = {}
        for name, deck in (self.game.file.decks | self.game.file.piles).items():
            if deck.contains is not None:
                if name in self._many:
                    raise UnknownOutcome(f"nothing says how what {name!r} contains lies in so many piles")
                held = [
                    component for component in selected_components(self.game, deck.contains) if component.id in left
                ]
                piles[name, None] = self._filled(held)
                for component in held:
                    del left[component.id]
        piles[BOX, None] = self._filled(left.values())
        state = State(tuple(piles.get(key, ()) for key in self.keys))
        named = {step.operand for step in self._lines if step.verb == "name"}
        asked = {step.who for step in self._lines if step.who in self.game.file.seats} - named
        for seats in product(range(self.players), repeat=len(asked)):
            yield state._replace(values=tuple(sorted(zip(map(str, asked), seats, strict=True))))

    def _filled(self, held: Iterable[Component]) -> Pile:
        return pile_of(self.classes.counts(held))

    def pile_sizes(self, state: State) -> dict[PileKey, int]:
        """Return how many components lie in each pile."""
        return {key: pile_size(pile) for key, pile in zip(self.keys, state.piles, strict=True)}


def all_steps(script: Iterable[Step]) -> Iterator[Step]:
    """Yield the lines of a script and those within them."""
    for step in script:
        yield step
        yield from all_steps(step.steps)
        for option in step.choices:
            yield from all_steps(option)


def game_numbers(game: Game, variant: str) -> dict[str, int]:
    """Return the numbers of a game as a variant has them."""
    changed = [one.numbers for one in game.file.variants if one.key == variant]
    return {name: number.value for name, number in game.file.numbers.items()} | (changed[0] if changed else {})


def _how_many(name: str, many: int | str | dict[int, int] | None, numbers: Mapping[str, int], players: int) -> int:
    """Return how many equal piles there are of a name."""
    if isinstance(many, dict):
        many = many.get(players)
    if isinstance(many, str):
        many = players if many == "players" else numbers.get(many)
    if many is None:
        raise UnknownOutcome(f"nothing says how many piles {name!r} there are for {players} players")
    return many


def _ordered(lines: Iterable[Step]) -> Iterator[str]:
    """Yield the piles whose order can matter: those that are drawn from, shuffled, split or stacked."""
    for step in lines:
        if step.verb in {"draw", "deal"} and step.source is not None:
            yield step.source.removeprefix(EACH)
        yield from (name.removeprefix(EACH) for name in step.piles)


def condition_values(table: Table, state: State) -> dict[str, Any]:
    """Return the names that conditions may use, apart from those that count piles."""
    return {
        "players": table.players,
        "variant": table.variant,
        "numbers": table.numbers,
        **table.numbers,
        **dict(state.values),
    }
