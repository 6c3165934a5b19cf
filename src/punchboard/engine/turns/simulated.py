"""Games played at random, round by round, with a seed: what is found is found, what is not found is not disproved."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.script.rounds import Block, Lines, ends_at, first_seat, round_of
from punchboard.engine.simulator import Start
from punchboard.engine.simulator.lines import Do, Maker
from punchboard.engine.simulator.log import Log
from punchboard.engine.simulator.world import Short, World
from punchboard.engine.states.table import Table, numbers_of
from punchboard.engine.turns.found import BY_LINE, Found, note_script
from punchboard.engine.turns.prepared import ready
from punchboard.engine.turns.report import Ending
from punchboard.model.game.game import Game

FEWEST_GAMES: Final = 1
"""So many games are played, whatever work they are."""


class Games:
    """A game for a number of seats and a variant, played again and again.

    Raises:
        Unknown: for scripts that cannot be played.
    """

    def __init__(self, game: Game, players: int, variant: str, seed: int) -> None:
        self.found, self._log, self._players = Found(), Log(), players
        scripts = ready(game)
        setup, turn = scripts.setup, scripts.turn
        blocks = round_of(scripts.round, players, numbers_of(game, variant), turns=bool(turn))
        self.table = Table(game, players, variant, scripts.all_classes, scripts.every)
        self._start, self._first = Start(self.table), first_seat(game)
        self._chance = Random(seed)  # noqa: S311 - games, not secrets
        maker = Maker(self.table, scripts.every, self._log, self._start.piles, watch=True)
        self._setup = maker.script(setup, None)
        self._blocks = [self._made(maker, block, turn) for block in blocks]
        self._ends = {
            (when, seat): [(name, maker.test(end.when, seat)) for name, end in ends_at(game, when).items()]
            for when, seats in (("turn", range(players)), ("round", (None,)))
            for seat in seats
        }
        note_script(self.found, game, blocks)
        self.games = self.unfinished = self.work = 0

    def _made(self, maker: Maker, block: Block, turn: Lines) -> tuple[Block, list[Do], list[Callable[[World], bool]]]:
        """Return a part of a round, what does it (for each seat), and what has to hold."""
        tests = [maker.test(text, None) for text in block.guards]
        guards = [test if callable(test) else (lambda _world, answer=test: answer) for test in tests]
        if block.turn is None:
            return block, [maker.script(block.lines, None)], guards
        if not hasattr(self, "_turn"):
            self._turn = [maker.script(turn, seat) for seat in range(self._players)]
        return block, self._turn, guards

    def play(self, most_rounds: int) -> None:
        """Play one game, to an end or for so many rounds."""
        world = self._start.world(self._chance)
        self.games += 1
        found, log = self.found, self._log
        found.round = found.turn = 0
        log.moment = (0, 0)
        had = [0] * self._players
        try:
            self._setup(world)
            world.dry = {place: True for place, pile in enumerate(world.piles) if not pile}
            met: tuple[str, ...] = ()
            while not met and found.round < most_rounds:
                found.round += 1
                met = self._round(world, had)
            if met:
                found.ended(Ending(found.round, tuple(had), met), 1)
            else:
                self.unfinished += 1
        except Short as short:
            self.unfinished += 1
            shortage = Shortage(self.table.keys[short.place], short.wanted, short.there)
            found.failed(*short.here, shortage, tuple(sorted(world.values.items())))
        self.work += world.work

    def _round(self, world: World, had: list[int]) -> tuple[str, ...]:
        found = self.found
        begins = 0
        for block, does, guards in self._blocks:
            if block.turn == 0 and self._first is not None:
                value = world.values.get(self._first)
                begins = value if isinstance(value, int) else 0
            if not all(guard(world) for guard in guards):
                continue
            seat = None if block.turn is None else (block.turn + begins) % self._players
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
            self.found.ran_dry(self.table.keys[place], 1)
        met = [name for name, test in self._ends[when, seat] if (test if isinstance(test, bool) else test(world))]
        return (*met, *((BY_LINE,) if world.ended else ()))

    @staticmethod
    def _dried(world: World) -> list[int]:
        """Return the piles that have run out since this was asked last."""
        assert world.dry is not None
        new = [place for place, told in world.dry.items() if not told]
        world.dry |= dict.fromkeys(new, True)
        return new

    def finish(self) -> None:
        """Bring together what was let pass."""
        for (here, place, wanted, there), moment in sorted(self._log.passed.items(), key=lambda item: item[1]):
            self.found.round, self.found.turn = moment
            self.found.passed(*here, self.table.keys[place], wanted, there)
