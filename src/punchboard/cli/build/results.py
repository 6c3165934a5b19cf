"""What ``punchboard build`` prints: each game as it is done, problems, and the closing table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from punchboard.build_result import BuildResult
from punchboard.cli.build.tolerated_errors import overrides_yaml, tolerable_codes
from punchboard.cli.output.display_paths import display_path
from punchboard.cli.output.report import (
    print_line,
    problem_counts,
    problems_data,
    set_aside_data,
    show_json,
    show_problems,
)
from punchboard.problem import Problem


def print_done(result: BuildResult, folder: Path, *, unchanged: bool = False) -> None:
    """Say in a plain line that a game is done, where no bar shows it.

    Args:
        result: what became of it.
        folder: its output.
        unchanged: whether nothing has changed since it was built.
    """
    if not result.has_errors and not sys.stderr.isatty():
        count = len(result.files)
        done = "nothing has changed, " * unchanged
        print_line(f"{folder.name}: {done}{count} file{'s' * (count != 1)} in {display_path(folder)}")


def show_results(problems: Sequence[Problem], results: Sequence[BuildResult], *, as_json: bool) -> None:
    """Show problems, results and what was set aside, for people or for machines."""
    suppressed = [aside for one in results for aside in one.suppressed]
    if as_json:
        built = [
            {
                "game": one.game,
                "pieces": one.pieces,
                "files": [file._asdict() for file in one.files],
                **({"said": one.changes_text} if one.changes_text else {}),
            }
            for one in results
        ]
        show_json({"built": built, "problems": problems_data(problems), "set_aside": set_aside_data(suppressed)})
        return
    show_problems(problems, problem_counts(problems, len(suppressed)))
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
                print_line(f"to print it all the same, say under 'checks' in its game.yaml {overrides_yaml(codes)}")


def _print_table(results: Sequence[BuildResult]) -> None:
    """Print files, pages, components and size for each game."""
    rows = [("game", "files", "pages", "components", "size")]
    for one in results:
        pages = sum(file.pages for file in one.files if file.path.endswith(".pdf"))
        size = sum(file.size for file in one.files)
        rows.append((one.game, str(len(one.files)), str(pages), str(one.pieces), f"{size / 1e6:.1f} MB"))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print_line("  ".join(cells).rstrip())
