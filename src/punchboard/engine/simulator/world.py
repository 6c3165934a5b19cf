"""A table of single components: piles as lists, shuffled only as far as their order is read."""

from __future__ import annotations

from random import Random

from punchboard.engine.states.state import Value

Pile = list[int]
"""The class of each component of a pile, the top one last."""


StepAtSeat = tuple[tuple[str | int, ...], int | None]
"""A step by its path, and the seat that carries it out."""


class SimulatedShortage(Exception):  # noqa: N818 - a finding, raised to leave the run at once
    """A seat cannot carry out a step; the world is as it was before the step."""

    def __init__(self, step_at_seat: StepAtSeat, place: int, required: int, available: int) -> None:
        super().__init__(step_at_seat, place, required, available)
        self.step_at_seat, self.place, self.required, self.available = step_at_seat, place, required, available


class World:
    """One game in progress.

    The lowest ``unordered`` components of each pile have no order yet: every order is equally likely, and one is drawn
    when it is read.
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
        """The piles that have run out, and whether that was reported; None while it is not recorded."""
        self.work = 0

    def take(self, place: int, number: int) -> Pile:
        """Take the top ``number`` components off a pile that holds as many; the top one comes first."""
        pile, unordered = self.piles[place], self.unordered[place]
        known = len(pile) - unordered
        if number <= known:
            if not number:
                return []
            taken = pile[: -number - 1 : -1]
            del pile[-number:]
            return taken
        taken = pile[: unordered - 1 : -1] if known else []
        del pile[unordered:]
        need = number - known
        if need == unordered:
            self.chance.shuffle(pile)
            taken += pile
            pile.clear()
            self.unordered[place] = 0
            return taken
        random = self.chance.random
        for left in range(unordered, unordered - need, -1):
            at = int(random() * left)
            taken.append(pile[at])
            pile[at] = pile[left - 1]
        del pile[unordered - need :]
        self.unordered[place] = unordered - need
        return taken

    def fix_order(self, place: int) -> None:
        """Draw an order for the unordered components of a pile."""
        unordered = self.unordered[place]
        if unordered > 1:
            pile = self.piles[place]
            part = pile[:unordered]
            self.chance.shuffle(part)
            pile[:unordered] = part
        self.unordered[place] = 0

    def shuffle(self, place: int) -> None:
        """Shuffle a pile."""
        self.unordered[place] = len(self.piles[place])

    def put_under(self, place: int, other: int) -> None:
        """Shuffle a pile and put it under another."""
        self.fix_order(place)
        pile, below = self.piles[place], self.piles[other]
        pile[:0] = below
        self.unordered[place] = len(below)
        below.clear()
        self.unordered[other] = 0

    def remove(self, place: int, at: list[int]) -> Pile:
        """Remove and return the components at some places of a pile; the places are in order."""
        pile, unordered = self.piles[place], self.unordered[place]
        taken = [pile[one] for one in at]
        for one in reversed(at):
            del pile[one]
        self.unordered[place] = unordered - sum(one < unordered for one in at) if unordered else 0
        return taken
