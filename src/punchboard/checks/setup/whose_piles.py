"""SETUP005: nobody acts whose pile could be meant, or somebody acts where all do.

What: a condition counts a pile that each player has, in a place where no player acts: at the end of a round, or in a
step for nobody in particular. Or a step there shuffles, splits or stacks such a pile. Or all players
pass their piles in a step of one player.

Why: each player has one, and the condition does not say whose it reads. Whether one player has four cards, or all of
them together, makes another game.

How to fix: `most('won') >= 4` asks whether any player has four, `least('won') >= 4` whether every player has,
`total('won') >= 4` whether all of them together have. `each player ...` at the start of a step lets each player act.

Bad::

    each player has:
      won: {name: tokens won}
    end:
      somebody has won: {when: "count('won') >= 4", check: round}

Good::

    end:
      somebody has won: {when: "most('won') >= 4", check: round}
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from punchboard.engine.moves.conditions import count_calls
from punchboard.engine.script import PlacedSteps, end_conditions, inner_steps, option_steps, script_steps
from punchboard.model.game.game import Game
from punchboard.model.values import Path
from punchboard.problem import Problem

ID: Final = "SETUP005"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each pile of the players that is read or moved where no player acts."""
    own = frozenset(game.file.each_player_has)
    by_place: dict[tuple[Path, str], str] = {}
    for name in ("setup", "round"):
        by_place |= dict(_without_player(script_steps(game, name), own))
    for name, end in end_conditions(game, "round").items():
        by_place |= {(("end", name, "when"), pile): "counted" for pile in _counted(end.when, own)}
    for (path, pile), how in by_place.items():
        message = f"each player has {pile!r}, and no player acts here whose pile could be {how}"
        if how == "counted":
            hint = f"write most('{pile}') for the player with most, least('{pile}') for the player with least, or "
            hint += f"total('{pile}') for all players together"
        else:
            hint = f"write 'each {pile}', or let each player act"
        yield Problem(ID, game.place_of(*path), message, hint)
    for name in ("setup", "round", "turn"):
        for path, verb in dict.fromkeys(_passed_alone(script_steps(game, name), acts=name == "turn")):
            message = f"one player acts here, and all players {verb} at the same time"
            yield Problem(ID, game.place_of(*path), message, "write it as a line of the round that names no player")


def _passed_alone(steps: PlacedSteps, *, acts: bool) -> Iterator[tuple[Path, str]]:
    """Yield the paths and verbs of steps in which all players pass piles, though one player acts there."""
    for path, step in steps:
        one_acts = acts or step.actor is not None
        if step.traits.passes and one_acts:
            yield (*path, step.verb), step.verb
        for lines in (inner_steps(path, step), *option_steps(path, step)):
            yield from _passed_alone(lines, acts=one_acts)


def _without_player(steps: PlacedSteps, own: frozenset[str]) -> Iterator[tuple[tuple[Path, str], str]]:
    """Yield the paths and names of piles in steps, and in the steps within them, for which no player acts."""
    for path, step in steps:
        if step.actor is not None:
            continue
        for key, text in (("when", step.when), ("needs", step.needs), (step.formula_key, step.formula)):
            yield from ((((*path, key), pile), "counted") for pile in _counted(text or "", own))
        moved = [(step.verb, pile) for pile in step.piles if not step.traits.passes]
        moved += [(key, pile) for key, pile in (("from", step.source), ("to", step.target)) if pile is not None]
        yield from ((((*path, key), pile), "moved") for key, pile in moved if pile in own)
        yield from _without_player(inner_steps(path, step), own)
        for option in option_steps(path, step):
            yield from _without_player(option, own)


def _counted(text: str, own: frozenset[str]) -> Iterator[str]:
    """Yield the piles that each player has and of which a condition counts that of the acting player."""
    for call in count_calls(text):
        name = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
        if isinstance(call.func, ast.Name) and call.func.id == "count" and name in own:
            yield str(name)
