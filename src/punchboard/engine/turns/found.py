"""What playing a game's rounds brings to light, collected game by game or with the chances of all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.moves.questions import ways_out
from punchboard.engine.prover.walk import Failure
from punchboard.engine.script.rounds import TURNS, Block, Lines, Path, inner_lines, option_lines, script_lines
from punchboard.engine.states.state import Key, Value
from punchboard.engine.turns.report import Chance, Ending, EndMet, Passed, Spread, TurnLine
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

BY_LINE = "a shortage"
"""The name of an end that a line brings about, by ``if short: end``."""

MOST_TOLD = 8
"""So many failures and shortages of one line are told."""


class Found:
    """Collects what happens; ``round`` and ``turn`` say when it is."""

    def __init__(self) -> None:
        self.round = self.turn = 0
        self.endings: dict[Ending, Chance] = {}
        self.failures: dict[Path, dict[tuple[int | None, Key, int, int], Failure]] = {}
        self.short: dict[Path, dict[tuple[int | None, int, int], Passed]] = {}
        self.dry: dict[Key, dict[int, Chance]] = {}
        self.lines: dict[Path, Step] = {}
        self.turns_given = True
        """Whether rounds have turns at all."""

    def failed(self, path: Path, seat: int | None, short: Shortage, values: Iterable[tuple[str, Value]]) -> None:
        """Write down a line that could not be carried out."""
        if self.round:
            when = (("round", self.round), *((("turn", self.turn),) if self.turn else ()))
            failure = Failure(seat, short.key, short.wanted, short.there, (*values, *when))
            self.failures.setdefault(path, {}).setdefault((seat, short.key, short.wanted, short.there), failure)

    def passed(self, path: Path, seat: int | None, key: Key, wanted: int, there: int) -> None:
        """Write down a shortage that was let pass."""
        if self.round:
            one = Passed(seat, key, wanted, there, self.round, self.turn)
            self.short.setdefault(path, {}).setdefault((seat, wanted, there), one)

    def ran_dry(self, key: Key, chance: Chance) -> None:
        """Write down that a pile has run out for the first time."""
        if self.round:
            rounds = self.dry.setdefault(key, {})
            rounds[self.round] = plus(rounds.get(self.round, Fraction(0)), chance)

    def ended(self, ending: Ending, chance: Chance) -> None:
        """Write down that a game is over."""
        self.endings[ending] = plus(self.endings.get(ending, Fraction(0)), chance)

    def turn_lines(self, unknown: str) -> tuple[TurnLine, ...]:
        """Return what is known of each line."""
        return tuple(
            TurnLine(
                step,
                path,
                tuple(self.failures.get(path, {}).values())[:MOST_TOLD],
                tuple(self.short.get(path, {}).values())[:MOST_TOLD],
                "" if never_fails(step) else unknown,
            )
            for path, step in self.lines.items()
        )

    def ends(self, names: Sequence[str], *, proved: bool, complete: bool = False, games: int = 0) -> tuple[EndMet, ...]:
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
                    met, share = True, plus(share, chance)
            if complete and all(name in ending.names for ending in self.endings):
                share = Fraction(1)
            if share is not None and games:
                share = float(share / games)
            told = (complete or games) if met else proved
            found.append(EndMet(name, met or (False if proved else None), share if told else None))
        return tuple(found)


def never_fails(step: Step) -> bool:
    """Tell whether a line can be carried out whatever lies in its piles: it is voluntary, or takes what there is."""
    if step.may or step.amount is None or {"stop", "end"}.intersection(ways_out(step)):
        return step.needs is None
    if step.amount.mode == "up to":
        return step.same is None and step.each is None and not (step.of or step.only or step.kind)
    return step.amount.mode == "all" and step.same is None


def note_script(found: Found, game: Game, blocks: Iterable[Block]) -> None:
    """Write down the lines of a round and of a turn, and whether there are turns."""
    found.turns_given = any(block.turn is not None for block in blocks)
    for name in ("round", "turn"):
        found.lines |= _lines(game, name)


@lru_cache(maxsize=16)
def _lines(game: Game, name: str) -> dict[Path, Step]:
    return dict(_single(script_lines(game, name)))


def _single(lines: Lines) -> Iterator[tuple[Path, Step]]:
    """Yield the lines that are no groups, those in groups one by one."""
    for path, step in lines:
        if not step.steps and not step.choices and step.operand not in TURNS:
            yield path, step
        yield from _single(inner_lines(path, step))
        for option in option_lines(path, step):
            yield from _single(option)


def plus(one: Chance, other: Chance) -> Chance:
    """Return the chance of either of two things; None once one of them is a choice."""
    return None if one is None or other is None else one + other


def spread(numbers: Mapping[int, Chance], *, all_of_them: bool, endless: bool = False) -> Spread | None:
    """Return the spread of a number; ``all_of_them`` when its chances are those of all games."""
    if not numbers:
        return None
    whole: Chance = Fraction(0)
    mean: Chance = Fraction(0)
    for number, chance in numbers.items():
        whole = plus(whole, chance)
        mean = plus(mean, None if chance is None else chance * number)
    least, most = min(numbers), max(numbers)
    if endless:
        return Spread(least, None, None)
    if all_of_them and mean is not None and whole:
        return Spread(least, mean / whole, most)
    return Spread(least, Fraction(least) if all_of_them and least == most else None, most)


def in_all(numbers: Mapping[int, Chance]) -> bool:
    """Tell whether these chances are those of all games."""
    known = [chance for chance in numbers.values() if chance is not None]
    return len(known) == len(numbers) and sum(known) == 1


def totals(pairs: Iterable[tuple[int, Chance]]) -> dict[int, Chance]:
    """Return the chance of each number."""
    found: dict[int, Chance] = {}
    for number, chance in pairs:
        found[number] = plus(found.get(number, Fraction(0)), chance)
    return found
