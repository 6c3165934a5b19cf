"""A game in progress, made again from its seed and from the history of what people did.

``game/play.js`` of ``table.html`` is its twin: the history has the same entries.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any, Final, NamedTuple

from punchboard.engine.program.machine import Machine, Shortage
from punchboard.engine.program.parts import Act, Group, Line, Program
from punchboard.engine.program.rounds import Rounds
from punchboard.engine.program.world import Here, Question

Point = tuple[float, float]

GAP: Final = 4.0
"""Between pieces that are no tiles of one grid."""

_AROUND: Final[Mapping[str, tuple[Point, ...]]] = {
    "hex": ((1, 0), (0.5, 0.75), (-0.5, 0.75), (-1, 0), (-0.5, -0.75), (0.5, -0.75)),
    "square": ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)),
}
"""The places around a tile of a grid, in widths and heights."""

_BESIDE: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Shape(NamedTuple):
    """The form and the size of a piece."""

    form: str
    width: float
    height: float


def free_place(shape: Shape, others: Sequence[tuple[Shape, Point]]) -> Point:
    """Return the free place nearest to the middle; a tile comes to lie beside tiles of its grid."""
    like = [place for other, place in others if other == shape] or [place for _, place in others]
    is_tile = shape.form in _AROUND
    gap = 0.0 if is_tile else GAP
    around = [
        (x + right * (shape.width + gap), y + down * (shape.height + gap))
        for x, y in like
        for right, down in _AROUND.get(shape.form, _BESIDE)
    ]
    for place in sorted(((0.0, 0.0), *around), key=lambda one: hypot(*one)):
        if all(_is_apart(shape, place, *other) for other in others):
            return round(place[0], 2), round(place[1], 2)
    return len(others) * 9.0, len(others) * 9.0


def _is_apart(shape: Shape, place: Point, other: Shape, there: Point) -> bool:
    is_grid = other == shape and shape.form in _AROUND
    slack = -1.0 if is_grid else GAP
    wide, high = (other.width + shape.width) / 2 + slack, (other.height + shape.height) / 2 + slack
    if is_grid and shape.form == "hex":
        high *= 0.74
    return abs(there[0] - place[0]) >= wide - 0.01 or abs(there[1] - place[1]) >= high - 0.01


TABLE: Final = "table"
"""The name of the open table."""

BOX: Final = "box"
"""The name of the box, in which nothing is shown that was face down."""

Entry = Mapping[str, Any]
"""Something that somebody did: ``do`` says what, ``seat`` who."""


FARTHEST: Final = 100_000.0
"""The farthest place from the middle of the table, in mm."""


class BadEntry(Exception):  # noqa: N818 - raised to leave the history at once
    """What somebody asks for is not possible in this game; the message says why."""


class _Pause(Exception):  # noqa: N818 - the history ends where the script waits
    """The script waits for a step or an answer."""


@dataclass(frozen=True, slots=True)
class TableParts:
    """What a table needs of a game besides its program."""

    shapes: Sequence[Shape]
    """The shape of each component."""
    shows_faces: Mapping[str, bool]
    """Whether each pile shows the faces of its pieces to everybody."""
    dice: Mapping[str, Sequence[int | str]]
    """The values of the sides of each die."""


@dataclass(slots=True)
class Lie:
    """How a piece lies: its pile, its side, its angle in degrees, and its place on the open table."""

    pile: int
    up: bool = True
    angle: int = 0
    at: Point = (0.0, 0.0)


@dataclass(slots=True)
class Progress:
    """How far the game is, besides its piles."""

    round: int = 1
    ends: tuple[str, ...] = ()
    """The ends of the game that have been met."""
    turn_of: int = 0
    is_set_up: bool = False
    top_step: int | None = None
    waiting: Question | Here | None = None
    """The question or the step that the script waits for."""
    trouble: Shortage | None = None
    """The step that could not be carried out."""
    dice: dict[str, int | str] = field(default_factory=dict)


class TableGame(Machine):
    """The game after its whole history.

    Raises:
        BadEntry: for an entry of the history that the game does not allow.
    """

    def __init__(
        self,
        program: Program,
        sets: Sequence[Sequence[int]],
        parts: TableParts,
        seed: int,
        history: Sequence[Entry],
        *,
        bots: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(program, sets, seed, self, self._hear)
        self._bots, self.rounds = bots, Rounds(self)
        self.parts, self.progress = parts, Progress()
        self._history, self._cursor, self._is_hurried = history, 0, False
        self.table_place = program.piles.index((TABLE, None))
        self.lies = [Lie(0) for _ in self.component_of]
        for place, pile in enumerate(self.piles):
            for piece in pile:
                self.arrive(piece, place)

    def play(self, *, by_hand: bool = False) -> None:
        """Carry out the set-up, unless people do it by hand, and then the rest of the history."""
        try:
            if not by_hand:
                self.run("setup")
            self.progress.is_set_up, self.progress.waiting = True, None
            self._rest()
        except Shortage as shortage:
            self.progress.trouble, self.progress.waiting = shortage, None
            self._rest()
        except _Pause:
            pass

    def _rest(self) -> None:
        try:
            while True:
                self._next()
        except _Pause:
            pass

    def line(self, line: Line) -> None:
        """Carry out one line, and keep the number of a printed step of the set-up."""
        script, _, number = line.path.partition(".")
        if script == "setup" and number.isdecimal():
            self.progress.top_step = int(number)
        super().line(line)

    def carry_out(self, here: Here, act: Act) -> int:
        """Carry out an act as soon as the history says so."""
        if not isinstance(act, Group) and not self._is_hurried:
            self.progress.waiting = here
            self._is_hurried = self._next("step", "all")["do"] == "all"
            self.progress.waiting = None
        return super().carry_out(here, act)

    def answer(self, question: Question) -> Any:
        """Return the answer that the history has."""
        if question.here.seat in self._bots and not question.why:
            return self._by_chance(question)
        self.progress.waiting = question
        value = self._next("answer").get("value")
        if question.kind == "pieces":
            pieces = value if isinstance(value, list) else []
            fits = len(pieces) == question.number == len({*map(str, pieces)})
            if not fits or any(piece not in question.options for piece in pieces):
                raise BadEntry("an answer is not among those that the script allows")
        elif not any(type(value) is type(one) and value == one for one in question.options):
            raise BadEntry("an answer is not among those that the script allows")
        self.progress.waiting = None
        return value

    def _by_chance(self, question: Question) -> Any:
        """Return a random answer of a bot."""
        if question.kind != "pieces":
            return question.options[self.chance.below(len(question.options))]
        left = list(question.options)
        return [left.pop(self.chance.below(len(left))) for _ in range(question.number)]

    def play_part(self) -> None:
        """Let the script play the next part of the round: the turn of a seat, or what everybody does.

        Raises:
            BadEntry: when the game has no script of a round.
        """
        if not self.program.rounds:
            raise BadEntry("this game has no script of a round")
        self._is_hurried = True
        self.progress.ends = self.rounds.play_part()
        self.progress.waiting = None
        if self.rounds.part == 0:
            self.progress.round += 1

    def _next(self, *kinds: str) -> Entry:
        """Apply entries until one is of these kinds, and return it."""
        while self._cursor < len(self._history):
            entry = self._history[self._cursor]
            self._cursor += 1
            if entry["do"] in kinds:
                return entry
            if entry["do"] == "all":
                self._is_hurried = True
            elif entry["do"] in BY_HAND:
                BY_HAND[entry["do"]](self, entry)
            else:
                raise BadEntry(f"there is no {entry['do']}")
        raise _Pause

    def _hear(self, name: str, here: Here, *values: Any) -> None:
        if name == "on turn":
            self.progress.turn_of = here.seat or 0
        if name in {"move", "under"}:
            for piece in values[2]:
                self.arrive(piece, values[1])
        if name == "undone":
            for place, pile in enumerate(self.piles):
                for piece in pile:
                    if self.lies[piece].pile != place:
                        self.arrive(piece, place)
        if name == "roll":
            self.progress.dice[values[0]] = values[2]

    def arrive(self, piece: int, place: int, at: Point | None = None) -> None:
        """Lay a piece into a pile, on the side that the pile shows; in the box it lies as it lay before."""
        name = self.program.piles[place][0]
        up = (
            self.lies[piece].up
            if name == BOX
            else self.parts.shows_faces.get(name, self.parts.shows_faces.get(name.rstrip("0123456789 "), True))
        )
        self.lies[piece] = Lie(place, up)
        if place == self.table_place:
            self.lies[piece].at = at or free_place(self._shape(piece), self._on_table(piece))

    def _shape(self, piece: int) -> Shape:
        return self.parts.shapes[self.component_of[piece]]

    def _on_table(self, but: int) -> list[tuple[Shape, Point]]:
        lying = (piece for piece in self.piles[self.table_place] if piece != but)
        return [
            (self._shape(piece), self.lies[piece].at) for piece in lying if self.lies[piece].pile == self.table_place
        ]


# What people do at the table by hand: one function for each entry of the history, as in `game/by_hand.js`.


def _move(game: TableGame, entry: Entry) -> None:
    moved, target = _pieces(game, entry), _pile(game, entry.get("to"))
    taken = frozenset(moved)
    for pile in game.piles:
        if not taken.isdisjoint(pile):
            pile[:] = [piece for piece in pile if piece not in taken]
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


BY_HAND: Final[Mapping[str, Callable[[TableGame, Entry], None]]] = {
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
"""What each entry does."""
