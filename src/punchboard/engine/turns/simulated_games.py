"""Games played at random, round by round, with a seed: what is found is found, what is not found is not disproved."""

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
"""So many games are played, whatever work they are."""


class SimulatedGames:
    """A game for a number of seats and a variant, played again and again.

    Raises:
        Unknown: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, seed: int) -> None:
        self.found, self._log, self._players = TurnFindings(), Log(), players
        scripts = prepare_scripts(game)
        setup, turn = scripts.setup, scripts.turn
        blocks = round_parts(scripts.round, players, game_numbers(game, variant), turns=bool(turn))
        self.table = Table(game, players, variant, scripts.all_classes, scripts.all_script_steps)
        self._start, self._first = StartPosition(self.table), first_seat_name(game)
        self._chance = Random(seed)
        maker = StepCompiler(self.table, scripts.all_script_steps, self._log, self._start.piles, watch=True)
        self._setup = maker.compile_script(setup, None)
        self._blocks = [self._made(maker, block, turn) for block in blocks]
        self._ends = {
            (when, seat): [
                (name, maker.compile_condition(end.when, seat)) for name, end in end_conditions(game, when).items()
            ]
            for when, seats in (("turn", range(players)), ("round", (None,)))
            for seat in seats
        }
        add_script_steps(self.found, game, blocks)
        self.game_count = self.unfinished_count = self.work = 0

    def _made(
        self, maker: StepCompiler, block: RoundPart, turn: PlacedSteps
    ) -> tuple[RoundPart, list[WorldAction], list[Callable[[World], bool]]]:
        """Return a part of a round, what does it (for each seat), and what has to hold."""
        tests = [maker.compile_condition(text, None) for text in block.conditions]
        guards = [test if callable(test) else (lambda _world, answer=test: answer) for test in tests]
        if block.turn_offset is None:
            return block, [maker.compile_script(block.steps, None)], guards
        if not hasattr(self, "_turn"):
            self._turn = [maker.compile_script(turn, seat) for seat in range(self._players)]
        return block, self._turn, guards

    def play_game(self, most_rounds: int) -> None:
        """Play one game, to an end or for so many rounds."""
        world = self._start.new_world(self._chance)
        self.game_count += 1
        found, log = self.found, self._log
        found.round = found.turn = 0
        log.moment = (0, 0)
        had = [0] * self._players
        try:
            self._setup(world)
            world.depleted = {place: True for place, pile in enumerate(world.piles) if not pile}
            met: tuple[str, ...] = ()
            while not met and found.round < most_rounds:
                found.round += 1
                met = self._round(world, had)
            if met:
                found.add_ending(GameEnding(found.round, tuple(had), met), 1)
            else:
                self.unfinished_count += 1
        except SimulatedShortage as short:
            self.unfinished_count += 1
            shortage = Shortage(self.table.keys[short.place], short.required, short.available)
            found.add_failure(*short.step_at_seat, shortage, tuple(sorted(world.values.items())))
        self.work += world.work

    def _round(self, world: World, had: list[int]) -> tuple[str, ...]:
        found = self.found
        begins = 0
        for block, does, guards in self._blocks:
            if block.turn_offset == 0 and self._first is not None:
                value = world.values.get(self._first)
                begins = value if isinstance(value, int) else 0
            if not all(guard(world) for guard in guards):
                continue
            seat = None if block.turn_offset is None else (block.turn_offset + begins) % self._players
            if seat is not None:
                had[seat] += 1
            found.turn = sum(had)
            self._log.moment = (found.round, found.turn)
            does[seat or 0](world)
            met = self._met(world, "turn", seat) if seat is not None else (BY_LINE,) if world.ended else ()
            if met:
                return met
        return self._met(world, "round", None)

    def _met(self, world: World, when: str, seat: int | None) -> tuple[str, ...]:
        for place in self._dried(world):
            self.found.add_depletion(self.table.keys[place], 1)
        met = [name for name, test in self._ends[when, seat] if (test if isinstance(test, bool) else test(world))]
        return (*met, *((BY_LINE,) if world.ended else ()))

    @staticmethod
    def _dried(world: World) -> list[int]:
        """Return the piles that have run out since this was asked last."""
        assert world.depleted is not None
        new = [place for place, told in world.depleted.items() if not told]
        world.depleted |= dict.fromkeys(new, True)
        return new

    def finish(self) -> None:
        """Bring together what was let pass."""
        for (here, place, wanted, there), moment in sorted(self._log.tolerated.items(), key=lambda item: item[1]):
            self.found.round, self.found.turn = moment
            self.found.add_tolerated_shortage(*here, self.table.keys[place], wanted, there)
