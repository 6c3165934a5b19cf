"""The findings of playing rounds, recorded game by game or with the chances of all games at once, and the results."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from punchboard.engine.moves.conditions import shortage_fallbacks
from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.program.rounds import BY_LINE
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script import TURNS, RoundPart, StepPath, nested_steps, script_steps
from punchboard.engine.states.table import PileKey, Value
from punchboard.model.game.game import Game
from punchboard.model.game.setup import HALVES, Step


class Spread(NamedTuple):
    """The least, the mean and the most of a number; None where choices leave it open, or where it has no limit."""

    least: int
    mean: Fraction | float | None
    most: int | None

    @property
    def text(self) -> str:
        """The range in words: ``12``, ``9 to 12``, or ``9 and more``."""
        if self.most is None:
            return f"{self.least} and more"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class ToleratedShortage(NamedTuple):
    """A shortage that the step itself tolerates: a seat had less than it should, and when that first happened."""

    seat: int | None
    key: PileKey
    required: int
    available: int
    round: int
    turn: int
    """The number of the turn in the game; 0 where there are no turns."""


class TurnStepResult(NamedTuple):
    """The result of playing one step of a turn or a round."""

    step: Step
    path: StepPath
    failures: tuple[Failure, ...] = ()
    """The values of a failure end with its ``round`` and ``turn``."""
    tolerated_shortages: tuple[ToleratedShortage, ...] = ()
    unproved_reason: str = ""
    """Why the step is not proved; empty when every state was walked."""

    @property
    def verdict(self) -> str:
        """``safe``, ``fails`` or ``not proved``."""
        return "fails" if self.failures else "not proved" if self.unproved_reason else "safe"


class EndResult(NamedTuple):
    """An end, whether it is ever met (None: not met, and not disproved), and in what share of games."""

    name: str
    is_reached: bool | None
    share: Fraction | float | None


Chance = Fraction | float | None


class GameEnding(NamedTuple):
    """How a game ended: the number of rounds, the turns of each seat, and the ends that were met."""

    rounds: int
    turns: tuple[int, ...]
    names: tuple[str, ...]


MAX_REPORTED = 8
"""The most failures and shortages that are reported for one step."""


class TurnFindings:
    """Records what happens; ``round`` and ``turn`` are the current moment."""

    def __init__(self) -> None:
        self.round = self.turn = 0
        self.endings: dict[GameEnding, Chance] = {}
        self.failures: dict[StepPath, dict[tuple[int | None, PileKey, int, int], Failure]] = {}
        self.tolerated_shortages: dict[StepPath, dict[tuple[int | None, int, int], ToleratedShortage]] = {}
        self.depletions: dict[PileKey, dict[int, Chance]] = {}
        self.steps: dict[StepPath, Step] = {}
        self.has_turns = True
        """Whether rounds have turns at all."""

    def add_failure(
        self, path: StepPath, seat: int | None, short: Shortage, values: Iterable[tuple[str, Value]]
    ) -> None:
        """Record a step that could not be carried out."""
        if self.round:
            when = (("round", self.round), *((("turn", self.turn),) if self.turn else ()))
            failure = Failure(seat, short.key, short.required, short.available, (*values, *when))
            self.failures.setdefault(path, {}).setdefault((seat, short.key, short.required, short.available), failure)

    def add_tolerated_shortage(self, path: StepPath, seat: int | None, key: PileKey, wanted: int, there: int) -> None:
        """Record a shortage that a step tolerates."""
        if self.round:
            shortage = ToleratedShortage(seat, key, wanted, there, self.round, self.turn)
            self.tolerated_shortages.setdefault(path, {}).setdefault((seat, wanted, there), shortage)

    def add_depletion(self, key: PileKey, chance: Chance) -> None:
        """Record that a pile has run out for the first time."""
        if self.round:
            rounds = self.depletions.setdefault(key, {})
            rounds[self.round] = either_chance(rounds.get(self.round, Fraction(0)), chance)

    def add_ending(self, ending: GameEnding, chance: Chance) -> None:
        """Record that a game is over."""
        self.endings[ending] = either_chance(self.endings.get(ending, Fraction(0)), chance)

    def turn_step_results(self, unproved_reason: str) -> tuple[TurnStepResult, ...]:
        """Return the result of each step."""
        return tuple(
            TurnStepResult(
                step,
                path,
                tuple(self.failures.get(path, {}).values())[:MAX_REPORTED],
                tuple(self.tolerated_shortages.get(path, {}).values())[:MAX_REPORTED],
                "" if never_fails(step) else unproved_reason,
            )
            for path, step in self.steps.items()
        )

    def end_results(
        self, names: Sequence[str], *, is_proved: bool, is_complete: bool = False, games: int = 0
    ) -> tuple[EndResult, ...]:
        """Return which ends are met.

        ``is_proved`` when an end that was not met never is; ``is_complete`` when all games end. ``games`` is the number
        of simulated games.
        """
        results = []
        by_line = [BY_LINE] if any(BY_LINE in ending.names for ending in self.endings) and BY_LINE not in names else []
        for name in (*names, *by_line):
            share: Chance = Fraction(0)
            is_met = False
            for ending, chance in self.endings.items():
                if name in ending.names:
                    is_met, share = True, either_chance(share, chance)
            if is_complete and all(name in ending.names for ending in self.endings):
                share = Fraction(1)
            if share is not None and games:
                share = float(share / games)
            has_share = (is_complete or games) if is_met else is_proved
            results.append(EndResult(name, is_met or (False if is_proved else None), share if has_share else None))
        return tuple(results)


def never_fails(step: Step) -> bool:
    """Tell whether a step can always be carried out: it is voluntary, or takes what there is."""
    if step.may or step.amount is None or {"stop", "end"}.intersection(shortage_fallbacks(step)):
        return step.needs is None
    if step.amount.mode == "up to":
        return step.same is None and step.each is None and not (step.of or step.only or step.kind)
    return (step.amount.mode == "all" and step.same is None) or step.amount.mode in HALVES


def add_script_steps(findings: TurnFindings, game: Game, parts: Iterable[RoundPart]) -> None:
    """Record the steps of a round and of a turn, and whether there are turns."""
    findings.has_turns = any(part.turn_offset is not None for part in parts)
    for name in ("round", "turn"):
        findings.steps |= _simple_steps(game, name)


@lru_cache(maxsize=16)
def _simple_steps(game: Game, name: str) -> dict[StepPath, Step]:
    """Return the steps that are not groups, including those inside groups."""
    return {
        path: step
        for path, step in nested_steps(script_steps(game, name))
        if not step.steps and not step.choices and step.operand != TURNS
    }


def either_chance(first: Chance, second: Chance) -> Chance:
    """Return the chance of either of two outcomes; None if one of them is a choice."""
    return None if first is None or second is None else first + second


def spread(numbers: Mapping[int, Chance], *, covers_all: bool, is_endless: bool = False) -> Spread | None:
    """Return the spread of a number; ``covers_all`` when its chances are those of all games."""
    if not numbers:
        return None
    total: Chance = Fraction(0)
    mean: Chance = Fraction(0)
    for number, chance in numbers.items():
        total = either_chance(total, chance)
        mean = either_chance(mean, None if chance is None else chance * number)
    least, most = min(numbers), max(numbers)
    if is_endless:
        return Spread(least, None, None)
    if covers_all and mean is not None and total:
        return Spread(least, mean / total, most)
    return Spread(least, Fraction(least) if covers_all and least == most else None, most)


def covers_all_games(numbers: Mapping[int, Chance]) -> bool:
    """Tell whether these chances are those of all games."""
    known = [chance for chance in numbers.values() if chance is not None]
    return len(known) == len(numbers) and sum(known) == 1


def chance_by_number(pairs: Iterable[tuple[int, Chance]]) -> dict[int, Chance]:
    """Return the chance of each number."""
    chances: dict[int, Chance] = {}
    for number, chance in pairs:
        chances[number] = either_chance(chances.get(number, Fraction(0)), chance)
    return chances
