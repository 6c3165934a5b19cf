"""A game on the table: its piles, their contents at the start, and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from punchboard.expression import expression
from punchboard.model.game.game import Game
from punchboard.model.game.selection import Selection, parse_selection

from .world import Key, World, lie_of, rows_of


class Table:
    """Piles by name and seat, and their contents at the start."""

    def __init__(self, game: Game, players: int, variant: str) -> None:
        self.game, self.players, self.variant = game, players, variant
        changed = [one.numbers for one in game.file.variants if one.key == variant]
        self.numbers = {name: one.value for name, one in game.file.numbers.items()} | (changed[0] if changed else {})
        self.rows = {component.id: component for component in game.components}
        many = {name: pile.many for name, pile in game.file.piles.items() if isinstance(pile.many, dict)}
        shared = dict.fromkeys((*game.file.decks, *game.file.piles, "box", "table"))
        self.keys: list[Key] = [(name, None) for name in shared if name not in many]
        self.equals = {name: [f"{name} {1 + one}" for one in range(count[players])] for name, count in many.items()}
        self.keys += [(one, None) for names in self.equals.values() for one in names]
        self.equals |= {name: list(members) for name, members in game.pile_families.items()}
        self.keys += [(name, seat) for seat in range(players) for name in game.file.each_player_has]

    def selected(self, text: str) -> Selection:
        """Return whether a component belongs to a selection with this number of players."""
        return parse_selection(self.game, text, {"players": self.players})

    def start(self) -> World:
        """Return the world before the first step: what is in no deck is in the box."""
        decks = {name: self.selected(deck.contains) for name, deck in self.game.file.decks.items() if deck.contains}
        lies = []
        for name, _ in self.keys:
            if name == "box":
                held = [row for row in self.rows.values() if not any(within(row) for within in decks.values())]
            else:
                held = [row for row in self.rows.values() if name in decks and decks[name](row)]
            lies.append(lie_of((False, tuple(row.id for row in held for _ in range(row.copies)))))
        return World(tuple(lies))

    def key(self, name: str, seat: int | None) -> int:
        """Return the index of a pile in a world."""
        own = name in self.game.file.each_player_has
        return self.keys.index((name, seat if own else None))

    def keys_of(self, name: str, seat: int | None) -> list[int]:
        """Return the indexes of the piles that a name means: of ``each part``, of ``each hand``, or of one pile."""
        name = name.removeprefix("each ")
        if name in self.equals:
            return [self.keys.index((one, None)) for one in self.equals[name]]
        if name in self.game.file.each_player_has and seat is None:
            return [self.key(name, owner) for owner in range(self.players)]
        return [self.key(name, seat)]

    def sizes(self, world: World) -> dict[Key, int]:
        """Return how many components each pile holds."""
        return {key: len(rows_of(lie)) for key, lie in zip(self.keys, world.piles, strict=True)}

    def holds(self, text: str, world: World, seat: int | None) -> bool:
        """Tell whether a condition is true for a seat."""
        return bool(self.value(text, world, seat))

    def value(self, text: str, world: World, seat: int | None) -> Any:
        """Return the value of a condition or formula for a seat."""

        def counted(pile: str, owner: int | None, only: str, fields: dict[str, object]) -> int:
            return counted_in(self.keys_of(pile, owner), only, fields)

        def counted_in(keys: Sequence[int], only: str, fields: dict[str, object]) -> int:
            held = [self.rows[row] for key in keys for row in rows_of(world.piles[key])]
            fits = self.selected(only)
            return sum(
                fits(row) and all(row.values.get(name) == value for name, value in fields.items()) for row in held
            )

        def count(pile: str, only: str = "all", /, **fields: object) -> int:
            assert seat is not None or pile not in self.game.file.each_player_has
            return counted(pile, seat, only, fields)

        def over_seats(how: Callable[[list[int]], int]) -> Callable[..., int]:
            def function(pile: str, only: str = "all", /, **fields: object) -> int:
                return how([counted(pile, owner, only, fields) for owner in range(self.players)])

            return function

        known = {**dict(world.values), "players": self.players, "variant": self.variant, **self.numbers}

        def empty(pile: str, only: str = "all", /, **fields: object) -> int:
            keys = self.keys_of(pile, None)
            return sum(not counted_in([key], only, fields) for key in keys)

        functions = {"count": count, "total": over_seats(sum), "most": over_seats(max), "least": over_seats(min)}
        functions["empty"] = empty
        return expression(text)({**known, "numbers": self.numbers, **functions})
