"""Table of what each seat takes at set-up, with a column for each number of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from punchboard.compose.books.setup_steps import StepWriter, of_actor
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.blocks import Table
from punchboard.compose.text.phrases import Words, phrase
from punchboard.engine.script import case_of, for_players, steps_for_players
from punchboard.expression import template
from punchboard.model.game.game import Game
from punchboard.model.game.selection import parse_selection, selected_components
from punchboard.model.game.setup import Quantity, Step

NOTHING: Final = "–"  # noqa: RUF001 - an en dash is what tables print for nothing


def seat_table(game: Game, words: Words, writer: StepWriter) -> Table | None:
    """Return a table of what each seat takes and what depends on the number of seats; None if there is nothing."""
    counts = game.file.players.seat_counts
    rows = tuple(
        (
            (Span(writer.taken_phrase(step, in_all=not _is_each(step) and step.each is None)),),
            *((Span(_cell(game, step, seats, words) if _is_done(game, step, seats) else NOTHING),) for seats in counts),
        )
        for step in _all_steps(game.file.setup)
        if step.amount is not None and _is_by_seat(game, step)
    )
    if not rows:
        return None
    if len(counts) > 1 and all(len({cell[0].text for cell in row[1:]}) == 1 for row in rows):
        always = ((Span(phrase(words, "each seat takes always")),), (Span(""),))
        return Table(always, tuple(row[:2] for row in rows), ("left", "right"))
    header = (
        (Span(phrase(words, "each seat takes")),),
        *((Span(phrase(words, "players", players=seats)),) for seats in counts),
    )
    return Table(header, rows, ("left", *["right"] * len(counts)))


def _all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_steps(of_actor(step, step.steps))
        yield from chain.from_iterable(_all_steps(of_actor(step, option)) for option in step.choices)


def _is_by_seat(game: Game, step: Step) -> bool:
    """Tell whether a step moves components for every seat, or depends on the number of seats."""
    assert step.amount is not None
    moves = step.source is not None or step.target is not None
    is_put_back = (step.target or step.traits.default_target) in {"box", "discards", *game.file.discard_piles}
    return moves and not is_put_back and (_is_each(step) or bool(game.amounts_by_players(step.amount.number)))


def _is_done(game: Game, step: Step, seats: int) -> bool:
    """Tell whether a step may be carried out with a number of players."""
    case = case_of(game, step.when) if step.when is not None else None
    return case is None or seats in case.players


def _is_each(step: Step) -> bool:
    return (step.actor or "").startswith("each")


def _cell(game: Game, step: Step, seats: int, words: Words) -> str:
    amount = step.amount
    assert amount is not None
    if amount.mode == "all":
        (played,) = steps_for_players((step,), seats)
        found = _all_count(for_players(game, seats), played)
        return str(found) if found is not None else words["amounts"]["all"]
    number = step.amount_in_words or _number(game, amount, seats)
    if amount.mode == "until":
        return number
    values = {"number": number, "digits": number, "most": amount.most, "most_digits": amount.most}
    return str(template(words["amounts"][amount.mode])(values))


def _number(game: Game, amount: Quantity, seats: int) -> str:
    number = amount.number
    if by_players := game.amounts_by_players(number):
        return str(by_players.get(seats, NOTHING))
    value = game.number_value(number)
    if value is not None:
        return str(value)
    return game.file.dice[number].name if isinstance(number, str) and number in game.file.dice else "1"


def _all_count(game: Game, step: Step) -> int | None:
    """Return how many components ``all`` means for one seat, if the starting piles determine it, else None.

    They do for all with one entry of a pile if each entry has equally many.
    """
    pile = (game.file.decks | game.file.piles).get(step.source or "")
    if pile is None or pile.contains is None or step.same is None:
        return None
    components = selected_components(game, pile.contains)
    for selection_text in (step.kind, step.of, step.only):
        components = (
            components if selection_text is None else tuple(filter(parse_selection(game, selection_text), components))
        )
    counts: dict[object, int] = {}
    for component in components:
        entry = component.source_values.get(step.same)
        counts[entry] = counts.get(entry, 0) + component.copies
    return next(iter(counts.values())) if len(set(counts.values())) == 1 else None
