"""SETUP009: a condition of the set-up is not printed.

What: a step of the set-up has a condition that reads what lies on the table, and no words for it. Or it counts there
how many components move, and has no words for that; or what a draw `needs` has no note. Or its condition never holds,
with any number of players in any variant.

Why: the rulebook and the set-up sheet print each step in words. Conditions on the number of players and on the variant
are printed by themselves: "With 2 players: ...". Only you have the words for others, and without them players would
always do what they should do only sometimes.

Bad::

    setup:
      - {draw: 1, from: deck, to: river, when: "count('river') == 0"}

Good::

    setup:
      - {draw: 1, from: deck, to: river, when: "count('river') == 0", in words: If the river is empty}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.setup.asked_again import changed_and_asked
from punchboard.checks.setup.conditions import condition_error, unknown_in_condition
from punchboard.checks.traversal import reads_play, setup_steps, steps
from punchboard.engine.moves.conditions import condition_nodes
from punchboard.engine.script import case_of
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.model.values import Path
from punchboard.problem import Problem

ID: Final = "SETUP009"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each condition and amount of the set-up that is played and cannot be printed."""
    for step, path in setup_steps(game):
        yield from _amounts(game, step, path)
        if step.needs is not None and step.note is None:
            hint = "add a note with what the rulebook says"
            yield Problem(ID, game.place_of(*path, "needs"), f"{step.needs!r} has no words to print", hint)
    for step, path in steps(game):
        is_printed = path[0] == "setup" and not step.in_words
        if step.when is None or not condition_nodes(step.when):
            continue
        if condition_error(game, step.when) or any(unknown_in_condition(game, step.when)):
            continue  # another rule says so
        if changed_and_asked(game, step, step.when):
            continue  # SETUP006 says what to write instead
        case = case_of(game, step.when)
        if case is None and is_printed:
            hint = "add 'in words' with the condition as the rulebook says it: 'in words: If the river is empty'"
            yield Problem(ID, game.place_of(*path, "when"), f"{step.when!r} has no words to print", hint)
        elif case is not None and not case.players:
            message = f"{step.when!r} is never so, with any number of players in any variant"
            yield Problem(ID, game.place_of(*path, "when"), message, "correct it, or remove the step")


def _amounts(game: Game, step: Step, path: Path) -> Iterator[Problem]:
    """Yield a problem for an amount without words that needs them, and for words that are not printed."""
    is_counted = reads_play(game, step.formula)
    if is_counted and step.amount_in_words is None:
        hint = "add 'amount in words' with how many: 'amount in words: as many cards as there are stones'"
        yield Problem(ID, game.place_of(*path, step.formula_key), f"{step.formula!r} has no words to print", hint)
    elif step.amount_in_words is not None and not is_counted:
        place = game.place_of(*path, "amount in words")
        yield Problem(ID, place, "how many is printed by itself", "remove 'amount in words'")
