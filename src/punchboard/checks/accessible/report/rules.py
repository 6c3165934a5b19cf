"""The rules that run only with ``punchboard check --accessible``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from punchboard.checks.accessible.report import (
    colour_alone,
    long_sentences,
    passive_voice,
    small_tokens,
    text_over_pictures,
    type_at_distance,
    undefined_terms,
)
from punchboard.checks.accessible.report.subject import Subject
from punchboard.problem import Problem


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
