"""The addresses of the tab Print: what there is to print, the build that makes it, and the files that it made."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import PurePosixPath
from secrets import token_hex
from typing import Any, Final
from urllib.parse import quote

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from punchboard.build_result import MANIFEST
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.server.events import format_event
from punchboard.server.http.guard import NO_FRAMES
from punchboard.server.preview_games import PreviewGames
from punchboard.server.printing import (
    PrintedFile,
    PrintedState,
    PrintJob,
    PrintRequest,
    Refused,
    Step,
    last_print,
    run_print,
)
from punchboard.server.studio.changes import has_repository
from punchboard.server.worker import WorkerLostError
from punchboard.write.atomic_file import write_atomically

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
            return _not_found()
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
            return _not_found()
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
            return _not_found()
        return _download(file.data, "application/pdf", f"{game}-{PurePosixPath(name).name}", "inline")

    def _job(self, request: Request, *, is_plan: bool = False) -> PrintJob | str | None:
        """Return the job of a request; None for an unknown game, or what is wrong with the request."""
        game, asked = request.path_params["game"], request.query_params
        if not self._games.has_game(game):
            return None
        named = {name: asked[name] for name in asked if name != "only"}
        try:
            wanted = PrintRequest.model_validate({**named, "only": asked.getlist("only")}, strict=False)
        except ValidationError as error:
            return str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        return PrintJob(game, wanted.options(self._games.workspace, game, self._games.locale), is_plan)


def _refusal(problems: tuple[Problem, ...]) -> dict[str, Any]:
    errors = [problem.as_typed() for problem in problems if problem.severity is Severity.ERROR]
    told = [{"message": one.message, "hint": one.hint, "place": str(one.place)} for one in errors[:_TOLD]]
    return {"problem": told[0], "problems": told, "errors": len(errors)}


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


def _not_found() -> Response:
    return PlainTextResponse("not found\n", 404)
