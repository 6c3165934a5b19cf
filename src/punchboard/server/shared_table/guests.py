"""The guests of a shared table: how they join, how often they may ask, and what each seat sees.

A piece that a seat does not see has no identity there: its handle is its place in its pile, such as ``12:3``. So nobody
can follow a card through a shuffle, or learn which card of a hand was played last.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from secrets import choice
from time import monotonic
from typing import Any, Final

from punchboard.engine.program.world import Question
from punchboard.server.shared_table.table_game import TableGame


class Bucket:
    """Allows ``burst`` requests at once, and ``rate`` in each second after that."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._last = burst, clock()

    def take(self) -> bool:
        """Return whether one more request is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 letters and digits that nobody mistakes for one another: five bits each."""

CODE_LENGTH: Final = 8
MAX_NAME: Final = 24


class Refusal(Exception):  # noqa: N818 - an answer to a request
    """A request is refused, with the HTTP status and the reason."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def new_code() -> str:
    """Return a code to join with, of 40 random bits."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


@dataclass(slots=True)
class Guest:
    """Somebody who has joined: a seat, or None to watch."""

    name: str
    acts: Bucket
    """How often this guest may ask."""
    seat: int | None = None
    is_host: bool = False
    searches: int | None = None
    """The pile that this guest is searching."""
    streams: int = 0
    """How many pages this guest has open; none while a device sleeps."""


Handle = int | str
"""A piece by its number, or a piece that a seat does not see by its place."""


def sees(game: TableGame, owner_sees: frozenset[str], piece: int, seat: int | None, searched: int | None) -> bool:
    """Return whether a seat sees the face of a piece.

    Args:
        game: the table.
        owner_sees: the piles of a seat whose faces that seat sees.
        piece: the piece.
        seat: who looks; None for somebody who only watches.
        searched: the pile that this seat is searching, if any.
    """
    lie = game.lies[piece]
    name, owner = game.program.piles[lie.pile]
    is_own = seat is not None and owner == seat and name.rstrip("0123456789 ") in owner_sees
    return lie.up or is_own or (searched is not None and searched == lie.pile)


def piles_seen(
    game: TableGame, owner_sees: frozenset[str], backs: Sequence[Any], seat: int | None, searched: int | None
) -> list[list[list[Any]]]:
    """Return each pile as a seat sees it: ``[handle, component or null, back, up, angle, x, y]`` for each piece.

    ``backs`` has for each component what is known of it face down. Below the top of a pile, every hidden piece is shown
    with the back of the top one.
    """
    shown = []
    for place, pile in enumerate(game.piles):
        entries = []
        top = backs[game.component_of[pile[-1]]] if pile else None
        for number, piece in enumerate(pile):
            lie, component = game.lies[piece], game.component_of[piece]
            where = [lie.angle, *(lie.at if place == game.table_place else ())]
            if sees(game, owner_sees, piece, seat, searched):
                entries.append([piece, component, None, lie.up, *where])
            else:
                back = backs[component] if place == game.table_place else top
                entries.append([f"{place}:{number}", None, back, False, *where])
        shown.append(entries)
    return shown


def piece_of(game: TableGame, handle: Handle) -> int | None:
    """Return the piece of a handle; None if there is none."""
    if isinstance(handle, int):
        return handle if 0 <= handle < len(game.component_of) else None
    place, _, number = handle.partition(":")
    if not (place.isdecimal() and number.isdecimal()) or int(place) >= len(game.piles):
        return None
    pile = game.piles[int(place)]
    return pile[int(number)] if int(number) < len(pile) else None


def waiting_seen(game: TableGame, seat: int | None) -> Mapping[str, Any] | None:
    """Return what the script waits for; the options of a question only for a seat that may answer it."""
    waiting = game.progress.waiting
    if waiting is None:
        return None
    if not isinstance(waiting, Question):
        return {"kind": "step", "here": waiting._asdict()}
    if seat is None or waiting.here.seat not in {None, seat}:
        return {"kind": "other", "here": waiting.here._asdict()}
    options: list[Any] = list(waiting.options)
    more: dict[str, Any] = {}
    if waiting.kind == "pieces":
        more = {"components": [game.component_of[piece] for piece in options]}
    if waiting.kind == "set":
        more = {"components": [_example(game, option) for option in options]}
    return {
        "kind": waiting.kind,
        "here": waiting.here._asdict(),
        "options": options,
        "number": waiting.number,
        "why": waiting.why,
        **more,
    }


def _example(game: TableGame, members: int | None) -> int | None:
    """Return a component of a set."""
    fitting = (one for one in game.component_of if members is None or game.fits[members][one])
    return next(fitting, None)
