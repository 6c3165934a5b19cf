"""What happens in random play, counted over many games."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from punchboard.engine.program.compiler import Scripts, path_text
from punchboard.engine.program.world import Here
from punchboard.engine.script.rounds import StepPath, nested_steps

StepAtSeat = tuple[StepPath, int | None]
"""A step by its path, and the seat that carries it out."""

Moment = tuple[int, int]
"""The round, and the number of the turn in the game."""


class DrawTally(NamedTuple):
    """How often a step was carried out, how often something was refused in it, and how many refusals there were."""

    draws: int
    draws_with_refusal: int
    refusals: int


class Log:
    """Listens to a machine.

    Args:
        scripts: what the machine carries out.
        moment: returns the current round and turn.
        run_out: called for each pile that runs out, with whether it was drawn from.
    """

    def __init__(
        self,
        scripts: Scripts,
        moment: Callable[[], Moment] = lambda: (0, 0),
        run_out: Callable[[int, bool], None] = lambda _place, _draws: None,
    ) -> None:
        self._moment, self._run_out = moment, run_out
        self._paths = {path_text(path): path for script in scripts for path, _ in nested_steps(script)}
        self._draws: dict[Here, list[int]] = {}
        self._may_refuse: set[Here] = set()
        self._tolerated: dict[tuple[Here, int, int, int], Moment] = {}

    def hear(self, event: str, here: Here, *values: Any) -> None:
        """Count an event of the machine."""
        if event == "drawn":
            again, may_refuse = values
            tally = self._draws.setdefault(here, [0, 0, 0])
            tally[0] += 1
            tally[1] += again > 0
            tally[2] += again
            if may_refuse:
                self._may_refuse.add(here)
        elif event == "short":
            key, moment = (here, *values), self._moment()
            self._tolerated[key] = min(moment, self._tolerated.get(key, moment))
        elif event == "run out":
            self._run_out(*values)

    def step_at_seat(self, here: Here) -> StepAtSeat:
        """Return the step that the machine names, with its path as in ``game.yaml``."""
        return self._paths[here.path], here.seat

    @property
    def draw_tallies(self) -> dict[StepAtSeat, DrawTally]:
        """The draws of each step that may refuse components or draw again, for each seat."""
        found = ((here, tally) for here, tally in self._draws.items() if here in self._may_refuse)
        return {self.step_at_seat(here): DrawTally(*tally) for here, tally in found}

    @property
    def tolerated(self) -> Iterator[tuple[Moment, StepAtSeat, int, int, int]]:
        """The shortages that steps tolerate, by their earliest moment, with the pile, how many it needs and has."""
        for (here, place, wanted, there), moment in sorted(self._tolerated.items(), key=lambda item: item[1]):
            yield moment, self.step_at_seat(here), place, wanted, there
