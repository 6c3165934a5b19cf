"""Rules on prose: each a module whose docstring is its manual page, with an ``ID`` and a ``check`` of a reading."""

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
    players,
    printed_values,
    stated_twice,
    unexplained_terms,
    unmentioned_components,
)
from punchboard.problem import Problem


class ProseRule(Protocol):
    """A module that looks at texts and their vocabulary, and yields what is wrong."""

    @property
    def ID(self) -> str:
        """The code that its problems carry."""

    def check(self, reading: Reading) -> Iterator[Problem]:
        """Yield a problem for each fault."""


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
)
"""All rules on prose; of several that tell of one place the first is heard."""
