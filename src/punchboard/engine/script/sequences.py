"""Scripts as they are walked: with the lines of each named sequence in the place where it is called."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step


def inline_sequences(game: Game, script: Sequence[Step], within: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Return a script with every sequence that it calls; a call stays one when the sequence is unknown or calls itself.

    ``{do: turn}`` and ``{do: turns}`` are calls of the round, which no set-up has.
    """
    return tuple(_inlined(game, step, within) for step in script)


def _inlined(game: Game, step: Step, within: frozenset[str]) -> Step:
    name = step.operand
    if step.verb == "do" and name in game.file.sequences and name not in within:
        return step.model_copy(update={"steps": inline_sequences(game, game.file.sequences[name], within | {name})})
    if step.steps:
        return step.model_copy(update={"steps": inline_sequences(game, step.steps, within)})
    if step.choices:
        return step.model_copy(update={"choices": tuple(inline_sequences(game, one, within) for one in step.choices)})
    return step
