"""A round laid out: lines that all do, and turns where they come, with the place of every line in ``game.yaml``."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.model.game.variants import End

StepPath = tuple[str | int, ...]

PlacedSteps = tuple[tuple[StepPath, Step], ...]
"""Lines with their places in ``game.yaml``."""

TURNS: Final = frozenset({"turn", "turns"})
"""What ``do`` calls to give every seat its turn."""

FIRST: Final = ("first player", "starting player", "start player")
"""Names of seats that say who has the first turn."""


class RoundPart(NamedTuple):
    """A part of a round: lines that all do, or, without lines, the turn of the seat that is so many places on."""

    steps: PlacedSteps
    turn_offset: int | None = None
    conditions: tuple[str, ...] = ()
    """What has to hold for the groups that it stands in."""


def first_seat_name(game: Game) -> str | None:
    """Return the name of the seat that has the first turn of a round; without one, seat 0 has it."""
    return next((name for name in FIRST if name in game.file.seats), None)


def end_conditions(game: Game, when: str) -> dict[str, End]:
    """Return the ends that are tested after each ``turn``, or after each ``round``."""
    usual = "turn" if game.file.turn else "round"
    return {name: end for name, end in game.file.end.items() if (end.check or usual) == when}


@lru_cache(maxsize=32)
def script_steps(game: Game, name: str) -> PlacedSteps:
    """Return the lines of ``setup``, ``turn`` or ``round``, with those of the sequences that they call."""
    script: tuple[Step, ...] = getattr(game.file, name)
    return tuple(((name, number), step) for number, step in enumerate(inline_sequences(game, script)))


def inner_steps(path: StepPath, step: Step) -> PlacedSteps:
    """Return the lines of a group; those of a sequence have one place, wherever it is called."""
    start: StepPath = ("sequences", step.operand) if _calls(step) else (*path, "do")
    return tuple(((*start, number), one) for number, one in enumerate(step.steps))


def option_steps(path: StepPath, step: Step) -> tuple[PlacedSteps, ...]:
    """Return the lines of each group of a choice of groups."""
    return tuple(
        tuple(((*path, "one of", number, place), one) for place, one in enumerate(option))
        for number, option in enumerate(step.choices)
    )


def round_parts(lines: PlacedSteps, players: int, numbers: dict[str, int], *, turns: bool) -> tuple[RoundPart, ...]:
    """Return a round: its lines, and every seat's turn, after them unless ``{do: turns}`` stands there.

    Raises:
        Unknown: where turns lie within lines of a seat, or within voluntary ones.
    """
    blocks = list(_blocks(lines, players, numbers, ()))
    if turns and not any(block.turn_offset is not None for block in blocks):
        blocks += [RoundPart((), seat) for seat in range(players)]
    return tuple(_joined(blocks))


def repeat_count(step: Step, numbers: dict[str, int]) -> int:
    """Return how often a group is done."""
    if isinstance(step.times, str):
        if step.times not in numbers:
            raise UnknownOutcome(f"nothing tells how many times {step.times!r} is")
        return numbers[step.times]
    return 1 if step.times is None else step.times


def _blocks(lines: PlacedSteps, players: int, numbers: dict[str, int], guards: tuple[str, ...]) -> Iterator[RoundPart]:
    for path, step in lines:
        if not any(_gives_turns(one) for one in all_steps((step,))):
            yield RoundPart(((path, step),), None, guards)
            continue
        if step.who is not None or step.may or step.choices:
            raise UnknownOutcome("turns within lines that somebody does or chooses are not worked out")
        within = guards if step.when is None else (*guards, step.when)
        for _ in range(repeat_count(step, numbers)):
            if _gives_turns(step):
                yield from (RoundPart((), seat, within) for seat in range(players))
            else:
                yield from _blocks(inner_steps(path, step), players, numbers, within)


def _calls(step: Step) -> bool:
    return step.verb == "do" and bool(step.operand)


def _gives_turns(step: Step) -> bool:
    return _calls(step) and step.operand in TURNS


def _joined(blocks: Iterable[RoundPart]) -> Iterator[RoundPart]:
    """Yield blocks, lines that follow one another under the same conditions together."""
    before: RoundPart | None = None
    for block in blocks:
        if (
            before is not None
            and before.turn_offset is None
            and block.turn_offset is None
            and before.conditions == block.conditions
        ):
            before = before._replace(steps=(*before.steps, *block.steps))
            continue
        if before is not None:
            yield before
        before = block
    if before is not None:
        yield before
