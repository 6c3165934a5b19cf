"""Turns and rounds up to an end: how many, for whom, what cannot be carried out, what runs out, what ends the game.

After the set-up come rounds: the lines of ``round``, and the ``turn`` of every seat after them or where ``{do: turns}``
stands. Seat 0 begins, unless a line has named a ``first player``. An end of ``check: turn`` is tested after each turn,
and counts piles of the seat whose turn it was; one of ``check: round`` is tested after each round, and counts those of
all seats together, as ``count_all('hand')`` does anywhere.

What is not components (scores, damage, positions) is not played: a roll of a die may stand for it.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from punchboard.engine.script.rounds import script_lines
from punchboard.engine.states.state import Key, State, Unknown
from punchboard.engine.states.table import flat
from punchboard.engine.turns.engine import TooMuch
from punchboard.engine.turns.exact import Rounds
from punchboard.engine.turns.found import BY_LINE, Found, in_all, spread, totals
from punchboard.engine.turns.report import Ending, EndMet, Passed, Spread, TurnLine
from punchboard.engine.turns.simulated import FEWEST_GAMES, Games
from punchboard.model.game.game import Game

__all__ = ["BY_LINE", "EndMet", "Passed", "Spread", "TurnLine", "Turns", "turns"]

MOST_ROUNDS: Final = 100
"""So many rounds are played at most."""

SIMULATED_WORK: Final = 2_000
"""So many lines are carried out in simulated games, unless a number of games is asked for."""

MOST_CHOICES: Final = 5
"""With more choices in a round nobody need try to play it exactly."""

WORK: Final = 5_000
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
    turns: tuple[Spread, ...]
    """By seat."""
    equal: bool | None
    """Whether all seats get equally many turns in every game; None when that is not proved."""
    lines: tuple[TurnLine, ...]
    ends: tuple[EndMet, ...]
    dry: Mapping[Key, Spread]
    """The round in which a pile first runs out, over the games in which it does."""
    whole: bool
    """Whether every state was walked until the game is over or comes round again."""
    why_not: str = ""
    unfinished: int = 0
    """How many simulated games came to no end: they stopped at a failure, or went on for too many rounds."""
    endless: bool = False
    """Whether the same states come round again, so that a game need never end."""


def turns(
    game: Game,
    players: int,
    variant: str = "",
    *,
    most_rounds: int = MOST_ROUNDS,
    work: int = WORK,
    runs: int | None = None,
    seed: int = 1,
) -> Turns:
    """Return what playing turns and rounds shows, from the set-up to an end.

    Where the states are too many, games are simulated: so many ``runs``, or as many as a budget of work allows.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    ends = tuple(EndMet(name, None, None) for name in game.file.end)
    nothing = Turns(players, variant, "exact", 0, None, (), None, (), ends, {}, whole=False)
    known = Found()
    try:
        if (choices := _choices(game)) > MOST_CHOICES:
            why = f"a round has {choices} lines with choices"
        else:
            rounds = Rounds(game, players, variant, work)
            told = _exactly(nothing, tuple(game.file.end), rounds, most_rounds)
            if told.whole:
                return told
            why, known = told.why_not, rounds.found
        games = Games(game, players, variant, seed)
        while games.games < FEWEST_GAMES or games.work < SIMULATED_WORK if runs is None else games.games < runs:
            games.play(most_rounds)
    except Unknown as unknown:
        return nothing._replace(why_not=str(unknown))
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
        for step in flat(step for _, step in script_lines(game, script))
    )


def _exactly(nothing: Turns, ends: tuple[str, ...], rounds: Rounds, most_rounds: int) -> Turns:
    """Return what is true of all games."""
    why, endless, seen = "", False, set[frozenset[State]]()
    try:
        strands = rounds.begin()
        while strands and not endless and not why:
            if rounds.found.round == most_rounds:
                why = f"no end after {most_rounds} rounds"
                break
            strands = rounds.play(strands)
            support = frozenset(state for states in strands.values() for state in states)
            endless = bool(support) and support in seen
            seen.add(support)
    except (TooMuch, Unknown) as reason:
        why = str(reason)
    found, lost = rounds.found, rounds.lost
    complete = not why and not endless and not lost
    told = _with_spreads(nothing, found, complete=complete, endless=endless)
    return told._replace(
        equal=_equal(nothing, found, proved=not why and not lost and bool(found.endings)),
        lines=found.turn_lines(why),
        ends=found.ends(ends, proved=not why and not lost, complete=complete),
        whole=not why,
        why_not=why,
        endless=endless,
    )


def _seen(nothing: Turns, ends: tuple[str, ...], games: Games, why: str, known: Found) -> Turns:
    """Return what was seen in simulated games, and what was known before."""
    found = games.found
    for path, failures in known.failures.items():
        found.failures[path] = {**failures, **found.failures.get(path, {})}
    told = _with_spreads(nothing, found, complete=True, endless=False)
    return told._replace(
        method="simulated",
        runs=games.games,
        equal=_equal(nothing, found, proved=False),
        lines=found.turn_lines(f"{why}; seen in {games.games} simulated games"),
        ends=found.ends(ends, proved=False, games=games.games),
        why_not=f"{why}; {games.games} games were simulated",
        unfinished=games.unfinished,
    )


def _equal(nothing: Turns, found: Found, *, proved: bool) -> bool | None:
    """Tell whether all seats get equally many turns."""
    if any(len(set(one.turns)) > 1 for one in found.endings):
        return False
    return True if proved or nothing.players == 1 or not found.turns_given else None


def _with_spreads(nothing: Turns, found: Found, *, complete: bool, endless: bool) -> Turns:
    def over(number: Callable[[Ending], int]) -> Spread | None:
        numbers = totals((number(one), chance) for one, chance in found.endings.items())
        return spread(numbers, all_of_them=complete, endless=endless)

    seats = [over(lambda one, seat=seat: one.turns[seat]) for seat in range(nothing.players)]  # type: ignore[misc]
    dry = {key: spread(at, all_of_them=complete or in_all(at)) for key, at in found.dry.items()}
    return nothing._replace(
        rounds=over(lambda one: one.rounds),
        turns=tuple(one for one in seats if one is not None) if found.turns_given else (),
        dry={key: one for key, one in dry.items() if one is not None},
    )
