"""Bots: players of simulated games. ``random`` takes any answer, ``greedy`` one after which its aim is greatest."""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from punchboard.engine.program.chance import Chance
from punchboard.engine.program.machine import Machine, Shortage
from punchboard.engine.program.parts import Doer, Group, Move, Name, Program
from punchboard.engine.program.random_player import RandomPlayer
from punchboard.engine.program.values import value_of
from punchboard.engine.program.world import Question

BOTS: Final = ("random", "greedy")
"""The bots by name."""

TRIES: Final = 8
"""How many ways a greedy bot tries for each step."""


class Choice(NamedTuple):
    """An answer to a question of a kind."""

    kind: str
    answer: Any


class Players(RandomPlayer):
    """Answers for all seats: as a bot has chosen before, else at random."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plans: dict[int, list[Choice]] = {}
        """What a seat has chosen for the questions to come, in order."""
        self.noted: list[Choice] | None = None
        """Collects the answers of ``noting``."""
        self.noting: int | None = None
        self.is_hidden: Callable[[Question], bool] = lambda _question: False

    def reseed(self, seed: int) -> None:
        """Restart the chance of answers, for another game."""
        super().__init__(seed)
        self.plans.clear()

    def answer(self, question: Question) -> Any:
        """Return one of the options; for ``pieces`` a list of as many as are asked for.

        Raises:
            UnknownOutcome: for a question that only people can answer.
        """
        seat = question.here.seat
        if seat is None or self.is_hidden(question):
            return super().answer(question)  # nobody chooses among faces that nobody sees
        plan = self.plans.get(seat)
        if plan:
            kind, answer = plan.pop(0)
            chosen = answer if kind == "pieces" else (answer,)
            if kind == question.kind and all(one in question.options for one in chosen):
                return answer
            plan.clear()  # chance has led elsewhere
        found = super().answer(question)
        if seat == self.noting and self.noted is not None:
            self.noted.append(Choice(question.kind, found))
        return found


class BotMachine(Machine):
    """A machine whose greedy seats try each step before they carry it out.

    Args:
        program: the scripts.
        sets: the sets of components that they name.
        players: answers for all seats.
        tell: is given each event that really happens.
        greedy: the seats with greedy bots.
        shows: for each pile the side that others see: ``faces``, ``backs`` or ``owner``.
    """

    def __init__(
        self,
        program: Program,
        sets: Sequence[Sequence[int]],
        players: Players,
        tell: Callable[..., None],
        *,
        greedy: Collection[int],
        shows: Sequence[str],
    ) -> None:
        super().__init__(program, sets, 0, players, tell)
        self._players, self._greedy, self._shows = players, frozenset(greedy), shows
        self._decks = [place for place, side in enumerate(shows) if side == "backs"]
        self._asks: dict[int, bool] = {}
        self._is_trying = False
        players.is_hidden = self._is_hidden

    def begin(self, seed: int) -> None:
        """Put everything back for a game with this seed, as a new machine would lie."""
        self.chance, self._tries = Chance(seed), Random(seed)  # noqa: S311 - games, not secrets
        self.restart()

    def doer(self, path: str, doer: Doer) -> int:
        """Carry out a line for one of its doers, and return how many pieces it moved.

        Raises:
            Shortage: when it must be carried out and cannot be.
        """
        seat = doer.seat
        if self._is_trying or seat not in self._greedy or seat in self._players.plans or not self._may_ask(doer):
            return super().doer(path, doer)
        assert seat is not None
        self._players.plans[seat] = self._best(path, doer, seat)
        try:
            return super().doer(path, doer)
        finally:
            del self._players.plans[seat]

    def _best(self, path: str, doer: Doer, seat: int) -> list[Choice]:
        """Return the answers after which the aim of a seat was greatest; ties are broken by chance."""
        found: list[tuple[float, float, list[Choice]]] = []
        for _ in range(TRIES):
            value, notes = self._try(path, doer, seat)
            found.append((value, self._tries.random(), notes))
            if not notes:
                break  # nothing was asked
        return max(found, key=lambda one: one[:2])[2]

    def _try(self, path: str, doer: Doer, seat: int) -> tuple[float, list[Choice]]:
        """Return the aim of a seat after a step carried out in a copy of the world, and the answers it gave."""
        players, notes = self._players, list[Choice]()
        before = (self.piles, self.values, self.moved, self.ended, self.chance, self.tell, self.work)
        plans = (players.plans, players.noting, players.noted)
        self.piles, self.values = [pile[:] for pile in self.piles], dict(self.values)
        self.chance, self.tell = Chance(self._tries.getrandbits(32)), _not_told
        for place in self._decks:
            self.chance.shuffle(self.piles[place])  # a bot does not know what it will draw
        players.plans, players.noting, players.noted, self._is_trying = {}, seat, notes, True
        try:
            super().doer(path, doer)
            value = float(value_of(self.program.aims[seat], self))
        except Shortage:
            value = float("-inf")
        finally:
            (self.piles, self.values, self.moved, self.ended, self.chance, self.tell, self.work) = before
            players.plans, players.noting, players.noted = plans
            self._is_trying = False
        return value, notes

    def _is_hidden(self, question: Question) -> bool:
        """Return whether a question is about pieces whose faces the seat does not see."""
        if question.kind != "pieces":
            return False
        piece = question.options[0]
        place = next(place for place, pile in enumerate(self.piles) if piece in pile)
        side, owner = self._shows[place], self.program.piles[place][1]
        return side == "backs" or (side == "owner" and owner != question.here.seat)

    def _may_ask(self, doer: Doer) -> bool:
        """Return whether a step may leave anything to its seat."""
        known = self._asks.get(id(doer))
        if known is None:
            self._asks[id(doer)] = False  # a sequence that calls itself
            known = self._asks[id(doer)] = doer.may or any(map(self._leaves_open, doer.acts))
        return known

    def _leaves_open(self, act: object) -> bool:
        match act:
            case Name():
                return True
            case Move():
                return not act.draws or act.amount[0] == "up to" or len(act.amount) > 2
            case Group():
                lines = (line for block in act.blocks for line in self.program.blocks[block])
                return len(act.blocks) > 1 or any(self._may_ask(doer) for line in lines for doer in line.doers)
        return False


def _not_told(*_: Any) -> None:
    """Hear nothing: what a bot tries does not happen."""
