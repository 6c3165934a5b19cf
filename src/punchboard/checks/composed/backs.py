"""BACK001, BACK002: a back tells too much, or too little.

What: BACK001: components that lie together in a pile of which others see only backs have different backs. BACK002:
kinds that never lie together so have the same back. What lies in a pile comes from what the pile ``contains`` at the
start and ``may hold`` later, and from the steps of the set-up. A pile shows backs when it is a deck or says
``shows: backs``.

Why: a back that differs tells which card comes next; backs that are alike let cards of another deck slip in unseen.

Bad::

    decks: {draw pile: {name: draw pile, contains: "kind in ['hero', 'villain']"}}
    kinds: {hero: {back: hero-back, ...}, villain: {back: villain-back, ...}}

Good: both have one back, or two decks hold them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import combinations
from typing import Final

from punchboard.checks.setup.pile_contents import hidden_piles, possible_contents
from punchboard.checks.traversal import declared_piles
from punchboard.model.game.game import Component, Game
from punchboard.problem import Problem, Severity

DIFFERENT: Final = "BACK001"
ALIKE: Final = "BACK002"

MAX_LISTED: Final = 3
"""So many components are named in a message."""

Backs = Mapping[str, Hashable | None]
"""What stands for the back of each component, by its id: the same for backs that look the same."""


def check(game: Game, backs: Backs) -> Iterator[Problem]:
    """Yield a problem for each pile whose backs differ, and for each two kinds that share a back for nothing."""
    together = {name: held for name, held in possible_contents(game).items() if name in hidden_piles(game)}
    for name, held in together.items():
        yield from _different(game, name, held, backs)
    yield from _alike(game, together, backs)


def _different(game: Game, name: str, held: frozenset[str], backs: Backs) -> Iterator[Problem]:
    first: dict[Hashable | None, Component] = {}
    for component in game.components:
        if component.id in held:
            first.setdefault(backs[component.id], component)
    if len(first) < 2:
        return
    some = [f"{component.id!r} ({component.kind})" for component in first.values()][:MAX_LISTED]
    more = f" and {len(first) - len(some)} more" if len(first) > len(some) else ""
    message = f"only backs are seen in {name!r}, and {len(first)} differ: those of {', '.join(some)}{more}"
    _, path = declared_piles(game)[name]
    yield Problem(DIFFERENT, game.place_of(*path), message, "give all that can lie there one back")


def _alike(game: Game, together: Mapping[str, frozenset[str]], backs: Backs) -> Iterator[Problem]:
    kind_of = {component.id: component.kind for component in game.components}
    pairs = {pair for held in together.values() for pair in combinations(sorted({kind_of[name] for name in held}), 2)}
    worn: dict[Hashable, dict[str, None]] = {}
    for component in game.components:
        back = backs[component.id]
        if back is not None:
            worn.setdefault(back, {})[component.kind] = None
    for kinds in worn.values():
        for one, other in combinations(kinds, 2):
            if tuple(sorted((one, other))) not in pairs:
                message = f"{other!r} has the back of {one!r}, but the two never lie together face down"
                hint = "give it a back of its own, or say what a pile 'may hold'"
                yield Problem(ALIKE, game.place_of("kinds", other, "back"), message, hint, Severity.WARNING)
