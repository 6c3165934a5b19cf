"""What a build has found and made so far: the two products that show it (``checks.html``, ``index.html``) get it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.checks.severities import ReportedProblems

BuiltPaths = Mapping[str, tuple[str, int]]
"""Files of an output by path: the product that each belongs to and its number of pages."""


class BuildReport(NamedTuple):
    """The problems of a game, and the files that already lie in its output."""

    findings: ReportedProblems = ReportedProblems()
    files: BuiltPaths = MappingProxyType({})


NOTHING_BUILT: Final = BuildReport()
"""The report of a build that has neither checked nor made anything yet."""
