"""Carries out a program: one piece at a time, with chance from a seed and choices from a player.

The script of ``table.html`` has the same machine: with one seed and equal answers, both do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from punchboard.engine.program.moves import can_move, move
from punchboard.engine.program.parts import (
    Act,
    ByHand,
    Doer,
    Group,
    Line,
    Move,
    Name,
    Pass,
    Roll,
    Shuffle,
    Split,
    Stack,
)
from punchboard.engine.program.piece_amounts import number_now
from punchboard.engine.program.values import value_of
from punchboard.engine.program.world import Here, Player, Shortage, World

__all__ = ["Machine", "Player", "Shortage"]


class Machine(World):
    """A game on a table, with the scripts that can be carried out there."""

    work = 0
    """How many lines it has carried out."""

    def run(self, block: str) -> None:
        """Carry out a block.

        Raises:
            Shortage: when a step that must be carried out cannot be.
        """
        lines = self.program.blocks[block]
        self.work += len(lines)
        for line in lines:
            self.line(line)

    def line(self, line: Line) -> None:
        """Carry out one line, for each of its doers.

        Raises:
            Shortage: when it must be carried out and cannot be.
        """
        doers: Sequence[Doer] = line.doers
        if line.who:
            named = self.values.get(line.who)
            doers = [line.doers[named]] if isinstance(named, int) else []
            if not doers:
                self.cannot_tell(Here(line.path, None), f"no seat has been named {line.who!r}")
        if line.counts:
            self.moved = {doer.seat: self.doer(line.path, doer) for doer in doers}
            return
        for doer in doers:
            self.doer(line.path, doer)

    def doer(self, path: str, doer: Doer) -> int:
        """Carry out a line for one of its doers, and return how many pieces it moved.

        Raises:
            Shortage: when it must be carried out and cannot be.
        """
        if self.ended or (doer.when is not True and not value_of(doer.when, self)):
            return 0
        here = Here(path, doer.seat)
        if doer.may:
            return self._may(here, doer)
        if len(doer.acts) == 1:
            return self.carry_out(here, doer.acts[0])
        return sum([self.carry_out(here, act) for act in doer.acts])

    def _may(self, here: Here, doer: Doer) -> int:
        """Carry out all acts or none, as the player likes."""
        moves = [act for act in doer.acts if isinstance(act, Move)]
        if not all(can_move(self, here, act) for act in moves) or not self.ask("may", here, (False, True)):
            return 0
        before = [pile[:] for pile in self.piles] if len(moves) > 1 else self.piles
        try:
            return sum([self.carry_out(here, act) for act in doer.acts])
        except Shortage:
            if not moves:
                raise  # of a step within a group
            self.piles = before  # a move took what a later one needs; or no draw has what it needs, and was put back
            self.tell("undone", here, before)
            return 0

    def carry_out(self, here: Here, act: Act) -> int:
        """Carry out an act, and return how many pieces a move has moved."""
        if isinstance(act, Move):
            return move(self, here, act)
        match act:
            case Group():
                self._group(here, act)
            case Shuffle() | Split() | Stack() | Pass():
                _WHOLE_PILES[type(act)](self, here, act)
            case Roll():
                self._roll(here, act)
            case Name():
                self._name(here, act)
            case ByHand():
                self.tell("by hand", here, act.why)
                if act.unknown:
                    self.cannot_tell(here, act.why)
        return 0

    def _group(self, here: Here, act: Group) -> None:
        for _ in range(number_now(self, here, act.times)):
            if not self.ended:
                self.run(act.blocks[0] if len(act.blocks) == 1 else self.ask("option", here, act.blocks))

    def _roll(self, here: Here, act: Roll) -> None:
        self.values[act.value] = act.faces[self.chance.below(len(act.faces))]
        self.tell("roll", here, act.die, act.value, self.values[act.value])

    def _name(self, here: Here, act: Name) -> None:
        without = self.values.get(act.but) if isinstance(act.but, str) else act.but
        seats = [one for one in range(self.program.players) if one != without]
        if not seats:
            self.cannot_tell(here, f"no seat can be named {act.value!r}")
        else:
            self.values[act.value] = seats[0] if len(seats) == 1 else self.ask("seat", here, seats)
            self.tell("name", here, act.value, self.values[act.value])


# Steps on whole piles: shuffle, split, stack and pass.


def shuffle(world: World, here: Here, act: Shuffle) -> None:
    """Shuffle piles: into one, or each by itself."""
    if act.into is None:
        for place in act.piles:
            world.shuffle(here, place)
        return
    for place in act.piles:
        if place != act.into:
            world.shift(here, place, act.into, world.piles[place][:])
    world.shuffle(here, act.into)


def split(world: World, here: Here, act: Split) -> None:
    """Divide a pile among others: each takes its share off the top, rounded up."""
    for number, target in enumerate(act.targets):
        pile = world.piles[act.source]
        share = -(-len(pile) // (len(act.targets) - number))
        world.shift(here, act.source, target, pile[len(pile) - share :])


def stack(world: World, here: Here, act: Stack) -> None:
    """Put piles on one another, the first on top."""
    below = () if act.target in act.piles else (act.target,)
    whole = [piece for place in (*below, *reversed(act.piles)) for piece in world.piles[place]]
    for place in act.piles:
        if place != act.target:
            world.shift(here, place, act.target, world.piles[place][:])
    world.piles[act.target][:] = whole
    world.tell("order", here, act.target, whole[:])


def pass_on(world: World, here: Here, act: Pass) -> None:
    """Let piles change places at the same time."""
    before = {place: world.piles[place][:] for place, _ in act.moves}
    for place, taker in act.moves:
        world.shift(here, place, taker, before[place])
    for place, taker in act.moves:
        world.piles[taker][:] = before[place]


_WHOLE_PILES: Final[Mapping[type, Callable[[World, Here, Any], None]]] = MappingProxyType(
    {Shuffle: shuffle, Split: split, Stack: stack, Pass: pass_on}
)
"""The function that carries out each act on whole piles."""
