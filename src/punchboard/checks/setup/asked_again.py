"""SETUP006: a condition is asked again for each player.

What: all players carry out a step, its condition reads a pile that the step itself changes, and it is no pile of the
player who acts.

Why: the condition of such a step is asked for each player in turn. What the first player took can make it false for the
next one, so that only some players get something.

How to fix: to ask once, put the step into a group with the condition: `{do: [...], when: ...}`. To ask each player, put
the condition on a step within: `{each player does: [{draw: 1, ..., when: ...}]}`.

Bad::

    setup:
      - {deal: 7, from: deck, to: hand, when: "total('hand') == 0"}

Good::

    setup:
      - {do: [{deal: 7, from: deck, to: hand}], when: "total('hand') == 0"}
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from punchboard.checks.setup.step_names import SEATS
from punchboard.checks.traversal import pile_name, steps
from punchboard.engine.liveness import step_piles
from punchboard.engine.moves.conditions import count_calls, step_selections
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.model.game.selection import parse_selection
from punchboard.model.game.setup import Step
from punchboard.problem import Problem

ID: Final = "SETUP006"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each condition or formula that what one player does can change for the next."""
    for step, path in steps(game):
        within = f"to ask each player, write {{{step.actor} does: [...]}} around it"
        pile = changed_and_asked(game, step, step.when)
        if pile:
            message = f"the condition is asked for each player, and what one of them does changes {pile!r} for the next"
            hint = f"to ask once, write {{do: [...], when: ..., in words: ...}} around the step; {within}"
            yield Problem(ID, game.place_of(*path, "when"), message, hint)
        pile = changed_and_asked(game, step, step.formula)
        if pile:
            message = f"it is counted for each player, and what one of them does changes {pile!r} for the next"
            hint = f"to share a pile out equally, write {{split: {pile}, to: each hand}}; {within}"
            yield Problem(ID, game.place_of(*path, step.verb), message, hint)


def changed_and_asked(game: Game, step: Step, text: str | None) -> str:
    """Return a pile that a step of all players changes and that a text of it counts; empty if there is none."""
    if text is None or step.actor not in SEATS or step.steps or step.choices:
        return ""
    own, changed = game.file.each_player_has, set(map(pile_name, step_piles(step)))
    asked = [
        (call, pile_name(str(call.args[0].value)))
        for call in count_calls(text)
        if call.args and isinstance(call.args[0], ast.Constant)
    ]
    if any(isinstance(call.func, ast.Name) and call.func.id == "count" and pile in own for call, pile in asked):
        return ""
    return next((pile for call, pile in asked if pile in changed and _counts_what_moves(game, step, call)), "")


def _counts_what_moves(game: Game, step: Step, call: ast.Call) -> bool:
    """Tell whether a step may move a component that a condition counts."""
    try:
        only = [ast.literal_eval(argument) for argument in call.args[1:]]
        fields = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}
        fits = [parse_selection(game, text) for text in (*only, *step_selections(game, step))]
        return any(
            all(test(row) for test in fits)
            and all(row.source_values.get(key) == value for key, value in fields.items())
            for row in game.components
        )
    except (ValueError, ExpressionError):
        return True  # unreadable: another rule says so
