"""BACK001, BACK002: the backs in a pile give cards away, or two kinds share a back for no reason.

What: BACK001: components that are together in a pile that shows only backs have different backs. BACK002, a warning:
kinds that are never together in such a pile have the same back. A pile can hold what it ``contains`` at the start, what
it ``may hold`` later, and what the steps of the set-up put there. A pile shows backs if it is a deck, or has
``shows: backs`` or ``shows: owner``.

Why: players who see different backs know which card comes next. If kinds share a back, a card can get into the wrong
deck unnoticed.

Bad::

    decks: {draw pile: {name: draw pile, contains: "kind in ['hero', 'villain']"}}
    kinds: {hero: {back: hero-back, ...}, villain: {back: villain-back, ...}}

Good: give both kinds one back, or a deck each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import combinations
from typing import Final

from punchboard.checks.traversal import declared_piles, hidden_piles, possible_contents
from punchboard.model.game.game import Component, Game
from punchboard.problem import Problem, Severity

DIFFERENT: Final = "BACK001"
ALIKE: Final = "BACK002"

MAX_LISTED: Final = 3
"""At most this many components are named in a message."""

Backs = Mapping[str, Hashable | None]
"""A value for the back of each component, by component id: equal values for backs that look the same."""


def check(game: Game, backs: Backs) -> Iterator[Problem]:
    """Yield a problem for each pile with different backs, and for each two kinds that share a back for no reason."""
    held_by_pile = {name: held for name, held in possible_contents(game).items() if name in hidden_piles(game)}
    for name, held in held_by_pile.items():
        yield from _different(game, name, held, backs)
    yield from _alike(game, held_by_pile, backs)


def _different(game: Game, name: str, held: frozenset[str], backs: Backs) -> Iterator[Problem]:
    first: dict[Hashable | None, Component] = {}
    for component in game.components:
        if component.id in held:
            first.setdefault(backs[component.id], component)
    if len(first) < 2:
        return
    examples = [f"{component.id!r} ({component.kind})" for component in first.values()][:MAX_LISTED]
    more = f" and {len(first) - len(examples)} more" if len(first) > len(examples) else ""
    message = f"{name!r} shows only backs, but holds {len(first)} different ones: those of {', '.join(examples)}{more}"
    _, path = declared_piles(game)[name]
    hint = "give everything that it can hold the same back, or write 'shows: faces' if everybody may see both sides"
    yield Problem(DIFFERENT, game.place_of(*path), message, hint)


def _alike(game: Game, held_by_pile: Mapping[str, frozenset[str]], backs: Backs) -> Iterator[Problem]:
    kind_of = {component.id: component.kind for component in game.components}
    pairs = {
        pair for held in held_by_pile.values() for pair in combinations(sorted({kind_of[name] for name in held}), 2)
    }
    kinds_by_back: dict[Hashable, dict[str, None]] = {}
    for component in game.components:
        back = backs[component.id]
        if back is not None:
            kinds_by_back.setdefault(back, {})[component.kind] = None
    for kinds in kinds_by_back.values():
        for first, second in combinations(kinds, 2):
            if tuple(sorted((first, second))) not in pairs:
                message = f"{second!r} has the same back as {first!r}, but the two are never mixed face down"
                hint = "give it its own back, or add it to what a pile 'may hold'"
                yield Problem(ALIKE, game.place_of("kinds", second, "back"), message, hint, Severity.WARNING)
