"""A table on which single components lie: piles as lists, shuffled only as far as somebody looks."""

from __future__ import annotations

from random import Random

from punchboard.engine.states.state import Value

Pile = list[int]
"""The classes of the components of a pile, the top one last."""


StepAtSeat = tuple[tuple[str | int, ...], int | None]
"""A line by its path, and the seat that does it."""


class SimulatedShortage(Exception):
    """A line that a seat cannot carry out; the world is as it was before the line."""

    def __init__(self, here: StepAtSeat, place: int, wanted: int, there: int) -> None:
        super().__init__(here, place, wanted, there)
        self.step_at_seat, self.place, self.required, self.available = here, place, wanted, there


class World:
    """One game under way.

    Of each pile the lowest ``loose`` components lie in an order that nobody has made yet: every order of them is
    equally likely, and one is drawn when it is asked for.
    """

    __slots__ = ("chance", "depleted", "ended", "moved", "piles", "unordered", "values", "work")

    def __init__(self, piles: list[Pile], chance: Random) -> None:
        self.piles = piles
        self.unordered = [len(pile) for pile in piles]
        self.chance = chance
        self.values: dict[str, Value] = {}
        self.moved: dict[int | None, int] = {}
        self.ended = False
        self.depleted: dict[int, bool] | None = None
        """The piles that have run out, and whether that was told; None while nobody listens."""
        self.work = 0

    def take(self, place: int, number: int) -> Pile:
        """Take the top components off a pile that holds as many; the top one comes first."""
        pile, loose = self.piles[place], self.unordered[place]
        known = len(pile) - loose
        if number <= known:
            if not number:
                return []
            taken = pile[: -number - 1 : -1]
            del pile[-number:]
            return taken
        taken = pile[: loose - 1 : -1] if known else []
        del pile[loose:]
        need = number - known
        if need == loose:
            self.chance.shuffle(pile)
            taken += pile
            pile.clear()
            self.unordered[place] = 0
            return taken
        random = self.chance.random
        for left in range(loose, loose - need, -1):
            at = int(random() * left)
            taken.append(pile[at])
            pile[at] = pile[left - 1]
        del pile[loose - need :]
        self.unordered[place] = loose - need
        return taken

    def fix_order(self, place: int) -> None:
        """Make the order that the loose components of a pile lie in."""
        loose = self.unordered[place]
        if loose > 1:
            pile = self.piles[place]
            part = pile[:loose]
            self.chance.shuffle(part)
            pile[:loose] = part
        self.unordered[place] = 0

    def shuffle(self, place: int) -> None:
        """Shuffle a pile."""
        self.unordered[place] = len(self.piles[place])

    def put_under(self, place: int, other: int) -> None:
        """Shuffle a pile and lay it under another."""
        self.fix_order(place)
        pile, below = self.piles[place], self.piles[other]
        pile[:0] = below
        self.unordered[place] = len(below)
        below.clear()
        self.unordered[other] = 0

    def remove(self, place: int, at: list[int]) -> Pile:
        """Take the components at some places of a pile, wherever they lie; the places are in order."""
        pile, loose = self.piles[place], self.unordered[place]
        taken = [pile[one] for one in at]
        for one in reversed(at):
            del pile[one]
        self.unordered[place] = loose - sum(one < loose for one in at) if loose else 0
        return taken
