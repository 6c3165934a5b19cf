"""The printed results of ``punchboard build``: a line for each finished game, the problems and a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from punchboard.build_result import BuildResult
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.tolerated_errors import overrides_yaml, tolerable_codes
from punchboard.cli.output.display_paths import display_path
from punchboard.cli.output.report import (
    print_line,
    problem_counts,
    problems_data,
    show_json,
    show_problems,
    suppressed_data,
)
from punchboard.problem import Problem


def print_done(result: BuildResult, folder: Path, *, unchanged: bool = False) -> None:
    """Print a line for a finished game, unless standard error is a terminal, which shows a progress bar instead.

    Args:
        result: the result of its build.
        folder: its output folder.
        unchanged: whether nothing has changed since the last build.
    """
    if not result.has_errors and not sys.stderr.isatty():
        count = len(result.files)
        note = "nothing has changed, " * unchanged
        print_line(f"{folder.name}: {note}{count} file{'s' * (count != 1)} in {display_path(folder)}")


def show_results(problems: Sequence[Problem], results: Sequence[BuildResult], request: BuildRequest) -> None:
    """Print problems, results and suppressed problems, as text or as a JSON object."""
    suppressed = [problem for result in results for problem in result.suppressed]
    if request.as_json:
        built = [
            {
                "game": result.game,
                "pieces": result.pieces,
                "files": [file._asdict() for file in result.files],
                **({"said": result.changes_text} if result.changes_text else {}),
            }
            for result in results
        ]
        show_json({"built": built, "problems": problems_data(problems), "set_aside": suppressed_data(suppressed)})
        return
    show_problems(problems, problem_counts(problems, len(suppressed)), verbose=request.verbose)
    done = [result for result in results if not result.has_errors]
    if done:
        _print_table(done)
    for result in done:
        if result.changes_text:
            print_line(f"{result.game}: {result.changes_text}")
    for result in results:
        if result.has_errors:
            print_line(f"{result.game}: not built")
            codes = tolerable_codes(result.problems)
            if codes:
                print_line(f"to print it anyway, add this under 'checks' in its game.yaml: {overrides_yaml(codes)}")


def _print_table(results: Sequence[BuildResult]) -> None:
    """Print a table with the files, pages, components and size of each game."""
    rows = [("game", "files", "pages", "components", "size")]
    for result in results:
        pages = sum(file.pages for file in result.files if file.path.endswith(".pdf"))
        size = sum(file.size for file in result.files)
        rows.append((result.game, str(len(result.files)), str(pages), str(result.pieces), f"{size / 1e6:.1f} MB"))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print_line("  ".join(cells).rstrip())
