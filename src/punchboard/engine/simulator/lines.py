"""Lines made into functions of a world, once for each seat that does them, when they are first done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from punchboard.engine.moves.outcome import Act, parts
from punchboard.engine.moves.questions import ways_out
from punchboard.engine.script.rounds import Lines, Path, inner_lines, option_lines, repeats
from punchboard.engine.simulator.amounts import Body, Job
from punchboard.engine.simulator.conditions import Test, condition
from punchboard.engine.simulator.draws import mulligan
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.moves import move, watched
from punchboard.engine.simulator.pile_contents import ever_held
from punchboard.engine.simulator.whole_piles import for_each, name, roll, shuffle, split, stack
from punchboard.engine.simulator.world import Short, World
from punchboard.engine.states.state import Unknown
from punchboard.engine.states.table import Table, flat
from punchboard.model.game.setup import Step

Do = Callable[[World], object]


class Maker:
    """Makes functions of the lines of a game's scripts on a table."""

    def __init__(
        self, table: Table, script: Iterable[Step], log: Log, start: Sequence[Sequence[int]], *, watch: bool = False
    ) -> None:
        every = tuple(flat(script))
        self.table, self.log, self._watch = table, log, watch
        self._as_many = any(step.amount is not None and step.amount.mode == "as many" for step in every)
        self._can_end = any("end" in ways_out(step) for step in every)
        file = table.game.file
        called = (step.called for step in every if step.called is not None)
        self._names = tuple(dict.fromkeys((*file.dice, *file.seats, *called)))
        self._known: dict[str, Any] = {**table.numbers, "numbers": table.numbers, "players": table.players}
        self._known |= {"variant": table.variant}
        self._tests: dict[tuple[str, int | None], Test | bool] = {}
        self._made: dict[tuple[Path, int | None], Do] = {}
        self._held = ever_held(table, every, start)

    def script(self, lines: Lines, seat: int | None) -> Do:
        """Return what does some lines, one after the other."""
        acts: list[Do] = []
        for number, (path, step) in enumerate(lines):
            acts.append(self._when_first_done(acts, number, path, step, seat))

        def run(world: World) -> None:
            world.work += len(acts)
            for act in acts:
                act(world)

        return run

    def _when_first_done(self, acts: list[Do], number: int, path: Path, step: Step, seat: int | None) -> Do:
        def act(world: World) -> None:
            key = (path, seat)  # a line of a sequence is the same wherever it is called
            if key not in self._made:
                self._made[key] = self.line(path, step, seat)
            acts[number] = self._made[key]
            acts[number](world)

        return act

    def test(self, text: str, seat: int | None) -> Test | bool:
        """Return the function that tells whether a condition holds, or the answer that it always has."""
        key = (text, seat)
        if key not in self._tests:
            made = condition(text, self.table, seat, self._known, self._names)
            fixed = "count" not in text and not any(name in text for name in self._names)
            self._tests[key] = made(World([], Random())) if fixed else made  # noqa: S311 - nothing is drawn
        return self._tests[key]

    def line(self, path: Path, step: Step, seat: int | None) -> Do:
        """Return what does a line, by everybody who does it."""
        who = "each player" if step.verb == "deal" else step.who
        everybody = range(self.table.players)
        if who is None:
            return self._with_moves(step, [self._by(path, step, seat)], [seat])
        if who in {"each player", "each other player"}:
            if who != "each player" and seat is None:
                raise Unknown("nobody is named whose others these are")
            seats = [one for one in everybody if who == "each player" or one != seat]
            return self._with_moves(step, [self._by(path, step, one) for one in seats], seats)
        made: dict[int, Do] = {}

        def by_name(world: World) -> None:
            one = world.values.get(who)
            if not isinstance(one, int):
                raise Unknown(f"nobody is named {who!r}")
            if one not in made:
                made[one] = self._with_moves(step, [self._by(path, step, one)], [one])
            made[one](world)

        return by_name

    def _with_moves(self, step: Step, bodies: Sequence[Body], seats: Sequence[int | None]) -> Do:
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

    def _by(self, path: Path, step: Step, seat: int | None) -> Body:
        """Return what does a line by one seat: if it has to be done, or if they like."""
        when = True if step.when is None else self.test(step.when, seat)
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
            except Short:
                if group:
                    raise
                return 0

        return act

    def _body(self, path: Path, step: Step, seat: int | None) -> Body:
        if step.steps:
            return self._group(self.script(inner_lines(path, step), seat), repeats(step, self.table.numbers))
        if step.choices:
            options = [self.script(lines, seat) for lines in option_lines(path, step)]
            return self._group(lambda world: world.chance.choice(options)(world), repeats(step, self.table.numbers))
        table = self.table
        if step.amount is not None:
            return for_each([self._move(path, step, seat, part) for part in range(parts(table, step, seat))])
        whole = {"shuffle": shuffle, "split": split, "stack": stack, "name": name}
        if step.verb in whole:
            return whole[step.verb](table, step, seat)
        if step.verb == "roll":
            return roll(table, step)
        if step.verb == "do" and step.operand:
            raise Unknown(f"there is no sequence {step.operand!r} to be called here")
        return lambda _world: 0

    @staticmethod
    def _group(run: Do, times: int) -> Body:
        def body(world: World) -> int:
            for _ in range(times):
                run(world)
            return 0

        return body

    def _move(self, path: Path, step: Step, seat: int | None, part: int) -> Body:
        """Return what moves the components of a line, for one of ``each part``."""
        act = Act(self.table, step, seat, part)
        job = Job(act, self.log, (path, seat), self.table.index[act.source], self.table.index[act.target])
        if step.needs is None or step.verb not in {"draw", "deal"}:
            body = move(job, self._held[job.source])
        else:
            needs = self.test(step.needs, seat)
            body = mulligan(job, needs if callable(needs) else lambda _world: bool(needs))
        return watched(job, body) if self._watch else body
