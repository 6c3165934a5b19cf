"""Exact odds: the chance that a condition holds once the set-up, or the first of its lines, have been carried out."""

import ast
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from punchboard.engine.merging.liveness import changed_piles
from punchboard.engine.moves.conditions import condition_nodes, count_calls
from punchboard.engine.moves.queries import condition_queries, script_queries
from punchboard.engine.odds.asker import Asker, Bounds, asking
from punchboard.engine.proof import PlayConfiguration, play_configurations
from punchboard.engine.script.for_players import for_players, steps_for_players
from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.component_classes import ComponentClasses
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table, all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step


class Answer(NamedTuple):
    """The chance that a condition holds: the least and the most that choices can make of it."""

    variant: str
    players: tuple[int, ...]
    """The numbers of players with this chance."""
    seats: tuple[int, ...] = ()
    """The seats with this chance; none when it is the same for each, or when no pile of a player is read."""
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1)
    unknown: str = ""
    """Why the chance is not known; empty when it is."""


@lru_cache(maxsize=256)
def answers(game: Game, condition: str, after: int | None = None, players: int | None = None) -> tuple[Answer, ...]:
    """Return the chances of a condition: for every number of players, and every variant that changes the set-up.

    A condition that reads a pile of the acting player, such as ``count('hand')``, is asked for each seat.

    Args:
        game: the game.
        condition: the condition, as in ``when`` of a step.
        after: how many lines of the set-up are carried out before; all when None.
        players: the one number of players to ask for; all when None.

    Raises:
        ExpressionError: for a condition, or expressions of the set-up, that cannot be read.
    """
    script = game.file.setup[:after]
    found: dict[Answer, list[int]] = {}  # by what is the same with several numbers of players
    for way in play_configurations(game, inline_sequences(game, script), condition):
        if players in {None, way.players}:
            for answer in _answers(game, script, condition, way):
                found.setdefault(answer, []).append(way.players)
    return tuple(answer._replace(players=tuple(numbers)) for answer, numbers in found.items())


def _answers(game: Game, script: Sequence[Step], condition: str, way: PlayConfiguration) -> Iterator[Answer]:
    """Yield the answers of one way to play, without its number of players."""
    game, script = for_players(game, way.players), steps_for_players(script, way.players)
    script = inline_sequences(game, script)
    classes = ComponentClasses(game, (*script_queries(game, script), *condition_queries(game, condition)))
    by_chance: dict[Bounds, list[int]] = {}
    try:
        table = Table(game, *way, classes, (*script, asking(condition)))
        decisive = _decisive(table, script, condition)
        for seat in range(way.players) if _reads_own_piles(table, condition) else (None,):
            chance = Asker(table, decisive, condition, seat).chance()
            by_chance.setdefault(chance, []).extend(() if seat is None else (seat,))
    except UnknownOutcome as unknown:
        yield Answer(way.variant, (), unknown=str(unknown))
    else:
        for chance, alike in by_chance.items():
            yield Answer(way.variant, (), () if len(by_chance) == 1 else tuple(alike), *chance)


def _decisive(table: Table, script: Sequence[Step], condition: str) -> Sequence[Step]:
    """Return a script without the last steps that change nothing that a condition reads: they cost states."""
    first = [call.args[0] if call.args else None for call in count_calls(condition)]
    named = [one.value for one in first if isinstance(one, ast.Constant)]
    if len(named) < len(first) or not condition_nodes(condition):
        return script  # it is not known what it reads
    read = {key for name in named for key, _seat in table.keys_of(str(name), 0)}
    values = {node.id for node in condition_nodes(condition) if isinstance(node, ast.Name)}
    last = len(script)
    while last and not changed_piles(table, script[last - 1 : last]) & read:
        told = {name for step in all_steps(script[last - 1 : last]) for name in (step.operand, step.called)}
        if told & values:
            break
        last -= 1
    return script[:last]


def _reads_own_piles(table: Table, condition: str) -> bool:
    """Tell whether a condition counts a pile of the seat that acts."""
    named = (call.args[0] for call in count_calls(condition) if getattr(call.func, "id", "") == "count" and call.args)
    return any(getattr(name, "value", None) in table.seat_pile_names for name in named)
