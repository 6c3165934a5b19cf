"""Steps on whole piles: shuffle, split and stack."""

from __future__ import annotations

from punchboard.engine.program.parts import Shuffle, Split, Stack
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
