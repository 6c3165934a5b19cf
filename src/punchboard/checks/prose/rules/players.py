"""PROSE003: numbers of players that contradict each other or the game.

What: the text says how many players the game is for, but elsewhere mentions more or fewer, or has a table for other
numbers. The problem is reported where the fewest others agree.

Why: five friends sit down to a game that turns out to be for four.

Bad::

    A game for 2 to 4 players.

    Five players: use both decks.

Good::

    A game for 2 to 5 players.

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE003 in teams -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.player_counts import PlayerNumbers, player_numbers
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.reading.reading import Reading
from punchboard.model.values import counted
from punchboard.problem import Problem

ID: Final = "PROSE003"

_RE: Final = Patterns("cases")

Span = frozenset[int]
"""Every number of players that a game is for."""


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number of players that contradicts the others."""
    given = player_numbers(reading)
    games = [numbers for numbers in given if numbers.kind == "game"]
    if reading.vocabulary.players is not None:
        low, high = reading.vocabulary.players
        span = frozenset(range(low, high + 1))
        yield from (
            _problem(numbers, f"the game is for {_words(span)}")
            for numbers in given
            if _contradicts(numbers, span, given)
        )
    elif games:
        yield from _among_themselves(games, given)


def _among_themselves(games: Sequence[PlayerNumbers], numbers: Sequence[PlayerNumbers]) -> Iterator[Problem]:
    """Yield a problem for the game's own range if several contradict it, or else for each contradiction."""
    believed = min(games, key=lambda game: sum(_contradicts(stated, game.numbers, numbers) for stated in numbers))
    wrong = [stated for stated in numbers if _contradicts(stated, believed.numbers, numbers)]
    cases = list({_section(stated): stated for stated in reversed(wrong) if stated.kind != "game"}.values())[::-1]
    if len(cases) > 1 or (cases and cases[0].kind == "table"):
        yield _problem(believed, f"line {cases[0].block.line} mentions {_shown(cases[0])}")
        wrong = [stated for stated in wrong if stated.kind == "game"]
    for stated in wrong:
        yield _problem(stated, f"line {believed.block.line} says {_shown(believed)}")


def _section(stated: PlayerNumbers) -> tuple[str, ...]:
    """Return the titles above a number, including its own heading. Numbers in one section count once."""
    return (*stated.block.sections, stated.block.text) if stated.block.kind == "heading" else stated.block.sections


def _contradicts(stated: PlayerNumbers, span: Span, numbers: Sequence[PlayerNumbers]) -> bool:
    """Return whether a number is outside the game's range, or a table omits a number that nothing else covers."""
    match stated.kind:
        case "alone":  # players may win alone in a game for four
            return False
        case "game":
            return stated.numbers != span
        case "one":
            return stated.high > max(span) or (stated.low < min(span) and _is_case(stated))
        case "table":
            cases = (other for other in numbers if other.kind != "game")
            return not stated.numbers <= span or not span <= {number for other in cases for number in other.numbers}


def _is_case(stated: PlayerNumbers) -> bool:
    """Return whether a number of players is a separate case: ``With two players, ...``, not ``choose two players``."""
    text = stated.block.text
    return bool(_RE.own_clause.search(text, 0, stated.letter) or _RE.own_game.match(text, stated.letter))


def _problem(stated: PlayerNumbers, but: str) -> Problem:
    place = stated.block.place(stated.letter)
    return Problem(ID, place, f"{_shown(stated)} here, but {but}", "give the same number of players in both places")


def _shown(stated: PlayerNumbers) -> str:
    return (
        _words(stated.numbers)
        if stated.kind == "game"
        else f"{', '.join(map(str, sorted(stated.numbers)))} player{'' if set(stated.numbers) == {1} else 's'}"
    )


def _words(span: Span) -> str:
    return f"{min(span)} to {max(span)} players" if len(span) > 1 else counted(min(span), "player")
