"""The report formats of ``punchboard check``: a module for each ``--format``, with a function ``show``."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.cli.output.report import problem_counts
from punchboard.problem import Problem, SuppressedProblem, has_errors


class CheckResult(NamedTuple):
    """The result of checking one game, text or deck."""

    name: str
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    is_complete: bool = True
    """Whether all checks ran; they do not for a game that cannot be read or composed."""


class Report(NamedTuple):
    """The results of a run of checks; files are named relative to the current folder."""

    results: tuple[CheckResult, ...] = ()
    other_problems: tuple[Problem, ...] = ()
    """Problems that belong to none of the results, such as an unknown game."""
    noun: str = "game"

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems without duplicates, sorted by place."""
        found = {*self.other_problems, *(problem for result in self.results for problem in result.problems)}
        return tuple(sorted(found, key=lambda problem: (problem.place, problem.rule, problem.message)))

    @property
    def suppressed(self) -> tuple[SuppressedProblem, ...]:
        """All suppressed problems without duplicates."""
        return tuple(dict.fromkeys(problem for result in self.results for problem in result.suppressed))

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return has_errors(self.problems)

    def summary(self) -> str:
        """Return one line with the number of checked games and of problems."""
        count = len(self.results)
        found = problem_counts(self.problems, len(self.suppressed))
        if not count:
            return found
        return f"{count} {self.noun}{'' if count == 1 else 's'} checked: {found}"


FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "text": "text",
        "json": "json_object",
        "sarif": "sarif",
        "junit": "junit",
        "github": "github",
    }
)
"""The module of each report format."""


def show(report: Report, form: str, *, verbose: bool = False) -> None:
    """Print a report in one of the formats; as text, problems of one cause are one line unless `verbose`."""
    options = {"verbose": verbose} if form == "text" else {}
    import_module(f"punchboard.cli.output.formats.{FORMATS[form]}").show(report, **options)
