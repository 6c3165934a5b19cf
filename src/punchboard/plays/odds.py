"""Exact odds of a hand: what a number of draws from a pile can hold, before anything is put back."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from punchboard.engine.program.compiler import compile_program
from punchboard.engine.program.machine import Machine, Shortage
from punchboard.engine.program.parts import Move, Program, Sets
from punchboard.engine.program.random_player import RandomPlayer
from punchboard.engine.program.world import Here
from punchboard.engine.states.state import UnknownOutcome
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import parse_selection

FORM: Final = "at least 1 of SELECTION in 7 from PILE"

RUNS: Final = 20
"""How many set-ups are carried out to see what a pile holds; if they differ, chance decides it."""

_QUESTION: Final = re.compile(r"(at least|at most|exactly) (\d{1,4}) of (.+) in (\d{1,4}) from (.+)")


class OddsError(Exception):
    """A question about odds cannot be answered; the text says why."""


class Odds(NamedTuple):
    """The chance of a number of fitting components among those drawn."""

    what: str
    drawn: int
    fitting: int
    size: int
    chance: Fraction


class OpeningHand(NamedTuple):
    """What the first hand of a seat is drawn from, and how many components it has."""

    pile: str
    drawn: int
    held: tuple[Component, ...]
    """Every copy in the pile before the draw."""


class Dealt(NamedTuple):
    """Piles of the first seat and shared ones before anything is drawn from them, by name, and the opening hand."""

    piles: dict[str, tuple[Component, ...]]
    hand: OpeningHand | None


def chances(size: int, fitting: int, drawn: int) -> tuple[Fraction, ...]:
    """Return the chance of each number of fitting components, from none to all of those drawn."""
    total = comb(size, drawn)
    return tuple(Fraction(comb(fitting, one) * comb(size - fitting, drawn - one), total) for one in range(drawn + 1))


def answer(game: Game, question: str, deals: Sequence[Dealt]) -> Odds:
    """Return the chance that a question such as ``at least 1 of hero in 7 from deck`` asks for.

    Raises:
        ExpressionError: for a selection that cannot be read.
        OddsError: for a question that cannot be answered.
    """
    match = _QUESTION.fullmatch(" ".join(question.split()))
    if match is None:
        raise OddsError(f"{question!r} is not a question about odds; write '{FORM}'")
    how, number, selection, drawn, pile = match[1], int(match[2]), match[3], int(match[4]), match[5]
    fits = parse_selection(game, selection)
    if pile not in deals[0].piles:
        raise OddsError(f"there is no pile {pile!r}; choose one of: {', '.join(sorted(deals[0].piles))}")
    found = {(len(deal.piles[pile]), sum(map(fits, deal.piles[pile]))) for deal in deals}
    if len(found) > 1:
        raise OddsError(f"how many of {selection!r} are in {pile!r} depends on chance in the set-up")
    ((size, fitting),) = found
    if drawn > size:
        raise OddsError(f"{pile!r} holds {size} components, and {drawn} cannot be drawn")
    each = chances(size, fitting, drawn)
    counted = {"at least": each[number:], "at most": each[: number + 1], "exactly": each[number : number + 1]}[how]
    return Odds(f"{how} {number} of {selection}", drawn, fitting, size, sum(counted, Fraction(0)))


def hand_odds(game: Game, deals: Sequence[Dealt]) -> tuple[Odds, ...]:
    """Return for each kind and group the chance that an opening hand holds at least one, where chance decides that."""
    hand = deals[0].hand
    found = []
    for name in (*game.kinds, *game.file.groups) if hand is not None else ():
        try:
            odds = answer(game, f"at least 1 of {name} in {hand.drawn} from {hand.pile}", deals) if hand else None
        except OddsError:
            continue
        if odds is not None and 0 < odds.chance < 1:
            found.append(odds)
    return tuple(found)


def deals_of(game: Game, players: int, variant: str = "") -> tuple[Dealt, ...]:
    """Return what some set-ups deal, each with chance and choices of its own; none if it cannot be carried out.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    sets = Sets()
    try:
        program = compile_program(game, players, variant, sets)
        return tuple(_Dealer(game, program, sets.members, seed).deal() for seed in range(RUNS))
    except (Shortage, UnknownOutcome):
        return ()


class _Dealer:
    def __init__(self, game: Game, program: Program, sets: Sequence[Sequence[int]], seed: int) -> None:
        self._game, self._program = game, program
        self._machine = Machine(program, sets, seed, RandomPlayer(seed), self._hear)
        draws, plain = set[str](), set[str]()
        for block in program.blocks.values():
            for line in block:
                moves = [act for doer in line.doers for act in doer.acts if isinstance(act, Move) and act.draws]
                draws |= {line.path} if moves else set()
                plain |= {line.path} if all(act.sets == (None,) for act in moves) else set()
        self._draws, self._plain = draws, plain
        self._first: dict[int, tuple[Component, ...]] = {}
        self._hand: tuple[str, int, int] | None = None

    def deal(self) -> Dealt:
        """Carry out the set-up."""
        machine, piles = self._machine, self._program.piles
        machine.run("setup")
        held = {
            name: self._first.get(place) or self._components(machine.piles[place])
            for place, (name, seat) in enumerate(piles)
            if seat in {None, 0}
        }
        if self._hand is None or self._hand[0] not in self._plain:
            return Dealt(held, None)
        _, source, number = self._hand
        return Dealt(held, OpeningHand(piles[source][0], number, held[piles[source][0]]))

    def _components(self, pieces: Sequence[int]) -> tuple[Component, ...]:
        return tuple(self._game.components[self._machine.component_of[piece]] for piece in pieces)

    def _hear(self, name: str, here: Here, *values: object) -> None:
        if name != "move" or here.path not in self._draws:
            return
        source, target, pieces = values
        assert isinstance(source, int)
        assert isinstance(target, int)
        assert isinstance(pieces, list | tuple)
        if source not in self._first:
            self._first[source] = self._components((*self._machine.piles[source], *pieces))
        is_hand = self._program.piles[target] == ("hand", 0)
        if is_hand and (self._hand is None or self._hand[0] == here.path):
            self._hand = (here.path, source, len(self._machine.piles[target]))
