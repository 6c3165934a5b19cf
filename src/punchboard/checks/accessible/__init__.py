"""Checks of what players need who see, read or grasp with difficulty, or listen to the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from typing import Protocol
from punchboard.checks.accessible import colour_alone
from punchboard.checks.accessible import long_sentences
from punchboard.checks.accessible import passive_voice
from punchboard.checks.accessible import small_tokens
from punchboard.checks.accessible import text_over_pictures
from punchboard.checks.accessible import type_at_distance
from punchboard.checks.accessible import undefined_terms
from punchboard.checks.accessible.subject import Subject
from punchboard.problem import Problem
from collections.abc import Iterable
from punchboard.checks.accessible import headings
from punchboard.checks.accessible import table_headers
from punchboard.checks.accessible import text_pictures
from punchboard.checks.prose.english.parsed_text import Text

class ReportRule(Protocol):
    """A module that checks a measured game."""

    @property
    def ID(self) -> str:  # noqa: N802 - a module's constant
        """The code of its problems."""

    def check(self, subject: Subject) -> Iterator[Problem]:
        """Yield each problem that the rule finds."""


RULES: Final[tuple[ReportRule, ...]] = (
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


class TextRule(Protocol):
    """A module that checks one Markdown text."""

    @property
    def ID(self) -> str:  # noqa: N802 - a module's constant
        """The code of its problems."""

    def check(self, text: Text) -> Iterator[Problem]:
        """Yield each problem that the rule finds."""


TEXT_RULES: Final[tuple[TextRule, ...]] = (text_pictures, headings, table_headers)
"""All rules on the structure of texts."""


def check_texts(texts: Iterable[Text]) -> Iterator[Problem]:
    """Yield the problems that the rules find in texts, without those that a comment on the line exempts."""
    for text in texts:
        for problem in (problem for rule in TEXT_RULES for problem in rule.check(text)):
            exempt = text.exempt_lines.get(problem.place.line)
            if exempt is None or (exempt and problem.rule not in exempt):
                yield problem
