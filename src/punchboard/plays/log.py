"""The log of a game as JSON lines: what was played, what happened, and how it ended.

``table.html`` writes the same lines. A file may hold several games, each with a line about it first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, BinaryIO, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from punchboard.problem import Place, ProblemsFound, fail

KIND: Final = "punchboard log"
RULE: Final = "LOG001"

MAX_LINE: Final = 1_000_000
"""The longest line in bytes."""

MAX_EVENTS: Final = 50_000
"""The most lines of one game."""

MAX_GAME: Final = 10_000_000
"""The most bytes of one game."""

MAX_SEATS: Final = 100

STOPPED: Final = "stopped: "
"""How the notes on a game of bots begin if it has no end, with the reason."""

_HINT: Final = "save the log of the game again, or leave this file out"

Text = Annotated[str, StringConstraints(max_length=200)]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Field(ge=-(10**12), le=10**12)]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Cell = Annotated[Text | Finite | None, Field(union_mode="left_to_right")]


class LogLine(BaseModel):
    """A line of a log; what it says beyond its model is ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True, defer_build=True)


class Head(LogLine):
    """The first line: which game is played, and how."""

    kind: Literal["punchboard log"] = KIND
    game: Text
    version: Text = ""
    edition: Text = ""
    looks: dict[Text, Text] = Field(default_factory=dict)
    """The hash of each component's look, by id."""
    seed: Number = 0
    players: Annotated[int, Field(ge=1, le=MAX_SEATS)]
    variant: Text = ""
    names: tuple[Text, ...] = ()
    bots: tuple[Text, ...] = ()
    """The bot of each seat; empty if people play."""


class Event(LogLine):
    """Something that has happened: a move, a roll, a shuffle, or that the next turn or round begins."""

    do: Text
    step: Text = ""
    """The step of the script, such as ``setup.3``; empty for what people do by hand."""
    seat: Seat | None = None
    source: Annotated[Text, Field(alias="from")] = ""
    to: Text = ""
    """The pile: its name, and for a pile of a seat the seat, counted from 0."""
    pieces: Annotated[tuple[Text, ...], Field(max_length=10_000)] = ()
    """The ids of the components."""
    pile: Text = ""
    die: Text = ""
    value: Number | Text | None = None


class Result(LogLine):
    """The last line: how the game ended, and what people wrote about it."""

    do: Literal["result"] = "result"
    round: Annotated[int, Field(ge=0, le=10**6)] = 0
    ends: tuple[Text, ...] = ()
    winners: tuple[Seat, ...] | None = None
    """The seats that have won; None if nothing says who wins."""
    values: tuple[Finite, ...] = ()
    """What each seat has of what it wants most of."""
    score: Annotated[tuple[tuple[Cell, ...], ...], Field(max_length=1000)] = ()
    notes: Annotated[str, StringConstraints(max_length=20_000)] = ""


class GameLog(LogLine):
    """The log of one game; ``result`` is None if the log breaks off."""

    head: Head
    events: tuple[Event, ...] = ()
    result: Result | None = None


def log_text(game: GameLog) -> str:
    """Return the log of a game as lines of JSON."""
    head = game.head.model_dump()
    last = [] if game.result is None else [game.result.model_dump()]
    return "".join(
        f"{json.dumps(line, ensure_ascii=False)}\n" for line in (head, *map(_event_data, game.events), *last)
    )


def _event_data(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = {"do": event.do, "step": event.step, "seat": event.seat}
    if event.pieces:
        return {**data, "from": event.source, "to": event.to, "pieces": event.pieces}
    more = {"pile": event.pile, "die": event.die, "value": event.value}
    return data | {name: value for name, value in more.items() if value not in {"", None}}


def read_logs(file: BinaryIO, name: str) -> Iterator[GameLog]:
    """Yield the games of a log one after the other; nothing but the current game is kept.

    Args:
        file: the lines.
        name: what messages call the file.

    Raises:
        ProblemsFound: LOG001 at the first line that is not one of a log. Games before it have been yielded.
    """
    head: Head | None = None
    events: list[Event] = []
    result: Result | None = None
    size = 0
    for number, line in _lines(file, name):
        place = Place(name, number)
        data = _object(line, place)
        size = len(line) if "kind" in data else size + len(line)
        if size > MAX_GAME:
            raise _refused(place, f"a game has more than {MAX_GAME} bytes")
        if "kind" in data:
            if head is not None:
                yield GameLog(head=head, events=tuple(events), result=result)
            head, events, result = _model(Head, data, place), [], None
            continue
        if head is None:
            raise _refused(place, f"a log begins with a line of the kind {KIND!r}")
        if result is not None:
            raise _refused(place, "the result of a game is its last line, and more follows")
        if data.get("do") == "result":
            result = _model(Result, data, place)
            _check_seats(result.winners or (), head, place)
            continue
        if len(events) == MAX_EVENTS:
            raise _refused(place, f"a game has more than {MAX_EVENTS} lines")
        events.append(_model(Event, data, place))
        _check_seats((events[-1].seat,), head, place)
    if head is None:
        raise _refused(Place(name), "the log is empty")
    yield GameLog(head=head, events=tuple(events), result=result)


def _lines(file: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise _refused(Place(name, number), f"a line has more than {MAX_LINE} bytes")
        if line.strip():
            yield number, line


def _object(line: bytes, place: Place) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise _refused(place, "this line is not JSON") from None
    if not isinstance(data, dict):
        raise _refused(place, "this line is not a JSON object")
    return data


_Line = TypeVar("_Line", bound=LogLine)


def _model(model: type[_Line], data: dict[str, Any], place: Place) -> _Line:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"]))
        raise _refused(place, f"{key[:80]!r}: {first['msg'].lower()}") from None


def _check_seats(seats: Iterable[int | None], head: Head, place: Place) -> None:
    for seat in seats:
        if seat is not None and seat >= head.players:
            raise _refused(place, f"there is no seat {seat} in a game of {head.players}; seats count from 0")


def _refused(place: Place, message: str) -> ProblemsFound:
    return fail(RULE, place, message, _HINT)
