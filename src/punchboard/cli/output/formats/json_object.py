"""Reports for programs: one JSON object."""

from __future__ import annotations

from punchboard.cli.output.formats import Report
from punchboard.cli.output.report import problems_data, show_json, suppressed_data


def show(report: Report) -> None:
    """Print the names of what was checked, the problems, and the suppressed problems with their reasons."""
    show_json(
        {
            "checked": [result.name for result in report.results],
            "problems": problems_data(report.problems),
            "set_aside": suppressed_data(report.suppressed),
        }
    )
