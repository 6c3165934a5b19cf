"""For people: one line a problem with its place, hints below, and a summary."""

from __future__ import annotations

from punchboard.cli.output.formats import Report
from punchboard.cli.output.report import print_line, show_problems


def show(report: Report) -> None:
    """Print problems to standard error; what is well to standard output."""
    if report.problems:
        show_problems(report.problems, report.summary())
    else:
        print_line(report.summary())
