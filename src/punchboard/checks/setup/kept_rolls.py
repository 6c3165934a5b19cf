"""SETUP013: one number is kept of a roll of several dice, and lines read it as if there were more.

What: each player rolls a die, and a line outside that group, an end or a question reads the number. Or there are
several equal dice, and a line reads the number of one.

Why: a die has one number at a time, the one that was rolled last. What all players drew by it would be the same for
all, which no table plays.

Bad::

    setup:
      - {each player rolls: storm}
      - {each player draws: storm, from: deck, to: hand}

Good::

    setup:
      - {each player does: [{roll: storm}, {draw: storm, from: deck, to: hand}]}
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from punchboard.checks.setup.step_names import SEATS
from punchboard.engine.moves.conditions import condition_nodes
from punchboard.engine.script import PlacedSteps, StepPath, inner_steps, option_steps, script_steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.problem import Problem

ID: Final = "SETUP013"

Rolls = dict[str, dict[StepPath, str]]
"""The die of each roll that may have been the last of a number, by the innermost line that several players carry out;
by no line if one player, or nobody, rolls."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each line, end and question that reads a number of which there were several."""
    rolls: Rolls = {}
    for script in ("setup", "round", "turn"):
        yield from _lines(game, script_steps(game, script), (), rolls)
    texts: list[tuple[str, StepPath]] = [(end.when, ("end", name, "when")) for name, end in game.file.end.items()]
    texts += [(question.when, ("odds", name, "when")) for name, question in game.file.odds.items()]
    texts += [(game.file.aim.most, ("aim", "most"))] if game.file.aim is not None else []
    for text, path in texts:
        yield from _problems(game, _names(text), path, (), rolls)


def _lines(game: Game, steps: PlacedSteps, groups: tuple[StepPath, ...], rolls: Rolls) -> Iterator[Problem]:
    for path, step in steps:
        here = (*groups, path) if step.actor in SEATS and game.file.players.bounds[1] != 1 else groups
        for key, names in _read(step):
            yield from _problems(game, names, (*path, key), here, rolls)
        ways = [] if step.when is None and not step.may else [dict(rolls)]
        for lines in option_steps(path, step) or (inner_steps(path, step),):
            after = dict(rolls)
            if step.traits.operand == "die":
                after[step.called or step.operand] = {here[-1] if here else (): step.operand}
            yield from _lines(game, lines, here, after)
            ways.append(after)
        for name in {name for way in ways for name in way}:
            rolls[name] = {group: die for way in ways for group, die in way.get(name, {}).items()}


def _read(step: Step) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each key of a line that reads numbers, with their names."""
    written = (step.amount.number if step.amount is not None else None, step.times)
    for key, number in zip((step.verb, "times"), written, strict=True):
        if isinstance(number, str):
            yield key, frozenset({number}) | _names(number)
    yield "when", _names(step.when)
    yield "needs", _names(step.needs)


def _names(text: str | None) -> frozenset[str]:
    return frozenset(node.id for node in condition_nodes(text or "") if isinstance(node, ast.Name))


def _problems(
    game: Game, names: frozenset[str], path: StepPath, groups: tuple[StepPath, ...], rolls: Rolls
) -> Iterator[Problem]:
    rolled = ((group, die) for name in sorted(names & rolls.keys()) for group, die in rolls[name].items())
    for group, die in rolled:
        copies = game.file.dice[die].copies if die in game.file.dice else 1
        if copies > 1:
            message = f"{copies} dice {die!r} are rolled, and one number is kept"
            yield Problem(ID, game.place_of(*path), message, "give each die that is read an entry of its own in 'dice'")
        elif group and group not in groups:
            message = f"each player rolls {die!r}, and only the number of the last one is kept"
            hint = f"put both lines into one: {{each player does: [{{roll: {die}}}, ...]}}"
            yield Problem(ID, game.place_of(*path), message, hint)
