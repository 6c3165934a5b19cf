"""Rules on prose: each is a module with an ``ID``, a ``check`` of a reading and its manual page as docstring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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

if TYPE_CHECKING:
    from punchboard.checks import Rule


RULES: Final[tuple[Rule[Reading], ...]] = (
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
