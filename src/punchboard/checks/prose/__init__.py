"""Checks of prose: the texts of a catalog game, or any Markdown, against the components in the box.

Start with `reading.reading.Reading`, the input of every rule, and `rules`, the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from punchboard.checks.prose.english.parsed_text import Text
from punchboard.checks.prose.reading import catalog
from punchboard.checks.prose.reading.catalog import game_texts
from punchboard.checks.prose.reading.placed_markdown import parse_markdown
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.tables import deck_vocabulary
from punchboard.checks.prose.rules import RULES
from punchboard.model.game.game import Game
from punchboard.problem import Place, Problem

__all__ = ["RULES", "Reading", "check_prose", "check_reading", "deck_vocabulary", "game_texts", "parse_markdown"]


ENGLISH: Final = "en"
"""The only language that the rules can read."""


def check_prose(game: Game, values: Mapping[str, Any], texts: tuple[Text, ...] | None = None) -> Iterator[Problem]:
    """Yield the problems in a game's own texts, or none if the game is not in English.

    Args:
        game: the game.
        values: the names that templates in its texts use, as for composing.
        texts: its own Markdown texts, if they are parsed already.
    """
    if game.file.language.partition("-")[0] == ENGLISH:
        texts = game_texts(game, values) if texts is None else texts
        yield from check_reading(catalog.game_reading(game, values, texts))


def check_reading(reading: Reading) -> Iterator[Problem]:
    """Yield the problems that the rules find, at most one for each place, without those that comments exempt."""
    prose = {text.file for text in reading.texts} - {reading.vocabulary.file}
    reported: set[Place] = set()
    for problem in chain.from_iterable(rule.check(reading) for rule in RULES):
        if problem.place not in reported and not reading.is_exempt(problem):
            yield problem
            if problem.place.file in prose:  # else the place is a row or a cell, which may have several
                reported.add(problem.place)
