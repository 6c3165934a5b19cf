"""What playing a game's rounds brings to light, collected game by game or with the chances of all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.rounds import (
    TURNS,
    PlacedSteps,
    RoundPart,
    StepPath,
    inner_steps,
    option_steps,
    script_steps,
)
from punchboard.engine.states.state import PileKey, Value
from punchboard.engine.turns.report import Chance, EndResult, GameEnding, Spread, ToleratedShortage, TurnStepResult
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

BY_LINE = "a shortage"
"""The name of an end that a line brings about, by ``if short: end``."""

MAX_REPORTED = 8
"""So many failures and shortages of one line are told."""


class TurnFindings:
    """Collects what happens; ``round`` and ``turn`` say when it is."""

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
        """Write down a line that could not be carried out."""
        if self.round:
            when = (("round", self.round), *((("turn", self.turn),) if self.turn else ()))
            failure = Failure(seat, short.key, short.required, short.available, (*values, *when))
            self.failures.setdefault(path, {}).setdefault((seat, short.key, short.required, short.available), failure)

    def add_tolerated_shortage(self, path: StepPath, seat: int | None, key: PileKey, wanted: int, there: int) -> None:
        """Write down a shortage that was let pass."""
        if self.round:
            one = ToleratedShortage(seat, key, wanted, there, self.round, self.turn)
            self.tolerated_shortages.setdefault(path, {}).setdefault((seat, wanted, there), one)

    def add_depletion(self, key: PileKey, chance: Chance) -> None:
        """Write down that a pile has run out for the first time."""
        if self.round:
            rounds = self.depletions.setdefault(key, {})
            rounds[self.round] = either_chance(rounds.get(self.round, Fraction(0)), chance)

    def add_ending(self, ending: GameEnding, chance: Chance) -> None:
        """Write down that a game is over."""
        self.endings[ending] = either_chance(self.endings.get(ending, Fraction(0)), chance)

    def turn_step_results(self, unknown: str) -> tuple[TurnStepResult, ...]:
        """Return what is known of each line."""
        return tuple(
            TurnStepResult(
                step,
                path,
                tuple(self.failures.get(path, {}).values())[:MAX_REPORTED],
                tuple(self.tolerated_shortages.get(path, {}).values())[:MAX_REPORTED],
                "" if never_fails(step) else unknown,
            )
            for path, step in self.steps.items()
        )

    def end_results(
        self, names: Sequence[str], *, proved: bool, complete: bool = False, games: int = 0
    ) -> tuple[EndResult, ...]:
        """Return which ends are met: ``proved`` when one that was not met never is, ``complete`` when all games end.

        Of simulated games, so many were played.
        """
        found = []
        by_line = [BY_LINE] if any(BY_LINE in ending.names for ending in self.endings) else []
        for name in (*names, *by_line):
            share: Chance = Fraction(0)
            met = False
            for ending, chance in self.endings.items():
                if name in ending.names:
                    met, share = True, either_chance(share, chance)
            if complete and all(name in ending.names for ending in self.endings):
                share = Fraction(1)
            if share is not None and games:
                share = float(share / games)
            told = (complete or games) if met else proved
            found.append(EndResult(name, met or (False if proved else None), share if told else None))
        return tuple(found)


def never_fails(step: Step) -> bool:
    """Tell whether a line can be carried out whatever lies in its piles: it is voluntary, or takes what there is."""
    if step.may or step.amount is None or {"stop", "end"}.intersection(shortage_fallbacks(step)):
        return step.needs is None
    if step.amount.mode == "up to":
        return step.same is None and step.each is None and not (step.of or step.only or step.kind)
    return step.amount.mode == "all" and step.same is None


def add_script_steps(found: TurnFindings, game: Game, blocks: Iterable[RoundPart]) -> None:
    """Write down the lines of a round and of a turn, and whether there are turns."""
    found.has_turns = any(block.turn_offset is not None for block in blocks)
    for name in ("round", "turn"):
        found.steps |= _lines(game, name)


@lru_cache(maxsize=16)
def _lines(game: Game, name: str) -> dict[StepPath, Step]:
    return dict(_single(script_steps(game, name)))


def _single(lines: PlacedSteps) -> Iterator[tuple[StepPath, Step]]:
    """Yield the lines that are no groups, those in groups one by one."""
    for path, step in lines:
        if not step.steps and not step.choices and step.operand not in TURNS:
            yield path, step
        yield from _single(inner_steps(path, step))
        for option in option_steps(path, step):
            yield from _single(option)


def either_chance(one: Chance, other: Chance) -> Chance:
    """Return the chance of either of two things; None once one of them is a choice."""
    return None if one is None or other is None else one + other


def spread(numbers: Mapping[int, Chance], *, all_of_them: bool, endless: bool = False) -> Spread | None:
    """Return the spread of a number; ``all_of_them`` when its chances are those of all games."""
    if not numbers:
        return None
    whole: Chance = Fraction(0)
    mean: Chance = Fraction(0)
    for number, chance in numbers.items():
        whole = either_chance(whole, chance)
        mean = either_chance(mean, None if chance is None else chance * number)
    least, most = min(numbers), max(numbers)
    if endless:
        return Spread(least, None, None)
    if all_of_them and mean is not None and whole:
        return Spread(least, mean / whole, most)
    return Spread(least, Fraction(least) if all_of_them and least == most else None, most)


def covers_all_games(numbers: Mapping[int, Chance]) -> bool:
    """Tell whether these chances are those of all games."""
    known = [chance for chance in numbers.values() if chance is not None]
    return len(known) == len(numbers) and sum(known) == 1


def chance_by_number(pairs: Iterable[tuple[int, Chance]]) -> dict[int, Chance]:
    """Return the chance of each number."""
    found: dict[int, Chance] = {}
    for number, chance in pairs:
        found[number] = either_chance(found.get(number, Fraction(0)), chance)
    return found
