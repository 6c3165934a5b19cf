"""SETUP012: two piles contain the same components, or have the same key.

What: what a pile contains at the start lies in another pile already. Or a pile of `decks`, `piles` and
`each player has` has the key of another one.

Why: a component is in one place. The pile that is written first would have it, the other one would be empty or too
small, and every number that is proved of it would be wrong. And a line that names a key means one pile.

Bad::

    decks:
      pack: {name: the pack, contains: all}
    piles:
      market: {name: the market, contains: ware}

Good::

    decks:
      pack: {name: the pack, contains: "kind != 'ware'"}
    piles:
      market: {name: the market, contains: ware}

Or leave `contains` out at the market, and move its components there with a line of the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import PILE_SECTIONS
from punchboard.engine.script import for_players
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.model.game.selection import selected_components
from punchboard.problem import Problem

ID: Final = "SETUP012"

HINT: Final = "leave them out of one of the two, or move them with a line of the set-up"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each pile with components, or with the key, of a pile before it."""
    yield from _same_keys(game)
    messages: dict[str, str] = {}
    players = game.file.players
    depends = for_players(game, players.bounds[0]) is not game
    for number in players.seat_counts if depends else players.bounds[:1]:
        for pile, message in _shared(for_players(game, number)):
            messages.setdefault(pile, message)
    for pile, message in messages.items():
        section = "decks" if pile in game.file.decks else "piles"
        yield Problem(ID, game.place_of(section, pile, "contains"), message, HINT)


def _same_keys(game: Game) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for section, field in PILE_SECTIONS.items():
        for name in getattr(game.file, field):
            if name in seen:
                message = f"{seen[name]!r} has a pile {name!r} already"
                yield Problem(ID, game.place_of(section, name), message, "give one of the two another key")
            seen.setdefault(name, section)


def _shared(game: Game) -> Iterator[tuple[str, str]]:
    """Yield each pile with components that a pile before it contains, and what to say of it."""
    owners: dict[str, str] = {}
    for name, pile in (game.file.decks | game.file.piles).items():
        if pile.contains is None:
            continue
        try:
            held = [component.id for component in selected_components(game, pile.contains)]
        except ExpressionError:
            continue  # EXPR001 reports it
        twice = [component_id for component_id in held if component_id in owners]
        if twice:
            more = f" and {len(twice) - 1} more" if len(twice) > 1 else ""
            yield name, f"{name!r} contains {twice[0]!r}{more}, which {owners[twice[0]]!r} contains already"
        owners |= {component_id: name for component_id in held if component_id not in owners}
