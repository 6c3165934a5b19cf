"""The options of ``punchboard build`` as typed; `print_options` loads the printer and profile that they name."""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, get_type_hints

from punchboard import render
from punchboard.build_result import BuildResult
from punchboard.cli.options import (
    GAMES,
    HERE,
    LOCALES,
    PAPERS,
    AsJson,
    Jobs,
    Out,
    Verbose,
    Workspace,
    completer,
    option,
    page_formats,
    printers,
    products,
)
from punchboard.cli.report import (
    display_path,
    print_line,
    problem_counts,
    problems_data,
    show_json,
    show_problems,
    suppressed_data,
)
from punchboard.problem import Problem

if TYPE_CHECKING:
    from punchboard.model.print_options import PrintOptions, Standard

DEFAULT_PAPERS: Final = ("a4", "letter")

STANDARDS: "Final[tuple[Standard, ...]]" = ("x-4", "x-1a", "a-2b")

NOT_IN_KEY: Final = object()
"""Marks an option that does not change the files of a game: which games, from where to where, and how they are built.

The key of a build's record in the cache has all other options, so that a new one cannot be forgotten there.
"""


class BuildRequest(NamedTuple):
    """The options of ``punchboard build``; an option that was not given is empty.

    Those that `PrintOptions` has, too, get there by their names.
    """

    names: Annotated[tuple[str, ...], GAMES, NOT_IN_KEY] = ()
    only: Annotated[tuple[str, ...], option("--only", "Make only this product; see list.", "PRODUCT", products)] = ()
    everything: Annotated[bool, option("--all", "Make every product, not just the default ones.")] = False
    papers: Annotated[tuple[str, ...], PAPERS] = ()
    formats: Annotated[
        tuple[str, ...],
        option(
            "--format",
            "File formats of every product's pages: "
            + ", ".join(f"{name} ({about})" for name, about in render.page_formats().items())
            + ".",
            "FORM",
            page_formats,
        ),
    ] = ()
    low_ink: Annotated[bool, option("--low-ink", "Print outlines, icons and black text, for playtests.")] = False
    grey: Annotated[bool, option("--grey", "Print greys instead of colours.")] = False
    large_print: Annotated[
        bool, option("--large-print", "Make rulebook, reference, set-up and cards at 18 pt and more.")
    ] = False
    players: Annotated[
        int | None,
        option("--players", "Print reference cards for N players (default: the maximum).", "N", min=1, max=100),
    ] = None
    since: Annotated[
        str, option("--changed-since", "Put only new and changed components on sheets; see diff.", "OLD")
    ] = ""
    cards: Annotated[
        tuple[str, str] | None, option("--cards", "Put only the cards from one id to another on sheets.", "FROM TO")
    ] = None
    printer: Annotated[
        str, option("--printer", "Correct for a printer that calibrate has measured.", "NAME", printers)
    ] = ""
    profile: Annotated[Path | None, option("--profile", "Print in CMYK for this ICC profile.", "FILE")] = None
    standard: Annotated[
        str, option("--standard", "The PDF standard: x-4, x-1a or a-2b.", "NAME", completer(lambda _: STANDARDS))
    ] = ""
    dpi: Annotated[int, option("--dpi", "The resolution of pictures.", "N", min=36, max=1200)] = 300
    locales: Annotated[tuple[str, ...], LOCALES, NOT_IN_KEY] = ()
    out: Annotated[Out, NOT_IN_KEY] = None
    jobs: Annotated[Jobs, NOT_IN_KEY] = None
    cluster: Annotated[str, option("--cluster", "Build on a Dask cluster: tcp://host:8786.", "ADDRESS"), NOT_IN_KEY] = (
        ""
    )
    watch: Annotated[
        bool, option("--watch", "Rebuild the affected games after each change, until Ctrl-C."), NOT_IN_KEY
    ] = False
    untrusted: Annotated[bool, option("--untrusted", "Build in a sandbox, for games of people you do not know.")] = (
        False
    )
    seconds: Annotated[
        int | None, option("--seconds", "With --untrusted: seconds for a game (default: 120).", "N", min=1, max=86_400)
    ] = None
    megabytes: Annotated[
        int | None, option("--megabytes", "With --untrusted: MB of memory for a game (default: 2000).", "N", min=200)
    ] = None
    workspace: Annotated[Workspace, NOT_IN_KEY] = HERE
    as_json: Annotated[AsJson, NOT_IN_KEY] = False
    verbose: Annotated[Verbose, NOT_IN_KEY] = False

    @property
    def key_options(self) -> dict[str, Any]:
        """The options that change the files of a game, by name."""
        hints = get_type_hints(BuildRequest, include_extras=True)
        given = {name: value for name, value in self._asdict().items() if NOT_IN_KEY not in hints[name].__metadata__}
        return given | {"papers": self.papers or DEFAULT_PAPERS}

    @property
    def workers(self) -> int:
        """The maximum number of processes at a time; by default the number of processors."""
        return self.jobs or os.cpu_count() or 1

    @property
    def conflict(self) -> str:
        """The error in these options: a conflict or an unknown value; empty if there is none."""
        card = next((one for one in self.cards or () if one.startswith("-")), "")
        one_id = f"--cards needs two ids, FROM and TO, and found {card!r}\n    for one card, write its id twice"
        no_standard = f"{self.standard!r} is not a PDF standard\n    choose one of: {', '.join(STANDARDS)}"
        errors = {
            "--low-ink and --grey cannot be combined": self.low_ink and self.grey,
            one_id: card,
            no_standard: self.standard and self.standard not in STANDARDS,
            f"--standard {self.standard} needs --profile, the ICC profile of the press": (
                self.standard.startswith("x-") and self.profile is None
            ),
            "--seconds and --megabytes need --untrusted": not self.untrusted and (self.seconds or self.megabytes),
            "--untrusted and --cluster cannot be combined: the sandbox works on this machine only": (
                self.untrusted and self.cluster
            ),
        }
        return next((f"error: {message}" for message, is_wrong in errors.items() if is_wrong), "")


def print_options(request: BuildRequest) -> "PrintOptions":
    """Return the print options of a build, with printer and profile loaded.

    Raises:
        ProblemsFound: when the printer or profile does not exist or is invalid.
    """
    from punchboard.load.printers import printer, profile  # noqa: PLC0415 - an unchanged build needs none of it
    from punchboard.model.print_options import PrintOptions  # noqa: PLC0415

    loaded = {
        "ink": "low" if request.low_ink else "grey" if request.grey else "full",
        "printer": printer(request.printer) if request.printer else None,
        "profile": profile(request.profile) if request.profile else None,
    }
    as_typed = {name: value for name, value in request._asdict().items() if name in PrintOptions._fields}
    return PrintOptions(**as_typed | loaded)


def overrides_yaml(codes: Iterable[str]) -> str:
    """Return the entries of ``checks`` in ``game.yaml`` that make problems with some codes warnings."""
    return ", ".join(f"{code}: {{warning: the reason}}" for code in codes)


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
    new, kept = len(result.made), len(result.kept)
    older = f" and {kept} older one{'s' * (kept != 1)}" if kept else ""
    return f"{new} file{'s' * (new != 1)}{older}"


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
    done = [result for result in results if not result.has_errors]
    for result in done:
        if result.changes_text:
            print_line(f"{result.game}: {result.changes_text}")
    show_problems(problems, problem_counts(problems, len(suppressed)), verbose=request.verbose)
    if done:
        _print_table(done)
    if sys.stderr.isatty():  # otherwise `print_done` has named the folder
        _print_places(results, folders)
    for result in results:
        if result.has_errors:
            print_line(f"{result.game}: not built")
            from punchboard.checks.severities import tolerable_codes  # noqa: PLC0415 - only after errors

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
