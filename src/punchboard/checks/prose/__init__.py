"""The checker of prose: the texts of a game of the catalog, or any Markdown, beside what the box holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from punchboard.checks.prose.reading import catalog
from punchboard.checks.prose.reading.card_table import deck_vocabulary
from punchboard.checks.prose.reading.markdown import parse_markdown
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.rules import RULES
from punchboard.model.game.game import Game
from punchboard.problem import Place, Problem

__all__ = ["RULES", "Reading", "check_prose", "check_reading", "deck_vocabulary", "parse_markdown"]


ENGLISH: Final = "en"
"""The language that the rules know."""


def check_prose(game: Game, values: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what the rules find in a game's own texts; they read English, and say nothing of other languages.

    Args:
        game: the game.
        values: the names that templates of its texts use, as composing has them.
    """
    if game.file.language.partition("-")[0] == ENGLISH:
        yield from check_reading(catalog.reading(game, values))


def check_reading(reading: Reading) -> Iterator[Problem]:
    """Yield what the rules find, one problem for a place, but for what comments beside it call right."""
    prose = {text.file for text in reading.texts} - {reading.vocabulary.file}
    told: set[Place] = set()
    for problem in chain.from_iterable(rule.check(reading) for rule in RULES):
        if problem.place not in told and not reading.is_exempt(problem):
            yield problem
            if problem.place.column or problem.place.file in prose:  # else it is a whole row
                told.add(problem.place)
