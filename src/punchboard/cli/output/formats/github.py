"""Reports for GitHub Actions: workflow commands, which GitHub shows as annotations on the lines of a change."""

from __future__ import annotations

from punchboard.cli.output.formats import Report
from punchboard.cli.output.report import print_line
from punchboard.problem import Problem


def show(report: Report) -> None:
    """Print a command for each problem, and a summary."""
    for problem in report.problems:
        print_line(command(problem, problem.place.file))
    print_line(report.summary())


def command(problem: Problem, file: str) -> str:
    """Return the workflow command of a problem."""
    given = {"file": file, "line": problem.place.line, "col": problem.place.column, "title": problem.rule}
    properties = ",".join(f"{name}={_escape_property(str(value))}" for name, value in given.items() if value)
    message = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
    return f"::{problem.severity.value} {properties}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
