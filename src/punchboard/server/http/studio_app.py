"""The addresses of the studio: what its page reads of a game, and the requests that change files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from punchboard.checks.severities import is_always_error
from punchboard.edit.game_files import Conflict
from punchboard.problem import Problem, ProblemsFound
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.http.changes_app import RELOAD, changes_routes, no_game, not_found, refusal, refused_problem
from punchboard.server.http.guard import PICTURE_POLICY
from punchboard.server.http.studio_reads import PICTURES, READS, READS_OF_FILES, Named
from punchboard.server.preview_games import PreviewGames
from punchboard.server.state import State
from punchboard.server.studio.box_copies import BoxesToKinds, copy_to_kinds
from punchboard.server.studio.boxes import box_fields
from punchboard.server.studio.face_gallery import LayoutRequest, use_layout
from punchboard.server.studio.fixes import fix_of, key_of
from punchboard.server.studio.latest_edits import LatestEdits
from punchboard.server.studio.markdown_files import TextRequest, shown_files, write_text
from punchboard.server.studio.new_kinds import KindRequest, make_kind
from punchboard.server.studio.requests import (
    CardsRequest,
    ConflictChoice,
    EditRequest,
    FixRequest,
    IgnoreRequest,
    PictureRequest,
    ShowingRequest,
    ShownSide,
    ThemeRequest,
    TrialRequest,
)
from punchboard.server.studio.session import Outcome, Session
from punchboard.server.studio.table_versions import TableRequest, compare_table, replace_table
from punchboard.server.studio.trial import tried, tried_cards

M = TypeVar("M", bound=ShowingRequest)

_CONFLICT: Final = 409
_FIX_FIRST: Final = "undo, or fix what the Problems tab lists, then go on here"

CHANGES: Final[Mapping[str, tuple[Any, Callable[[Session, Snapshot, Any], Outcome]]]] = {
    "edit": (EditRequest, Session.edit),
    "edit-cards": (CardsRequest, Session.edit_cards),
    "edit-theme": (ThemeRequest, Session.edit_theme),
    "ignore": (IgnoreRequest, Session.ignore),
    "use-layout": (LayoutRequest, use_layout),
    "new-kind": (KindRequest, make_kind),
    "boxes-to-kinds": (BoxesToKinds, copy_to_kinds),
}
"""The requests that change a game, by address; a change with which the game cannot be loaded is discarded."""

STEPS: Final[Mapping[str, tuple[Any, Callable[[Session, Any], Outcome]]]] = {
    "undo": (ShowingRequest, lambda session, _wanted: session.undo()),
    "redo": (ShowingRequest, lambda session, _wanted: session.redo()),
    "settle": (ConflictChoice, Session.resolve_conflict),
    "text": (TextRequest, write_text),
}
"""The requests whose changes stay even if the game cannot be loaded afterwards: a text is half done while one types."""

TRIALS: Final[Mapping[str, tuple[Any, Callable[[Session, Snapshot, Any], tuple[dict[str, Any], bytes | None]]]]] = {
    "trial": (TrialRequest, tried),
    "trial-cards": (CardsRequest, tried_cards),
}
"""The requests that ask what a change would do, by address: nothing is written."""

_TYPES: Final = {
    b"\x89PNG": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"\x00\x01\x00\x00": "font/ttf",
    b"true": "font/ttf",
}
"""The media types of fonts, and of pictures that are no SVG, by how their files begin."""


def studio_routes(games: PreviewGames) -> list[Route]:
    """Return the routes of the studio. The guard lets requests that write pass only with the token."""
    studio, home = _Studio(games), "/g/{game}/"
    return [
        *changes_routes(games),
        Route("/fields.json", studio.fields),
        *(Route(home + path, partial(studio.read, read)) for path, read in READS.items()),
        *(Route(home + path, partial(studio.read_files, read)) for path, read in READS_OF_FILES.items()),
        *(Route(home + path, partial(studio.picture, drawn)) for path, drawn in PICTURES.items()),
        Route(home + "now/{number}.svg", studio.picture_after_edit),
        Route(home + "places/{name}.json", studio.places),
        Route(home + "fixes.json", studio.fixes),
        Route(home + "fix", studio.fix, methods=["POST"]),
        Route(home + "drop", studio.drop, methods=["POST"]),
        Route(home + "compare-table", studio.compare_table, methods=["POST"]),
        Route(home + "replace-table", studio.replace_table, methods=["POST"]),
        *(Route(home + path, partial(studio.change, *handler), methods=["POST"]) for path, handler in CHANGES.items()),
        *(Route(home + path, partial(studio.attempt, *handler), methods=["POST"]) for path, handler in TRIALS.items()),
        *(Route(home + path, partial(studio.step, *handler), methods=["POST"]) for path, handler in STEPS.items()),
    ]


def _not_loaded(problem: Problem) -> Response:
    """Return the refusal of work on a game that cannot be loaded."""
    message = f"the game cannot be loaded: {problem.message}"
    return refused_problem(problem._replace(message=message, hint=_FIX_FIRST))


def _left_there(error: ProblemsFound, conflicts: Sequence[Conflict]) -> ProblemsFound:
    """Return why a change cannot stay that cannot be discarded either, as another program has written over it."""
    problem, files = error.problems[0], ", ".join(one.file for one in conflicts)
    hint = f"{problem.hint}; the change is in {files}, where another program has written since. Undo takes it back."
    return ProblemsFound((problem._replace(hint=hint.removeprefix("; ")),))


def _picture_response(data: bytes | None) -> Response:
    if data is None:
        return not_found()
    kind = next((kind for start, kind in _TYPES.items() if data.startswith(start)), "image/svg+xml")
    return Response(data, media_type=kind, headers={"Content-Security-Policy": PICTURE_POLICY})


def _after_edit(session: Session, number: str) -> str:
    """Return the address of a picture that was drawn after an edit or for a trial."""
    return f"g/{session.game}/now/{number}.svg"


def _offers(session: Session, snapshot: Snapshot | None, state: State) -> dict[str, Any]:
    """Return what the page can do about problems.

    That is their fixes, the codes that can be ignored, the cards of a game that cannot be loaded, the cells of its
    tables where a problem has no card, and the files in which a place can be shown.
    """
    fixes = [fix_of(problem, snapshot) for problem in state.problems]
    offered = {
        number: {"label": fix.label, "key": key_of(problem), "was": seen.model_dump()}
        for number, (problem, fix, seen) in enumerate(
            zip(state.problems, fixes, session.offers(snapshot, fixes), strict=True)
        )
        if fix is not None and seen is not None
    }
    cards = {
        number: session.cards_at(snapshot, problem.place)
        for number, problem in enumerate(state.load_problems)
        if snapshot is not None
    }
    codes = sorted({one.rule for one in state.problems if not is_always_error(one.rule)})
    optional = {} if state.load_problems else session.severities(codes)
    linked = {number: ids[0] for number, ids in cards.items() if ids}
    files = shown_files(session, (one.place.file for one in state.problems))
    alone = {number: one.place for number, one in enumerate(state.problems) if number not in linked}
    cells = session.cells_at(snapshot, alone) if snapshot is not None else {}
    return {"fixes": offered, "cards": linked, "cells": cells, "optional": optional, "files": files}


class _Studio:
    """The responses of the studio. Each game has a session of its own, for as long as the server runs."""

    def __init__(self, games: PreviewGames) -> None:
        self._games, self._sessions, self._busy = games, dict[str, Session](), asyncio.Lock()
        self._latest = LatestEdits(games)

    async def fields(self, _request: Request) -> Response:
        return JSONResponse(box_fields())

    async def read(self, read: Callable[[Session, Snapshot, Named], Any], request: Request) -> Response:
        named = {**request.query_params, **request.path_params}

        async def work(session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await self._games.in_thread(read, session, snapshot, named))

        return await self._answer(request, work)

    async def read_files(self, read: Callable[[Session, Named], Any], request: Request) -> Response:
        async def work(session: Session, _snapshot: Snapshot | None) -> Response:
            return JSONResponse(read(session, {"file": "", **request.query_params, **request.path_params}))

        return await self._answer(request, work, broken=True)

    async def picture(self, drawn: Callable[[Session, Snapshot, Named], bytes | None], request: Request) -> Response:
        named = {**request.query_params, **request.path_params}

        async def work(session: Session, snapshot: Snapshot) -> Response:
            return _picture_response(await self._games.in_thread(drawn, session, snapshot, named))

        return await self._answer(request, work)

    async def picture_after_edit(self, request: Request) -> Response:
        return _picture_response(self._latest.pictures.get(request.path_params["number"]))

    async def places(self, request: Request) -> Response:
        named = request.path_params
        if named["game"] not in self._games.games:
            return no_game(self._games, named["game"])
        return JSONResponse([place._asdict() for place in await self._games.places(named["game"], named["name"])])

    async def fixes(self, request: Request) -> Response:
        async def work(session: Session, snapshot: Snapshot | None) -> Response:
            state = await self._games.state(session.game)
            offers = await self._games.in_thread(_offers, session, snapshot, state)
            return JSONResponse({"revision": state.revision, **offers})

        return await self._answer(request, work, broken=True)

    async def fix(self, request: Request) -> Response:
        body = await request.body()

        async def work(session: Session, snapshot: Snapshot | None) -> Response:
            wanted = FixRequest.model_validate_json(body)
            state = await self._games.state(session.game)
            problem = next((one for one in state.problems if key_of(one) == wanted.key), None)
            fix = None if problem is None else fix_of(problem, snapshot)
            if fix is None:
                return refusal("the problem is not there any more", "look at the list again")
            outcome = await self._games.in_thread(session.fix, snapshot, fix, wanted.was)
            return await self._outcome_anyway(session, outcome, None)  # other problems may remain

        return await self._answer(request, work, broken=True)

    async def drop(self, request: Request) -> Response:
        head, _, data = (await request.body()).partition(b"\n")

        def put(session: Session, snapshot: Snapshot, wanted: PictureRequest) -> Outcome:
            return session.put_picture(snapshot, wanted, data)

        return await self.change(PictureRequest, put, request, head)

    async def compare_table(self, request: Request) -> Response:
        head, _, data = (await request.body()).partition(b"\n")

        async def work(session: Session, snapshot: Snapshot) -> Response:
            wanted = TableRequest.model_validate_json(head)
            return JSONResponse(await self._games.in_thread(compare_table, session, snapshot, wanted, data))

        return await self._answer(request, work)

    async def replace_table(self, request: Request) -> Response:
        head, _, data = (await request.body()).partition(b"\n")

        def put(session: Session, snapshot: Snapshot, wanted: TableRequest) -> Outcome:
            return replace_table(session, snapshot, wanted, data)

        return await self.change(TableRequest, put, request, head)

    async def change(
        self,
        model: type[M],
        change: Callable[[Session, Snapshot, M], Outcome],
        request: Request,
        head: bytes | None = None,
    ) -> Response:
        """Make a change, and discard it if the game cannot be loaded with it.

        The body is the JSON of the model, or only its ``head``.
        """
        body = await request.body() if head is None else head

        async def work(session: Session, snapshot: Snapshot) -> Response:
            wanted = model.model_validate_json(body)
            if problems := (await self._games.state(session.game)).load_problems:
                return _not_loaded(problems[0])
            outcome = await self._games.in_thread(change, session, snapshot, wanted)
            try:
                return await self._outcome(session, outcome, wanted.shown)
            except ProblemsFound as error:
                discarded = session.discard_edit()
                self._latest.note(discarded.written)
                raise error if not discarded.conflicts else _left_there(error, discarded.conflicts) from None

        return await self._answer(request, work)

    async def attempt(
        self,
        model: type[M],
        attempt: Callable[[Session, Snapshot, M], tuple[dict[str, Any], bytes | None]],
        request: Request,
    ) -> Response:
        """Tell what a change would do, with a picture of what the page shows."""
        body = await request.body()

        async def work(session: Session, snapshot: Snapshot) -> Response:
            wanted = model.model_validate_json(body)
            reply, svg = await self._games.in_thread(attempt, session, snapshot, wanted)
            return JSONResponse({**reply, "picture": svg and _after_edit(session, self._latest.keep(svg))})

        return await self._answer(request, work)

    async def step(self, model: type[M], step: Callable[[Session, M], Outcome], request: Request) -> Response:
        """Make a change that stays even if the game cannot be loaded afterwards."""
        body = await request.body()

        async def work(session: Session, _snapshot: Snapshot | None) -> Response:
            wanted = model.model_validate_json(body)
            return await self._outcome_anyway(session, step(session, wanted), wanted.shown)

        return await self._answer(request, work, broken=True)

    async def _answer(
        self, request: Request, work: Callable[[Session, Any], Awaitable[Response]], *, broken: bool = False
    ) -> Response:
        """Return the response to a request, one request after the other; a problem becomes a refusal.

        With ``broken``, the work is also done for a game that was never loaded, without a snapshot.
        """
        game = request.path_params["game"]
        if game not in self._games.games:
            return no_game(self._games, game)
        async with self._busy:
            state = await self._games.state(game)
            snapshot = self._latest.snapshot(game, state)
            if snapshot is None and not broken:
                return _not_loaded(state.load_problems[0])
            if game not in self._sessions:
                self._sessions[game] = Session(self._games.workspace, game)
            session = self._sessions[game]
            try:
                return await work(session, snapshot)
            except ProblemsFound as caught:
                return refused_problem(caught.problems[0])
            except ValidationError:
                return refusal("the page sent a request that the program does not know", RELOAD)

    async def _outcome_anyway(self, session: Session, outcome: Outcome, shown: ShownSide | None) -> Response:
        """Return the same as `_outcome`; for a game that cannot be loaded, without a picture."""
        try:
            return await self._outcome(session, outcome, shown)
        except ProblemsFound:
            return JSONResponse({**session.labels, "files": outcome.written})

    async def _outcome(self, session: Session, outcome: Outcome, shown: ShownSide | None) -> Response:
        """Return the state of the history and a picture of what the page shows, or the file that was changed elsewhere.

        Everything else is loaded a moment later, once no further change comes.

        Raises:
            ProblemsFound: when the game cannot be loaded.
        """
        state: dict[str, Any] = {**session.labels, "files": outcome.written}
        state |= {name: value for name in ("rows", "seen", "open") if (value := getattr(outcome, name))}
        if outcome.written:
            self._latest.note(outcome.written)
            number = await self._latest.picture(session.game, shown)
            state["picture"] = number and _after_edit(session, number)
        if outcome.conflicts:
            files = [{"file": one.file, "seen": one.seen, "lines": one.difference} for one in outcome.conflicts]
            message = f"{', '.join(one.file for one in outcome.conflicts)} was changed elsewhere since"
            return JSONResponse({**state, "message": message, "conflicts": files}, _CONFLICT)
        return JSONResponse(state)
