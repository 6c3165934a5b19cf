"""A player who answers at random, for simulated games."""

from __future__ import annotations

from random import Random
from typing import Any

from punchboard.engine.program.world import Question
from punchboard.engine.states.state import UnknownOutcome


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
        one = options[int(self._chance.random() * len(options))]
        return [one] if question.kind == "pieces" else one
