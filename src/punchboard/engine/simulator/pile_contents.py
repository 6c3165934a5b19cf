"""The classes that each pile can ever hold: if a step may take all of them, it takes whatever comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from punchboard.engine.moves.queries import SHUFFLE_IN, shortage_fallbacks
from punchboard.engine.states.state import BOX, EACH, TABLE
from punchboard.engine.states.table import Table
from punchboard.model.game.setup import Step


def reachable_classes(
    table: Table, script: Iterable[Step], start: Sequence[Sequence[int]]
) -> tuple[frozenset[int], ...]:
    """Return for each pile the classes that it can ever hold, by any move that a step could make."""
    held = [set(pile) for pile in start]
    moves = [move for step in script for move in _moves(table, step)]
    before = -1
    while before != (before := sum(map(len, held))):
        for sources, targets in moves:
            found = set().union(*(held[place] for place in sources))
            for place in targets:
                held[place] |= found
    return tuple(map(frozenset, held))


def _moves(table: Table, step: Step) -> list[tuple[list[int], list[int]]]:
    """Return from which piles to which a step may move components, whichever seat carries it out."""
    if step.amount is None and not step.piles:
        return []
    sources = [*step.piles, *([] if step.piles else [step.source or BOX])]
    targets = [step.target or TABLE, *step.piles]
    if step.target is None:
        targets += [
            BOX,
            *(name for name in (*table.game.file.each_player_has, *table.game.file.piles) if "discard" in name),
        ]
        targets.append(step.source or BOX)
    rules = step.otherwise if isinstance(step.otherwise, tuple) else ()
    targets += [rule["to"] for rule in rules]
    if step.otherwise == "discard":
        targets += [
            BOX,
            *(name for name in (*table.game.file.each_player_has, *table.game.file.piles) if "discard" in name),
        ]
    moves = [(_places(table, sources), _places(table, targets))]
    under = [way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step) if way.startswith(SHUFFLE_IN)]
    if under:
        moves.append((_places(table, under), _places(table, [step.source or BOX])))
    return moves


def _places(table: Table, names: Iterable[str]) -> list[int]:
    return [table.index[key] for name in dict.fromkeys(names) for key in table.keys_of(name.removeprefix(EACH), None)]
