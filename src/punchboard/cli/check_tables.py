"""The tables that ``punchboard check`` prints on demand: set-up, turns, and what is hard to see or to read."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import fsum
from typing import Final, NamedTuple

from punchboard.checks.accessible import report_problems
from punchboard.checks.accessible.measured import Figures, OwnerFigures, figures
from punchboard.checks.severities import ReportedProblems, apply_family_overrides
from punchboard.cli.text_table import chance_text, text_table, worst_verdict
from punchboard.compose.books.book import Book
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_name, size_text
from punchboard.compose.text.flow import Column
from punchboard.engine.moves.conditions import shortage_fallbacks
from punchboard.engine.proof import Proof, leftovers
from punchboard.engine.prover.walk import EventChance, StepResult, Walk
from punchboard.engine.turns import Spread, ToleratedShortage, TurnsResult, TurnStepResult
from punchboard.model.game.game import LoadedGame
from punchboard.model.values import counted
from punchboard.plays.summary import share_interval
from punchboard.products.game.accessibility import accessibility_subject
from punchboard.products.game.composed_game import ComposedGame

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
        group = [walk for walk in walks if walk.variant == variant]
        yield f"{game.title}: after set-up{f', variant {variant!r}' if variant else ''}"
        yield from _piles(loaded, group)
        yield f"every step, with {_joined([walk.players for walk in group])} players: {worst_verdict(_results(group))}"
        yield from _odds(loaded, group)
        yield ""


def _results(walks: Sequence[Walk]) -> Iterator[str]:
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
    least_chance, most_chance = event.least.chance, event.most.chance
    chance, complement = chance_text(least_chance, most_chance), chance_text(1 - most_chance, 1 - least_chance)
    least, most = float(event.least.expected), float(event.most.expected)
    expected = f"{least:.3f}" if least == most else f"{least:.3f} to {most:.3f}"
    return f"{_EVENT_TEXTS.get(event.event, event.event)} in {chance}, not in {complement}; {expected} times on average"


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


def turn_lines(loaded: LoadedGame, proof: Proof) -> Iterator[str]:
    """Yield the report on a game's turns and ends, for each variant that changes them.

    Raises:
        ExpressionError: for invalid conditions, which the checks report.
    """
    game, turns = loaded.game, proof.turns
    if not turns:
        yield f"{game.title}: there are no turns to play"
    for variant in dict.fromkeys(played.variant for played in turns):
        group = [played for played in turns if played.variant == variant]
        yield f"{game.title}: turns and end{f', variant {variant!r}' if variant else ''}"
        yield from text_table(("players", *(str(one.players) for one in group)), tuple(_rows(loaded, group)))
        yield from _shortages(loaded, group)
        yield ""


def _rows(loaded: LoadedGame, played: Sequence[TurnsResult]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, with a column for each number of players."""
    yield (
        "played",
        *(
            "every course" if one.is_complete else f"{counted(one.runs, 'game')}" if one.runs else "no"
            for one in played
        ),
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


def _range_text(given: Spread | Sequence[Spread] | None) -> str:
    """Return a range that covers all the given ones: ``12``, ``9-12``, ``9 and more``, or ``-`` if there is none."""
    spreads = [given] if isinstance(given, Spread) else list(given or ())
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
    shortages = [(one, line) for one in played for line in one.results if line.tolerated_shortages or line.failures]
    for path, lines in groupby(sorted(shortages, key=_sort_key), lambda one: one[1].path):
        at_step = list(lines)
        yield f"{loaded.game.place_of(*path)}: {writer.plain_sentence(at_step[0][1].step)}"
        for turns, line in at_step:
            ends = "end" in shortage_fallbacks(line.step)
            outcome = "cannot be carried out" if line.failures else "the game ends" if ends else "passes"
            players = counted(turns.players, "player")
            yield f"    with {players} short, and {outcome}: {_shortage_text(line)}"


def _sort_key(shortage: tuple[TurnsResult, TurnStepResult]) -> tuple[tuple[str, ...], int]:
    return tuple(map(str, shortage[1].path)), shortage[0].players


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


FAMILY: Final = "ACCESS"

_HEADER: Final = ("read from", "cm", "capitals", "x-height", "type is", "contrast")


class AccessibilityReport(NamedTuple):
    """The findings, with the game's overrides applied, and the lines of the tables."""

    reported: ReportedProblems
    lines: tuple[str, ...]


def accessibility_report(composed: ComposedGame) -> AccessibilityReport:
    """Return the accessibility report of a composed game."""
    subject = accessibility_subject(composed)
    reported = apply_family_overrides(composed.game, report_problems(subject), FAMILY)
    return AccessibilityReport(reported, tuple(_lines(composed.game.title, figures(subject))))


def _lines(title: str, measured: Figures) -> Iterator[str]:
    yield f"{title}: what must be read, in minutes of arc"
    yield from text_table(_HEADER, [_row(owner) for owner in measured.owners])
    if measured.left_out:
        yield f"without {measured.left_out} more sides"
    for colour in measured.colours:
        yield (
            f"closest colours, {colour.view}: {colour.first} and {colour.second} of {colour.list!r}, "
            f"a difference of {colour.difference:.1f}"
        )
    if measured.smallest is not None:
        yield f"smallest piece: {measured.smallest.name}, {measured.smallest.size:g} mm"
    if measured.spaces is not None:
        face, box, pitch = measured.spaces
        yield f"tightest spaces: {box!r} of {face.layout!r}, {pitch:.1f} mm apart"
    if measured.language is not None:
        language = measured.language
        yield (
            f"rules: {counted(language.sentences, 'sentence')}, the median has {language.median:g} words, the longest "
            f"{language.longest}; {language.passive:.0%} are passive"
        )
    yield ""


def _row(owner: OwnerFigures) -> tuple[str, ...]:
    return (
        owner.owner,
        f"{owner.distance / 10:g}",
        f"{owner.type.capitals:.1f}" if owner.type is not None else "",
        f"{owner.x_height:.1f}" if owner.x_height else "",
        owner.verdict,
        f"{owner.contrast.ratio:.1f}" if owner.contrast is not None else "",
    )


_CAUSES: Final[Mapping[str, str]] = {
    "parted": "breaks what belongs together",
    "waiting": "a figure waits for the next page",
    "overtaken": "a section begins before a figure of the last one",
    "turned": "the leaf must be turned to read on",
}
"""What adds to the cost of a column besides itself and its empty part, in words."""


def page_break_lines(composed: ComposedGame) -> Iterator[str]:
    """Yield a table for each book of a game: every page, how full it is, what its end costs and why."""
    for name in composed.book_names:
        yield from _book_lines(f"{composed.game.title}: {name}", composed.book(name))


def _book_lines(title: str, book: Book) -> Iterator[str]:
    columns = [(number, place, column) for number, page in book.text_pages for place, column in enumerate(page, 1)]
    is_split = any(place > 1 for _, place, _ in columns)
    rows, notes, section = [], ["ends in"], ""
    for number, place, column in columns:
        section = next((heading.title.strip() for heading in (*column.headings(),)[::-1]), section)
        page = f"{number}, column {place}" if is_split else f"{number}"
        rows.append((page, f"{1 - column.empty:.0%}", f"{column.cost.total:.0f}"))
        notes.append("; ".join(filter(None, (section, *_causes(column)))))
    whole = fsum(column.cost.total for *_, column in columns)
    yield f"{title}: {counted(len(book.text_pages), 'page')} of text, which cost {whole:.0f} together"
    yield from map("  ".join, zip(text_table(("page", "full", "cost"), rows), notes, strict=True))
    yield ""


def _causes(column: Column) -> Iterator[str]:
    """Yield what the end of a column costs besides its empty part: the cost and the cause."""
    costs = column.cost._asdict()
    return (f"{costs[name]:.0f}: {words}" for name, words in _CAUSES.items() if costs[name])
