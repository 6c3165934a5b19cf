"""The step compiler: turns steps into functions of a world, once for each seat, when they are first carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from punchboard.engine.moves.outcome import Action, part_count
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.script.rounds import PlacedSteps, StepPath, inner_steps, option_steps, repeat_count
from punchboard.engine.simulator.amounts import StepContext, StepFunction
from punchboard.engine.simulator.conditions import Test, compile_condition
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.moves import VERB_FUNCTIONS, record_depletion
from punchboard.engine.simulator.pile_contents import reachable_classes
from punchboard.engine.simulator.whole_piles import run_each
from punchboard.engine.simulator.world import SimulatedShortage, World
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table, all_steps
from punchboard.model.game.setup import Step

WorldAction = Callable[[World], object]


class StepCompiler:
    """Compiles the steps of a game's scripts on a table."""

    def __init__(
        self,
        table: Table,
        script: Iterable[Step],
        log: Log,
        start_piles: Sequence[Sequence[int]],
        *,
        records_depletion: bool = False,
    ) -> None:
        steps = tuple(all_steps(script))
        self.table, self.log, self._records_depletion = table, log, records_depletion
        self._as_many = any(step.amount is not None and step.amount.mode == "as many" for step in steps)
        self._can_end = any("end" in shortage_fallbacks(step) for step in steps)
        file = table.game.file
        called = (step.called for step in steps if step.called is not None)
        self._names = tuple(dict.fromkeys((*file.dice, *file.seats, *called)))
        self._constants: dict[str, Any] = {**table.numbers, "numbers": table.numbers, "players": table.players}
        self._constants |= {"variant": table.variant}
        self._tests: dict[tuple[str, int | None], Test | bool] = {}
        self._compiled: dict[tuple[StepPath, int | None], WorldAction] = {}
        self._possible_classes = reachable_classes(table, steps, start_piles)

    def compile_script(self, steps: PlacedSteps, seat: int | None) -> WorldAction:
        """Return the function that carries out some steps in order."""
        actions: list[WorldAction] = []
        for number, (path, step) in enumerate(steps):
            actions.append(self._compile_when_first_run(actions, number, path, step, seat))

        def run(world: World) -> None:
            world.work += len(actions)
            for action in actions:
                action(world)

        return run

    def _compile_when_first_run(
        self, actions: list[WorldAction], number: int, path: StepPath, step: Step, seat: int | None
    ) -> WorldAction:
        def act(world: World) -> None:
            key = (path, seat)  # a step of a sequence is the same wherever it is called
            if key not in self._compiled:
                self._compiled[key] = self.compile_step(path, step, seat)
            actions[number] = self._compiled[key]
            actions[number](world)

        return act

    def compile_condition(self, text: str, seat: int | None) -> Test | bool:
        """Return the function that tells whether a condition holds, or its value if that never changes."""
        key = (text, seat)
        if key not in self._tests:
            compiled = compile_condition(text, self.table, seat, self._constants, self._names)
            fixed = "count" not in text and not any(name in text for name in self._names)
            self._tests[key] = compiled(World([], Random())) if fixed else compiled  # noqa: S311 - nothing is drawn
        return self._tests[key]

    def compile_step(self, path: StepPath, step: Step, seat: int | None) -> WorldAction:
        """Return the function that carries out a step for every seat that acts in it."""
        who = step.actor
        everybody = range(self.table.players)
        if who is None:
            return self._for_seats(step, [self._for_seat(path, step, seat)], [seat])
        if who in {"each player", "each other player"}:
            if who != "each player" and seat is None:
                raise UnknownOutcome("'each other player' is used where no player acts")
            seats = [one for one in everybody if who == "each player" or one != seat]
            return self._for_seats(step, [self._for_seat(path, step, one) for one in seats], seats)
        compiled: dict[int, WorldAction] = {}

        def by_name(world: World) -> None:
            one = world.values.get(who)
            if not isinstance(one, int):
                raise UnknownOutcome(f"no seat has been named {who!r}")
            if one not in compiled:
                compiled[one] = self._for_seats(step, [self._for_seat(path, step, one)], [one])
            compiled[one](world)

        return by_name

    def _for_seats(self, step: Step, functions: Sequence[StepFunction], seats: Sequence[int | None]) -> WorldAction:
        """Return the function that carries out a step for its seats, and stores how many each moved if needed."""
        if self._as_many and step.amount is not None:

            def counted(world: World) -> None:
                moved = {seat: function(world) for seat, function in zip(seats, functions, strict=True)}
                world.moved = moved

            return counted
        if len(functions) == 1:
            return functions[0]

        def run(world: World) -> None:
            for function in functions:
                function(world)

        return run

    def _for_seat(self, path: StepPath, step: Step, seat: int | None) -> StepFunction:
        """Return the function that carries out a step for one seat: if its condition holds; if voluntary, by chance."""
        when = True if step.when is None else self.compile_condition(step.when, seat)
        if when is False:
            return lambda _world: 0
        function = self._step_function(path, step, seat)
        may, ends = step.may, self._can_end
        if when is True and not may and not ends:
            return function
        group = bool(step.steps or step.choices)

        def act(world: World) -> int:
            if (ends and world.ended) or (when is not True and not when(world)):
                return 0
            if not may:
                return function(world)
            if world.chance.random() < 0.5:
                return 0
            try:
                return function(world)
            except SimulatedShortage:
                if group:
                    raise
                return 0

        return act

    def _step_function(self, path: StepPath, step: Step, seat: int | None) -> StepFunction:
        if step.steps:
            return self._group(
                self.compile_script(inner_steps(path, step), seat), repeat_count(step, self.table.numbers)
            )
        if step.choices:
            options = [self.compile_script(steps, seat) for steps in option_steps(path, step)]
            return self._group(
                lambda world: world.chance.choice(options)(world), repeat_count(step, self.table.numbers)
            )
        parts = range(part_count(self.table, step, seat))
        return run_each([self._part_function(path, step, seat, part) for part in parts])

    @staticmethod
    def _group(run: WorldAction, times: int) -> StepFunction:
        def function(world: World) -> int:
            for _ in range(times):
                run(world)
            return 0

        return function

    def _part_function(self, path: StepPath, step: Step, seat: int | None, part: int) -> StepFunction:
        """Return the function of a step's verb, for one of ``each part``."""
        action = Action(self.table, step, seat, part)
        context = StepContext(action, self.log, (path, seat), self._possible_classes, self.compile_condition)
        function = VERB_FUNCTIONS[step.verb](context)
        return record_depletion(context, function) if self._records_depletion else function
