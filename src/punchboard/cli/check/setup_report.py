"""``punchboard check --setup``: pile by pile what is left for each number of players, and the odds on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from punchboard.cli.output.text_table import chance_text, text_table, worst_verdict
from punchboard.compose.books.pile_table import pile_name, size_text
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.engine.leftovers import leftovers
from punchboard.engine.proof import Proof
from punchboard.engine.prover.walk import EventChance, StepResult, Walk
from punchboard.model.game.loaded_game import LoadedGame

_EVENT_TEXTS: Final = {"refused": "something is refused", "again": "all is drawn again"}


def setup_lines(loaded: LoadedGame, proof: Proof) -> Iterator[str]:
    """Yield the report on a game's set-up, for each variant that changes it.

    Raises:
        ExpressionError: for conditions that cannot be read; the checks tell of them.
    """
    game, walks = loaded.game, proof.setup_walks
    if not walks:
        yield f"{game.title}: there is no set-up to play through"
    any_number = proof.seat_count_proof
    if any_number is not None:
        yield f"{game.title}: the set-up can be carried out with any number of players: {any_number}"
    for variant in dict.fromkeys(walk.variant for walk in walks):
        found = [walk for walk in walks if walk.variant == variant]
        yield f"{game.title}: after set-up{f', variant {variant!r}' if variant else ''}"
        yield from _piles(loaded, found)
        yield f"every step, with {_joined([walk.players for walk in found])} players: {worst_verdict(_lines(found))}"
        yield from _odds(loaded, found)
        yield ""


def _lines(walks: Sequence[Walk]) -> Iterator[str]:
    return (line.verdict for walk in walks for line in walk.results)


def _piles(loaded: LoadedGame, walks: Sequence[Walk]) -> Iterator[str]:
    words, writer = loaded.layouts.words, StepWriter(loaded.game, loaded.layouts.words)
    rows = [(pile_name(row, words, writer), *map(size_text, row.sizes)) for row in leftovers(walks)]
    yield from text_table(("players", *(str(walk.players) for walk in walks)), rows)


def _odds(loaded: LoadedGame, walks: Sequence[Walk]) -> Iterator[str]:
    """Yield each step that has odds, and under it what is how likely with how many players."""
    writer = StepWriter(loaded.game, loaded.layouts.words)
    lines = {line.path: line for walk in walks for line in walk.results if line.event_chances}
    for path, line in lines.items():
        yield f"{loaded.game.place_of(*path)}: {writer.plain_sentence(line.step)}"
        said: dict[str, dict[int, list[int]]] = {}
        for walk in walks:
            for one in _events_at(walk, line):
                seats = said.setdefault(_event_text(one), {}).setdefault(walk.players, [])
                seats += [] if one.seat is None else [one.seat + 1]
        for text, players in said.items():
            yield f"    {text}: {_seats_text(players)}"


def _events_at(walk: Walk, line: StepResult) -> tuple[EventChance, ...]:
    return next((one.event_chances for one in walk.results if one.path == line.path), ())


def _event_text(one: EventChance) -> str:
    """Return what happens, how likely, and how often on average."""
    chance, not_so = (chance_text(*ends) for ends in (_chances(one), tuple(1 - end for end in _chances(one)[::-1])))
    least, most = float(one.least.expected), float(one.most.expected)
    expected = f"{least:.3f}" if least == most else f"{least:.3f} to {most:.3f}"
    return f"{_EVENT_TEXTS.get(one.event, one.event)} in {chance}, not in {not_so}; {expected} times on average"


def _chances(one: EventChance) -> tuple[Fraction, Fraction]:
    return one.least.chance, one.most.chance


def _seats_text(players: Mapping[int, Sequence[int]]) -> str:
    """Return which seats with how many players: ``with 2, 3 players``, ``seat 4 with 4 players``."""
    by_seats: dict[tuple[int, ...], list[int]] = {}
    for number, seats in players.items():
        everybody = len(seats) in {0, number}
        by_seats.setdefault(() if everybody else tuple(seats), []).append(number)
    return "; ".join(
        f"{f'seat {_joined(seats)} ' if seats else ''}with {_joined(numbers)} player{'' if numbers == [1] else 's'}"
        for seats, numbers in by_seats.items()
    )


def _joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
