"""Play of turns and rounds up to an end: how long games last, what fails, which piles run out, which ends are met.

After the set-up come rounds: the steps of ``round``, and the ``turn`` of every seat after them or at ``{do: turns}``.
Seat 0 begins, unless a step has named a ``first player``. An end with ``check: turn`` is tested after each turn, and
counts the piles of the seat that had the turn. One with ``check: round`` is tested after each round, when nobody acts:
it reads the piles that each player has with ``total``, ``most`` or ``least``.

Only components are played, not scores, damage or positions; a roll of a die may stand for them.
"""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final, NamedTuple

from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.program import machine
from punchboard.engine.program.compiler import compile_program, game_scripts
from punchboard.engine.program.machine import Machine
from punchboard.engine.program.parts import Sets
from punchboard.engine.program.rounds import BY_LINE, RandomPlayer, Rounds
from punchboard.engine.script import StepPath, for_players, round_parts, script_steps
from punchboard.engine.simulator import Log, Moment
from punchboard.engine.states.table import BOX, PileKey, State, UnknownOutcome, all_steps
from punchboard.engine.turns.exact import ExactRounds
from punchboard.engine.turns.exact_engine import WorkLimitExceeded
from punchboard.engine.turns.findings import (
    EndResult,
    GameEnding,
    Spread,
    ToleratedShortage,
    TurnFindings,
    TurnStepResult,
    add_script_steps,
    chance_by_number,
    covers_all_games,
    spread,
)
from punchboard.model.game.game import Game
from punchboard.model.values import counted

__all__ = ["BY_LINE", "EndResult", "Spread", "ToleratedShortage", "TurnStepResult", "TurnsResult", "play_turns"]

MAX_ROUNDS: Final = 100
"""The most rounds that are played."""

SIMULATION_BUDGET: Final = 2_000
"""The most steps that are carried out in simulated games, unless a number of games is requested."""

MAX_CHOICES: Final = 5
"""A round with more choices than this is not played exactly."""

EXACT_BUDGET: Final = 5_000
"""The most outcomes of steps that are examined to play exactly."""


class TurnsResult(NamedTuple):
    """The turns of a game for a number of players and a variant."""

    players: int
    variant: str
    method: str
    """``exact``, or ``simulated``: then only what was seen is certain."""
    runs: int
    """How many games were simulated; 0 when all states were walked."""
    rounds: Spread | None
    turns_by_seat: tuple[Spread, ...]
    """The number of turns of each seat."""
    has_equal_turns: bool | None
    """Whether all seats get equally many turns in every game; None when that is not proved."""
    results: tuple[TurnStepResult, ...]
    ends: tuple[EndResult, ...]
    depletions: Mapping[PileKey, Spread]
    """The round in which a pile first runs out, over the games in which it does."""
    is_complete: bool
    """Whether every state was walked until the game ends or repeats a state."""
    incomplete_reason: str = ""
    incomplete_at: StepPath = ()
    """The place of the step at which the exact play stopped; empty where it is of no one step."""
    unfinished_games: int = 0
    """How many simulated games did not end: they stopped at a failure, or reached the round limit."""
    is_endless: bool = False
    """Whether the same states come round again, so that a game need never end."""

    @property
    def is_unplayed(self) -> bool:
        """Whether no game was played, for the reason that it gives."""
        return not self.is_complete and not self.runs and not self.results


def play_turns(
    game: Game,
    players: int,
    variant: str = "",
    *,
    most_rounds: int = MAX_ROUNDS,
    budget: int = EXACT_BUDGET,
    runs: int | None = None,
    seconds: float = 0.0,
    seed: int = 1,
) -> TurnsResult:
    """Return the result of playing turns and rounds, from the set-up to an end.

    If there are too many states, games are simulated: ``runs`` of them, or as many as the budget allows, or as many as
    begin within some ``seconds`` if that is more. Only the seconds depend on the machine.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    game = for_players(game, players)
    ends = tuple(EndResult(name, None, None) for name in game.file.end)
    empty = TurnsResult(players, variant, "exact", 0, None, (), None, (), ends, {}, is_complete=False)
    findings = TurnFindings()
    try:
        if (choices := _choice_count(game)) > MAX_CHOICES:
            reason = f"a round has {choices} steps with choices"
        else:
            rounds = ExactRounds(game, players, variant, budget)
            result = _exact_result(empty, tuple(game.file.end), rounds, most_rounds)
            if result.is_complete:
                return result
            reason, findings = result.incomplete_reason, rounds.findings
            empty = empty._replace(incomplete_at=result.incomplete_at)
        simulated, stop = SimulatedGames(game, players, variant, seed), monotonic() + seconds
        while (
            simulated.game_count < _MIN_GAMES or simulated.work < SIMULATION_BUDGET or monotonic() < stop
            if runs is None
            else simulated.game_count < runs
        ):
            simulated.play_game(most_rounds)
    except UnknownOutcome as unknown:
        return empty._replace(incomplete_reason=str(unknown), incomplete_at=unknown.path or empty.incomplete_at)
    simulated.finish()
    return _simulated_result(empty, tuple(game.file.end), simulated, reason, findings)


def _choice_count(game: Game) -> int:
    """Return how many steps of a round have a choice: whether, how many, which option, or which seat."""
    return sum(
        step.may
        or bool(step.choices)
        or step.traits.operand == "seat"
        or (step.amount is not None and (step.amount.most is not None or step.amount.mode == "up to"))
        for script in ("turn", "round")
        for step in all_steps(step for _, step in script_steps(game, script))
    )


def _exact_result(empty: TurnsResult, ends: tuple[str, ...], rounds: ExactRounds, most_rounds: int) -> TurnsResult:
    """Return what holds for all games."""
    reason, is_endless, seen = "", False, set[frozenset[State]]()
    place: StepPath = ()
    try:
        states_by_turns = rounds.start()
        while states_by_turns and not is_endless and not reason:
            if rounds.findings.round == most_rounds:
                reason = f"no end after {counted(most_rounds, 'round')}"
                break
            states_by_turns = rounds.play_round(states_by_turns)
            support = frozenset(state for states in states_by_turns.values() for state in states)
            is_endless = bool(support) and support in seen
            seen.add(support)
    except WorkLimitExceeded as error:
        reason = str(error)
    except UnknownOutcome as unknown:
        reason, place = str(unknown), unknown.path
    findings, has_failed = rounds.findings, rounds.has_failed
    is_complete = not reason and not is_endless and not has_failed
    result = _with_spreads(empty, findings, is_complete=is_complete, is_endless=is_endless)
    return result._replace(
        has_equal_turns=_has_equal_turns(
            empty, findings, is_proved=not reason and not has_failed and bool(findings.endings)
        ),
        results=findings.turn_step_results(reason),
        ends=findings.end_results(ends, is_proved=not reason and not has_failed, is_complete=is_complete),
        is_complete=not reason,
        incomplete_reason=reason,
        incomplete_at=place,
        is_endless=is_endless,
    )


def _simulated_result(
    empty: TurnsResult, ends: tuple[str, ...], games: "SimulatedGames", reason: str, exact_findings: TurnFindings
) -> TurnsResult:
    """Return what simulated games show, together with what is known from exact play."""
    findings = games.findings
    for path, failures in exact_findings.failures.items():
        findings.failures[path] = {**failures, **findings.failures.get(path, {})}
    result = _with_spreads(empty, findings, is_complete=True, is_endless=False)
    return result._replace(
        method="simulated",
        runs=games.game_count,
        has_equal_turns=_has_equal_turns(empty, findings, is_proved=False),
        results=findings.turn_step_results(f"{reason}; seen in {counted(games.game_count, 'simulated game')}"),
        ends=findings.end_results(ends, is_proved=False, games=games.game_count),
        incomplete_reason=f"{reason}; simulated: {counted(games.game_count, 'game')}",
        unfinished_games=games.unfinished_count,
    )


def _has_equal_turns(empty: TurnsResult, findings: TurnFindings, *, is_proved: bool) -> bool | None:
    """Tell whether all seats get equally many turns."""
    if any(len(set(ending.turns)) > 1 for ending in findings.endings):
        return False
    return True if is_proved or empty.players == 1 or not findings.has_turns else None


def _with_spreads(empty: TurnsResult, findings: TurnFindings, *, is_complete: bool, is_endless: bool) -> TurnsResult:
    def spread_of(number: Callable[[GameEnding], int]) -> Spread | None:
        numbers = chance_by_number((number(ending), chance) for ending, chance in findings.endings.items())
        return spread(numbers, covers_all=is_complete, is_endless=is_endless)

    seats = [spread_of(lambda ending, seat=seat: ending.turns[seat]) for seat in range(empty.players)]  # type: ignore[misc]
    dry = {
        key: spread(at, covers_all=is_complete or covers, is_endless=is_endless and not covers)
        for key, at in findings.depletions.items()
        for covers in (covers_all_games(at),)
    }
    return empty._replace(
        rounds=spread_of(lambda ending: ending.rounds),
        turns_by_seat=tuple(turns for turns in seats if turns is not None) if findings.has_turns else (),
        depletions={key: depletion for key, depletion in dry.items() if depletion is not None},
    )


# Simulated games, played at random with a seed. What they show can happen; what they do not show is not disproved.

_MIN_GAMES: Final = 1
"""The fewest games that are played, whatever work they take."""


class SimulatedGames:
    """A game for a number of players and a variant, played repeatedly at random.

    Raises:
        UnknownOutcome: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, seed: int) -> None:
        scripts, sets = game_scripts(game), Sets()
        self.findings = TurnFindings()
        parts = round_parts(scripts.round, players, game.numbers_in(variant), turns=bool(scripts.turn))
        add_script_steps(self.findings, game, parts)
        self._log = Log(scripts, self._moment, self._run_out)
        self._program = compile_program(game, players, variant, sets)
        self._machine = Machine(self._program, sets.members, seed, RandomPlayer(seed), self._log.hear)
        self._rounds = Rounds(self._machine)
        self._empty: set[int] = set()
        """The piles that were empty before the first round or have run out since."""
        self.game_count = self.unfinished_count = 0

    @property
    def work(self) -> int:
        """How many steps have been carried out, in all games."""
        return self._machine.work

    def play_game(self, most_rounds: int) -> None:
        """Play one game, to an end or to the round limit."""
        self._machine.restart()
        self._rounds = rounds = Rounds(self._machine)
        self.game_count += 1
        try:
            self._machine.run("setup")
            self._empty = {place for place, pile in enumerate(self._machine.piles) if not pile}
            met: tuple[str, ...] = ()
            while not met and rounds.round < most_rounds:
                met = rounds.play_round()
            if met:
                self.findings.add_ending(GameEnding(rounds.round, tuple(rounds.turns), met), 1)
            else:
                self.unfinished_count += 1
        except machine.Shortage as short:
            self.unfinished_count += 1
            shortage = Shortage(self._program.piles[short.pile], short.required, short.available)
            self.findings.round, self.findings.turn = self._moment()
            values = tuple(sorted(self._machine.values.items()))
            self.findings.add_failure(*self._log.step_at_seat(short.here), shortage, values)

    def _moment(self) -> Moment:
        return self._rounds.round, sum(self._rounds.turns)

    def _run_out(self, place: int, draws: bool) -> None:  # noqa: FBT001 - a value of an event
        """Record that a pile runs out: a shared one, or a seat's own that it draws from."""
        name, owner = key = self._program.piles[place]
        is_own = owner is not None and not draws
        if self._rounds.round and not is_own and name != BOX and place not in self._empty:
            self._empty.add(place)
            self.findings.round = self._rounds.round
            self.findings.add_depletion(key, 1)

    def finish(self) -> None:
        """Add the tolerated shortages to the findings."""
        for moment, here, place, wanted, there in self._log.tolerated:
            self.findings.round, self.findings.turn = moment
            self.findings.add_tolerated_shortage(*here, self._program.piles[place], wanted, there)
