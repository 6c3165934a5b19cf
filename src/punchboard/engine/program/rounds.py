"""Rounds of a program, played one by one until an end is met; a player who answers at random."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal

from punchboard.engine.program.machine import Machine
from punchboard.engine.program.world import Here, Question, value_of
from punchboard.engine.script import countdown_value
from punchboard.engine.states.table import UnknownOutcome

BY_LINE: Final = "a shortage"
"""The name of an end that a step brings about by ``if short: end``."""


class Rounds:
    """The rounds of a game, after its set-up."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.round = 0
        """How many rounds have begun."""
        self.part = 0
        """The part of the round that comes next."""
        self.turns = [0] * machine.program.players
        """How many turns each seat has had."""
        self._first = 0

    def play_round(self) -> tuple[str, ...]:
        """Play a round, and return the ends that it meets; it stops after the turn in which it meets one.

        Raises:
            Shortage: when a step that must be carried out cannot be.
        """
        if not self.machine.program.rounds:
            self.round += 1
            return self._met("round", None)
        while not (met := self.play_part()) and self.part:
            pass
        return met

    def play_part(self) -> tuple[str, ...]:
        """Play the next part of a round, and return the ends that it meets: those of its turn, or of the round.

        Raises:
            Shortage: when a step that must be carried out cannot be.
        """
        part = self.machine.program.rounds[self.part]
        if self.part == 0:
            self.round += 1
            self._first = 0
        if part.offset == 0:
            self._first = first_seat(self.machine)
        met: tuple[str, ...] = ()
        if all(value_of(term, self.machine) for term in part.when):
            seat = None if part.offset is None else (part.offset + self._first) % len(self.turns)
            met = self._turn(part.block, seat)
        self.part = (self.part + 1) % len(self.machine.program.rounds)
        return met or (self._met("round", None) if self.part == 0 else ())

    def _turn(self, block: str, seat: int | None) -> tuple[str, ...]:
        """Carry out a block, for a seat whose turn it is or for nobody in particular."""
        if seat is None:
            self.machine.run(block)
            return self._met(None, None)
        if any(self.turns):
            self.machine.tell("next", Here("", seat))
        self.turns[seat] += 1
        self.machine.tell("on turn", Here("", seat))
        self.machine.run(f"{block}/{seat}")
        return self._met("turn", seat)

    def _met(self, check: Literal["turn", "round"] | None, seat: int | None) -> tuple[str, ...]:
        met = self._run_out(check)
        for end in self.machine.program.ends:
            if end.check != check or end.seat != seat or not value_of(end.when, self.machine):
                continue
            if end.last is None:
                met.append(end.name)
            else:
                self.machine.values.setdefault(countdown_value(end.name), end.last[1])
        return (*met, BY_LINE) if self.machine.ended else tuple(met)

    def _run_out(self, unit: Literal["turn", "round"] | None) -> list[str]:
        """Return the ends after which a turn or a round was the last that is still played."""
        values, ended = self.machine.values, []
        for name in dict.fromkeys(end.name for end in self.machine.program.ends if end.last and end.last[0] == unit):
            left = values.get(countdown_value(name))
            if isinstance(left, int):
                values[countdown_value(name)] = left - 1
                ended += [name] if left == 1 else []
        return ended


def first_seat(machine: Machine) -> int:
    """Return the seat that has the first turn of a round: the one that steps have named, or seat 0."""
    name = machine.program.first
    return int(machine.values.get(name, 0)) if name is not None else 0


class RandomPlayer:
    """Answers every question with a random one of its options, drawn with a seed."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311 - games, not secrets

    def answer(self, question: Question) -> Any:
        """Return one of the options; for ``pieces`` a list of as many as are asked for.

        Raises:
            UnknownOutcome: for a question that only people can answer.
        """
        if question.why:
            raise UnknownOutcome(question.why)
        options, number = question.options, question.number
        if question.kind == "pieces" and number > 1:
            return self._chance.sample(options, number)
        option = options[int(self._chance.random() * len(options))]
        return [option] if question.kind == "pieces" else option
