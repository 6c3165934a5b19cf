"""Steps on whole piles: shuffle, split, stack and pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from punchboard.engine.program.parts import Pass, Shuffle, Split, Stack
from punchboard.engine.program.world import Here, World


def shuffle(world: World, here: Here, act: Shuffle) -> None:
    """Shuffle piles: into one, or each by itself."""
    if act.into is None:
        for place in act.piles:
            world.shuffle(here, place)
        return
    for place in act.piles:
        if place != act.into:
            world.shift(here, place, act.into, world.piles[place][:])
    world.shuffle(here, act.into)


def split(world: World, here: Here, act: Split) -> None:
    """Divide a pile among others: each takes its share off the top, rounded up."""
    for number, target in enumerate(act.targets):
        pile = world.piles[act.source]
        share = -(-len(pile) // (len(act.targets) - number))
        world.shift(here, act.source, target, pile[len(pile) - share :])


def stack(world: World, here: Here, act: Stack) -> None:
    """Put piles on one another, the first on top."""
    below = () if act.target in act.piles else (act.target,)
    whole = [piece for place in (*below, *reversed(act.piles)) for piece in world.piles[place]]
    for place in act.piles:
        if place != act.target:
            world.shift(here, place, act.target, world.piles[place][:])
    world.piles[act.target][:] = whole
    world.tell("order", here, act.target, whole[:])


def pass_on(world: World, here: Here, act: Pass) -> None:
    """Let piles change places at the same time."""
    before = {place: world.piles[place][:] for place, _ in act.moves}
    for place, taker in act.moves:
        world.shift(here, place, taker, before[place])
    for place, taker in act.moves:
        world.piles[taker][:] = before[place]


WHOLE_PILES: Final[Mapping[type, Callable[[World, Here, Any], None]]] = MappingProxyType(
    {Shuffle: shuffle, Split: split, Stack: stack, Pass: pass_on}
)
"""The function that carries out each act on whole piles."""
