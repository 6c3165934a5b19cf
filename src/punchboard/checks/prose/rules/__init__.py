"""Rules on prose: each is a module with an ``ID``, a ``check`` of a reading and its manual page as docstring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.rules import (
    amounts,
    cross_references,
    dealt_amounts,
    document_rules,
    misspelt_names,
    other_piles,
    players,
    printed_values,
    stated_twice,
    unexplained_terms,
    unknown_components,
    unmade_piles,
    unmentioned_components,
)
from punchboard.problem import Problem


class ProseRule(Protocol):
    """A module that checks texts against their vocabulary."""

    @property
    def ID(self) -> str:  # noqa: N802 - a module's constant
        """The code of its problems."""

    def check(self, reading: Reading) -> Iterator[Problem]:
        """Yield each problem that the rule finds."""


RULES: Final[tuple[ProseRule, ...]] = (
    cross_references,
    misspelt_names,
    amounts,
    players,
    unmentioned_components,
    unexplained_terms,
    document_rules,
    dealt_amounts,
    printed_values,
    stated_twice,
    unknown_components,
    other_piles,
    unmade_piles,
)
"""All rules on prose. If several report the same place, only the first counts."""
