"""Walking a script: every state that it can reach for a number of seats, merged where nothing tells states apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from punchboard.engine.merging.merge import Later, Weights
from punchboard.engine.moves.questions import ENDED, questions
from punchboard.engine.prover.bounds import Bounds
from punchboard.engine.prover.chances import Happening
from punchboard.engine.prover.findings import Failure, Line, Path, Walk
from punchboard.engine.prover.walker import Walker
from punchboard.engine.script.sequences import inlined
from punchboard.engine.states.classes import Classes
from punchboard.engine.states.state import Key, State, Unknown
from punchboard.engine.states.table import Table
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

__all__ = ["FEW_STATES", "MOST_STATES", "Failure", "Happening", "Line", "Path", "Walk", "walk"]

MOST_STATES: Final = 20_000
"""So many different states at one line are walked; beyond them only bounds are known."""

FEW_STATES: Final = 100
"""So many states are kept apart although they differ in nothing but which seat is which."""


def walk(
    game: Game,
    script: Sequence[Step],
    players: int,
    variant: str = "",
    *,
    most: int = MOST_STATES,
    few: int = FEW_STATES,
    in_blocks: bool = True,
) -> Walk:
    """Return what is true of every way that a script can go for a number of seats.

    ``in_blocks`` says that a seat does all lines in a row that leave the others alone; it changes nothing but the time.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    script = inlined(game, script)
    classes = Classes(game, questions(game, script))
    try:
        table = Table(game, players, variant, classes, script)
        start = list(table.start())
    except Unknown as unknown:
        lines = (Line(step, ("setup", number), unknown=str(unknown)) for number, step in enumerate(script))
        return Walk(players, variant, tuple(lines), {}, whole=False)
    walker = Walker(table, most, few, in_blocks=in_blocks)
    nothing = Later(frozenset(), frozenset({ENDED}), any_order=True)
    states: Weights = dict.fromkeys(start, Fraction(1) if len(start) == 1 else None)
    end = walker.run(script, ("setup",), states, None, nothing)
    if walker.gave_up:
        bounds = Bounds(table, script, start)
        return Walk(players, variant, tuple(_at_least_bounded(walker.lines, bounds.lines)), bounds.sizes, whole=False)
    sizes = _ranges(table, end, alike=walker.sorted)
    return Walk(players, variant, tuple(walker.lines.values()), sizes, whole=True)


def _at_least_bounded(walked: Mapping[Path, Line], bounded: Mapping[Path, Line]) -> Iterator[Line]:
    """Yield what walking found of each line; where it gave up, what bounds say."""
    for path, line in bounded.items():
        known = walked.get(path)
        if known is not None and known.verdict != "not proved":
            yield known
        elif line.unknown:
            why = (
                known.unknown
                if known is not None
                else next((one.unknown for one in walked.values() if one.unknown), "")
            )
            yield line._replace(unknown=why if why == line.unknown else f"{why}; {line.unknown}")
        else:
            yield line


def _ranges(table: Table, end: Iterable[State], *, alike: bool) -> dict[Key, tuple[int, int]]:
    """Return the sizes that piles can have; ``alike`` seats, which have been put in one order, share theirs."""
    found: dict[Key, tuple[int, int]] = {}
    for state in end:
        for key, size in table.sizes(state).items():
            low, high = found.get(key, (size, size))
            found[key] = (min(low, size), max(high, size))
    if alike:
        for name in dict.fromkeys(name for name, seat in table.keys if seat is not None):
            ranges = [found[name, seat] for seat in range(table.players) if (name, seat) in found]
            both = (min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0))
            found |= dict.fromkeys(((name, seat) for seat in range(table.players) if ranges), both)
    return found
