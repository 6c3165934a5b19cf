"""Plays games from the set-up to an end, and returns each as a log."""

from typing import Any, Final, NamedTuple

from punchboard.engine.program.compiler import compile_program
from punchboard.engine.program.machine import Shortage
from punchboard.engine.program.parts import Sets
from punchboard.engine.program.rounds import Rounds
from punchboard.engine.program.values import value_of
from punchboard.engine.program.world import Here
from punchboard.engine.proof import variant_seat_counts
from punchboard.engine.states.state import UnknownOutcome
from punchboard.model.game.game import Game
from punchboard.plays.bots import BotMachine, Players
from punchboard.plays.log import STOPPED, Event, GameLog, Head, Result

MAX_ROUNDS: Final = 100
"""The most rounds that are played."""


class Setting(NamedTuple):
    """How games are played: seats and their bots, variant, and the seed that the seeds of all games come from."""

    players: int
    variant: str = ""
    bots: tuple[str, ...] = ()
    seed: int = 1
    version: str = ""
    edition: str = ""
    looks: tuple[tuple[str, str], ...] = ()


def usual_players(game: Game, variant: str = "") -> int:
    """Return the number of players if none is given: 2 if two can play, else the fewest."""
    found = [one for one in game.file.variants if one.key == variant]
    counts = variant_seat_counts(game, found[0]) if found else game.file.players.seat_counts
    return 2 if 2 in counts else counts[0]


def winners(game: Game, ends: tuple[str, ...], values: tuple[float, ...], players: int) -> tuple[int, ...] | None:
    """Return the seats that win when some ends are met together; None if nothing says who wins."""
    for name in ends:
        end = game.file.end.get(name)
        match end.winner or ("most" if game.file.aim else "unknown") if end is not None else "unknown":
            case "all":
                return tuple(range(players))
            case "none":
                return ()
            case "most" if values:
                return tuple(seat for seat, value in enumerate(values) if value == max(values))
    return None


class GamePlayer:
    """Plays games of one setting.

    Raises:
        ExpressionError: for expressions that cannot be read.
        UnknownOutcome: for scripts that cannot be played.
    """

    def __init__(self, game: Game, setting: Setting) -> None:
        self._game, self._setting, sets = game, setting, Sets()
        self._program = program = compile_program(game, setting.players, setting.variant, sets)
        for aim in program.aims:
            if isinstance(aim, tuple) and aim[0] == "unknown":
                raise UnknownOutcome(aim[2])
        self._ids = tuple(component.id for component in game.components)
        self._labels = [" ".join(str(one) for one in key if one is not None) for key in program.piles]
        self._events: list[Event] = []
        self._players = Players(0)
        greedy = [seat for seat, bot in enumerate(setting.bots) if bot == "greedy"] if program.aims else []
        shows = tuple(_side(game, name) for name, _ in program.piles)
        self._machine = BotMachine(program, sets.members, self._players, self._hear, greedy=greedy, shows=shows)

    def play(self, number: int) -> GameLog:
        """Play the game of a number, counted from 0; the same number is the same game."""
        setting, machine = self._setting, self._machine
        seed = (setting.seed + number * 0x9E3779B1) & 0xFFFFFFFF
        self._events = []
        self._players.reseed(seed)
        machine.begin(seed)
        rounds, notes = Rounds(machine), ""
        met: tuple[str, ...] = ()
        try:
            machine.run("setup")
            while not met and rounds.round < MAX_ROUNDS and not notes:
                if rounds.round:
                    self._add("round", "", None)
                met = rounds.play_round()
            if not met:
                notes = f"{STOPPED}no end after {MAX_ROUNDS} rounds"
        except Shortage as short:
            notes = f"{STOPPED}{short.here.path} needs {short.required} of {self._labels[short.pile]}"
        except UnknownOutcome as unknown:
            notes = f"{STOPPED}{unknown}"
        values = tuple(float(value_of(aim, machine)) for aim in self._program.aims)
        head = Head(
            game=self._game.id,
            version=setting.version,
            edition=setting.edition,
            looks=dict(setting.looks),
            seed=seed,
            players=setting.players,
            variant=setting.variant,
            bots=setting.bots or ("random",) * setting.players,
        )
        who = winners(self._game, met, values, setting.players)
        result = Result(round=rounds.round, ends=met, winners=who, values=values, notes=notes)
        return GameLog(head=head, events=tuple(self._events), result=result)

    def _hear(self, name: str, here: Here, *values: Any) -> None:
        """Write down an event of the machine."""
        path, seat = here
        if name in {"move", "under"}:
            source, target, pieces = values
            ids = tuple(self._ids[self._machine.component_of[piece]] for piece in pieces)
            self._add(name, path, seat, source=self._labels[source], to=self._labels[target], pieces=ids)
        elif name == "order":
            self._add("shuffle", path, seat, pile=self._labels[values[0]])
        elif name == "roll":
            self._add("roll", path, seat, die=values[0], value=values[2])
        elif name == "name":
            self._add("name", path, seat, value=values[1])
        elif name == "next":
            self._add("next", path, seat)
        elif name == "undone":
            while self._events and (self._events[-1].step, self._events[-1].seat) == (path, seat):
                self._events.pop()

    def _add(self, do: str, step: str, seat: int | None, **values: Any) -> None:
        self._events.append(Event.model_construct(do=do, step=step, seat=seat, **values))


def _side(game: Game, name: str) -> str:
    """Return the side of a pile that other players see."""
    file = game.file
    for one in (name, name.rpartition(" ")[0]):
        if one in file.decks:
            return file.decks[one].shows or "backs"
        if one in file.piles | file.each_player_has:
            return (file.piles | file.each_player_has)[one].shows or "faces"
    return "faces"
