"""The rules on the structure of Markdown texts, which hold in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from punchboard.checks.accessible.structure import headings, table_headers, text_pictures
from punchboard.checks.prose.english.parsed_text import Text
from punchboard.problem import Problem


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
