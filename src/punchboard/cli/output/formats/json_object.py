"""For programs: one JSON object."""

from __future__ import annotations

from punchboard.cli.output.formats import Report
from punchboard.cli.output.report import problems_data, set_aside_data, show_json


def show(report: Report) -> None:
    """Print what was checked, the problems, and those that games set aside with their reasons."""
    show_json(
        {
            "checked": [one.name for one in report.results],
            "problems": problems_data(report.problems),
            "set_aside": set_aside_data(report.suppressed),
        }
    )
