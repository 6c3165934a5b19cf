"""The section of turns and ends on the page: the length of a game, piles that run out, and ends that are reached."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.engine.proof import Proof
from punchboard.engine.prover.walk import StepPath
from punchboard.engine.turns import EndResult, Spread, TurnsResult, TurnStepResult
from punchboard.model.game.game import Game
from punchboard.model.values import capitalized, counted
from punchboard.products.web.checks.wording import (
    failure_text,
    inline_html,
    number,
    percent,
    shortage_text,
    with_players,
)

Cells = tuple[str, ...]

NO_VALUE: Final = "\u2013"
"""The text of an empty cell."""


class TurnFinding(NamedTuple):
    """A step of a turn or round that can fail or be short of components, with the reasons."""

    text: Markup
    verdict: str
    findings: tuple[str, ...]


class TurnResults(NamedTuple):
    """The results for one variant: tables with a column for each number of players."""

    variant: str
    players: tuple[int, ...]
    length: tuple[tuple[str, Cells], ...]
    ends: tuple[tuple[str, Markup, Cells], ...]
    dry: tuple[tuple[str, Cells], ...]
    lines: tuple[TurnFinding, ...]
    notes: tuple[str, ...]


def turn_results(proof: Proof, words: Mapping[str, Mapping[str, str]]) -> Iterator[TurnResults]:
    """Yield the results without variants, then those for each variant."""
    game, writer = proof.game, StepWriter(proof.game, words)
    names = {variant.key: variant.name for variant in game.file.variants}
    for variant in dict.fromkeys(one.variant for one in proof.turns):
        played = [one for one in proof.turns if one.variant == variant]
        yield TurnResults(
            names.get(variant, ""),
            tuple(one.players for one in played),
            tuple(_length(played)),
            tuple(_ends(game, played)),
            tuple(_empty_piles(writer, played)),
            tuple(_lines(game, writer, played)),
            tuple(_notes(played)),
        )


def spread_text(spread: Spread | None) -> str:
    """Return a range as text: ``9``, ``8 to 12, 9.5 on average``, ``8 or more``."""
    if spread is None:
        return "?"
    if spread.most is None:
        return f"{spread.least} or more"
    if spread.least == spread.most:
        return str(spread.least)
    mean = "" if spread.mean is None else f", {number(spread.mean)} on average"
    return f"{spread.least} to {spread.most}{mean}"


def _length(played: Sequence[TurnsResult]) -> Iterator[tuple[str, Cells]]:
    yield "Rounds", tuple(spread_text(one.rounds) for one in played)
    for seat in range(max((len(one.turns_by_seat) for one in played), default=0)):
        cells = tuple(
            spread_text(one.turns_by_seat[seat]) if seat < len(one.turns_by_seat) else NO_VALUE for one in played
        )
        yield f"Turns of seat {seat + 1}", cells
    if any(one.turns_by_seat for one in played):
        yield "Equally many turns", tuple({True: "yes", False: "no", None: "?"}[one.has_equal_turns] for one in played)
    yield "How it was found", tuple(map(_method, played))


def _ends(game: Game, played: Sequence[TurnsResult]) -> Iterator[tuple[str, Markup, Cells]]:
    for name in dict.fromkeys(end.name for one in played for end in one.ends):
        cells = []
        for turns in played:
            end = next((end for end in turns.ends if end.name == name), None)
            cells.append(NO_VALUE if end is None else end_text(end, turns.runs))
        rule = game.file.end[name].rule if name in game.file.end else ()
        text = " ".join(game.rules[one].file.rule for one in rule if one in game.rules)
        yield name, inline_html(text), tuple(cells)


def end_text(end: EndResult, runs: int) -> str:
    """Return whether an end is reached, and how often. ``runs`` is the number of games played at random."""
    if end.is_reached is None:
        return f"not met in {game_count(runs)}" if runs else "not known"
    if not end.is_reached:
        return "never"
    if end.share is None:
        return "met"
    if runs:
        return f"in {round(float(end.share) * runs):,} of {game_count(runs)}"
    return "always" if end.share == 1 else f"in {percent(end.share)}"


def game_count(count: int) -> str:
    """Return a number of games, as text."""
    return counted(count, "game")


def _method(play: TurnsResult) -> str:
    """Return how the results were found."""
    if play.is_complete:
        return "by proof"
    return f"in {game_count(play.runs)} at random" if play.runs else "not known" if play.rounds is None else "in part"


def _empty_piles(writer: StepWriter, played: Sequence[TurnsResult]) -> Iterator[tuple[str, Cells]]:
    """Yield the piles that run out, and in which round. The piles of all seats share a row."""
    for name in dict.fromkeys(key[0] for turns in played for key in turns.depletions):
        cells = []
        for turns in played:
            spreads = [spread for key, spread in turns.depletions.items() if key[0] == name]
            least = min((spread.least for spread in spreads), default=0)
            unbounded = any(spread.most is None for spread in spreads)
            most = None if unbounded else max((spread.most or 0 for spread in spreads), default=0)
            whole = spreads[0] if len(spreads) == 1 else Spread(least, None, most)
            cells.append(spread_text(whole) if spreads else "never")
        yield capitalized(writer.pile_name(name)), tuple(cells)


def _lines(game: Game, writer: StepWriter, played: Sequence[TurnsResult]) -> Iterator[TurnFinding]:
    lines: dict[StepPath, dict[int, TurnStepResult]] = {}
    for turns in played:
        for line in turns.results:
            lines.setdefault(line.path, {})[turns.players] = line
    for of in lines.values():
        findings = tuple(_findings(game, writer, of))
        if findings:
            failing = any(line.failures for line in of.values())
            yield TurnFinding(
                inline_html(writer.plain_sentence(next(iter(of.values())).step)),
                "fails" if failing else "short",
                findings,
            )


def _findings(game: Game, writer: StepWriter, of: Mapping[int, TurnStepResult]) -> Iterator[str]:
    reasons = (
        (failure_text(game, writer, line.failures[0]), players)
        if line.failures
        else (shortage_text(writer, line.tolerated_shortages), players)
        for players, line in of.items()
        if line.failures or line.tolerated_shortages
    )
    return with_players("With {}: {}.", reasons)


def _notes(played: Sequence[TurnsResult]) -> Iterator[str]:
    reasons = ((one.incomplete_reason, one.players) for one in played if one.incomplete_reason)
    return with_players("Not everything is proved with {}: {}.", reasons)
