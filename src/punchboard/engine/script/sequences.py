"""Named sequences inlined into the scripts that call them."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step


def inline_sequences(game: Game, script: Sequence[Step], within: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Return a script with every sequence inlined; calls of unknown sequences, and of a sequence by itself, stay.

    ``{do: turns}`` is a call of a round.
    """
    return tuple(_inline_step(game, step, within) for step in script)


def _inline_step(game: Game, step: Step, within: frozenset[str]) -> Step:
    name = step.sequence
    if name in game.file.sequences and name not in within:
        return step.model_copy(update={"steps": inline_sequences(game, game.file.sequences[name], within | {name})})
    if step.steps:
        return step.model_copy(update={"steps": inline_sequences(game, step.steps, within)})
    if step.choices:
        return step.model_copy(update={"choices": tuple(inline_sequences(game, one, within) for one in step.choices)})
    return step
