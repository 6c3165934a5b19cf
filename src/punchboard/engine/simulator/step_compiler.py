"""Lines made into functions of a world, once for each seat that does them, when they are first done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from punchboard.engine.moves.outcome import Action, part_count
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.script.rounds import PlacedSteps, StepPath, inner_steps, option_steps, repeat_count
from punchboard.engine.simulator.amounts import StepContext, StepFunction
from punchboard.engine.simulator.conditions import Test, compile_condition
from punchboard.engine.simulator.draws import mulligan
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.moves import move, record_depletion
from punchboard.engine.simulator.pile_contents import reachable_classes
from punchboard.engine.simulator.whole_piles import name_seat, roll_die, run_each, shuffle, split, stack
from punchboard.engine.simulator.world import SimulatedShortage, World
from punchboard.engine.states.state import UnknownOutcome
from punchboard.engine.states.table import Table, all_steps
from punchboard.model.game.setup import Step

WorldAction = Callable[[World], object]


class StepCompiler:
    """Makes functions of the lines of a game's scripts on a table."""

    def __init__(
        self, table: Table, script: Iterable[Step], log: Log, start: Sequence[Sequence[int]], *, watch: bool = False
    ) -> None:
        every = tuple(all_steps(script))
        self.table, self.log, self._watch = table, log, watch
        self._as_many = any(step.amount is not None and step.amount.mode == "as many" for step in every)
        self._can_end = any("end" in shortage_fallbacks(step) for step in every)
        file = table.game.file
        called = (step.called for step in every if step.called is not None)
        self._names = tuple(dict.fromkeys((*file.dice, *file.seats, *called)))
        self._known: dict[str, Any] = {**table.numbers, "numbers": table.numbers, "players": table.players}
        self._known |= {"variant": table.variant}
        self._tests: dict[tuple[str, int | None], Test | bool] = {}
        self._made: dict[tuple[StepPath, int | None], WorldAction] = {}
        self._held = reachable_classes(table, every, start)

    def compile_script(self, lines: PlacedSteps, seat: int | None) -> WorldAction:
        """Return what does some lines, one after the other."""
        acts: list[WorldAction] = []
        for number, (path, step) in enumerate(lines):
            acts.append(self._when_first_done(acts, number, path, step, seat))

        def run(world: World) -> None:
            world.work += len(acts)
            for act in acts:
                act(world)

        return run

    def _when_first_done(
        self, acts: list[WorldAction], number: int, path: StepPath, step: Step, seat: int | None
    ) -> WorldAction:
        def act(world: World) -> None:
            key = (path, seat)  # a line of a sequence is the same wherever it is called
            if key not in self._made:
                self._made[key] = self.compile_step(path, step, seat)
            acts[number] = self._made[key]
            acts[number](world)

        return act

    def compile_condition(self, text: str, seat: int | None) -> Test | bool:
        """Return the function that tells whether a condition holds, or the answer that it always has."""
        key = (text, seat)
        if key not in self._tests:
            made = compile_condition(text, self.table, seat, self._known, self._names)
            fixed = "count" not in text and not any(name in text for name in self._names)
            self._tests[key] = made(World([], Random())) if fixed else made
        return self._tests[key]

    def compile_step(self, path: StepPath, step: Step, seat: int | None) -> WorldAction:
        """Return what does a line, by everybody who does it."""
        who = "each player" if step.verb == "deal" else step.who
        everybody = range(self.table.players)
        if who is None:
            return self._with_moves(step, [self._by(path, step, seat)], [seat])
        if who in {"each player", "each other player"}:
            if who != "each player" and seat is None:
                raise UnknownOutcome("nobody is named whose others these are")
            seats = [one for one in everybody if who == "each player" or one != seat]
            return self._with_moves(step, [self._by(path, step, one) for one in seats], seats)
        made: dict[int, WorldAction] = {}

        def by_name(world: World) -> None:
            one = world.values.get(who)
            if not isinstance(one, int):
                raise UnknownOutcome(f"nobody is named {who!r}")
            if one not in made:
                made[one] = self._with_moves(step, [self._by(path, step, one)], [one])
            made[one](world)

        return by_name

    def _with_moves(self, step: Step, bodies: Sequence[StepFunction], seats: Sequence[int | None]) -> WorldAction:
        """Return what does a line by all its doers; how many each moved is kept where a line asks for it."""
        if self._as_many and step.amount is not None:

            def counted(world: World) -> None:
                moved = {seat: body(world) for seat, body in zip(seats, bodies, strict=True)}
                world.moved = moved

            return counted
        if len(bodies) == 1:
            return bodies[0]

        def run(world: World) -> None:
            for body in bodies:
                body(world)

        return run

    def _by(self, path: StepPath, step: Step, seat: int | None) -> StepFunction:
        """Return what does a line by one seat: if it has to be done, or if they like."""
        when = True if step.when is None else self.compile_condition(step.when, seat)
        if when is False:
            return lambda _world: 0
        body = self._body(path, step, seat)
        may, ends = step.may, self._can_end
        if when is True and not may and not ends:
            return body
        group = bool(step.steps or step.choices)

        def act(world: World) -> int:
            if (ends and world.ended) or (when is not True and not when(world)):
                return 0
            if not may:
                return body(world)
            if world.chance.random() < 0.5:
                return 0
            try:
                return body(world)
            except SimulatedShortage:
                if group:
                    raise
                return 0

        return act

    def _body(self, path: StepPath, step: Step, seat: int | None) -> StepFunction:
        if step.steps:
            return self._group(
                self.compile_script(inner_steps(path, step), seat), repeat_count(step, self.table.numbers)
            )
        if step.choices:
            options = [self.compile_script(lines, seat) for lines in option_steps(path, step)]
            return self._group(
                lambda world: world.chance.choice(options)(world), repeat_count(step, self.table.numbers)
            )
        table = self.table
        if step.amount is not None:
            return run_each([self._move(path, step, seat, part) for part in range(part_count(table, step, seat))])
        whole = {"shuffle": shuffle, "split": split, "stack": stack, "name": name_seat}
        if step.verb in whole:
            return whole[step.verb](table, step, seat)
        if step.verb == "roll":
            return roll_die(table, step)
        if step.verb == "do" and step.operand:
            raise UnknownOutcome(f"there is no sequence {step.operand!r} to be called here")
        return lambda _world: 0

    @staticmethod
    def _group(run: WorldAction, times: int) -> StepFunction:
        def body(world: World) -> int:
            for _ in range(times):
                run(world)
            return 0

        return body

    def _move(self, path: StepPath, step: Step, seat: int | None, part: int) -> StepFunction:
        """Return what moves the components of a line, for one of ``each part``."""
        act = Action(self.table, step, seat, part)
        job = StepContext(act, self.log, (path, seat), self.table.index[act.source], self.table.index[act.target])
        if step.needs is None or step.verb not in {"draw", "deal"}:
            body = move(job, self._held[job.source])
        else:
            needs = self.compile_condition(step.needs, seat)
            body = mulligan(job, needs if callable(needs) else lambda _world: bool(needs))
        return record_depletion(job, body) if self._watch else body
