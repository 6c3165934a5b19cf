"""The set-up section of the page: what is left in each pile, and each step with its verdict and chances."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_name, size_text
from punchboard.compose.text.phrases import Words
from punchboard.engine.proof import Proof, leftovers
from punchboard.engine.prover.walk import EventChance, StepPath, StepResult, Walk
from punchboard.engine.simulator import Simulation, simulate
from punchboard.engine.states.table import UnknownOutcome
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.products.web.checks.wording import (
    failure_text,
    fraction,
    inline_html,
    number,
    percent,
    percent_range,
    player_counts,
    players_text,
)

EVENT_TEXTS: Final[Mapping[str, str]] = {"refused": "something unwanted comes up", "again": "everything is drawn again"}
"""What can happen at a step, in words."""


class Odds(NamedTuple):
    """The odds of an event; equal odds share a row. Chance and expected number are ranges (least, most)."""

    who: str
    what: str
    chances: tuple[Fraction, Fraction]
    expected: tuple[Fraction, Fraction]


class Chance(NamedTuple):
    """A row of the table of chances. ``seen`` is the share in random play, None where it was not played."""

    odds: Odds
    of: tuple[tuple[int, tuple[int | None, ...]], ...]
    seen: float | None = None

    @property
    def players(self) -> str:
        """The numbers of players that it applies to."""
        return player_counts(count for count, _ in self.of)

    @property
    def what(self) -> str:
        """The event, in words."""
        return EVENT_TEXTS.get(self.odds.what, self.odds.what)

    @property
    def low(self) -> float:
        """The least chance."""
        return float(self.odds.chances[0])

    @property
    def high(self) -> float:
        """The greatest chance."""
        return float(self.odds.chances[1])

    @property
    def percent(self) -> str:
        """The chance in per cent, or its range."""
        return percent_range(*self.odds.chances)

    @property
    def exact(self) -> str:
        """The chance as a fraction; empty for a range."""
        low, high = self.odds.chances
        return fraction(high) if low == high else ""

    @property
    def never(self) -> str:
        """The chance that the event does not happen; empty for a range."""
        low, high = self.odds.chances
        return percent(1 - high) if low == high else ""

    @property
    def expected(self) -> str:
        """How often the event happens on average."""
        low, high = self.odds.expected
        return number(low) if low == high else f"{number(low)} to {number(high)}"

    @property
    def seen_percent(self) -> str:
        """The share in random play, in per cent."""
        return "" if self.seen is None else percent(self.seen)


def step_chances(happenings: Mapping[int, Sequence[EventChance]]) -> Iterator[Chance]:
    """Yield the chances at a step, given what can happen there by number of players. Equal odds share a row."""
    rows: dict[Odds, dict[int, list[int | None]]] = {}
    for players, events in happenings.items():
        for event in events:
            rows.setdefault(_odds(event, events), {}).setdefault(players, []).append(event.seat)
    for odds, of in rows.items():
        yield Chance(odds, tuple((players, tuple(who)) for players, who in of.items()))


def _odds(one: EventChance, every: Iterable[EventChance]) -> Odds:
    same_event = [other for other in every if other.event == one.event]
    equal = all((other.least, other.most) == (one.least, one.most) for other in same_event)
    who = "" if one.seat is None else "any seat" if equal else f"seat {one.seat + 1}"
    return Odds(who, one.event, (one.least.chance, one.most.chance), (one.least.expected, one.most.expected))


def with_random_share(chance: Chance, path: StepPath, runs: Mapping[int, Simulation]) -> Chance:
    """Return a row with the share of random runs of the step in which the event happened."""
    times = done = 0
    for players, seats in chance.of:
        happened = runs[players].draw_tallies if players in runs else {}
        for key in ((path, seat) for seat in seats):
            if key in happened:
                times += happened[key].draws_with_refusal
                done += happened[key].draws
    return chance._replace(seen=times / done if done else None)


RUNS: Final = 400
"""Set-ups played at random, to compare with the exact odds."""

VERDICT_TEXTS: Final[Mapping[str, str]] = {"safe": "always possible", "fails": "can fail", "not proved": "not proved"}


class StepRow(NamedTuple):
    """A step as the rulebook prints it, with its verdict, findings and chances."""

    path: StepPath
    label: str
    text: Markup
    verdict: str
    verdict_text: str
    findings: tuple[str, ...]
    chances: tuple[Chance, ...]


class Setup(NamedTuple):
    """The set-up in one variant."""

    variant: str
    players: tuple[int, ...]
    piles: tuple[tuple[str, tuple[str, ...]], ...]
    steps: tuple[StepRow, ...]
    same: int
    """How many steps of a variant are omitted because the variant does not change them."""
    runs: int

    @property
    def verdict(self) -> str:
        """The worst verdict of its steps."""
        verdicts = {step.verdict for step in self.steps}
        return next((verdict for verdict in ("fails", "not proved") if verdict in verdicts), "safe")


def setups(proof: Proof, words: Words) -> Iterator[Setup]:
    """Yield the set-up without variants, then for each variant with only the steps that it changes."""
    game, writer = proof.game, StepWriter(proof.game, words)
    names = {variant.key: variant.name for variant in game.file.variants}
    usual: tuple[StepRow, ...] = ()
    for variant in dict.fromkeys(walk.variant for walk in proof.setup_walks):
        walks = [walk for walk in proof.setup_walks if walk.variant == variant]
        every = tuple(_steps(game, walks, writer))
        steps = tuple(row for row in every if not any(_is_unchanged(row, other) for other in usual))
        usual = usual or steps
        played = _simulate(game, walks, steps)
        piles = tuple(
            (pile_name(row, words, writer), tuple(size_text(size) for size in row.sizes))
            for row in leftovers(walks, with_empty=True)
        )
        yield Setup(
            variant=names.get(variant, ""),
            players=tuple(walk.players for walk in walks),
            piles=piles,
            steps=tuple(
                row._replace(chances=tuple(with_random_share(one, row.path, played) for one in row.chances))
                for row in steps
            ),
            same=len(every) - len(steps),
            runs=RUNS if played else 0,
        )


def _is_unchanged(row: StepRow, usual: StepRow) -> bool:
    """Return whether a variant leaves a step unchanged, with the same odds."""
    odds = {one.odds for one in usual.chances}
    return row._replace(chances=()) == usual._replace(chances=()) and all(one.odds in odds for one in row.chances)


def _simulate(game: Game, walks: Sequence[Walk], steps: Iterable[StepRow]) -> dict[int, Simulation]:
    """Return set-ups played at random for each number of players; empty if no step has chances, or it is not known how.

    The prover reads more conditions than a compiled program can have.
    """
    if not any(row.chances for row in steps):
        return {}
    script = game.file.setup
    try:
        return {one.players: simulate(game, script, one.players, one.variant, runs=RUNS) for one in walks}
    except UnknownOutcome:
        return {}


def _steps(game: Game, walks: Sequence[Walk], writer: StepWriter) -> Iterator[StepRow]:
    """Yield the steps that can be done with at least one number of players, in the order of the script."""
    lines: dict[StepPath, dict[int, StepResult]] = {}
    for walk in walks:
        for line in walk.results:
            of = lines.setdefault(line.path, {})
            if can_be_done(game, line.step, walk):
                of[walk.players] = line
    for path, of in lines.items():
        if not of:
            continue
        verdicts: dict[str, list[int]] = {}
        for players, line in of.items():
            verdicts.setdefault(line.verdict, []).append(players)
        worst = next(name for name in ("fails", "not proved", "safe") if name in verdicts)
        verdict_text = (
            VERDICT_TEXTS[worst]
            if len(verdicts) == 1
            else f"{VERDICT_TEXTS[worst]} with {players_text(verdicts[worst])}"
        )
        text = inline_html(writer.sentence(next(iter(of.values())).step))
        happenings = {players: line.event_chances for players, line in of.items()}
        notes = tuple(_findings(game, writer, of))
        yield StepRow(path, step_label(game, path), text, worst, verdict_text, notes, tuple(step_chances(happenings)))


def can_be_done(game: Game, step: Step, walk: Walk) -> bool:
    """Return whether a step can be done with the variant and the number of players of a walk."""
    if step.when is None:
        return True
    numbers = game.numbers_in(walk.variant)
    try:
        known = {**numbers, "numbers": numbers, "players": walk.players, "variant": walk.variant}
        return bool(expression(step.when)(known))
    except ExpressionError:
        return True  # its condition depends on the state of the table


def step_label(game: Game, path: StepPath) -> str:
    """Return the number of a step as printed: ``3``, or ``3.1`` for the first line of a group or sequence."""
    numbers = [part + 1 for part in path if isinstance(part, int)]
    if path[0] == "sequences":
        calls = [number for number, step in enumerate(game.file.setup, 1) if step.operand == path[1]]
        numbers = [*calls[:1], *numbers]
    return ".".join(map(str, numbers))


def _findings(game: Game, writer: StepWriter, of: Mapping[int, StepResult]) -> Iterator[str]:
    """Yield why a step can fail or is not proved. Numbers of players with the same reason share a line."""
    reasons: dict[str, list[int]] = {}
    for players, line in of.items():
        if line.failures:
            reasons.setdefault(failure_text(game, writer, line.failures[0]), []).append(players)
        elif line.unproved_reason:
            reasons.setdefault(line.unproved_reason, []).append(players)
    for reason, counts in reasons.items():
        yield f"With {players_text(counts)}: {reason}."
