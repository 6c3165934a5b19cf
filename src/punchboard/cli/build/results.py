"""The printed results of ``punchboard build``: a line for each finished game, the problems and a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

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

START_PAGE: Final = "index.html"
"""The page of all components, with links to all documents."""


def print_done(result: BuildResult, folder: Path, *, unchanged: bool = False) -> None:
    """Print a line for a finished game, unless standard error is a terminal, which shows a progress bar instead.

    Args:
        result: the result of its build.
        folder: its output folder.
        unchanged: whether nothing has changed since the last build.
    """
    if not result.has_errors and not sys.stderr.isatty():
        note = "nothing has changed, " * unchanged
        print_line(f"{folder.name}: {note}{files_text(result)} in {display_path(folder)}")


def files_text(result: BuildResult) -> str:
    """Return how many files a build made and how many it kept: ``2 files and 36 older ones``."""
    made, kept = len(result.made), len(result.kept)
    older = f" and {kept} older one{'s' * (kept != 1)}" if kept else ""
    return f"{made} file{'s' * (made != 1)}{older}"


def show_results(
    problems: Sequence[Problem], results: Sequence[BuildResult], folders: Sequence[Path], request: BuildRequest
) -> None:
    """Print problems, results and suppressed problems, as text or as a JSON object.

    Args:
        problems: the problems of all games.
        results: the result of each game.
        folders: the output folder of each game.
        request: the options of the build.
    """
    suppressed = [problem for result in results for problem in result.suppressed]
    if request.as_json:
        built = [
            {
                "game": result.game,
                "pieces": result.pieces,
                "files": [file._asdict() for file in result.files],
                **({"kept": list(result.kept)} if result.kept else {}),
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
    if sys.stderr.isatty():  # otherwise `print_done` has named the folder
        _print_places(results, folders)
    for result in done:
        if result.changes_text:
            print_line(f"{result.game}: {result.changes_text}")
    for result in results:
        if result.has_errors:
            print_line(f"{result.game}: not built")
            codes = tolerable_codes(result.problems)
            if codes:
                print_line(f"to print it anyway, add this under 'checks' in its game.yaml: {overrides_yaml(codes)}")


def _print_places(results: Sequence[BuildResult], folders: Sequence[Path]) -> None:
    """Print where to look: the page that shows everything in a game's output, or else the folder."""
    for result, folder in zip(results, folders, strict=True):
        if not result.has_errors:
            has_page = any(file.path == START_PAGE for file in result.files)
            print_line(f"{result.game}: see {display_path(folder / START_PAGE if has_page else folder)}")


def _print_table(results: Sequence[BuildResult]) -> None:
    """Print a table with the files, pages, components and size of each game, without files of earlier builds."""
    rows: list[tuple[str, ...]] = [("game", "files", "pages", "components", "size")]
    for result in results:
        pages = sum(file.pages for file in result.made if file.path.endswith(".pdf"))
        size = sum(file.size for file in result.made)
        rows.append((result.game, str(len(result.made)), str(pages), str(result.pieces), f"{size / 1e6:.1f} MB"))
    if any(result.kept for result in results):
        kept = ("kept", *(str(len(result.kept)) for result in results))
        rows = [(*row[:2], count, *row[2:]) for row, count in zip(rows, kept, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        print_line("  ".join(cells).rstrip())
