"""What a seat may do at a shared table: answer what it is asked, and move what is its own, shared or open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from punchboard.engine.program.world import Question
from punchboard.server.shared_table.guests import Guest, Refusal
from punchboard.server.shared_table.sight import piece_of, sees
from punchboard.server.shared_table.table_game import TableGame


def check_answer(game: TableGame, guest: Guest) -> None:
    """Check that a guest may answer what the script asks.

    Raises:
        Refusal: when nothing is asked, or another seat.
    """
    waiting = game.progress.waiting
    if not isinstance(waiting, Question):
        raise Refusal(409, "nothing was asked")
    if waiting.here.seat not in {None, guest.seat}:
        raise Refusal(403, "another seat is asked")


def check_pile(game: TableGame, guest: Guest, pile: Any) -> None:
    """Check that a pile is there, and is shared or the guest's own.

    Raises:
        Refusal: when it is not.
    """
    if type(pile) is not int or not 0 <= pile < len(game.piles):
        raise Refusal(422, "there is no such pile")
    if game.program.piles[pile][1] not in {None, guest.seat}:
        raise Refusal(403, "this pile belongs to another seat")


def pieces_meant(
    game: TableGame, owner_sees: frozenset[str], guest: Guest, handles: Any, is_current: Callable[[int], bool]
) -> list[int]:
    """Return the pieces that a guest means, all of which may be moved by that guest.

    Args:
        game: the table.
        owner_sees: the piles of a seat whose faces that seat sees.
        guest: who asks.
        handles: the pieces, as `piles_seen` names them.
        is_current: whether a pile is still as the guest has seen it.

    Raises:
        Refusal: for pieces that are not there, not seen, or another seat's.
    """
    if not isinstance(handles, list) or not 0 < len(handles) <= len(game.component_of):
        raise Refusal(422, "no pieces are named")
    pieces = []
    for handle in handles:
        piece = piece_of(game, handle) if isinstance(handle, int | str) and not isinstance(handle, bool) else None
        if piece is None:
            raise Refusal(422, "a piece is not on this table")
        if isinstance(handle, int) and not sees(game, owner_sees, piece, guest.seat, guest.searches):
            raise Refusal(403, "you do not see this piece")
        if isinstance(handle, str) and not is_current(game.lies[piece].pile):
            raise Refusal(409, "the table has changed meanwhile; try again")
        owner = game.program.piles[game.lies[piece].pile][1]
        if owner not in {None, guest.seat} and not game.lies[piece].up:
            raise Refusal(403, "this piece belongs to another seat")
        pieces.append(piece)
    return pieces
