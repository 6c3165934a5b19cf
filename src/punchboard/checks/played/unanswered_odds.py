"""ODDS001: a question about chance has no answer.

What: a question in ``odds`` is asked after more lines than the set-up has. Or its answer is not known with some number
of players: the condition reads something that has no value there, or there are too many possibilities to follow. Where
the set-up itself can fail, only that is reported.

Why: a chance that is not known must not look as if it were, and must not be left out in silence.

Bad::

    odds:
      a storm: {when: storm >= 5, after: 1}       # the storm die is rolled in the second line

Good::

    odds:
      a storm: {when: storm >= 5, after: 2}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import with_players
from punchboard.engine.odds import answers
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.problem import Problem, Severity

ID: Final = "ODDS001"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield a problem for each question after a line that does not exist, and a warning for each without an answer."""
    game, lines = proof.game, len(proof.game.file.setup)
    reported = {  # by other rules
        PlayConfiguration(walk.players, walk.variant)
        for walk in proof.setup_walks
        if any(line.verdict != "safe" for line in walk.results)
    }
    for name, question in game.file.odds.items():
        place = game.place_of("odds", name)
        if question.after is not None and question.after > lines:
            message = f"{name!r} is asked after line {question.after} of the set-up, which has {lines}"
            yield Problem(ID, place, message, "leave 'after' out to ask after the whole set-up")
            continue
        unknown: dict[str, list[PlayConfiguration]] = {}
        for answer in answers(game, question.when, question.after):
            if answer.unknown:
                ways = [PlayConfiguration(players, answer.variant) for players in answer.players]
                unknown.setdefault(answer.unknown, []).extend(way for way in ways if way not in reported)
        for why, ways in ((why, ways) for why, ways in unknown.items() if ways):
            message = f"the chance of {name!r} is not known {with_players(ways)}: {why}"
            yield Problem(ID, place, message, severity=Severity.WARNING)
