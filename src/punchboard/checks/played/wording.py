"""Wording of messages on played games: players, shortages, and what happened before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from punchboard.engine.proof import PlayConfiguration
from punchboard.engine.prover.walk import Failure, StepPath, StepResult
from punchboard.model.game.game import Game
from punchboard.problem import Problem

if TYPE_CHECKING:
    from punchboard.engine.turns import TurnStepResult


def with_players(ways: Iterable[PlayConfiguration]) -> str:
    """Return ways to play in words: ``with 2 or 4 players; with 3 players in the variant 'beginners'``."""
    by_variant: dict[str, list[int]] = {}
    for way in ways:
        by_variant.setdefault(way.variant, []).append(way.players)
    parts = []
    for variant, seats in by_variant.items():
        noun = "player" if seats == [1] else "players"
        text = f"with {choice_text(sorted(set(seats)))} {noun}"
        parts.append(f"{text} in the variant {variant!r}" if variant else text)
    return "; ".join(parts)


HELP_IS_SHORT: Final = "take fewer: with what 'if short' brings there is not enough either"

UNMET: Final = "no draw has what it 'needs'"

Failures = dict[StepPath, list[tuple[PlayConfiguration, Failure]]]
"""The ways to play in which each line fails, with the first failure of each."""


def failures(played: Iterable[tuple[PlayConfiguration, Iterable[StepResult | TurnStepResult]]]) -> Failures:
    """Return the lines that fail in any of the ways to play."""
    by_path: Failures = {}
    for way, lines in played:
        for line in lines:
            if line.failures:
                by_path.setdefault(line.path, []).append((way, line.failures[0]))
    return by_path


def failure_problems(game: Game, code: str, failures_by_line: Failures, hint: str) -> Iterator[Problem]:
    """Yield a problem for each line that fails, listing the ways to play in which it does, and what lacks in each."""
    for path, each in failures_by_line.items():
        ways: dict[str, list[PlayConfiguration]] = {}
        for way, failure in each:
            is_unmet = (*path, "needs") in game.places and (failure.required, failure.available) == (1, 0)
            ways.setdefault(UNMET if is_unmet else shortage_text(game, failure), []).append(way)
        message = "; ".join(f"{with_players(ways[text])}, {text}" for text in ways)
        has_help = (*path, "if short") in game.places
        help_text = "correct the condition, or draw more" if UNMET in ways else HELP_IS_SHORT if has_help else hint
        yield Problem(code, game.place_of(*path), message, help_text)


def unproved_hint(why: str) -> str:
    """Return what to do about a reason why nothing is proved; empty if there is nothing to say."""
    return next((hint for part, hint in _HINTS if part in why), "")


_HINTS: Final = (
    ("fewer than 0 components", "write 'until', 'down to' or 'up to', or 'when' with what must lie there first"),
    ("division by zero", "write 'when' with what must lie there first"),
    ("has no value at this step", "roll the die, or name the player, in a line before this one"),
    ("no seat has been named", "name the player in a line before this one"),
    ("there is nothing called", "roll the die, or name the player, in a line before this one"),
)


def choice_text(numbers: Sequence[int]) -> str:
    """Return numbers as a choice: ``2, 3 or 4``."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def shortage_text(game: Game, failure: Failure) -> str:
    """Return what a pile lacks, whose pile it is, and the rolls and names that led to it."""
    pile, seat = failure.key
    whose = f"the {pile} of seat {seat + 1}" if seat is not None else f"the pile {pile!r}"
    text = f"{whose} can hold {failure.available} of the {failure.required} that this step asks for"
    circumstances = [f"{name} {_value(game, name, value)}" for name, value in failure.values]
    if failure.seat is not None and seat is None:
        circumstances.insert(0, f"seat {failure.seat + 1}")
    return f"{text} ({', '.join(circumstances)})" if circumstances else text


def _value(game: Game, name: str, value: object) -> str:
    return f"seat {value + 1}" if name in game.file.seats and isinstance(value, int) else str(value)
