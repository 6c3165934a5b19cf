"""Carries out a program: one piece at a time, with chance from a seed and choices from a player.

The script of ``table.html`` has the same machine: with one seed and equal answers, both do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

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
from punchboard.engine.program.world import (
    Here,
    Player,
    Shortage,
    World,
    allowed,
    available,
    available_with_help,
    number_now,
    possible,
    value_of,
)

__all__ = ["Machine", "Player", "Shortage"]


def can_move(world: World, here: Here, act: Move) -> bool:
    """Return whether a move is possible now."""
    if _takes_all(act):
        return not act.same or available(world, act, (act.source,)) > 0
    return bool(possible(world, allowed(world, here, act), act))


def move(world: World, here: Here, act: Move) -> int:
    """Carry out a move, and return how many pieces it moved.

    Raises:
        Shortage: when it is not possible.
    """
    if _takes_all(act):
        return _move_all(world, here, act)
    before = len(world.piles[act.source])
    wishes = allowed(world, here, act)
    numbers = possible(world, wishes, act)
    if not numbers:
        raise Shortage(here, act.source, wishes[0], available_with_help(world, act))
    wanted = numbers[0] if len(numbers) == 1 else world.ask("amount", here, numbers)
    number = _supply(world, here, act, wanted)
    if not act.draws:
        _pick(world, here, act, number)
    elif _takes_whatever_comes(world, here, act):
        draw(world, here, act, number)
    else:
        _filtered_draw(world, here, act, number, takes_rest=number < wanted and act.refused != "again")
    if before and (number > before or not world.piles[act.source]) and act.amount[0] != "all":
        world.tell("run out", here, act.source, act.draws)
    return number


def _takes_all(act: Move) -> bool:
    return act.amount[0] == "all" and not act.draws


def _takes_whatever_comes(world: World, here: Here, act: Move) -> bool:
    if act.needs is not None and available(world, act, (act.source,)) < len(world.piles[act.source]):
        world.cannot_tell(here, "a draw with both a filter and 'needs' is not supported")
    return act.sets[0] is None or act.needs is not None


def _supply(world: World, here: Here, act: Move, wanted: int) -> int:
    """Shuffle other piles in below as far as that is needed, and return how many pieces can be moved."""
    if not act.short:
        return wanted
    there = available(world, act, (act.source,))
    for way in act.short:
        if there >= wanted:
            break
        if not isinstance(way, int):
            world.tell("short", here, act.source, wanted, there)
            world.ended = world.ended or way == "end"
            return there
        world.chance.shuffle(world.piles[way])
        world.tell("under", here, way, act.source, world.piles[way][:])
        world.piles[act.source][:0] = world.piles[way]
        world.piles[way].clear()
        there = available(world, act, (act.source,))
    return wanted


def _move_all(world: World, here: Here, act: Move) -> int:
    sets = [members for members in act.sets if world.count((act.source,), members)]
    if not sets and act.same:
        raise Shortage(here, act.source, 1, 0)
    if not sets:
        return 0
    members = sets[0] if len(sets) == 1 else world.ask("set", here, sets)
    pieces = world.matching(act.source, members)
    world.shift(here, act.source, act.target, pieces)
    return len(pieces)


def _pick(world: World, here: Here, act: Move, number: int) -> None:
    if not number:
        return
    sets = act.sets
    if len(sets) > 1:
        sets = tuple(members for members in sets if world.count((act.source,), members) >= number)
    members = sets[0] if len(sets) == 1 else world.ask("set", here, sets)
    pieces = world.matching(act.source, members)
    if len(pieces) > number:
        are_equal = len({world.component_of[piece] for piece in pieces}) == 1
        pieces = pieces[:number] if are_equal else world.ask("pieces", here, pieces, number)
    world.shift(here, act.source, act.target, pieces)


# Draws off the top of a pile: whatever comes, what a filter accepts, or again until a condition holds.

TRIES: Final = 50
"""The number of failed draws after which it is checked whether any draw can have what it needs."""


def draw(world: World, here: Here, act: Move, number: int) -> None:
    """Draw pieces; those of a draw that does not have what it needs are shuffled back, and it is repeated.

    Raises:
        Shortage: when no draw has what it needs.
    """
    pile, hand = world.piles[act.source], world.piles[act.target]
    world.shift(here, act.source, act.target, pile[len(pile) - number :][::-1])
    if act.needs is None:
        return
    again = 0
    while not value_of(act.needs, world):
        world.shift(here, act.target, act.source, hand[len(hand) - number :])
        world.shuffle(here, act.source)
        again += 1
        if again == TRIES and not any(_possible_draws(world, act, number)):
            raise Shortage(here, act.source, 1, 0)
        world.shift(here, act.source, act.target, pile[len(pile) - number :][::-1])
    world.tell("drawn", here, again, True)  # noqa: FBT003 - that it may draw again


def _possible_draws(world: World, act: Move, number: int, taken: tuple[int, ...] = ()) -> Iterator[bool]:
    """Yield for every draw that is possible whether it has what it needs; the pieces stay in their pile."""
    pile, hand = world.piles[act.source], world.piles[act.target]
    if len(taken) == number:
        before, hand[:], pile[:] = (hand[:], pile[:]), [*hand, *taken], [piece for piece in pile if piece not in taken]
        yield bool(value_of(act.needs, world))
        hand[:], pile[:] = before
        return
    kinds: set[tuple[bool, ...]] = set()
    for place in range(pile.index(taken[-1]) + 1 if taken else 0, len(pile)):
        kind = tuple(fits[world.component_of[pile[place]]] for fits in world.fits)
        if kind not in kinds:  # pieces that no condition tells apart make one draw
            kinds.add(kind)
            yield from _possible_draws(world, act, number, (*taken, pile[place]))


def _filtered_draw(world: World, here: Here, act: Move, number: int, *, takes_rest: bool) -> None:
    """Draw until enough pieces belong to the set, or with ``takes_rest`` to the last piece."""
    assert act.sets[0] is not None
    fits, pile = world.fits[act.sets[0]], world.piles[act.source]
    may_refuse = world.count((act.source,), act.sets[0]) < len(pile)
    taken = again = 0
    refused: list[int] = []
    while len(pile) > len(refused) if takes_rest else taken < number:
        piece = pile[-1 - len(refused)]
        if fits[world.component_of[piece]]:
            world.shift(here, act.source, act.target, (piece,))
            taken += 1
            continue
        again += 1
        world.tell("refused", here, act.source, piece)
        if act.refused == "again":
            world.shuffle(here, act.source)
        else:
            refused.append(piece)
    if refused:
        _put_away(world, here, act, refused)
    world.tell("drawn", here, again, may_refuse)


def _put_away(world: World, here: Here, act: Move, refused: Sequence[int]) -> None:
    """Put refused pieces where they belong; they still lie on top of their pile."""
    if isinstance(act.refused, str):
        world.shuffle(here, act.source)
        return
    for piece in refused:
        component = world.component_of[piece]
        homes = [home for members, home in act.refused if members is None or world.fits[members][component]]
        if homes:
            world.shift(here, act.source, homes[0], (piece,))
        else:
            world.cannot_tell(here, "'otherwise' has no pile for some refused components")


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
        seats = [seat for seat in range(self.program.players) if seat != without]
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


_WHOLE_PILES: Final[Mapping[type, Callable[[World, Here, Any], None]]] = {
    Shuffle: shuffle,
    Split: split,
    Stack: stack,
    Pass: pass_on,
}
"""The function that carries out each act on whole piles."""
