"""Rules on prose: each a module whose docstring is its manual page, with an ``ID`` and a ``check`` of a reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.rules import (
    amounts,
    dealt,
    document_rules,
    names,
    players,
    printed_values,
    sections,
    stated_twice,
    unexplained,
    unmentioned,
)
from punchboard.problem import Problem


class ProseRule(Protocol):
    """A module that looks at texts and their vocabulary, and yields what is wrong."""

    @property
    def ID(self) -> str:  # noqa: N802 - a module's constant
        """The code that its problems carry."""

    def check(self, reading: Reading) -> Iterator[Problem]:
        """Yield a problem for each fault."""


RULES: Final[tuple[ProseRule, ...]] = (
    sections,
    names,
    amounts,
    players,
    unmentioned,
    unexplained,
    document_rules,
    dealt,
    printed_values,
    stated_twice,
)
"""All rules on prose; of several that tell of one place the first is heard."""
