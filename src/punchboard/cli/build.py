"""``punchboard build``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from punchboard.cli.asked import Asked, wishes
from punchboard.cli.games import wanted_games
from punchboard.cli.jobs import build_all
from punchboard.cli.report import as_data, closing, say, set_aside_data, show_json, show_problems
from punchboard.cli.startup import import_lazily
from punchboard.cli.status import GOOD, PROBLEMS, WRONG_USE
from punchboard.model.values import did_you_mean
from punchboard.pipeline import Built, Options
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS
from punchboard.render import RENDERERS

# reportlab imports it to place pictures as files; ours are placed as they are, and a deck of 54 is built in less time
import_lazily("PIL.Image")

DEFAULT_PAPERS = ("a4", "letter")


def run_build(asked: Asked) -> int:
    """Build, show problems and the closing table; return the exit status."""
    wrong = (
        asked.conflict
        or _wrong("product", [name.partition("/")[0] for name in asked.only], PRODUCTS)
        or _wrong("format", asked.formats, RENDERERS)
    )
    if wrong:
        print(wrong, file=sys.stderr)  # noqa: T201 - this is the command line's voice
        return WRONG_USE
    try:
        options = _options(asked)
        games = wanted_games(asked.workspace, asked.names)
    except ProblemsFound as found:
        _show(found.problems, (), as_json=asked.as_json)
        return _status(found.problems)
    quiet = asked.as_json
    results = build_all(games, options, asked.jobs, lambda result: _say(result, options, quiet=quiet), bar=not quiet)
    problems = [problem for result in results for problem in result.problems]
    _show(problems, results, as_json=asked.as_json)
    return _status(problems) if any(result.failed for result in results) else GOOD


def _options(asked: Asked) -> Options:
    return Options(
        asked.workspace,
        asked.out or asked.workspace / "output",
        asked.only,
        asked.papers or DEFAULT_PAPERS,
        ("pdf", *(form for form in asked.formats if form != "pdf")),
        wishes(asked),
        asked.since,
    )


def _status(problems: Sequence[Problem]) -> int:
    """Return the status of a build with problems; what an option may name, only the workspace knows."""
    return WRONG_USE if any(problem.place.file.startswith("--") for problem in problems) else PROBLEMS


def _wrong(what: str, given: Sequence[str], known: Iterable[str]) -> str:
    names = list(known)
    unknown = [name for name in given if name not in names]
    return f"error: {unknown[0]!r} is not a {what}\n    {did_you_mean(unknown[0], names)}" if unknown else ""


def _say(result: Built, options: Options, *, quiet: bool) -> None:
    """Say in a plain line that a game is done, where no bar shows it."""
    if not quiet and not result.failed and not sys.stderr.isatty():
        say(f"{result.game}: {len(result.files)} files in {options.out / result.game}")


def _show(problems: Sequence[Problem], results: Sequence[Built], *, as_json: bool) -> None:
    set_aside = [aside for one in results for aside in one.set_aside]
    if as_json:
        built = [
            {
                "game": one.game,
                "pieces": one.pieces,
                "files": [file._asdict() for file in one.files],
                **({"said": one.said} if one.said else {}),
            }
            for one in results
        ]
        show_json({"built": built, "problems": as_data(problems), "set_aside": set_aside_data(set_aside)})
        return
    show_problems(problems, closing(problems, len(set_aside)))
    done = [result for result in results if not result.failed]
    if done:
        _table(done)
    for result in done:
        if result.said:
            say(f"{result.game}: {result.said}")
    for result in results:
        if result.failed:
            say(f"{result.game}: not built")


def _table(results: Sequence[Built]) -> None:
    """Print files, pages, components and size for each game."""
    rows = [("game", "files", "pages", "components", "size")]
    for one in results:
        pages = sum(file.pages for file in one.files if file.path.endswith(".pdf"))
        size = sum(file.size for file in one.files)
        rows.append((one.game, str(len(one.files)), str(pages), str(one.pieces), f"{size / 1e6:.1f} MB"))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        say("  ".join(cells).rstrip())
