"""Plays games from the set-up to an end, by bots, and returns each as a log."""

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from punchboard.engine.program.compiler import compile_program
from punchboard.engine.program.machine import Machine, Shortage
from punchboard.engine.program.parts import Doer, Group, Move, Name, Program, Sets
from punchboard.engine.program.rounds import RandomPlayer, Rounds
from punchboard.engine.program.world import Chance, Here, Question, value_of
from punchboard.engine.proof import variant_seat_counts
from punchboard.engine.states.table import UnknownOutcome
from punchboard.model.game.game import Game
from punchboard.plays.log import STOPPED, Event, GameLog, Head, Result

BOTS: Final = ("random", "greedy")
"""The bots by name."""

TRIES: Final = 8
"""How many ways a greedy bot tries for each step."""


class Choice(NamedTuple):
    """An answer to a question of a kind."""

    kind: str
    answer: Any


class Players(RandomPlayer):
    """Answers for all seats: as a bot has chosen before, else at random."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plans: dict[int, list[Choice]] = {}
        """What a seat has chosen for the questions to come, in order."""
        self.recorded: list[Choice] | None = None
        """Collects the answers of ``recorded_seat``, while a bot tries a step."""
        self.recorded_seat: int | None = None
        self.is_hidden: Callable[[Question], bool] = lambda _question: False

    def reseed(self, seed: int) -> None:
        """Restart the chance of answers, for another game."""
        super().__init__(seed)
        self.plans.clear()

    def answer(self, question: Question) -> Any:
        """Return one of the options; for ``pieces`` a list of as many as are asked for.

        Raises:
            UnknownOutcome: for a question that only people can answer.
        """
        seat = question.here.seat
        if seat is None or self.is_hidden(question):
            return super().answer(question)  # nobody chooses among faces that nobody sees
        plan = self.plans.get(seat)
        if plan:
            kind, answer = plan.pop(0)
            chosen = answer if kind == "pieces" else (answer,)
            if kind == question.kind and all(one in question.options for one in chosen):
                return answer
            plan.clear()  # chance has led elsewhere
        given = super().answer(question)
        if seat == self.recorded_seat and self.recorded is not None:
            self.recorded.append(Choice(question.kind, given))
        return given


class BotMachine(Machine):
    """A machine whose greedy seats try each step before they carry it out.

    Args:
        program: the scripts.
        sets: the sets of components that they name.
        players: answers for all seats.
        tell: is given each event that really happens.
        greedy: the seats with greedy bots.
        shows: for each pile the side that others see: ``faces``, ``backs`` or ``owner``.
    """

    def __init__(
        self,
        program: Program,
        sets: Sequence[Sequence[int]],
        players: Players,
        tell: Callable[..., None],
        *,
        greedy: Collection[int],
        shows: Sequence[str],
    ) -> None:
        super().__init__(program, sets, 0, players, tell)
        self._players, self._greedy, self._shows = players, frozenset(greedy), shows
        self._decks = [place for place, side in enumerate(shows) if side == "backs"]
        self._asks: dict[int, bool] = {}
        self._is_trying = False
        players.is_hidden = self._is_hidden

    def begin(self, seed: int) -> None:
        """Put everything back for a game with this seed, as a new machine would lie."""
        self.chance, self._tries = Chance(seed), Random(seed)  # noqa: S311 - games, not secrets
        self.restart()

    def doer(self, path: str, doer: Doer) -> int:
        """Carry out a line for one of its doers, and return how many pieces it moved.

        Raises:
            Shortage: when it must be carried out and cannot be.
        """
        seat = doer.seat
        if self._is_trying or seat not in self._greedy or seat in self._players.plans or not self._may_ask(doer):
            return super().doer(path, doer)
        assert seat is not None
        self._players.plans[seat] = self._best(path, doer, seat)
        try:
            return super().doer(path, doer)
        finally:
            del self._players.plans[seat]

    def _best(self, path: str, doer: Doer, seat: int) -> list[Choice]:
        """Return the answers after which the aim of a seat was greatest; ties are broken by chance."""
        tried: list[tuple[float, float, list[Choice]]] = []
        for _ in range(TRIES):
            value, notes = self._try(path, doer, seat)
            tried.append((value, self._tries.random(), notes))
            if not notes:
                break  # nothing was asked
        return max(tried, key=lambda one: one[:2])[2]

    def _try(self, path: str, doer: Doer, seat: int) -> tuple[float, list[Choice]]:
        """Return the aim of a seat after a step carried out in a copy of the world, and the answers it gave."""
        players, notes = self._players, list[Choice]()
        before = (self.piles, self.values, self.moved, self.ended, self.chance, self.tell, self.work)
        plans = (players.plans, players.recorded_seat, players.recorded)
        self.piles, self.values = [pile[:] for pile in self.piles], dict(self.values)
        self.chance, self.tell = Chance(self._tries.getrandbits(32)), _not_told
        for place in self._decks:
            self.chance.shuffle(self.piles[place])  # a bot does not know what it will draw
        players.plans, players.recorded_seat, players.recorded, self._is_trying = {}, seat, notes, True
        try:
            super().doer(path, doer)
            value = float(value_of(self.program.aims[seat], self))
        except Shortage:
            value = float("-inf")
        finally:
            (self.piles, self.values, self.moved, self.ended, self.chance, self.tell, self.work) = before
            players.plans, players.recorded_seat, players.recorded = plans
            self._is_trying = False
        return value, notes

    def _is_hidden(self, question: Question) -> bool:
        """Return whether a question is about pieces whose faces the seat does not see."""
        if question.kind != "pieces":
            return False
        piece = question.options[0]
        place = next(place for place, pile in enumerate(self.piles) if piece in pile)
        side, owner = self._shows[place], self.program.piles[place][1]
        return side == "backs" or (side == "owner" and owner != question.here.seat)

    def _may_ask(self, doer: Doer) -> bool:
        """Return whether a step may leave anything to its seat."""
        known = self._asks.get(id(doer))
        if known is None:
            self._asks[id(doer)] = False  # a sequence that calls itself
            known = self._asks[id(doer)] = doer.may or any(map(self._leaves_open, doer.acts))
        return known

    def _leaves_open(self, act: object) -> bool:
        match act:
            case Name():
                return True
            case Move():
                return not act.draws or act.amount[0] == "up to" or len(act.amount) > 2
            case Group():
                lines = (line for block in act.blocks for line in self.program.blocks[block])
                return len(act.blocks) > 1 or any(self._may_ask(doer) for line in lines for doer in line.doers)
        return False


def _not_told(*_: Any) -> None:
    """Hear nothing: what a bot tries does not happen."""


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
    chosen = [one for one in game.file.variants if one.key == variant]
    counts = variant_seat_counts(game, chosen[0]) if chosen else game.file.players.seat_counts
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
    for pile in (name, name.rpartition(" ")[0]):
        if pile in file.decks:
            return file.decks[pile].shows or "backs"
        if pile in file.piles | file.each_player_has:
            return (file.piles | file.each_player_has)[pile].shows or "faces"
    return "faces"
