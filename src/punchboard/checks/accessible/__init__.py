"""Checks of what players need who see, read or grasp with difficulty, or listen to the pages.

`TEXT_RULES` and the rules on pictures and hyphenation warn in every build about what a screen reader reads. `RULES`
run only with ``punchboard check --accessible``: they compare the measurements of a game (`measured`) with limits, each
with its source in `subject`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from punchboard.checks.accessible import (
    colour_alone,
    headings,
    long_sentences,
    passive_voice,
    small_tokens,
    table_headers,
    text_over_pictures,
    text_pictures,
    type_at_distance,
    undefined_terms,
)
from punchboard.checks.accessible.subject import Subject
from punchboard.checks.prose.english.parsed_text import Text
from punchboard.problem import Problem

if TYPE_CHECKING:
    from punchboard.checks import Rule


RULES: Final[tuple[Rule[Subject], ...]] = (
    type_at_distance,
    colour_alone,
    small_tokens,
    long_sentences,
    passive_voice,
    undefined_terms,
    text_over_pictures,
)
"""All rules of the report, in the order in which the page of checks lists them."""


def report_problems(subject: Subject) -> Iterator[Problem]:
    """Yield the problems that the rules find, without those that a comment on their line exempts."""
    for problem in (problem for rule in RULES for problem in rule.check(subject)):
        if subject.reading is None or not subject.reading.is_exempt(problem):
            yield problem


TEXT_RULES: Final[tuple[Rule[Text], ...]] = (text_pictures, headings, table_headers)
"""All rules on the structure of texts."""


def check_texts(texts: Iterable[Text]) -> Iterator[Problem]:
    """Yield the problems that the rules find in texts, without those that a comment on the line exempts."""
    for text in texts:
        for problem in (problem for rule in TEXT_RULES for problem in rule.check(text)):
            exempt = text.exempt_lines.get(problem.place.line)
            if exempt is None or (exempt and problem.rule not in exempt):
                yield problem
