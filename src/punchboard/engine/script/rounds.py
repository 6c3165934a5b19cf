"""A round laid out: lines that all do, and turns where they come, with the place of every line in ``game.yaml``."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from punchboard.engine.script.sequences import inlined
from punchboard.engine.states.state import Unknown
from punchboard.engine.states.table import flat
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.model.game.variants import End

Path = tuple[str | int, ...]

Lines = tuple[tuple[Path, Step], ...]
"""Lines with their places in ``game.yaml``."""

TURNS: Final = frozenset({"turn", "turns"})
"""What ``do`` calls to give every seat its turn."""

FIRST: Final = ("first player", "starting player", "start player")
"""Names of seats that say who has the first turn."""


class Block(NamedTuple):
    """A part of a round: lines that all do, or, without lines, the turn of the seat that is so many places on."""

    lines: Lines
    turn: int | None = None
    guards: tuple[str, ...] = ()
    """What has to hold for the groups that it stands in."""


def first_seat(game: Game) -> str | None:
    """Return the name of the seat that has the first turn of a round; without one, seat 0 has it."""
    return next((name for name in FIRST if name in game.file.seats), None)


def ends_at(game: Game, when: str) -> dict[str, End]:
    """Return the ends that are tested after each ``turn``, or after each ``round``."""
    usual = "turn" if game.file.turn else "round"
    return {name: end for name, end in game.file.end.items() if (end.check or usual) == when}


@lru_cache(maxsize=32)
def script_lines(game: Game, name: str) -> Lines:
    """Return the lines of ``setup``, ``turn`` or ``round``, with those of the sequences that they call."""
    script: tuple[Step, ...] = getattr(game.file, name)
    return tuple(((name, number), step) for number, step in enumerate(inlined(game, script)))


def inner_lines(path: Path, step: Step) -> Lines:
    """Return the lines of a group; those of a sequence have one place, wherever it is called."""
    start: Path = ("sequences", step.operand) if _calls(step) else (*path, "do")
    return tuple(((*start, number), one) for number, one in enumerate(step.steps))


def option_lines(path: Path, step: Step) -> tuple[Lines, ...]:
    """Return the lines of each group of a choice of groups."""
    return tuple(
        tuple(((*path, "one of", number, place), one) for place, one in enumerate(option))
        for number, option in enumerate(step.choices)
    )


def round_of(lines: Lines, players: int, numbers: dict[str, int], *, turns: bool) -> tuple[Block, ...]:
    """Return a round: its lines, and every seat's turn, after them unless ``{do: turns}`` stands there.

    Raises:
        Unknown: where turns lie within lines of a seat, or within voluntary ones.
    """
    blocks = list(_blocks(lines, players, numbers, ()))
    if turns and not any(block.turn is not None for block in blocks):
        blocks += [Block((), seat) for seat in range(players)]
    return tuple(_joined(blocks))


def repeats(step: Step, numbers: dict[str, int]) -> int:
    """Return how often a group is done."""
    if isinstance(step.times, str):
        if step.times not in numbers:
            raise Unknown(f"nothing tells how many times {step.times!r} is")
        return numbers[step.times]
    return 1 if step.times is None else step.times


def _blocks(lines: Lines, players: int, numbers: dict[str, int], guards: tuple[str, ...]) -> Iterator[Block]:
    for path, step in lines:
        if not any(_gives_turns(one) for one in flat((step,))):
            yield Block(((path, step),), None, guards)
            continue
        if step.who is not None or step.may or step.choices:
            raise Unknown("turns within lines that somebody does or chooses are not worked out")
        within = guards if step.when is None else (*guards, step.when)
        for _ in range(repeats(step, numbers)):
            if _gives_turns(step):
                yield from (Block((), seat, within) for seat in range(players))
            else:
                yield from _blocks(inner_lines(path, step), players, numbers, within)


def _calls(step: Step) -> bool:
    return step.verb == "do" and bool(step.operand)


def _gives_turns(step: Step) -> bool:
    return _calls(step) and step.operand in TURNS


def _joined(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, lines that follow one another under the same conditions together."""
    before: Block | None = None
    for block in blocks:
        if before is not None and before.turn is None and block.turn is None and before.guards == block.guards:
            before = before._replace(lines=(*before.lines, *block.lines))
            continue
        if before is not None:
            yield before
        before = block
    if before is not None:
        yield before
