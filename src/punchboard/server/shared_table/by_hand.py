"""What people do at the table by hand: one function for each entry of the history, as in ``game/by_hand.js``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from punchboard.server.shared_table.table_game import TableGame

Entry = Mapping[str, Any]
"""Something that somebody did: ``do`` says what, ``seat`` who."""


FARTHEST: Final = 100_000.0
"""The farthest place from the middle of the table, in mm."""


class BadEntry(Exception):  # noqa: N818 - raised to leave the history at once
    """What somebody asks for is not possible in this game; the message says why."""


def _move(game: TableGame, entry: Entry) -> None:
    moved, target = _pieces(game, entry), _pile(game, entry.get("to"))
    gone = frozenset(moved)
    for pile in game.piles:
        if not gone.isdisjoint(pile):
            pile[:] = [piece for piece in pile if piece not in gone]
    onto = entry.get("onto")
    if onto in game.piles[target]:
        after = game.piles[target].index(onto) + 1
        game.piles[target][after:after] = moved
    elif entry.get("under"):
        game.piles[target][:0] = moved
    else:
        game.piles[target].extend(moved)
    place = _place(entry.get("at"))
    for piece in moved:
        before = game.lies[piece]
        game.arrive(piece, target, place)
        if before.pile == target or entry.get("keep"):
            game.lies[piece].up = before.up
        if before.pile == target:
            game.lies[piece].angle = before.angle


def _flip(game: TableGame, entry: Entry) -> None:
    for piece in _pieces(game, entry):
        game.lies[piece].up = not game.lies[piece].up


def _turn(game: TableGame, entry: Entry) -> None:
    for piece in _pieces(game, entry):
        game.lies[piece].angle = (game.lies[piece].angle + int(entry.get("by", 90))) % 360


def _shuffle(game: TableGame, entry: Entry) -> None:
    game.chance.shuffle(game.piles[_pile(game, entry.get("pile"))])


def _deal(game: TableGame, entry: Entry) -> None:
    """Deal the top of a pile to some piles in turn."""
    pile, targets = game.piles[_pile(game, entry.get("from"))], [_pile(game, place) for place in entry["to"]]
    for _ in range(min(int(entry["number"]), 99)):
        for target in targets:
            if not pile:
                return
            piece = pile.pop()
            game.piles[target].append(piece)
            game.arrive(piece, target)


def _roll(game: TableGame, entry: Entry) -> None:
    name = str(entry.get("die"))
    sides = game.parts.dice.get(name)
    if sides is None:
        raise BadEntry("a die is not in this game")
    game.progress.dice[name] = game.values[name] = sides[game.chance.below(len(sides))]


def _part(game: TableGame, _entry: Entry) -> None:
    game.play_part()


def _next_round(game: TableGame, _entry: Entry) -> None:
    game.progress.round += 1
    game.rounds.part = 0


def _next_turn(game: TableGame, _entry: Entry) -> None:
    game.progress.turn_of = (game.progress.turn_of + 1) % game.program.players


def _place(at: Any) -> tuple[float, float] | None:
    if at is None:
        return None
    x, y = float(at[0]), float(at[1])
    if not (abs(x) < FARTHEST and abs(y) < FARTHEST):
        raise BadEntry("this place is not on the table")
    return x, y


def _pieces(game: TableGame, entry: Entry) -> list[int]:
    pieces = entry.get("pieces")
    if not isinstance(pieces, list) or not all(type(one) is int and 0 <= one < len(game.lies) for one in pieces):
        raise BadEntry("a piece is not in this game")
    return list(dict.fromkeys(pieces))


def _pile(game: TableGame, place: Any) -> int:
    if type(place) is not int or not 0 <= place < len(game.piles):
        raise BadEntry("a pile is not in this game")
    return place


BY_HAND: Final[Mapping[str, Callable[[TableGame, Entry], None]]] = MappingProxyType(
    {
        "move": _move,
        "flip": _flip,
        "turn": _turn,
        "shuffle": _shuffle,
        "deal": _deal,
        "roll": _roll,
        "part": _part,
        "round": _next_round,
        "next": _next_turn,
    }
)
"""What each entry does."""
