"""SETUP001: a step of the set-up cannot be printed or carried out.

What: a step selects components by an expression that has no name, or by a group that has none. Or a step takes from a
pile, or a deck is declared, that is never filled. Or ``each`` stands before a pile that exists once.

Why: the rulebook prints the set-up in words, and an expression cannot be printed. Nothing can be drawn from an empty
pile.

Bad::

    setup:
      - {draw: 6, from: tile deck, to: ring, only: "kind == 'element'"}

Good::

    groups:
      element tiles: "kind == 'element'"
    setup:
      - {draw: 6, from: tile deck, to: ring, only: element tiles}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.setup.discard_pile import needs_discard_pile
from punchboard.checks.traversal import (
    BUILT_IN_PILES,
    PILE_SECTIONS,
    declared_piles,
    is_unknown_name,
    pile_name,
    piles_named,
    setup_steps,
    steps,
)
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.model.game.selection import is_named_selection, selected_components
from punchboard.model.game.setup import Step
from punchboard.problem import Problem

ID: Final = "SETUP001"
SHARED: Final = frozenset({"decks", "piles"})


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each selection without a name, and for each pile that stays empty."""
    for step, path in setup_steps(game):
        if step.only is not None and not is_named_selection(game, step.only) and not is_unknown_name(game, step.only):
            hint = "name it in 'groups' and use that name here"
            yield Problem(ID, game.place_of(*path, "only"), f"{step.only!r} has no name to print", hint)
    yield from _single_piles(game)
    yield from _empty_piles(game)
    yield from _empty_groups(game)


def _single_piles(game: Game) -> Iterator[Problem]:
    """Yield a problem for each pile that exists once and is named as if there were several."""
    single = {
        name
        for name, (pile, path) in declared_piles(game).items()
        if pile.many is None and pile.for_each is None and path[0] in SHARED
    }
    for step, path in steps(game):
        named = (("from", step.source), ("to", step.target), *((step.verb, pile) for pile in step.piles))
        for key, name in named:
            pile = pile_name(name or "")
            if name != pile and pile in single:
                place = game.place_of(*path, key)
                yield Problem(ID, place, f"there is one pile {pile!r}", f"write {pile!r} without 'each'")


def _empty_piles(game: Game) -> Iterator[Problem]:
    """Yield a problem for each deck without components, and for each other pile that is used but never filled."""
    filled = {pile for step, _path in steps(game) for name in _put_on(game, step) for pile in piles_named(game, name)}
    taken = {pile for step, _path in steps(game) for name in _taken_from(step) for pile in piles_named(game, name)}
    for name, (pile, path) in declared_piles(game).items():
        is_twice = sum(name in getattr(game.file, field) for field in PILE_SECTIONS.values()) > 1  # SETUP012 reports it
        if name in filled or name in BUILT_IN_PILES or is_twice:
            continue
        if pile.contains is not None and not _holds_something(game, pile.contains):
            message = f"the pile {name!r} is empty: no component matches {pile.contains!r}"
            yield Problem(ID, game.place_of(*path), message, "correct 'contains'")
        elif pile.contains is None and (name in taken or path[0] == "decks"):
            hint = ("add 'contains', or " if path[0] in SHARED else "") + "let an earlier step put something there"
            yield Problem(ID, game.place_of(*path), f"the pile {name!r} is never filled", hint)


def _empty_groups(game: Game) -> Iterator[Problem]:
    """Yield a problem for each group without components that steps move."""
    moved = {name for step, _path in steps(game) for name in (step.of, step.only, step.kind)}
    for name, text in game.file.groups.items():
        if name in moved and not _holds_something(game, name):
            message = f"the group {name!r} is empty: no component matches {text!r}"
            yield Problem(ID, game.place_of("groups", name), message, "correct it, or remove the steps that move it")


def _put_on(game: Game, step: Step) -> Iterator[str]:
    if step.target is not None:
        yield step.target
    if needs_discard_pile(step):
        yield from game.file.discard_piles
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        yield rule["to"]


def _taken_from(step: Step) -> Iterator[str]:
    yield from step.piles
    if step.source is not None:
        yield step.source


def _holds_something(game: Game, text: str) -> bool:
    try:
        return any(component.copies for component in selected_components(game, text))
    except ExpressionError:
        return True  # EXPR001 reports it
