"""The addresses of the studio: the boxes of a card, and the requests that change files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from punchboard.problem import Problem, ProblemsFound
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.http.guard import PICTURE_POLICY
from punchboard.server.http.studio_files import changes_routes, not_found, refusal, refused_problem, text_routes
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.at_once import AtOnce
from punchboard.server.studio.boxes import box_fields, picture_of, side_spec
from punchboard.server.studio.choices import MAX_WORDS, PICTURED, choices, icon_choices, sample
from punchboard.server.studio.requests import (
    CardsRequest,
    EditRequest,
    FixRequest,
    Look,
    LookRequest,
    PictureRequest,
    SettleRequest,
    ThemeRequest,
)
from punchboard.server.studio.session import Outcome, Session, fix_of, key_of
from punchboard.server.studio.theme import alternatives, theme_sample, theme_view, theme_warnings

M = TypeVar("M", bound=LookRequest)

_CONFLICT: Final = 409
_FIX_FIRST: Final = "undo, or fix what the Problems tab lists, then go on here"


def studio_routes(games: PreviewGames) -> list[Route]:
    """Return the routes of the studio. The guard lets requests that write pass only with the token."""
    handlers = _Handlers(games)
    return [
        *changes_routes(games),
        *handlers.panel_routes(),
        *handlers.text_routes(),
        Route("/g/{game}/boxes/{component}/{side:int}.json", handlers.boxes),
        Route("/g/{game}/history.json", handlers.history),
        Route("/g/{game}/fixes.json", handlers.fixes),
        Route("/g/{game}/fix", handlers.fix, methods=["POST"]),
        Route("/g/{game}/cards.json", handlers.kinds),
        Route("/g/{game}/cards/{kind}.json", handlers.cards),
        Route("/g/{game}/now/{number}.svg", handlers.picture),
        Route("/g/{game}/edit", handlers.edit, methods=["POST"]),
        Route("/g/{game}/edit-cards", handlers.edit_cards, methods=["POST"]),
        *handlers.theme_routes(),
        *handlers.on_card_routes(),
        Route("/g/{game}/undo", handlers.undo, methods=["POST"]),
        Route("/g/{game}/redo", handlers.redo, methods=["POST"]),
        Route("/g/{game}/settle", handlers.settle, methods=["POST"]),
    ]


def _not_loaded(problem: Problem) -> Response:
    """Return the refusal of work on a game that cannot be loaded."""
    message = f"the game cannot be loaded: {problem.message}"
    return refused_problem(problem._replace(message=message, hint=_FIX_FIRST))


class _Handlers:
    """One method for each address. Each game has a session of its own, for as long as the server runs."""

    def __init__(self, games: PreviewGames) -> None:
        self._games, self._sessions, self._busy = games, dict[str, Session](), asyncio.Lock()
        self._at_once = AtOnce(games)

    def panel_routes(self) -> list[Route]:
        """Return the routes of the panel for a box."""
        return panel_routes(self._games, self._answer)

    def text_routes(self) -> list[Route]:
        """Return the routes of the texts."""
        return text_routes(self._games, self._answer, self._stepped)

    def theme_routes(self) -> list[Route]:
        """Return the routes of the theme."""
        return theme_routes(self._games, self._answer, self._changed)

    def on_card_routes(self) -> list[Route]:
        """Return the routes of what is done on the card itself."""
        return on_card_routes(self._games, self._answer, self._changed)

    async def boxes(self, request: Request) -> Response:
        parameters = request.path_params

        async def work(session: Session, snapshot: Snapshot) -> Response:
            side = parameters["component"], parameters["side"]
            return JSONResponse(await self._games.in_thread(session.boxes, snapshot, *side))

        return await self._answer(request, work)

    async def history(self, request: Request) -> Response:
        async def work(session: Session, _snapshot: Snapshot | None) -> Response:
            return JSONResponse(session.labels)

        return await self._answer(request, work, broken=True)

    async def fixes(self, request: Request) -> Response:
        async def work(_session: Session, snapshot: Snapshot | None) -> Response:
            state = await self._games.state(request.path_params["game"])
            found = [(number, problem, fix_of(problem, snapshot)) for number, problem in enumerate(state.problems)]
            fixes = {number: {"label": fix.label, "key": key_of(one)} for number, one, fix in found if fix is not None}
            return JSONResponse({"revision": state.revision, "fixes": fixes})

        return await self._answer(request, work, broken=True)

    async def fix(self, request: Request) -> Response:
        body = await request.body()

        async def work(session: Session, snapshot: Snapshot | None) -> Response:
            wanted = FixRequest.model_validate_json(body)
            state = await self._games.state(request.path_params["game"])
            problem = next((one for one in state.problems if key_of(one) == wanted.key), None)
            fix = None if problem is None else fix_of(problem, snapshot)
            if fix is None:
                return refusal("the problem is not there any more", "look at the list again")
            outcome = await self._games.in_thread(session.fix, snapshot, fix)
            try:
                return await self._outcome(request, session, outcome, None)
            except ProblemsFound:  # other problems remain
                return JSONResponse({**session.labels, "files": outcome.written})

        return await self._answer(request, work, broken=True)

    async def kinds(self, request: Request) -> Response:
        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse([{"id": kind.id, "name": kind.plural} for kind in snapshot.game.kinds.values()])

        return await self._answer(request, work)

    async def cards(self, request: Request) -> Response:
        kind = request.path_params["kind"]

        async def work(session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await self._games.in_thread(session.cards, snapshot, kind))

        return await self._answer(request, work)

    async def edit(self, request: Request) -> Response:
        return await self._changed(request, EditRequest, Session.edit)

    async def edit_cards(self, request: Request) -> Response:
        return await self._changed(request, CardsRequest, Session.edit_cards)

    async def _changed(
        self,
        request: Request,
        model: type[M],
        change: Callable[[Session, Snapshot, M], Outcome],
        head: bytes | None = None,
    ) -> Response:
        """Make a change, and undo it if the game cannot be loaded with it.

        The body is the JSON of the model, or only its ``head``.
        """
        body = await request.body() if head is None else head

        async def work(session: Session, snapshot: Snapshot) -> Response:
            wanted = model.model_validate_json(body)
            if problems := (await self._games.state(request.path_params["game"])).load_problems:
                return _not_loaded(problems[0])
            outcome = await self._games.in_thread(change, session, snapshot, wanted)
            try:
                return await self._outcome(request, session, outcome, wanted.look)
            except ProblemsFound:
                self._at_once.note(session.take_back().written)
                raise

        return await self._answer(request, work)

    async def undo(self, request: Request) -> Response:
        return await self._stepped(request, LookRequest, lambda session, _: session.undo())

    async def redo(self, request: Request) -> Response:
        return await self._stepped(request, LookRequest, lambda session, _: session.redo())

    async def settle(self, request: Request) -> Response:
        return await self._stepped(request, SettleRequest, Session.settle)

    async def _stepped(self, request: Request, model: type[M], step: Callable[[Session, M], Outcome]) -> Response:
        """Undo or redo a step, even if the game cannot be loaded afterwards."""
        body = await request.body()

        async def work(session: Session, _snapshot: Snapshot | None) -> Response:
            wanted = model.model_validate_json(body)
            outcome = step(session, wanted)
            try:
                return await self._outcome(request, session, outcome, wanted.look)
            except ProblemsFound:
                return JSONResponse({**session.labels, "files": outcome.written})

        return await self._answer(request, work, broken=True)

    async def _answer(
        self, request: Request, work: Callable[[Session, Any], Awaitable[Response]], *, broken: bool = False
    ) -> Response:
        """Return the response to a request, one request after the other; a problem becomes a refusal.

        With ``broken``, the work is also done for a game that was never loaded, without a snapshot.
        """
        game = request.path_params["game"]
        if game not in self._games.games:
            return not_found()
        async with self._busy:
            state = await self._games.state(game)
            snapshot = self._at_once.snapshot(game, state)
            if snapshot is None and not broken:
                return _not_loaded(state.load_problems[0])
            if game not in self._sessions:
                self._sessions[game] = Session(self._games.workspace, game)
            session = self._sessions[game]
            try:
                return await work(session, snapshot)
            except ProblemsFound as found:
                return refused_problem(found.problems[0])
            except ValidationError as error:
                return refusal("the page sent a request that the program does not know", str(error.errors()[0]["msg"]))

    async def _outcome(self, request: Request, session: Session, outcome: Outcome, look: Look | None) -> Response:
        """Return the state of the history and a picture of what the page shows, or the file that was changed elsewhere.

        Everything else is loaded a moment later, once no further change comes.

        Raises:
            ProblemsFound: when the game cannot be loaded.
        """
        game = request.path_params["game"]
        state: dict[str, Any] = {**session.labels, "files": outcome.written}
        if outcome.rows:
            state["rows"] = outcome.rows
        if outcome.written:
            self._at_once.note(outcome.written)
            number = await self._at_once.look(game, look)
            state["picture"] = number and f"/g/{game}/now/{number}.svg"
        if outcome.conflicts:
            files = [{"file": one.file, "seen": one.seen, "lines": one.difference} for one in outcome.conflicts]
            message = f"{', '.join(one.file for one in outcome.conflicts)} was changed elsewhere since"
            return JSONResponse({**state, "message": message, "conflicts": files}, _CONFLICT)
        return JSONResponse(state)

    async def picture(self, request: Request) -> Response:
        found = self._at_once.pictures.get(request.path_params["number"])
        if found is None:
            return not_found()
        return Response(found, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})


def on_card_routes(
    games: PreviewGames, answer: Callable[..., Awaitable[Response]], changed: Callable[..., Awaitable[Response]]
) -> list[Route]:
    """Return the routes.

    Args:
        games: the previewed games.
        answer: runs work for a request, one request at a time, with the session and the snapshot of the game.
        changed: makes a change that a request wants, and takes it back if the game cannot be loaded with it.
    """

    async def drop(request: Request) -> Response:
        head, _, data = (await request.body()).partition(b"\n")
        return await changed(
            request, PictureRequest, lambda session, snapshot, wanted: session.put_picture(snapshot, wanted, data), head
        )

    async def picture(request: Request) -> Response:
        component, side, box = (request.path_params[name] for name in ("component", "side", "box"))

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            spec = await games.in_thread(side_spec, snapshot, component, side)
            found = await games.in_thread(picture_of, snapshot, spec, box)
            if found is None:
                return not_found()
            kind = "image/png" if found.data.startswith(b"\x89PNG") else "image/jpeg"
            return Response(found.data, media_type=kind, headers={"Content-Security-Policy": PICTURE_POLICY})

        return await answer(request, work)

    return [
        Route("/g/{game}/drop", drop, methods=["POST"]),
        Route("/g/{game}/on-card/{component}/{side:int}/{box}", picture),
    ]


def panel_routes(games: PreviewGames, answer: Callable[..., Awaitable[Response]]) -> list[Route]:
    """Return the routes of the panel.

    Args:
        games: the previewed games.
        answer: runs work for a request, one request at a time, with the session and the snapshot of the game.
    """

    async def fields(_request: Request) -> Response:
        return JSONResponse(box_fields())

    async def names(request: Request) -> Response:
        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await games.in_thread(choices, snapshot))

        return await answer(request, work)

    async def icons(request: Request) -> Response:
        words = request.query_params.get("find", "")[:MAX_WORDS]

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await games.in_thread(icon_choices, words, snapshot, games.workspace))

        return await answer(request, work)

    async def picture(request: Request) -> Response:
        control, name = request.path_params["control"], request.path_params["name"]

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            if control not in PICTURED or name not in choices(snapshot)[control]:
                return not_found()
            drawn = await games.in_thread(sample, snapshot, control, name)
            return Response(drawn, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})

        return await answer(request, work)

    return [
        Route("/fields.json", fields),
        Route("/g/{game}/choices.json", names),
        Route("/g/{game}/choice-icons.json", icons),
        Route("/g/{game}/choice/{control}/{name}.svg", picture),
    ]


# The addresses of the studio's theme: what it has, pictures to choose from, and the request that changes it.

Answer = Callable[..., Awaitable[Response]]
"""Runs work for a request, one request at a time, with the session and the snapshot of the game."""


def theme_routes(games: PreviewGames, answer: Answer, changed: Answer) -> list[Route]:
    """Return the routes of the theme.

    Args:
        games: the previewed games.
        answer: does work that reads.
        changed: does work that writes, and undoes it if the game cannot be loaded with it.
    """

    async def read(request: Request, made: Callable[..., Any], *more: Any) -> Response:
        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await games.in_thread(made, snapshot, *more))

        return await answer(request, work)

    async def view(request: Request) -> Response:
        return await read(request, theme_view, games.workspace)

    async def warnings(request: Request) -> Response:
        return await read(request, theme_warnings)

    async def offers(request: Request) -> Response:
        return await read(request, lambda _snapshot: alternatives(games.workspace))

    async def sample(request: Request) -> Response:
        named = request.path_params

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            wanted = named["section"], named["name"], named["which"]
            try:
                picture = await games.in_thread(theme_sample, snapshot, games.workspace, *wanted)
            except (LookupError, ProblemsFound):
                return not_found()
            return Response(picture, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})

        return await answer(request, work)

    async def edit(request: Request) -> Response:
        return await changed(request, ThemeRequest, Session.edit_theme)

    return [
        Route("/g/{game}/theme.json", view),
        Route("/g/{game}/theme-warnings.json", warnings),
        Route("/g/{game}/theme-offers.json", offers),
        Route("/g/{game}/theme-sample/{section}/{name}/{which:int}.svg", sample),
        Route("/g/{game}/edit-theme", edit, methods=["POST"]),
    ]
