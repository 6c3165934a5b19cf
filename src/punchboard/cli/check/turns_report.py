"""``punchboard check --turns``: the length of a game, shortages of components, and the ends that are reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from punchboard.cli.output.text_table import text_table, worst_verdict
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.engine.moves.queries import shortage_fallbacks
from punchboard.engine.proof import Proof
from punchboard.engine.turns import Spread, ToleratedShortage, TurnsResult, TurnStepResult
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.plays.intervals import share_interval


def turn_lines(loaded: LoadedGame, proof: Proof) -> Iterator[str]:
    """Yield the report on a game's turns and ends, for each variant that changes them.

    Raises:
        ExpressionError: for invalid conditions, which the checks report.
    """
    game, turns = loaded.game, proof.turns
    if not turns:
        yield f"{game.title}: there are no turns to play"
    for variant in dict.fromkeys(played.variant for played in turns):
        found = [played for played in turns if played.variant == variant]
        yield f"{game.title}: turns and end{f', variant {variant!r}' if variant else ''}"
        yield from text_table(("players", *(str(one.players) for one in found)), tuple(_rows(loaded, found)))
        yield from _shortages(loaded, found)
        yield ""


def _rows(loaded: LoadedGame, played: Sequence[TurnsResult]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, with a column for each number of players."""
    yield (
        "played",
        *("every course" if one.is_complete else f"{one.runs} games" if one.runs else "no" for one in played),
    )
    yield (
        "every step",
        *("not proved" if one.is_unplayed else worst_verdict(line.verdict for line in one.results) for one in played),
    )
    yield "rounds", *(_range_text(one.rounds) for one in played)
    for seat in range(max(len(one.turns_by_seat) for one in played)):
        yield f"turns of seat {seat + 1}", *(_range_text(one.turns_by_seat[seat : seat + 1]) for one in played)
    for name in dict.fromkeys(end.name for one in played for end in one.ends):
        yield f"ends: {name}", *(_end_text(one, name) for one in played)
    writer = StepWriter(loaded.game, loaded.layouts.words)
    for pile in dict.fromkeys(pile for one in played for pile, _ in one.depletions):
        yield (
            f"nothing left of {writer.pile_name(pile)} in round",
            *(_range_text(_run_out_rounds(one, pile)) for one in played),
        )


def _run_out_rounds(played: TurnsResult, pile: str) -> tuple[Spread, ...]:
    return tuple(spread for (name, _), spread in played.depletions.items() if name == pile)


def _end_text(played: TurnsResult, name: str) -> str:
    end = next((end for end in played.ends if end.name == name), None)
    if end is None or end.is_reached is None:
        return "not met"
    if not end.is_reached:
        return "never"
    if end.share is None:
        return "met"
    if not played.runs:
        return f"{float(end.share):.1%}"
    low, high = share_interval(round(end.share * played.runs), played.runs)
    return f"{100 * low:.0f}-{100 * high:.0f} %"


def _range_text(found: Spread | Sequence[Spread] | None) -> str:
    """Return a range that covers all the given ones: ``12``, ``9-12``, ``9 and more``, or ``-`` if there is none."""
    spreads = [found] if isinstance(found, Spread) else list(found or ())
    if not spreads:
        return "-"
    low, ends = min(one.least for one in spreads), [one.most for one in spreads]
    if None in ends:
        return f"{low} and more"
    high = max(end for end in ends if end is not None)
    return str(low) if low == high else f"{low}-{high}"


def _shortages(loaded: LoadedGame, played: Sequence[TurnsResult]) -> Iterator[str]:
    """Yield each step where a pile can run short, followed by what happens for each number of players."""
    writer = StepWriter(loaded.game, loaded.layouts.words)
    found = [(one, line) for one in played for line in one.results if line.tolerated_shortages or line.failures]
    for path, lines in groupby(sorted(found, key=_sort_key), lambda one: one[1].path):
        at_step = list(lines)
        yield f"{loaded.game.place_of(*path)}: {writer.plain_sentence(at_step[0][1].step)}"
        for turns, line in at_step:
            ends = "end" in shortage_fallbacks(line.step)
            outcome = "cannot be carried out" if line.failures else "the game ends" if ends else "passes"
            players = f"{turns.players} player{'' if turns.players == 1 else 's'}"
            yield f"    with {players} short, and {outcome}: {_shortage_text(line)}"


def _sort_key(one: tuple[TurnsResult, TurnStepResult]) -> tuple[tuple[str, ...], int]:
    return tuple(map(str, one[1].path)), one[0].players


def _shortage_text(line: TurnStepResult) -> str:
    """Return the first shortages: who, how many components were there and needed, and in which round."""
    if line.failures:
        first = line.failures[0]
        when = dict(first.values)
        seat = first.seat
        return _missing_text(
            ToleratedShortage(seat, first.key, first.required, first.available, int(when.get("round", 0)), 0)
        )
    return "; ".join(dict.fromkeys(map(_missing_text, line.tolerated_shortages)))


def _missing_text(short: ToleratedShortage) -> str:
    who = f"seat {short.seat + 1}: " if short.seat is not None else ""
    when = f" in round {short.round}" if short.round else ""
    return f"{who}{short.available} of {short.required} in the {short.key[0]}{when}"
