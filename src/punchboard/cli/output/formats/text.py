"""Reports for people: a line for each problem with its place, its hint below, and a summary."""

from __future__ import annotations

from punchboard.cli.output.formats import Report
from punchboard.cli.output.report import print_line, show_problems


def show(report: Report, *, verbose: bool = False) -> None:
    """Print problems and the summary to standard error; without problems, the summary to standard output."""
    if report.problems:
        show_problems(report.problems, report.summary(), verbose=verbose)
    else:
        print_line(report.summary())
