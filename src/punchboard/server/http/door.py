"""The server of the studio: the page that begins without a game, and the studio of the games that it opens.

The port, the token and the tab stay the same from the first page to the studio, so nobody sees where one ends.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from punchboard.problem import ProblemsFound
from punchboard.products.web.components import asset
from punchboard.server.full_check import PAPERS
from punchboard.server.http.app import Watch, preview_app
from punchboard.server.http.changes_app import RELOAD
from punchboard.server.http.guard import BODY_LIMITS, PICTURE_REQUEST, Guard
from punchboard.server.preview_games import PreviewGames
from punchboard.server.start.new_games import NewGame, NewGameAnswers, guess_view, make_game, refused
from punchboard.server.start.recent import RecentGame, recent_games, remember
from punchboard.server.worker import WorkerLostError, WorkerProcess, Workers
from punchboard.workspace import CATALOG, find_games, is_game_folder, workspace_root
from punchboard.write.atomic_file import write_new_folder

START: Final = "/start"
"""The address of the page, and the beginning of all that belongs to it."""

HERE: Final = Path(__file__).parents[1] / "start" / "page"
FILES: Final = {"start.css": "text/css; charset=utf-8", "start.js": "text/javascript; charset=utf-8"}

_BODY_LIMITS: Final = {**BODY_LIMITS, PICTURE_REQUEST: 101_000_000}
"""As for all pages, but a table comes with its pictures; the page itself takes at most 40 and 60 MB."""

_REFUSED: Final = 422
_SECONDS: Final = 300.0
"""The time limit for a new game."""

Sample = Callable[[], Mapping[str, bytes]]


class OpenStudio(NamedTuple):
    """A running studio: its application and its games."""

    app: ASGIApp
    games: PreviewGames


class Door:
    """The application in front of both.

    Args:
        workspace: the folder in which new games are made.
        port: the port that the server listens on, or the origin of the pages that reach it.
        token: what requests that change files must carry.
        studio: returns the studio of a folder's games, all of them if none is named.
        sample: the name and the files of the game to look at.
        games: the games whose studio is there from the start; with None, the page comes first.
        workers: what makes a new game.
        is_fixed: whether new games are made in this folder only.
    """

    def __init__(
        self,
        workspace: Path,
        port: int | str,
        token: str,
        studio: Callable[[Path, tuple[str, ...]], OpenStudio],
        sample: tuple[str, Sample],
        *,
        games: tuple[str, ...] | None = None,
        workers: Workers = WorkerProcess,
        is_fixed: bool = False,
    ) -> None:
        self.workspace, self._studio_of, self._sample, self._is_fixed = workspace, studio, sample, is_fixed
        self._new_games_in = _beside_game(workspace)
        self._start = Guard(Starlette(routes=self._routes()), port, token, body_limits=_BODY_LIMITS)
        self._studio: _Running | None = None
        self._games, self._busy = games, asyncio.Lock()
        self._maker = workers(make_game, _SECONDS, nice=0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request, with the page or with the studio."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._studio is None or scope["path"].startswith((START, f"{START}/")):
            await self._start(scope, receive, send)
        elif scope["path"] == "/" and (closed := self._closed_game(scope)):
            await RedirectResponse(f"{START[1:]}?{urlencode({'closed': closed})}", 303)(scope, receive, send)
        else:
            await self._studio.app(scope, receive, send)

    def _closed_game(self, scope: Scope) -> str:
        """Return the game that an address names, if the studio has others; it may be open no more, or gone."""
        named = Request(scope).query_params.get("game", "")
        return named if self._studio is not None and named not in self._studio.games.games else ""

    def close(self) -> None:
        """Close the streams of the studio."""
        if self._studio is not None:
            self._studio.games.events.close()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        if self._games is not None:
            await self._enter(_Running(self._studio_of(self.workspace, self._games)))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._maker.close()
        if self._studio is not None:
            await self._studio.end()
        await send({"type": "lifespan.shutdown.complete"})

    async def _enter(self, new: "_Running") -> None:
        """Let a studio take the place of another one."""
        await new.start()
        old, self._studio = self._studio, new
        if old is not None:
            old.games.events.close()
            await old.end()

    def _routes(self) -> list[Route]:
        return [
            Route("/", self._page),
            Route(START, self._page),
            Route(f"{START}/recent.json", self._recent),
            Route(f"{START}/guess", self._guess, methods=["POST"]),
            Route(f"{START}/make", self._make, methods=["POST"]),
            Route(f"{START}/sample", self._make_sample, methods=["POST"]),
            Route(f"{START}/open", self._open_recent, methods=["POST"]),
            Route(f"{START}/{{file}}", self._file),
        ]

    async def _page(self, _request: Request) -> Response:
        return Response((HERE / "start.html").read_bytes(), media_type="text/html")

    async def _file(self, request: Request) -> Response:
        name = request.path_params["file"]
        if name == "page.css":
            kind, data = asset(name)
        elif name in FILES:
            kind, data = FILES[name], (HERE / name).read_bytes()
        else:
            return Response(status_code=404)
        return Response(data, media_type=kind)

    async def _recent(self, _request: Request) -> Response:
        here = [RecentGame(workspace=str(self.workspace.absolute()), game=game) for game in find_games(self.workspace)]
        games = dict.fromkeys((one.workspace, one.game) for one in (*recent_games(), *here))
        listed = [{"workspace": workspace, "game": game} for workspace, game in games]
        folder = str(self._new_games_in.absolute())
        return JSONResponse({"games": listed, "folder": folder, "fixed": self._is_fixed})

    async def _guess(self, request: Request) -> Response:
        return await self._answer(request, lambda job: asyncio.to_thread(guess_view, job))

    async def _make(self, request: Request) -> Response:
        async def made(job: NewGame) -> dict[str, Any]:
            (answer,) = [one async for one in self._maker.results(job)]
            return await self.enter_game(job.workspace, answer["game"]) if "game" in answer else answer

        return await self._answer(request, made)

    async def _answer(self, request: Request, work: Callable[[NewGame], Any]) -> Response:
        head, _, dropped = (await request.body()).partition(b"\n")
        try:
            answers = NewGameAnswers.model_validate_json(head)
            typed = "" if self._is_fixed else answers.folder
            job = NewGame(_folder(typed, self._new_games_in), answers, dropped)
            async with self._busy:
                answer = await work(job)
        except ProblemsFound as problems:
            answer = refused(problems.problems[0])
        except ValidationError:
            answer = {"message": "the page sent what the program does not know", "hint": RELOAD}
        except WorkerLostError as lost:
            answer = {"message": f"the game was not made: {lost}", "hint": "try again, or take a smaller table"}
        return JSONResponse(answer, _REFUSED if "message" in answer else 200)

    async def _make_sample(self, _request: Request) -> Response:
        name, files = self._sample
        folder = self._new_games_in / CATALOG / name
        try:
            async with self._busy:  # a double click asks twice
                if name not in find_games(self._new_games_in):
                    await asyncio.to_thread(write_new_folder, folder, files(), allow_empty=True)
        except ProblemsFound as error:
            return JSONResponse(refused(error.problems[0]), _REFUSED)
        return JSONResponse(await self.enter_game(self._new_games_in, name))

    async def _open_recent(self, request: Request) -> Response:
        try:
            wanted = RecentGame.model_validate_json(await request.body())
        except ValidationError:
            return JSONResponse({"message": "the page sent what the program does not know", "hint": RELOAD}, _REFUSED)
        workspace = _folder(wanted.workspace, self.workspace)
        is_here = workspace == self.workspace and wanted.game in find_games(workspace)
        if not is_here and wanted not in recent_games():
            hint = "its folder was moved or deleted: look at the list again"
            return JSONResponse({"message": f"{wanted.game} is not there any more", "hint": hint}, _REFUSED)
        return JSONResponse(await self.enter_game(workspace, wanted.game))

    async def enter_game(self, workspace: Path, game: str) -> dict[str, Any]:
        """Let the studio of a folder's games take the place of another folder's, and return what names the game."""
        open_games = self._studio.games if self._studio is not None else None
        if open_games is None or open_games.workspace != workspace or game not in open_games.games:
            await self._enter(_Running(self._studio_of(workspace, ())))
        remember(workspace, game)
        return {"game": game}


def _beside_game(workspace: Path) -> Path:
    """Return the folder for new games: the workspace, or the one around it if it is itself a game."""
    if not is_game_folder(workspace):
        return workspace
    root = workspace_root(workspace.absolute())
    return root.parent if is_game_folder(root) else root


def _folder(typed: str, workspace: Path) -> Path:
    """Return the folder that a person has typed; the workspace, as it was given, if it is that or none."""
    folder = workspace.absolute() / Path(typed.strip()).expanduser() if typed.strip() else workspace
    return workspace if folder == workspace.absolute() else folder


class Lifetime:
    """The time that an application runs in: it starts and ends as a server of its own would start and end it.

    Args:
        app: the application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app, self._stop = app, asyncio.Event()

    async def start(self) -> None:
        """Start it, and return when it responds."""
        started = asyncio.Event()
        messages = iter(("lifespan.startup",))

        async def receive() -> Message:
            first = next(messages, "")
            if not first:
                await self._stop.wait()
            return {"type": first or "lifespan.shutdown"}

        async def send(_message: Message) -> None:
            started.set()

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
        self._task = asyncio.ensure_future(self.app(scope, receive, send))
        await started.wait()

    async def end(self) -> None:
        """End it."""
        self._stop.set()
        await self._task


class _Running(Lifetime):
    """A studio within this server."""

    def __init__(self, studio: OpenStudio) -> None:
        super().__init__(studio.app)
        self.games = studio.games


def studio_door(
    workspace: Path,
    games: tuple[str, ...] | None,
    port: int | str,
    sample: tuple[str, Sample],
    *,
    papers: tuple[str, ...] = PAPERS,
    token: str,
    workers: Workers = WorkerProcess,
    watch: Watch | None = None,
    is_fixed: bool = False,
) -> Door:
    """Return the application of the studio, with the page on which games are made or opened.

    Args:
        workspace: the folder with the games.
        games: the games to edit, all if none is named; None for the page on which one is made or opened.
        port: the port that the server listens on, or the origin of the pages that reach it.
        sample: the name and the files of the game to look at.
        papers: the papers whose sheets are shown, as ``--paper`` names them.
        token: what requests that change files must carry.
        workers: what does longer work.
        watch: as for `preview_app`.
        is_fixed: whether new games are made in this folder only.
    """

    def studio(folder: Path, shown: tuple[str, ...]) -> OpenStudio:
        own = PreviewGames(folder, shown, token_hex(8), papers=papers, workers=workers)
        return OpenStudio(preview_app(own, port, watch, token=token), own)

    return Door(workspace, port, token, studio, sample, games=games, workers=workers, is_fixed=is_fixed)
