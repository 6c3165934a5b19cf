"""The table that a script runs on: its piles by name and seat, what lies in them at the start, and states of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.model.game import Component, Game
from punchboard.model.select import selected
from punchboard.model.setup import Step
from punchboard.play.classes import Classes, Counts
from punchboard.play.piles import Pile, Segment, added, pile_of, size

BOX: Final = "box"
TABLE: Final = "table"

Key = tuple[str, int | None]
"""A pile by its name, and the seat that it belongs to; seats count from 0, shared piles have none."""

Value = int | str


class State(NamedTuple):
    """All piles in the order of the table's keys, and the values that dice and lines have fixed."""

    piles: tuple[Pile, ...]
    values: tuple[tuple[str, Value], ...] = ()

    def value(self, name: str) -> Value | None:
        """Return what a die showed or a line fixed, None when it is not known."""
        return dict(self.values).get(name)

    def knowing_only(self, names: frozenset[str]) -> State:
        """Return the state without the values that nothing asks for any more."""
        if all(name in names for name, _ in self.values):
            return self
        return self._replace(values=tuple((name, value) for name, value in self.values if name in names))

    def knowing(self, name: str, value: Value) -> State:
        """Return the state with one value more."""
        return self._replace(values=tuple(sorted({**dict(self.values), name: value}.items())))


class Table:
    """The piles of a game for a number of seats and a variant."""

    def __init__(self, game: Game, players: int, variant: str, classes: Classes, script: Iterable[Step]) -> None:
        self.game, self.players, self.variant, self.classes = game, players, variant, classes
        file = game.file
        shared = dict.fromkeys((*file.decks, *file.piles, BOX, TABLE))
        self.keys: tuple[Key, ...] = (
            *((name, None) for name in shared if name not in file.each_player_has),
            *((name, seat) for seat in range(players) for name in file.each_player_has),
        )
        self.index: Mapping[Key, int] = {key: place for place, key in enumerate(self.keys)}
        self.ordered = frozenset(_ordered(script))

    def key(self, name: str, seat: int | None) -> Key:
        """Return the pile that a name means for a seat."""
        own = name in self.game.file.each_player_has
        return (name, seat or 0) if own else (name, None)

    def pile(self, state: State, key: Key) -> Pile:
        """Return a pile of a state."""
        return state.piles[self.index[key]]

    def with_pile(self, state: State, key: Key, pile: Pile) -> State:
        """Return a state with another pile in one place."""
        place = self.index[key]
        return state._replace(piles=(*state.piles[:place], pile, *state.piles[place + 1 :]))

    def put(self, state: State, key: Key, counts: Counts, *, mixed: bool = False) -> State:
        """Return a state with components laid on a pile; where their order never matters they join the others."""
        if not any(counts):
            return state
        pile = self.pile(state, key)
        if key[0] in self.ordered:
            return self.with_pile(state, key, (Segment(counts, mixed), *pile))
        whole = added(pile[0].counts, counts) if pile else counts
        return self.with_pile(state, key, pile_of(whole))

    def start(self) -> State:
        """Return the state before the first line: decks hold what they contain, the box holds the rest."""
        left = {component.id: component for component in self.game.components}
        piles: dict[Key, Pile] = {}
        for name, deck in (self.game.file.decks | self.game.file.piles).items():
            if deck.contains is not None:
                held = [component for component in selected(self.game, deck.contains) if component.id in left]
                piles[name, None] = self._filled(held)
                for component in held:
                    del left[component.id]
        piles[BOX, None] = self._filled(left.values())
        return State(tuple(piles.get(key, ()) for key in self.keys))

    def _filled(self, held: Iterable[Component]) -> Pile:
        return pile_of(self.classes.counts(held))

    def sizes(self, state: State) -> dict[Key, int]:
        """Return how many components lie in each pile."""
        return {key: size(pile) for key, pile in zip(self.keys, state.piles, strict=True)}


def _ordered(script: Iterable[Step]) -> Iterator[str]:
    """Yield the piles whose order can matter: those that are drawn from, shuffled, split or stacked."""
    for step in script:
        if step.verb in {"draw", "deal"} and step.source is not None:
            yield step.source
        yield from (name.removeprefix("each ") for name in step.piles)
        yield from _ordered(step.steps)
        for option in step.choices:
            yield from _ordered(option)


def plain_values(table: Table, state: State) -> dict[str, Any]:
    """Return the names that conditions may use, apart from those that count piles."""
    file = table.game.file
    return {
        "players": table.players,
        "variant": table.variant,
        "numbers": {name: number.value for name, number in file.numbers.items()},
        **{name: number.value for name, number in file.numbers.items() if name.isidentifier()},
        **dict(state.values),
    }
