"""The addresses of the tab Print: what there is to print, the build that makes it, and the files that it made."""

import asyncio
import io
import zipfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import Annotated, Any, Final, Literal, NamedTuple
from urllib.parse import quote

from pydantic import Field, ValidationError, field_validator
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from punchboard import __version__
from punchboard.build_result import MANIFEST
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
from punchboard.server.events import format_event
from punchboard.server.http.changes_app import not_found
from punchboard.server.http.guard import NO_FRAMES
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.changes import has_repository
from punchboard.server.worker import WorkerLostError
from punchboard.workspace import output_folder
from punchboard.write import manifest
from punchboard.write.atomic_file import write_atomically

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


_EVENTS: Final = "text/event-stream"
_FILE_POLICY: Final = NO_FRAMES
"""The content security policy of a file: a browser's own viewer shows it."""

_KEPT: Final = 4
"""How many builds are kept: windows that are open still lead to their files."""

_TOLD: Final = 3
"""How many errors are listed; the Problems tab has all."""


def print_routes(games: PreviewGames) -> list[Route]:
    """Return the routes. They only read: a build is kept in memory, and no file of the game is written."""
    handlers, home = _Handlers(games), "/g/{game}/"
    return [
        Route(home + "print.json", handlers.plan),
        Route(home + "print", handlers.make),
        Route(home + "printed/{number}/{name:path}", handlers.file),
    ]


class _Handlers:
    """One method for each address. One build is made at a time, in a process of its own."""

    def __init__(self, games: PreviewGames) -> None:
        self._games = games
        self._worker = games.workers(run_print, games.seconds, nice=0)  # a person waits for it
        self._printed: OrderedDict[str, tuple[PrintedFile, ...]] = OrderedDict()

    async def plan(self, request: Request) -> Response:
        job = self._job(request, is_plan=True)
        if job is None:
            return not_found()
        if isinstance(job, str):
            return JSONResponse({"problem": {"message": job, "hint": "", "place": ""}})
        answer: dict[str, Any] = {"since": await asyncio.to_thread(self._since, job)}
        try:
            async for result in self._worker.results(job):
                answer |= _refusal(result.problems) if isinstance(result, Refused) else result
        except WorkerLostError as lost:
            answer["problem"] = {"message": f"the sheets cannot be planned: {lost}", "hint": "", "place": ""}
        return JSONResponse(answer)

    def _since(self, job: PrintJob) -> list[str]:
        """Return what a change can be compared with: the last print, build and commit. In the sandbox, none."""
        offered = []
        with suppress(OSError, ProblemsFound):
            if last_print(job.options, job.game).is_file():
                offered.append("print")
            if (job.options.output(job.game) / MANIFEST).is_file():
                offered.append("build")
            if has_repository(job.options.workspace):
                offered.append("commit")
        return offered

    async def make(self, request: Request) -> Response:
        job = self._job(request)
        if job is None:
            return not_found()
        if isinstance(job, str):
            return PlainTextResponse(f"{job}\n", 422)
        if request.method == "HEAD":
            return Response(media_type=_EVENTS)
        return StreamingResponse(self._events(job), media_type=_EVENTS)

    async def _events(self, job: PrintJob) -> AsyncIterator[bytes]:
        """Yield the steps of a build, and at the end its files, or why there are none."""
        files: list[PrintedFile] = []
        try:
            async for result in self._worker.results(job):
                if isinstance(result, Step):
                    yield format_event(result._asdict())
                elif isinstance(result, PrintedFile):
                    files.append(result)
                elif isinstance(result, PrintedState):
                    with suppress(OSError, ProblemsFound):  # it is then not offered to compare with it
                        write_atomically(last_print(job.options, job.game), result.data)
                else:
                    yield format_event(_refusal(result.problems), "refused")
                    return
        except WorkerLostError as lost:
            message = f"the files could not be made: {lost}"
            yield format_event({"problem": {"message": message, "hint": "", "place": ""}}, "refused")
            return
        yield format_event(self._keep(job.game, tuple(files)), "made")

    def _keep(self, game: str, files: tuple[PrintedFile, ...]) -> dict[str, Any]:
        """Keep the files of a build, and return their addresses."""
        number = token_hex(8)
        self._printed[number] = files
        while len(self._printed) > _KEPT:
            self._printed.popitem(last=False)
        home = f"g/{game}/printed/{number}/"
        pages = [one.facts | {"address": home + quote(one.path)} for one in files if one.path.endswith(".pdf")]
        return {"files": pages, "count": len(files), "all": f"{home}all.zip", "name": f"{game}.zip"}

    async def file(self, request: Request) -> Response:
        game, name = request.path_params["game"], request.path_params["name"]
        files = self._printed.get(request.path_params["number"], ())
        if name == "all.zip" and files:
            data = await asyncio.to_thread(_zip, game, files)
            return _download(data, "application/zip", f"{game}.zip", "attachment")
        file = next((one for one in files if one.path == name), None)
        if file is None:
            return not_found()
        return _download(file.data, "application/pdf", f"{game}-{PurePosixPath(name).name}", "inline")

    def _job(self, request: Request, *, is_plan: bool = False) -> PrintJob | str | None:
        """Return the job of a request; None for an unknown game, or what is wrong with the request."""
        game, query = request.path_params["game"], request.query_params
        if not self._games.has_game(game):
            return None
        named = {name: query[name] for name in query if name != "only"}
        try:
            wanted = PrintRequest.model_validate({**named, "only": query.getlist("only")}, strict=False)
        except ValidationError as error:
            return str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        return PrintJob(game, wanted.options(self._games.workspace, game, self._games.locale), is_plan)


def _refusal(problems: tuple[Problem, ...]) -> dict[str, Any]:
    errors = [problem.as_typed() for problem in problems if problem.severity is Severity.ERROR]
    shown = [{"message": one.message, "hint": one.hint, "place": str(one.place)} for one in errors[:_TOLD]]
    return {"problem": shown[0], "problems": shown, "errors": len(errors)}


def _zip(game: str, files: tuple[PrintedFile, ...]) -> bytes:
    """Return the files as an archive with one folder; pictures and PDF files are compressed already."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            archive.writestr(f"{game}/{file.path}", file.data)
    return packed.getvalue()


def _download(data: bytes, media_type: str, name: str, shown: str) -> Response:
    headers = {
        "Content-Disposition": f"{shown}; filename*=UTF-8''{quote(name)}",
        "Content-Security-Policy": _FILE_POLICY,
        "Cache-Control": "private, no-store",
    }
    return Response(data, media_type=media_type, headers=headers)
