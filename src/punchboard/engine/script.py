"""Scripts before they run: named sequences inlined, rounds split into parts, and the fields that scripts can read.

Catalogs of many games have cards for more players (``least > players``). Groups, contents of piles and ``only`` may use
the number; what plays a game is given the game for its number, and need not know.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from punchboard.engine.states.table import UnknownOutcome, all_steps, amount_in_play
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.game_file_parts import End
from punchboard.model.game.selection import reads_players
from punchboard.model.game.setup import Step


def inline_sequences(game: Game, script: Sequence[Step], within: frozenset[str] = frozenset()) -> tuple[Step, ...]:
    """Return a script with every sequence inlined; calls of unknown sequences, and of a sequence by itself, stay.

    ``{do: turns}`` is a call of a round.
    """
    return tuple(_inline_step(game, step, within) for step in script)


def _inline_step(game: Game, step: Step, within: frozenset[str]) -> Step:
    name = step.sequence
    if name in game.file.sequences and name not in within:
        return step.model_copy(update={"steps": inline_sequences(game, game.file.sequences[name], within | {name})})
    if step.steps:
        return step.model_copy(update={"steps": inline_sequences(game, step.steps, within)})
    if step.choices:
        return step.model_copy(
            update={"choices": tuple(inline_sequences(game, option, within) for option in step.choices)}
        )
    return step


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
    return tuple(((*start, number), inner_step) for number, inner_step in enumerate(step.steps))


def option_steps(path: StepPath, step: Step) -> tuple[PlacedSteps, ...]:
    """Return the steps of each option of ``one of``."""
    return tuple(
        tuple(((*path, step.verb, number, place), inner_step) for place, inner_step in enumerate(option))
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
        if not any(_gives_turns(inner_step) for inner_step in all_steps((step,))):
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


class Case(NamedTuple):
    """The numbers of players and the variants, by key, with which a condition holds; each number with each variant."""

    players: tuple[int, ...]
    variants: tuple[str, ...]
    """Without a variant, the key is empty."""


def case_of(game: Game, text: str) -> Case | None:
    """Return when a condition holds; None if that depends on play, or is no number of players in some variants."""
    players, variants = game.file.players.seat_counts, ("", *(variant.key for variant in game.file.variants))
    try:
        evaluate = expression(text)
        holding = {
            (seats, variant)
            for variant in variants
            for seats in players
            if evaluate({**_values(game, variant), "players": seats, "variant": variant})
        }
    except ExpressionError:
        return None
    case = Case(
        tuple(seats for seats in players if any(holding_seats == seats for holding_seats, _ in holding)),
        tuple(variant for variant in variants if any(holding_variant == variant for _, holding_variant in holding)),
    )
    return case if len(holding) == len(case.players) * len(case.variants) else None


def _values(game: Game, variant: str) -> dict[str, object]:
    numbers = game.numbers_in(variant)
    return {**numbers, "numbers": numbers}


_PLAYERS: Final = re.compile(r"""(?<![\w.'"])players(?![\w'"])""")


@lru_cache(maxsize=8)  # few: each saved change of a watched game is a new game
def for_players(game: Game, players: int) -> Game:
    """Return a game whose selections have the number of players in place of its name; the game itself if none has."""
    if not reads_players(game, "players"):
        return game  # the name is that of a field
    file = game.file
    changes = {
        "groups": {name: _with_number(text, players) for name, text in file.groups.items()},
        "decks": _piles(file.decks, players),
        "piles": _piles(file.piles, players),
        "setup": steps_for_players(file.setup, players),
        "turn": steps_for_players(file.turn, players),
        "round": steps_for_players(file.round, players),
        "sequences": {name: steps_for_players(steps, players) for name, steps in file.sequences.items()},
    }
    is_same = all(getattr(file, name) == value for name, value in changes.items())
    return game if is_same else replace(game, file=file.model_copy(update=changes))


def steps_for_players(steps: Iterable[Step], players: int) -> tuple[Step, ...]:
    """Return steps with the number of players in what they select."""
    return tuple(
        step.model_copy(
            update={
                "only": None if step.only is None else _with_number(step.only, players),
                "steps": steps_for_players(step.steps, players),
                "choices": tuple(steps_for_players(option, players) for option in step.choices),
            }
        )
        if _selects(step)
        else step
        for step in steps
    )


def _selects(step: Step) -> bool:
    return step.only is not None or any(map(_selects, step.steps)) or any(any(map(_selects, o)) for o in step.choices)


def _piles(piles: Mapping[str, Pile], players: int) -> dict[str, Pile]:
    return {
        name: pile.model_copy(update={"contains": _with_number(pile.contains, players)}) if pile.contains else pile
        for name, pile in piles.items()
    }


def _with_number(text: str, players: int) -> str:
    return _PLAYERS.sub(str(players), text)
