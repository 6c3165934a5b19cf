"""Printing from the page: a worker builds what a form asks for as ``punchboard build`` does, and keeps it in memory.

Nothing is written into the game's folder: the preview prints games whose folder it may not change, too. What the cards
looked like when they were printed last is kept in the user's settings.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, field_validator

from punchboard import __version__
from punchboard.load.printers import config_folder
from punchboard.model.print_options import Ink, PrintOptions
from punchboard.model.values import Model
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.artifacts import planned_files
from punchboard.pipeline.build import check_and_draw, load_and_compose, pending_files
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.products.game.validation import select_products, validate_layouts
from punchboard.products.prints import TO_PRINT, offers, print_of
from punchboard.workspace import output_folder
from punchboard.write import manifest

_MOST: Final = 40
"""The most products that one request may name."""

_Name = Annotated[str, Field(max_length=200)]


class PrintRequest(Model):
    """What a page wants to print; the names are those of the command line."""

    only: Annotated[tuple[_Name, ...], Field(min_length=1, max_length=_MOST)]
    paper: _Name = "a4"
    ink: Ink = "full"
    since: Literal["", "print", "build", "commit"] = ""
    """Print only what has changed since the last print made here, the last build, or the last commit."""
    first: _Name = ""
    last: _Name = ""
    """The first and the last component to print; both are empty for all."""

    @field_validator("only")
    @classmethod
    def _known(cls, only: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [name for name in only if name.partition("/")[0] not in PRODUCTS]
        if unknown:
            raise ValueError(f"there is no product {unknown[0]!r}")
        return only

    def options(self, workspace: Path, game: str, locale: str) -> BuildOptions:
        """Return the options of the build that makes the files."""
        out = output_folder(workspace)
        cards = (self.first, self.last) if self.first and self.last else None
        options = BuildOptions(workspace, out, self.only, (self.paper,), locale=locale, cards=cards)
        printed, built = str(last_print(options, game)), str(options.output(game))
        since = {"": "", "print": printed, "build": built, "commit": "HEAD"}[self.since]
        return options._replace(since=since, print_options=PrintOptions(ink=self.ink))


def last_print(options: BuildOptions, game: str) -> Path:
    """Return the path of what a game's cards looked like when they were printed last from the page."""
    where = f"{options.workspace.resolve()} {options.locale}"
    return config_folder() / "prints" / f"{game}-{sha256(where.encode()).hexdigest()[:16]}.json"


class PrintJob(NamedTuple):
    """A request for the files of a game; without options for what there is to print."""

    game: str
    options: BuildOptions
    is_plan: bool = False
    """Whether only the names and the numbers of pages are wanted."""


class Step(NamedTuple):
    """What is done now, and the share of the work that is done, from 0 to 1."""

    text: str
    done: float


class Refused(NamedTuple):
    """The problems because of which nothing is printed."""

    problems: tuple[Problem, ...]


class PrintedFile(NamedTuple):
    """A file: its path in the output, its bytes, and what a person needs to know to print it."""

    path: str
    data: bytes
    facts: dict[str, Any]


class PrintedState(NamedTuple):
    """What the cards look like that have all been printed now, as a manifest without files."""

    data: bytes


def run_print(job: PrintJob) -> Iterator[Step | Refused | PrintedFile | PrintedState | dict[str, Any]]:
    """Yield the steps of a job, then the files, or why there are none; for a plan, the files without their bytes."""
    try:
        yield from _plan(job) if job.is_plan else _files(job)
    except ProblemsFound as error:
        yield Refused(error.problems)


def _plan(job: PrintJob) -> Iterator[dict[str, Any]]:
    whole = load_and_compose(job.game, job.options._replace(only=()))
    yield offers(whole)
    validate_layouts(whole.loaded, job.options.only)
    composed = ComposedGame(whole.loaded, tuple(whole.papers), job.options.only, whole.print_options)
    yield {
        "files": [
            _facts(composed, path, pages)
            for product in select_products(composed, everything=False)
            if product in PAPER_PRODUCTS
            for path, pages in planned_files(composed, product)
            if path.endswith(".pdf")
        ]
    }


PAPER_PRODUCTS: Final = frozenset({"sheets", *TO_PRINT} - {"large-print"})
"""The products whose pages are counted before they are made."""


def _files(job: PrintJob) -> Iterator[Step | Refused | PrintedFile | PrintedState]:
    yield Step("Reading the game", 0.0)
    composed = load_and_compose(job.game, job.options)
    yield Step("Drawing and checking", 0.1)
    checked = check_and_draw(composed, job.options, sheets=True)
    problems = checked.findings.problems
    if any(problem.severity is Severity.ERROR for problem in problems):
        yield Refused(problems)
        return
    pending = pending_files(checked, job.options, problems)
    for done, built in pending.stream({}):
        if built.problems:
            yield Refused(built.problems)
            return
        path = built.record.path
        yield Step(f"Made {path}", 0.4 + 0.6 * done)
        yield PrintedFile(path, built.data, _facts(composed, path, built.record.pages))
    if job.options.cards is None and any(name.partition("/")[0] == "sheets" for name in job.options.only):
        summary = pending.summary()
        yield PrintedState(manifest(summary.head, __version__, (), summary.snapshot))


def _facts(composed: ComposedGame, path: str, pages: int) -> dict[str, Any]:
    """Return what a page says about a file to print."""
    printed = print_of(composed, path)
    return {
        "path": path,
        "title": printed.title,
        "pages": pages,
        "sheets": -(-pages // 2) if printed.flip else pages,
        "flip": printed.flip,
    }
