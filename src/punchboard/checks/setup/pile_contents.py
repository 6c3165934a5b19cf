"""Which components each pile can hold: from its declaration, and from where set-up steps move components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from punchboard.checks.traversal import declared_piles, piles_named, steps
from punchboard.engine.moves.conditions import SHUFFLE_IN
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.model.game.selection import selected_components
from punchboard.model.game.setup import Step

Contents = dict[str, frozenset[str]]
"""Ids of components by pile name."""


def hidden_piles(game: Game) -> frozenset[str]:
    """Return the piles that show only backs: ``shows: backs`` or ``owner``, and decks that do not say otherwise."""
    return frozenset(
        name
        for name, (pile, path) in declared_piles(game).items()
        if pile.shows in {"backs", "owner"} or (pile.shows is None and path[0] == "decks")
    )


def possible_contents(game: Game) -> Mapping[str, frozenset[str]]:
    """Return the components that each pile, including the box, can ever hold."""
    piles: Contents = {"box": frozenset(component.id for component in game.components)}
    for name, (pile, _path) in declared_piles(game).items():
        written = (text for text in (pile.contains, pile.may_hold) if text is not None)
        piles[name] = frozenset(chain.from_iterable(_ids(game, text) for text in written))
    moves = [move for step, _path in steps(game) for move in _moves(game, step)]
    while True:
        before = dict(piles)
        for sources, target, only in moves:
            held = frozenset().union(*(piles.get(source, frozenset()) for source in sources))
            piles[target] = piles.get(target, frozenset()) | (held if only is None else held & only)
        if piles == before:
            return piles


def _moves(game: Game, step: Step) -> Iterator[tuple[tuple[str, ...], str, frozenset[str] | None]]:
    """Yield (source piles, target pile, component ids or None for all) for each way that a step moves components."""
    sources = tuple(one for name in step.piles or (step.source or "box",) for one in piles_named(game, name))
    if step.target is not None:
        yield from ((sources, target, _taken(game, step)) for target in piles_named(game, step.target))
    elif step.traits.default_target == "box":
        yield sources, "box", None
    elif step.traits.default_target == "discards":
        yield from ((sources, pile, _taken(game, step)) for pile in game.file.discard_piles)
    if step.otherwise == "discard":
        yield from ((sources, pile, None) for pile in game.file.discard_piles)
    if step.source is not None:
        targets = piles_named(game, step.source)
        yield from ((piles_named(game, pile), one, None) for pile in _shuffled_in(step) for one in targets)
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        if "to" in rule:
            only = _ids(game, rule["of"]) if "of" in rule else None
            yield from ((sources, target, only) for target in piles_named(game, rule["to"]))


def _shuffled_in(step: Step) -> Iterator[str]:
    """Yield the piles that a step shuffles into its source if that runs short."""
    ways = (step.if_short,) if isinstance(step.if_short, str) else step.if_short or ()
    return (way.removeprefix(SHUFFLE_IN) for way in ways if way.startswith(SHUFFLE_IN))


def _taken(game: Game, step: Step) -> frozenset[str] | None:
    """Return the components that a step's own words select, or None for all."""
    number = step.amount.number if step.amount is not None else None
    named = number if isinstance(number, str) and number in game.kinds else None
    words = [text for text in (named, step.kind, step.of, step.only) if text is not None]
    return frozenset.intersection(*(_ids(game, text) for text in words)) if words else None


def _ids(game: Game, text: str) -> frozenset[str]:
    try:
        return frozenset(component.id for component in selected_components(game, text))
    except ExpressionError:
        return frozenset()  # EXPR001 reports it
