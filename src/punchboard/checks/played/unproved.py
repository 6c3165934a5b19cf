"""SETUP003: it is not proved that a step of the set-up can be carried out.

What: there are too many possibilities to follow, or a step depends on something that the set-up does not define. It is
unknown whether the step can be carried out.

Why: a step that is not proved must not look as if it were.

Bad::

    setup:
      - {each player draws: storm, from: tile deck, to: hand}     # nobody has rolled the storm die

Good::

    setup:
      - {roll: storm}
      - {each player draws: storm, from: tile deck, to: hand}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import unproved_hint, with_players
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.model.values import counted
from punchboard.problem import Problem, Severity

ID: Final = "SETUP003"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield a warning for the first step that is not proved, listing the ways to play in which it is not."""
    by_reason: dict[tuple[tuple[str | int, ...], str], list[PlayConfiguration]] = {}
    for walk in proof.setup_walks:
        for line in walk.results:
            if line.is_first_unproved:
                by_reason.setdefault((line.path, line.unproved_reason), []).append(
                    PlayConfiguration(walk.players, walk.variant)
                )
    first = proof.seat_count_proof
    if first is not None and first.verdict == "not proved" and not by_reason:
        message = f"not proved with more than {counted(first.seat_count, 'player')}; the game sets no limit"
        yield Problem(ID, proof.game.place_of("players"), message, severity=Severity.WARNING)
    for (path, why), ways in by_reason.items():
        message = f"not proved {with_players(ways)}: {why}"
        yield Problem(ID, proof.game.place_of(*path), message, unproved_hint(why), Severity.WARNING)
