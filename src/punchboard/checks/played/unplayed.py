"""TURN004: turns are not played.

What: a step of a turn or a round depends on something that is not defined where it stands: a die that nobody has
rolled, a seat that nobody has. So no game was played, and nothing is proved.

Why: what is not played must not look as if it were safe.

Bad::

    round:
      - {draw: storm, from: deck, to: river}              # nobody has rolled the storm die

Good::

    round:
      - {roll: storm}
      - {draw: storm, from: deck, to: river}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import unproved_hint, with_players
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.engine.script import StepPath
from punchboard.problem import Problem, Severity

ID: Final = "TURN004"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield a warning for each reason why turns are not played, listing the ways to play."""
    by_reason: dict[tuple[str, StepPath], list[PlayConfiguration]] = {}
    lines = [line for walk in proof.setup_walks for line in walk.results if line.is_first_unproved]
    reported = {(line.unproved_reason, line.path) for line in lines}  # by SETUP003
    for played in proof.turns:
        if played.is_unplayed and (played.incomplete_reason, played.incomplete_at) not in reported:
            way = PlayConfiguration(played.players, played.variant)
            by_reason.setdefault((played.incomplete_reason, played.incomplete_at), []).append(way)
    section = "turn" if proof.game.file.turn else "round"
    for (why, path), ways in by_reason.items():
        message = f"turns are not played {with_players(ways)}: {why}"
        yield Problem(ID, proof.game.place_of(*(path or (section,))), message, unproved_hint(why), Severity.WARNING)
