"""Turns and rounds up to an end: how many, for whom, what cannot be carried out, what runs out, what ends the game.

After the set-up come rounds: the lines of ``round``, and the ``turn`` of every seat after them or where ``{do: turns}``
stands. Seat 0 begins, unless a line has named a ``first player``. An end of ``check: turn`` is tested after each turn,
and counts piles of the seat whose turn it was; one of ``check: round`` is tested after each round, and counts those of
all seats together, as ``count_all('hand')`` does anywhere.

What is not components (scores, damage, positions) is not played: a roll of a die may stand for it.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from punchboard.engine.script.rounds import script_steps
from punchboard.engine.states.state import PileKey, State, UnknownOutcome
from punchboard.engine.states.table import all_steps
from punchboard.engine.turns.exact import ExactRounds
from punchboard.engine.turns.exact_engine import WorkLimitExceeded
from punchboard.engine.turns.findings import BY_LINE, TurnFindings, chance_by_number, covers_all_games, spread
from punchboard.engine.turns.report import EndResult, GameEnding, Spread, ToleratedShortage, TurnStepResult
from punchboard.engine.turns.simulated_games import MIN_GAMES, SimulatedGames
from punchboard.model.game.game import Game

__all__ = ["BY_LINE", "EndResult", "Spread", "ToleratedShortage", "TurnStepResult", "Turns", "turns"]

MAX_ROUNDS: Final = 100
"""So many rounds are played at most."""

SIMULATION_BUDGET: Final = 2_000
"""So many lines are carried out in simulated games, unless a number of games is asked for."""

MAX_CHOICES: Final = 5
"""With more choices in a round nobody need try to play it exactly."""

EXACT_BUDGET: Final = 5_000
"""So many outcomes of lines are looked at to play exactly."""


class Turns(NamedTuple):
    """A game's turns for a number of seats and a variant."""

    players: int
    variant: str
    method: str
    """``exact``, or ``simulated``: then nothing is proved but what was seen."""
    runs: int
    """How many games were simulated; 0 when all states were walked."""
    rounds: Spread | None
    turns_by_seat: tuple[Spread, ...]
    """By seat."""
    has_equal_turns: bool | None
    """Whether all seats get equally many turns in every game; None when that is not proved."""
    results: tuple[TurnStepResult, ...]
    ends: tuple[EndResult, ...]
    depletions: Mapping[PileKey, Spread]
    """The round in which a pile first runs out, over the games in which it does."""
    is_complete: bool
    """Whether every state was walked until the game is over or comes round again."""
    incomplete_reason: str = ""
    unfinished_games: int = 0
    """How many simulated games came to no end: they stopped at a failure, or went on for too many rounds."""
    is_endless: bool = False
    """Whether the same states come round again, so that a game need never end."""


def turns(
    game: Game,
    players: int,
    variant: str = "",
    *,
    most_rounds: int = MAX_ROUNDS,
    work: int = EXACT_BUDGET,
    runs: int | None = None,
    seed: int = 1,
) -> Turns:
    """Return what playing turns and rounds shows, from the set-up to an end.

    Where the states are too many, games are simulated: so many ``runs``, or as many as a budget of work allows.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    ends = tuple(EndResult(name, None, None) for name in game.file.end)
    nothing = Turns(players, variant, "exact", 0, None, (), None, (), ends, {}, is_complete=False)
    known = TurnFindings()
    try:
        if (choices := _choices(game)) > MAX_CHOICES:
            why = f"a round has {choices} lines with choices"
        else:
            rounds = ExactRounds(game, players, variant, work)
            told = _exactly(nothing, tuple(game.file.end), rounds, most_rounds)
            if told.is_complete:
                return told
            why, known = told.incomplete_reason, rounds.found
        games = SimulatedGames(game, players, variant, seed)
        while (
            games.game_count < MIN_GAMES or games.work < SIMULATION_BUDGET if runs is None else games.game_count < runs
        ):
            games.play_game(most_rounds)
    except UnknownOutcome as unknown:
        return nothing._replace(incomplete_reason=str(unknown))
    games.finish()
    return _seen(nothing, tuple(game.file.end), games, why, known)


def _choices(game: Game) -> int:
    """Return how many lines of a round leave a choice of whether, how many or what to do."""
    return sum(
        step.may
        or bool(step.choices)
        or step.verb == "name"
        or (step.amount is not None and (step.amount.most is not None or step.amount.mode == "up to"))
        for script in ("turn", "round")
        for step in all_steps(step for _, step in script_steps(game, script))
    )


def _exactly(nothing: Turns, ends: tuple[str, ...], rounds: ExactRounds, most_rounds: int) -> Turns:
    """Return what is true of all games."""
    why, endless, seen = "", False, set[frozenset[State]]()
    try:
        strands = rounds.start()
        while strands and not endless and not why:
            if rounds.found.round == most_rounds:
                why = f"no end after {most_rounds} rounds"
                break
            strands = rounds.play_round(strands)
            support = frozenset(state for states in strands.values() for state in states)
            endless = bool(support) and support in seen
            seen.add(support)
    except (WorkLimitExceeded, UnknownOutcome) as reason:
        why = str(reason)
    found, lost = rounds.found, rounds.has_failed
    complete = not why and not endless and not lost
    told = _with_spreads(nothing, found, complete=complete, endless=endless)
    return told._replace(
        has_equal_turns=_equal(nothing, found, proved=not why and not lost and bool(found.endings)),
        results=found.turn_step_results(why),
        ends=found.end_results(ends, proved=not why and not lost, complete=complete),
        is_complete=not why,
        incomplete_reason=why,
        is_endless=endless,
    )


def _seen(nothing: Turns, ends: tuple[str, ...], games: SimulatedGames, why: str, known: TurnFindings) -> Turns:
    """Return what was seen in simulated games, and what was known before."""
    found = games.found
    for path, failures in known.failures.items():
        found.failures[path] = {**failures, **found.failures.get(path, {})}
    told = _with_spreads(nothing, found, complete=True, endless=False)
    return told._replace(
        method="simulated",
        runs=games.game_count,
        has_equal_turns=_equal(nothing, found, proved=False),
        results=found.turn_step_results(f"{why}; seen in {games.game_count} simulated games"),
        ends=found.end_results(ends, proved=False, games=games.game_count),
        incomplete_reason=f"{why}; {games.game_count} games were simulated",
        unfinished_games=games.unfinished_count,
    )


def _equal(nothing: Turns, found: TurnFindings, *, proved: bool) -> bool | None:
    """Tell whether all seats get equally many turns."""
    if any(len(set(one.turns)) > 1 for one in found.endings):
        return False
    return True if proved or nothing.players == 1 or not found.has_turns else None


def _with_spreads(nothing: Turns, found: TurnFindings, *, complete: bool, endless: bool) -> Turns:
    def over(number: Callable[[GameEnding], int]) -> Spread | None:
        numbers = chance_by_number((number(one), chance) for one, chance in found.endings.items())
        return spread(numbers, all_of_them=complete, endless=endless)

    seats = [over(lambda one, seat=seat: one.turns[seat]) for seat in range(nothing.players)]  # type: ignore[misc]
    dry = {key: spread(at, all_of_them=complete or covers_all_games(at)) for key, at in found.depletions.items()}
    return nothing._replace(
        rounds=over(lambda one: one.rounds),
        turns_by_seat=tuple(one for one in seats if one is not None) if found.has_turns else (),
        depletions={key: one for key, one in dry.items() if one is not None},
    )
