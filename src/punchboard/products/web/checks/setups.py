"""The set-up section of the page: what is left in each pile, and each step with its verdict and chances."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from markupsafe import Markup

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_name, size_text
from punchboard.compose.text.phrases import Words
from punchboard.engine.proof import Proof, leftovers
from punchboard.engine.prover.walk import StepPath, StepResult, Walk
from punchboard.engine.simulator import Simulation, simulate
from punchboard.engine.states.table import UnknownOutcome
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.products.web.checks.chances import Chance, step_chances, with_random_share
from punchboard.products.web.checks.formatting import inline_html, player_counts
from punchboard.products.web.checks.shortages import failure_text

RUNS: Final = 400
"""Set-ups played at random, to compare with the exact odds."""

VERDICT_TEXTS: Final = MappingProxyType({"safe": "always possible", "fails": "can fail", "not proved": "not proved"})


class StepRow(NamedTuple):
    """A step as the rulebook prints it, with its verdict, findings and chances."""

    path: StepPath
    label: str
    text: Markup
    verdict: str
    said: str
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
        found = {step.verdict for step in self.steps}
        return next((verdict for verdict in ("fails", "not proved") if verdict in found), "safe")


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
            else f"{VERDICT_TEXTS[worst]} with {player_counts(verdicts[worst])} players"
        )
        text = inline_html(writer.sentence(next(iter(of.values())).step))
        happenings = {players: line.event_chances for players, line in of.items()}
        found = tuple(_findings(game, writer, of))
        yield StepRow(path, step_label(game, path), text, worst, verdict_text, found, tuple(step_chances(happenings)))


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
        yield f"With {player_counts(counts)} players: {reason}."
