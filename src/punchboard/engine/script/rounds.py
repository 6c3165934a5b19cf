"""A round split into parts: steps that everyone does, and turns in order, each step with its place in ``game.yaml``."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from punchboard.engine.script.sequences import inline_sequences
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import all_steps, amount_in_play
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.model.game.variants import End

StepPath = tuple[str | int, ...]

PlacedSteps = tuple[tuple[StepPath, Step], ...]
"""Steps with their places in ``game.yaml``."""

COUNTDOWN: Final = "last of "
"""The start of the name of a value that counts down to the end of the game."""

TURNS: Final = "turns"
"""What a line of a round does that gives every seat its turn."""


class RoundPart(NamedTuple):
    """A part of a round: steps that everyone does or, without steps, the turn of a seat, counted from the first."""

    steps: PlacedSteps
    turn_offset: int | None = None
    conditions: tuple[str, ...] = ()
    """The conditions of the groups that contain it."""


class Countdown(NamedTuple):
    """What is still played once an end is met: a number of turns, or the ends of a number of rounds."""

    unit: Literal["turn", "round"]
    number: int


def countdown(end: End, met_after: str, players: int) -> Countdown | None:
    """Return what is played after an end that is met after a ``turn`` or ``round``; None if the game ends at once."""
    match end.then:
        case "others have a turn" if players > 1 and met_after == "turn":
            return Countdown("turn", players - 1)
        case "all have a turn" if met_after == "turn":
            return Countdown("turn", players)
        case "finish the round" if met_after == "turn":
            return Countdown("round", 1)
        case "one more round":
            return Countdown("round", 2 if met_after == "turn" else 1)
    return None


def countdown_value(name: str) -> str:
    """Return the name of the value that holds how much is still played after an end."""
    return f"{COUNTDOWN}{name}"


def end_conditions(game: Game, when: str) -> dict[str, End]:
    """Return the ends that are tested after each ``turn``, or after each ``round``."""
    default = "turn" if game.file.turn else "round"
    return {name: end for name, end in game.file.end.items() if (end.check or default) == when}


@lru_cache(maxsize=32)
def script_steps(game: Game, name: str) -> PlacedSteps:
    """Return the steps of ``setup``, ``turn`` or ``round``, with the sequences that they call inlined."""
    script: tuple[Step, ...] = getattr(game.file, name)
    return tuple(((name, number), step) for number, step in enumerate(inline_sequences(game, script)))


def inner_steps(path: StepPath, step: Step) -> PlacedSteps:
    """Return the steps of a group; those of a sequence have the same place wherever it is called."""
    start: StepPath = ("sequences", step.sequence) if step.sequence else (*path, step.verb)
    return tuple(((*start, number), one) for number, one in enumerate(step.steps))


def option_steps(path: StepPath, step: Step) -> tuple[PlacedSteps, ...]:
    """Return the steps of each option of ``one of``."""
    return tuple(
        tuple(((*path, step.verb, number, place), one) for place, one in enumerate(option))
        for number, option in enumerate(step.choices)
    )


def nested_steps(steps: PlacedSteps) -> Iterator[tuple[StepPath, Step]]:
    """Yield steps and all steps inside them."""
    for path, step in steps:
        yield path, step
        yield from nested_steps(inner_steps(path, step))
        for option in option_steps(path, step):
            yield from nested_steps(option)


def round_parts(steps: PlacedSteps, players: int, numbers: dict[str, int], *, turns: bool) -> tuple[RoundPart, ...]:
    """Return the parts of a round: its steps, and every seat's turn at ``{do: turns}``, or else at the end.

    Raises:
        UnknownOutcome: where turns are nested in steps of a seat, or in voluntary steps.
    """
    parts = list(_parts(steps, players, numbers, ()))
    if turns and not any(map(_gives_turns, all_steps(step for _, step in steps))):
        parts += [RoundPart((), seat) for seat in range(players)]
    return tuple(_merge_parts(parts))


def repeat_count(step: Step, players: int, numbers: dict[str, int]) -> int:
    """Return how often a group is carried out."""
    if step.times is None:
        return 1
    times = amount_in_play(step.times, players, numbers)
    if times is None:
        raise UnknownOutcome(f"the number of times {step.times!r} is not known before the game is played")
    if times < 0:
        raise UnknownOutcome(f"nothing can be done {times} times")
    return times


def _parts(
    steps: PlacedSteps, players: int, numbers: dict[str, int], conditions: tuple[str, ...]
) -> Iterator[RoundPart]:
    for path, step in steps:
        if not any(_gives_turns(one) for one in all_steps((step,))):
            yield RoundPart(((path, step),), None, conditions)
            continue
        if step.who is not None or step.may or step.choices:
            unknown = UnknownOutcome("turns inside a step with a player, 'may' or 'one of' are not supported")
            unknown.path = path
            raise unknown
        inner_conditions = conditions if step.when is None else (*conditions, step.when)
        for _ in range(repeat_count(step, players, numbers)):
            if _gives_turns(step):
                yield from (RoundPart((), seat, inner_conditions) for seat in range(players))
            else:
                yield from _parts(inner_steps(path, step), players, numbers, inner_conditions)


def _gives_turns(step: Step) -> bool:
    return step.sequence == TURNS


def _merge_parts(parts: Iterable[RoundPart]) -> Iterator[RoundPart]:
    """Yield the parts, with consecutive steps under the same conditions merged."""
    before: RoundPart | None = None
    for part in parts:
        if (
            before is not None
            and before.turn_offset is None
            and part.turn_offset is None
            and before.conditions == part.conditions
        ):
            before = before._replace(steps=(*before.steps, *part.steps))
            continue
        if before is not None:
            yield before
        before = part
    if before is not None:
        yield before
