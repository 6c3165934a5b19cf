"""Simulated games, played at random with a seed. What they show can happen; what they do not show is not disproved."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.script.rounds import PlacedSteps, RoundPart, end_conditions, first_seat_name, round_parts
from punchboard.engine.simulator import StartPosition
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.step_compiler import StepCompiler, WorldAction
from punchboard.engine.simulator.world import SimulatedShortage, World
from punchboard.engine.states.table import Table, game_numbers
from punchboard.engine.turns.findings import BY_LINE, TurnFindings, add_script_steps
from punchboard.engine.turns.prepared_scripts import prepare_scripts
from punchboard.engine.turns.report import GameEnding
from punchboard.model.game.game import Game

MIN_GAMES: Final = 1
"""The fewest games that are played, whatever work they take."""


class SimulatedGames:
    """A game for a number of players and a variant, played repeatedly at random.

    Raises:
        UnknownOutcome: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, seed: int) -> None:
        self.findings, self._log, self._players = TurnFindings(), Log(), players
        scripts = prepare_scripts(game)
        setup, turn = scripts.setup, scripts.turn
        parts = round_parts(scripts.round, players, game_numbers(game, variant), turns=bool(turn))
        self.table = Table(game, players, variant, scripts.all_classes, scripts.all_script_steps)
        self._start, self._first = StartPosition(self.table), first_seat_name(game)
        self._chance = Random(seed)  # noqa: S311 - games, not secrets
        compiler = StepCompiler(
            self.table, scripts.all_script_steps, self._log, self._start.piles, records_depletion=True
        )
        self._setup = compiler.compile_script(setup, None)
        self._parts = [self._compile_part(compiler, part, turn) for part in parts]
        self._ends = {
            (when, seat): [
                (name, compiler.compile_condition(end.when, seat)) for name, end in end_conditions(game, when).items()
            ]
            for when, seats in (("turn", range(players)), ("round", (None,)))
            for seat in seats
        }
        add_script_steps(self.findings, game, parts)
        self.game_count = self.unfinished_count = self.work = 0

    def _compile_part(
        self, compiler: StepCompiler, part: RoundPart, turn: PlacedSteps
    ) -> tuple[RoundPart, list[WorldAction], list[Callable[[World], bool]]]:
        """Return a part of a round, the functions that carry it out (for each seat), and its conditions."""
        tests = [compiler.compile_condition(text, None) for text in part.conditions]
        guards = [test if callable(test) else (lambda _world, answer=test: answer) for test in tests]
        if part.turn_offset is None:
            return part, [compiler.compile_script(part.steps, None)], guards
        if not hasattr(self, "_turn"):
            self._turn = [compiler.compile_script(turn, seat) for seat in range(self._players)]
        return part, self._turn, guards

    def play_game(self, most_rounds: int) -> None:
        """Play one game, to an end or to the round limit."""
        world = self._start.new_world(self._chance)
        self.game_count += 1
        findings, log = self.findings, self._log
        findings.round = findings.turn = 0
        log.moment = (0, 0)
        turn_counts = [0] * self._players
        try:
            self._setup(world)
            world.depleted = {place: True for place, pile in enumerate(world.piles) if not pile}
            met: tuple[str, ...] = ()
            while not met and findings.round < most_rounds:
                findings.round += 1
                met = self._round(world, turn_counts)
            if met:
                findings.add_ending(GameEnding(findings.round, tuple(turn_counts), met), 1)
            else:
                self.unfinished_count += 1
        except SimulatedShortage as short:
            self.unfinished_count += 1
            shortage = Shortage(self.table.keys[short.place], short.required, short.available)
            findings.add_failure(*short.step_at_seat, shortage, tuple(sorted(world.values.items())))
        self.work += world.work

    def _round(self, world: World, turn_counts: list[int]) -> tuple[str, ...]:
        findings = self.findings
        first_seat = 0
        for part, functions, guards in self._parts:
            if part.turn_offset == 0 and self._first is not None:
                value = world.values.get(self._first)
                first_seat = value if isinstance(value, int) else 0
            if not all(guard(world) for guard in guards):
                continue
            seat = None if part.turn_offset is None else (part.turn_offset + first_seat) % self._players
            if seat is not None:
                turn_counts[seat] += 1
            findings.turn = sum(turn_counts)
            self._log.moment = (findings.round, findings.turn)
            functions[seat or 0](world)
            met = self._met_ends(world, "turn", seat) if seat is not None else (BY_LINE,) if world.ended else ()
            if met:
                return met
        return self._met_ends(world, "round", None)

    def _met_ends(self, world: World, when: str, seat: int | None) -> tuple[str, ...]:
        for place in self._newly_depleted(world):
            self.findings.add_depletion(self.table.keys[place], 1)
        met = [name for name, test in self._ends[when, seat] if (test if isinstance(test, bool) else test(world))]
        return (*met, *((BY_LINE,) if world.ended else ()))

    @staticmethod
    def _newly_depleted(world: World) -> list[int]:
        """Return the piles that have run out since the last call."""
        assert world.depleted is not None
        new = [place for place, is_reported in world.depleted.items() if not is_reported]
        world.depleted |= dict.fromkeys(new, True)
        return new

    def finish(self) -> None:
        """Add the tolerated shortages to the findings."""
        for (here, place, wanted, there), moment in sorted(self._log.tolerated.items(), key=lambda item: item[1]):
            self.findings.round, self.findings.turn = moment
            self.findings.add_tolerated_shortage(*here, self.table.keys[place], wanted, there)
