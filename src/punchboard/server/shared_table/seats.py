"""The seats of a shared table: who has joined, who sits where, and what they may do."""

from collections.abc import Callable, Mapping, Sequence
from hmac import compare_digest
from secrets import randbits, token_urlsafe
from time import monotonic
from typing import Any, Final, NamedTuple

from punchboard.engine.program import GameProgram
from punchboard.engine.program.parts import Program
from punchboard.engine.program.world import Question
from punchboard.products import ComposedGame
from punchboard.products.web.table import open_page
from punchboard.render.svg.html_drawings import drawn_html
from punchboard.server.shared_table.guests import (
    MAX_NAME,
    Bucket,
    Guest,
    Refusal,
    piece_of,
    piles_seen,
    sees,
    waiting_seen,
)
from punchboard.server.shared_table.table_game import BY_HAND, BadEntry, Entry, Shape, TableGame, TableParts

MAX_SEATS: Final = 8
MAX_WATCHERS: Final = 20
MAX_ENTRIES: Final = 20_000
MAX_ROWS: Final = 200
PILE_KEYS: Final[Mapping[str, str]] = {"shuffle": "pile", "deal": "from"}
"""Where entries name the pile that they take from."""

ACTS: Final = frozenset({"step", "all", "answer", *BY_HAND})


class SharedTable:
    """A table, its guests and its history.

    Args:
        program: the game's programs.
        parts: what a table needs besides.
        owner_sees: the piles whose faces only their owner sees.
        backs: what is known of each component face down.
        code: what guests join with.
        clock: the seconds by which requests are limited.
    """

    def __init__(
        self,
        program: GameProgram,
        parts: TableParts,
        owner_sees: frozenset[str],
        backs: Sequence[Any],
        code: str,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._program, self._parts, self._owner_sees, self._backs = program, parts, owner_sees, backs
        self._code, self._clock, self._joins = code, clock, Bucket(10, 0.2, clock)
        self.guests: dict[str, Guest] = {}
        self.settings: dict[str, Any] | None = None
        self.history: list[dict[str, Any]] = []
        self.revision = 0
        self.game: TableGame | None = None
        self._changed: dict[int | None, int] = {}
        """The revision at which each pile has changed last; under None, the present question."""
        self.last_act: Mapping[str, Any] | None = None
        self.score: list[dict[int, float | None]] = [{}]

    def join(self, code: str, name: str) -> str:
        """Return the token of a new guest. The first one is the host.

        Raises:
            Refusal: for a wrong code, after too many tries, or when too many have joined.
        """
        if not self._joins.take():
            raise Refusal(429, "too many tries; wait a little")
        if not compare_digest(code.upper().replace("-", "").encode(), self._code.encode()):
            raise Refusal(403, "this is not the code of this table")
        if len(self.guests) >= MAX_SEATS + MAX_WATCHERS:
            raise Refusal(409, "the table is full")
        token = token_urlsafe(24)
        self.guests[token] = Guest(
            name.strip()[:MAX_NAME] or "Guest", Bucket(60, 25, self._clock), is_host=not self.guests
        )
        self.revision += 1
        return token

    def leave(self, token: str) -> None:
        """Let a guest go; the seat is free, and its cards stay."""
        if self.guests.pop(token, None) is not None:
            if self.guests and not any(guest.is_host for guest in self.guests.values()):
                next(iter(self.guests.values())).is_host = True
            self.revision += 1

    def guest(self, token: str) -> Guest:
        """Return a guest.

        Raises:
            Refusal: for somebody who has not joined, or who asks too often.
        """
        guest = self.guests.get(token)
        if guest is None:
            raise Refusal(401, "join with the code first")
        if not guest.acts.take():
            raise Refusal(429, "too many moves at once; wait a little")
        return guest

    def begin(self, guest: Guest, players: Any, variant: Any, how: Any, bots: Any = ()) -> None:
        """Begin a new game; everybody stands up, and the host sits down at the first seat.

        Raises:
            Refusal: for a guest who is not the host, or a way to play that the game does not have.
        """
        if not guest.is_host:
            raise Refusal(403, "only the host begins a game")
        if not any(one.players == players for one in self._program.programs) or not isinstance(variant, str):
            raise Refusal(422, "the game cannot be played like this")
        self.settings = {"players": players, "variant": variant, "seed": randbits(32), "byHand": how == "hand"}
        seats = bots if isinstance(bots, list) else []
        self.settings["bots"] = frozenset(seat for seat in seats if type(seat) is int and 0 < seat < players)
        self.history = [{"do": "all", "seat": None}] if how == "all" else []
        for someone in self.guests.values():
            someone.seat, someone.searches = None, None
        guest.seat = 0
        self._show(self._played(self.history))
        self.last_act, self.score = None, [{}]

    def sit(self, guest: Guest, seat: Any) -> None:
        """Give a guest a free seat, or none to watch.

        Raises:
            Refusal: for a seat that is taken or not there, and when too many watch.
        """
        if seat is not None:
            if self.game is None or type(seat) is not int or not 0 <= seat < self.game.program.players:
                raise Refusal(422, "there is no such seat")
            for someone in self.guests.values():
                if someone is not guest and someone.seat == seat:
                    if someone.streams:
                        raise Refusal(409, "somebody sits there")
                    someone.seat = None  # that guest is away
        elif sum(someone.seat is None for someone in self.guests.values()) > MAX_WATCHERS:
            raise Refusal(409, "too many watch already")
        guest.seat, guest.searches = seat, None
        self.revision += 1

    def act(self, guest: Guest, entry: Any, revision: Any) -> None:
        """Add what a guest did to the history.

        Raises:
            Refusal: for what this guest may not do, or the game does not allow.
        """
        game = self._game_of(guest)
        if not isinstance(entry, dict) or entry.get("do") not in ACTS:
            raise Refusal(422, "this is not a move")
        if len(self.history) >= MAX_ENTRIES:
            raise Refusal(409, "this game has too many moves; begin a new one")
        done = {**entry, "seat": guest.seat}
        if done["do"] == "answer":
            _check_answer(game, guest, is_current=self._is_current(None, revision))
        if "pieces" in done:
            done["pieces"] = _pieces_meant(
                game, self._owner_sees, guest, done["pieces"], lambda pile: self._is_current(pile, revision)
            )
            done["from"] = game.lies[done["pieces"][0]].pile
        if done["do"] in PILE_KEYS:
            _check_pile(game, guest, done.get(PILE_KEYS[done["do"]]))
        self._add(done)
        if done["do"] == "answer":
            self._changed[None] = self.revision
        self.last_act = {
            "do": done["do"],
            "seat": guest.seat,
            "to": done.get("to"),
            "count": len(done.get("pieces", ())),
        }

    def undo(self, guest: Guest) -> None:
        """Take back the last thing that anybody did.

        Raises:
            Refusal: for somebody who watches, and when nothing is left.
        """
        self._game_of(guest)
        if not self.history:
            raise Refusal(409, "there is nothing to take back")
        self._show(self._played(self.history[:-1]))
        self.history.pop()
        self._end_searches()
        self.last_act = {"do": "undo", "seat": guest.seat}

    def search(self, guest: Guest, pile: Any) -> None:
        """Show a guest all faces of a pile until the next move; all views say who searches. None ends it.

        Raises:
            Refusal: for a pile of another seat.
        """
        game = self._game_of(guest)
        if pile is not None:
            _check_pile(game, guest, pile)
            self.last_act = {"do": "search", "seat": guest.seat, "to": pile}
        guest.searches = pile
        self.revision += 1

    def write_score(self, guest: Guest, row: Any, seat: Any, value: Any) -> None:
        """Write a number on the score sheet; the row after the last one is added.

        Raises:
            Refusal: for somebody who watches, and for a row, a seat or a number that cannot be.
        """
        game = self._game_of(guest)
        is_number = value is None or (isinstance(value, int | float) and abs(value) < 1e9)
        if (
            type(row) is not int
            or not 0 <= row <= min(len(self.score), MAX_ROWS)
            or seat not in range(game.program.players)
        ):
            raise Refusal(422, "there is no such place on the score sheet")
        if not is_number:
            raise Refusal(422, "this is not a score")
        if row == len(self.score):
            self.score.append({})
        self.score[row][seat] = value
        self.revision += 1

    def view(self, guest: Guest) -> dict[str, Any]:
        """Return what a guest sees."""
        people = [
            {"name": one.name, "seat": one.seat, "host": one.is_host, "you": one is guest, "away": not one.streams}
            for one in self.guests.values()
        ]
        view: dict[str, Any] = {"revision": self.revision, "people": people, "seat": guest.seat, "said": self.last_act}
        game = self.game
        if game is None or self.settings is None:
            return view
        progress = game.progress
        return view | {
            "players": game.program.players,
            "variant": self.settings["variant"],
            "piles": piles_seen(game, self._owner_sees, self._backs, guest.seat, guest.searches),
            "round": progress.round,
            "part": game.rounds.part,
            "ends": progress.ends,
            "values": game.values,
            "turnOf": progress.turn_of,
            "dice": progress.dice,
            "isSetUp": progress.is_set_up,
            "isByHand": self.settings["byHand"],
            "topStep": progress.top_step,
            "waiting": waiting_seen(game, guest.seat),
            "trouble": None
            if progress.trouble is None
            else {
                "here": progress.trouble.here._asdict(),
                "pile": progress.trouble.pile,
                "required": progress.trouble.required,
                "available": progress.trouble.available,
            },
            "entries": len(self.history),
            "score": self.score,
            "searches": guest.searches,
        }

    def _game_of(self, guest: Guest) -> TableGame:
        if self.game is None:
            raise Refusal(409, "no game has begun")
        if guest.seat is None:
            raise Refusal(403, "take a seat to play")
        return self.game

    def _is_current(self, pile: int | None, revision: Any) -> bool:
        return isinstance(revision, int) and self._changed.get(pile, 0) <= revision <= self.revision

    def _show(self, game: TableGame) -> None:
        """Make a game the present one, and note which piles have changed."""
        self.revision += 1
        before = self.game.piles if self.game is not None else []
        for place, pile in enumerate(game.piles):
            if place >= len(before) or pile != before[place]:
                self._changed[place] = self.revision
        if self.game is None or game.progress.waiting != self.game.progress.waiting:
            self._changed[None] = self.revision
        self.game = game

    def _add(self, entry: dict[str, Any]) -> None:
        history = [*self.history, entry]
        self._show(self._played(history))
        self.history = history
        self._end_searches()

    def _end_searches(self) -> None:
        for guest in self.guests.values():
            guest.searches = None

    def _played(self, history: Sequence[Entry]) -> TableGame:
        assert self.settings is not None
        program = self._program_of(self.settings["players"], self.settings["variant"])
        seed, bots = self.settings["seed"], self.settings["bots"]
        game = TableGame(program, self._program.sets, self._parts, seed, history, bots=bots)
        try:
            game.play(by_hand=self.settings["byHand"])
        except BadEntry as bad:
            raise Refusal(422, str(bad)) from bad
        except (TypeError, ValueError, KeyError, IndexError, OverflowError) as error:
            raise Refusal(422, "this is not a move of this game") from error
        return game

    def _program_of(self, players: int, variant: str) -> Program:
        fitting = [one for one in self._program.programs if one.players == players]
        return next((one for one in fitting if one.variant == variant), fitting[0])


# What a seat may do at a shared table: answer what it is asked, and move what is its own, shared or open.


def _check_answer(game: TableGame, guest: Guest, *, is_current: bool) -> None:
    """Check that a guest may answer what the script asks, and has seen that it is asked.

    Raises:
        Refusal: when nothing is asked, or another seat, or something else than when the guest looked last.
    """
    waiting = game.progress.waiting
    if not isinstance(waiting, Question):
        raise Refusal(409, "nothing was asked")
    if not is_current:
        raise Refusal(409, "the table has changed meanwhile; try again")
    if waiting.here.seat not in {None, guest.seat}:
        raise Refusal(403, "another seat is asked")


def _check_pile(game: TableGame, guest: Guest, pile: Any) -> None:
    """Check that a pile is there, and is shared or the guest's own.

    Raises:
        Refusal: when it is not.
    """
    if type(pile) is not int or not 0 <= pile < len(game.piles):
        raise Refusal(422, "there is no such pile")
    if game.program.piles[pile][1] not in {None, guest.seat}:
        raise Refusal(403, "this pile belongs to another seat")


def _pieces_meant(
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


class Opening(NamedTuple):
    """A page, its content security policy, and the table that it shows."""

    page: bytes
    policy: str
    table: SharedTable


def open_table(composed: ComposedGame, code: str) -> Opening | None:
    """Return the table of a game for guests who have a code; None if its scripts cannot be compiled."""
    page, drawings, shown = open_page(composed, shared=True)
    program = shown["program"]
    if program is None:
        return None
    parts = TableParts(
        [Shape(one["form"], *one["size"]) for one in shown["components"]],
        {name: pile["shows"] == "faces" for name, pile in shown["piles"].items()},
        {name: die["values"] for name, die in shown["dice"].items()},
    )
    owner_sees = frozenset(name for name, pile in shown["piles"].items() if pile["shows"] == "owner")
    backs = [{"back": one["back"], "size": one["size"], "form": one["form"]} for one in shown["components"]]
    return Opening(drawn_html(page.data, drawings), page.policy, SharedTable(program, parts, owner_sees, backs, code))
