"""Ways through a game that several rules take: every step of a set-up, every selection, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.model.game import Game
from punchboard.model.gamefile import Pile
from punchboard.model.select import has_name
from punchboard.model.setup import Step

Path = tuple[str | int, ...]

EVERYWHERE: Final = frozenset({"box", "table"})
"""Piles that every game has: what lies in no deck, and the middle of the table."""

PILE_SECTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {"decks": "decks", "piles": "piles", "each player has": "each_player_has"}
)
"""The sections of ``game.yaml`` that declare piles, and the fields of the model that hold them."""

_NAME: Final = re.compile(r"[A-Za-z][\w' -]*")
_OPERATORS: Final = frozenset({"and", "or", "not", "in", "is", "if", "else"})


class PlacedStep(NamedTuple):
    """A step of the set-up and its path in ``game.yaml``."""

    step: Step
    path: Path


class Selection(NamedTuple):
    """The text of a selection and its path in ``game.yaml``."""

    text: str
    path: Path


def steps(game: Game) -> Iterator[PlacedStep]:
    """Yield every step of the set-up, the ones inside others too."""
    yield from _steps(game.file.setup, ("setup",))


def _steps(found: Iterable[Step], path: Path) -> Iterator[PlacedStep]:
    for number, step in enumerate(found):
        here = (*path, number)
        yield PlacedStep(step, here)
        yield from _steps(step.steps, (*here, "do"))
        for choice, option in enumerate(step.choices):
            yield from _steps(option, (*here, "one of", choice))


def declared_piles(game: Game) -> dict[str, tuple[Pile, Path]]:
    """Return every pile that a game declares by name, with its path."""
    return {
        name: (pile, (section, name))
        for section, field in PILE_SECTIONS.items()
        for name, pile in getattr(game.file, field).items()
    }


def pile_name(text: str) -> str:
    """Return the pile that ``each part`` speaks of."""
    return text.removeprefix("each ")


def selections(game: Game) -> Iterator[Selection]:
    """Yield every selection of components that a game writes down."""
    yield from (Selection(text, ("groups", name)) for name, text in game.file.groups.items())
    for pile, path in declared_piles(game).values():
        written = (("contains", pile.contains), ("may hold", pile.may_hold))
        yield from (Selection(text, (*path, key)) for key, text in written if text is not None)
    for number, expectation in enumerate(game.file.expect):
        yield Selection(expectation.count, ("expect", number, "count"))
    for step, path in steps(game):
        if step.only is not None:
            yield Selection(step.only, (*path, "only"))


def is_lost_name(game: Game, text: str) -> bool:
    """Tell whether a selection is written as a name, but of no kind, group or field."""
    if has_name(game, text) or not _NAME.fullmatch(text) or _OPERATORS & set(text.split()):
        return False
    return all(text not in kind.file.fields for kind in game.kinds.values())
