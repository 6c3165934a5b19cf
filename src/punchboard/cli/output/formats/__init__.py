"""How ``punchboard check`` tells what it found: a module for each ``--format``, with a ``show`` of a report."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.cli.output.report import problem_counts
from punchboard.problem import Problem, Severity, SuppressedProblem


class CheckResult(NamedTuple):
    """What the checks say of one game, or of one text."""

    name: str
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    is_complete: bool = True
    """Whether all checks were made; not so of a game that cannot be read or composed."""


class Report(NamedTuple):
    """What was checked, by name; the files of problems are named as the person sees them."""

    results: tuple[CheckResult, ...] = ()
    other_problems: tuple[Problem, ...] = ()
    """Problems of none of them: a name that is no game, a folder without any."""
    noun: str = "game"

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, each once, by place."""
        found = {*self.other_problems, *(problem for one in self.results for problem in one.problems)}
        return tuple(sorted(found, key=lambda one: (one.place, one.rule, one.message)))

    @property
    def suppressed(self) -> tuple[SuppressedProblem, ...]:
        """All problems that games set aside, each once."""
        return tuple(dict.fromkeys(one for each in self.results for one in each.suppressed))

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def summary(self) -> str:
        """Return what was checked and how much was found, in a line."""
        count = len(self.results)
        found = problem_counts(self.problems, len(self.suppressed))
        if not count:
            return found
        separator = ":" if self.problems else ","
        return f"{count} {self.noun}{'' if count == 1 else 's'} checked{separator} {found}"


FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "text": "text",
        "json": "json_object",
        "sarif": "sarif",
        "junit": "junit",
        "github": "github",
    }
)
"""The module of each format."""


def show(report: Report, form: str) -> None:
    """Print a report in one of the formats."""
    import_module(f"punchboard.cli.output.formats.{FORMATS[form]}").show(report)
