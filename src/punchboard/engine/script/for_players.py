"""A game as it is for one number of players: the name ``players`` in selections of components is that number.

Catalogs of many games have cards for more players (``least > players``). Groups, contents of piles and ``only`` may use
the number; what plays a game is given the game for its number, and need not know.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from punchboard.model.game.game import Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.selection import reads_players
from punchboard.model.game.setup import Step

_PLAYERS: Final = re.compile(r"""(?<![\w.'"])players(?![\w'"])""")


@lru_cache(maxsize=8)  # few: each saved change of a watched game is a new game
def for_players(game: Game, players: int) -> Game:
    """Return a game whose selections have the number of players in place of its name; the game itself if none has."""
    if not reads_players(game, "players"):
        return game  # the name is that of a field
    file = game.file
    changes = {
        "groups": {name: _with_number(text, players) for name, text in file.groups.items()},
        "decks": _piles(file.decks, players),
        "piles": _piles(file.piles, players),
        "setup": steps_for_players(file.setup, players),
        "turn": steps_for_players(file.turn, players),
        "round": steps_for_players(file.round, players),
        "sequences": {name: steps_for_players(steps, players) for name, steps in file.sequences.items()},
    }
    is_same = all(getattr(file, name) == value for name, value in changes.items())
    return game if is_same else replace(game, file=file.model_copy(update=changes))


def steps_for_players(steps: Iterable[Step], players: int) -> tuple[Step, ...]:
    """Return steps with the number of players in what they select."""
    return tuple(
        step.model_copy(
            update={
                "only": None if step.only is None else _with_number(step.only, players),
                "steps": steps_for_players(step.steps, players),
                "choices": tuple(steps_for_players(option, players) for option in step.choices),
            }
        )
        if _selects(step)
        else step
        for step in steps
    )


def _selects(step: Step) -> bool:
    return step.only is not None or any(map(_selects, step.steps)) or any(any(map(_selects, o)) for o in step.choices)


def _piles(piles: Mapping[str, Pile], players: int) -> dict[str, Pile]:
    return {
        name: pile.model_copy(update={"contains": _with_number(pile.contains, players)}) if pile.contains else pile
        for name, pile in piles.items()
    }


def _with_number(text: str, players: int) -> str:
    return _PLAYERS.sub(str(players), text)
