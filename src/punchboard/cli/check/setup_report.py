"""``punchboard check --setup``: the size of each pile after set-up for each number of players, with the odds."""

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
        ExpressionError: for invalid conditions, which the checks report.
    """
    game, walks = loaded.game, proof.setup_walks
    if not walks:
        yield f"{game.title}: there is no set-up to play"
    any_number = proof.seat_count_proof
    if any_number is not None:
        yield f"{game.title}: the set-up works with any number of players: {any_number}"
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
    rows = [(pile_name(row, words, writer), *map(size_text, row.sizes)) for row in leftovers(walks, with_empty=True)]
    yield from text_table(("players", *(str(walk.players) for walk in walks)), rows)


def _odds(loaded: LoadedGame, walks: Sequence[Walk]) -> Iterator[str]:
    """Yield each step that has odds, followed by its events with their odds for each number of players."""
    writer = StepWriter(loaded.game, loaded.layouts.words)
    lines = {line.path: line for walk in walks for line in walk.results if line.event_chances}
    for path, line in lines.items():
        yield f"{loaded.game.place_of(*path)}: {writer.plain_sentence(line.step)}"
        seats_by_event: dict[str, dict[int, list[int]]] = {}
        for walk in walks:
            for event in _events_at(walk, line):
                seats = seats_by_event.setdefault(_event_text(event), {}).setdefault(walk.players, [])
                seats += [] if event.seat is None else [event.seat + 1]
        for text, players in seats_by_event.items():
            yield f"    {text}: {_seats_text(players)}"


def _events_at(walk: Walk, line: StepResult) -> tuple[EventChance, ...]:
    return next((result.event_chances for result in walk.results if result.path == line.path), ())


def _event_text(event: EventChance) -> str:
    """Return an event with its probability and its average number of occurrences."""
    least_chance, most_chance = _chances(event)
    chance, complement = chance_text(least_chance, most_chance), chance_text(1 - most_chance, 1 - least_chance)
    least, most = float(event.least.expected), float(event.most.expected)
    expected = f"{least:.3f}" if least == most else f"{least:.3f} to {most:.3f}"
    return f"{_EVENT_TEXTS.get(event.event, event.event)} in {chance}, not in {complement}; {expected} times on average"


def _chances(event: EventChance) -> tuple[Fraction, Fraction]:
    return event.least.chance, event.most.chance


def _seats_text(players: Mapping[int, Sequence[int]]) -> str:
    """Return seats and numbers of players as text: ``with 2, 3 players``, ``seat 4 with 4 players``."""
    by_seats: dict[tuple[int, ...], list[int]] = {}
    for number, seats in players.items():
        is_everybody = len(seats) in {0, number}
        by_seats.setdefault(() if is_everybody else tuple(seats), []).append(number)
    return "; ".join(
        f"{f'seat {_joined(seats)} ' if seats else ''}with {_joined(numbers)} player{'' if numbers == [1] else 's'}"
        for seats, numbers in by_seats.items()
    )


def _joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
