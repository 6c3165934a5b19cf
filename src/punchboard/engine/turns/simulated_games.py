"""Simulated games, played at random with a seed. What they show can happen; what they do not show is not disproved."""

from __future__ import annotations

from typing import Final

from punchboard.engine.moves.outcome import Shortage
from punchboard.engine.program import machine
from punchboard.engine.program.compiler import compile_program, game_scripts
from punchboard.engine.program.machine import Machine
from punchboard.engine.program.parts import Sets
from punchboard.engine.program.random_player import RandomPlayer
from punchboard.engine.program.rounds import Rounds
from punchboard.engine.script.rounds import round_parts
from punchboard.engine.simulator.log import Log, Moment
from punchboard.engine.states.state import BOX
from punchboard.engine.turns.findings import TurnFindings, add_script_steps
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
        scripts, sets = game_scripts(game), Sets()
        self.findings = TurnFindings()
        parts = round_parts(scripts.round, players, game.numbers_in(variant), turns=bool(scripts.turn))
        add_script_steps(self.findings, game, parts)
        self._log = Log(scripts, self._moment, self._run_out)
        self._program = compile_program(game, players, variant, sets)
        self._machine = Machine(self._program, sets.members, seed, RandomPlayer(seed), self._log.hear)
        self._rounds = Rounds(self._machine)
        self._empty: set[int] = set()
        """The piles that were empty before the first round or have run out since."""
        self.game_count = self.unfinished_count = 0

    @property
    def work(self) -> int:
        """How many steps have been carried out, in all games."""
        return self._machine.work

    def play_game(self, most_rounds: int) -> None:
        """Play one game, to an end or to the round limit."""
        self._machine.restart()
        self._rounds = rounds = Rounds(self._machine)
        self.game_count += 1
        try:
            self._machine.run("setup")
            self._empty = {place for place, pile in enumerate(self._machine.piles) if not pile}
            met: tuple[str, ...] = ()
            while not met and rounds.round < most_rounds:
                met = rounds.play_round()
            if met:
                self.findings.add_ending(GameEnding(rounds.round, tuple(rounds.turns), met), 1)
            else:
                self.unfinished_count += 1
        except machine.Shortage as short:
            self.unfinished_count += 1
            shortage = Shortage(self._program.piles[short.pile], short.required, short.available)
            self.findings.round, self.findings.turn = self._moment()
            values = tuple(sorted(self._machine.values.items()))
            self.findings.add_failure(*self._log.step_at_seat(short.here), shortage, values)

    def _moment(self) -> Moment:
        return self._rounds.round, sum(self._rounds.turns)

    def _run_out(self, place: int, draws: bool) -> None:  # noqa: FBT001 - a value of an event
        """Record that a pile runs out: a shared one, or a seat's own that it draws from."""
        name, owner = key = self._program.piles[place]
        is_own = owner is not None and not draws
        if self._rounds.round and not is_own and name != BOX and place not in self._empty:
            self._empty.add(place)
            self.findings.round = self._rounds.round
            self.findings.add_depletion(key, 1)

    def finish(self) -> None:
        """Add the tolerated shortages to the findings."""
        for moment, here, place, wanted, there in self._log.tolerated:
            self.findings.round, self.findings.turn = moment
            self.findings.add_tolerated_shortage(*here, self._program.piles[place], wanted, there)
