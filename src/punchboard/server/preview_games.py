"""The studio: the games that are shown, each in its state, and the work that takes one state to the next.

What makes pictures runs in one thread, in turn, as nothing of it is made for several; what takes longer than an eye
waits runs in helpers, and tells in events of its own.
"""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from punchboard.load import find_games
from punchboard.model.options import Ink
from punchboard.problem import ProblemsFound
from punchboard.server import state as states
from punchboard.server.background_checks import BackgroundChecks, StateUpdate, error_reason, preview_problem
from punchboard.server.events import Broker
from punchboard.server.file_watch import FONTS, affected_games, is_drawing_input
from punchboard.server.full_check import PAPERS
from punchboard.server.page_view import view_json
from punchboard.server.picture_cache import PictureCache
from punchboard.server.snapshot import Snapshot, changed_ids, read_snapshot
from punchboard.server.state import State
from punchboard.server.worker import NO_TIME_LIMIT

T = TypeVar("T")

CHECK_DELAY: Final = 0.15
"""Seconds after a change before long checks begin: the page draws first."""

COLLECT_DELAY: Final = 3.0
"""Seconds after which nobody minds that the program tidies up: a tenth of a second with 2,000 cards."""

MAX_UNCOLLECTED: Final = 20
"""Readings after which it tidies up though somebody may mind: saved again and again, a game never lets it be idle."""

MAX_OLD_KEYS: Final = 50_000
"""Keys of faces that are no more."""

MAX_PICTURE_BYTES: Final = 64_000_000
"""Bytes of pictures that are kept."""


class PreviewGames:
    """Games in the preview.

    Args:
        workspace: the folder that they are in.
        games: which are shown; all that the folder has, or ever gets, when none is named.
        salt: what the keys of pictures hold besides what they show, as browsers keep them for ever.
        locale: the language that the games are shown in; their own when empty.
        papers: the papers whose sheets are shown, as ``--paper`` names them.
        seconds: what each piece of work may take by the clock, where the games are a stranger's.
    """

    def __init__(
        self,
        workspace: Path,
        games: Iterable[str] = (),
        salt: str = "",
        locale: str = "",
        *,
        papers: tuple[str, ...] = PAPERS,
        seconds: float = NO_TIME_LIMIT,
    ) -> None:
        self.workspace, self.events, self._locale = workspace, Broker(), locale
        self._named, self._salt, self._fonts = tuple(games), salt, 0
        self._states: dict[str, State] = {}
        self._laid_out = set[str]()
        """Games whose layouts, icons, fonts and pictures have not changed since they were read."""
        self._views: dict[str, tuple[int, bytes]] = {}
        self._offered: dict[str, tuple[str, ...]] = {}
        """The games that the view of each offers to go to."""
        self._pictures = PictureCache(MAX_PICTURE_BYTES)
        self._was: OrderedDict[tuple[str, str], tuple[str, int]] = OrderedDict()
        """Whose side had a key that no face has any more, by the game and the key, the latest last."""
        self._thread = ThreadPoolExecutor(1, "punchboard")
        self._checks = BackgroundChecks(workspace, locale, self._told, papers, seconds)
        self._untidy = 0
        """Readings since the program tidied up; each leaves some megabytes."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Lock()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that can be shown."""
        return self._named or find_games(self.workspace)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of games by their ids; of those that were not read yet, what their folders are called."""
        known = {game: state.snapshot.game.title for game, state in self._states.items() if state.snapshot is not None}
        return {game: known.get(game, game.replace("-", " ").capitalize()) for game in self.games}

    def has_game(self, game: str) -> bool:
        """Tell whether there is a game of this id, or was one that has been shown: its last good pictures stay."""
        return game in self._states or game in self.games

    async def start(self) -> None:
        """Read the first game before anybody asks for it."""
        for game in self.games[:1]:
            await self.state(game)

    async def view(self, game: str) -> bytes:
        """Return what the page shows of a game, as JSON."""
        state = await self.state(game)
        known = self._views.get(game)
        if known is None or known[0] != state.revision:
            await self._made(game)
        return self._views[game][1]

    async def state(self, game: str) -> State:
        """Return the state of a game, which is read when it is asked for first."""
        if game not in self._states:
            async with self._reading:
                if game not in self._states:
                    await self._read(game)
        return self._states[game]

    async def face(self, game: str, key: str, ink: Ink) -> bytes | None:
        """Return a face by its key as SVG; None when there is none, now or lately."""
        kept = self._pictures.get((game, key, ink))
        if kept is None:
            kept = await self._drawn(game, key, ink)
        return kept

    def current_key(self, game: str, key: str) -> str | None:
        """Return the key that a side has which had this key before: what a page asks for may have changed meanwhile."""
        good = self._states[game].snapshot if game in self._states else None
        name, side = self._was.get((game, key), ("", 0))
        now = good.side_keys.get(name, ()) if good is not None else ()
        return now[side] if side < len(now) else None

    def _remember(self, game: str, old: Snapshot, new: Snapshot) -> None:
        """Take note of the keys that are no more."""
        past = {(game, key): (name, side) for name, keys in old.side_keys.items() for side, key in enumerate(keys)}
        self._was.update((key, was) for key, was in past.items() if key[1] not in new)
        while len(self._was) > MAX_OLD_KEYS:
            self._was.popitem(last=False)

    async def _drawn(self, game: str, key: str, ink: Ink) -> bytes | None:
        good = (await self.state(game)).snapshot
        if good is None or key not in good:
            return None
        data = await self._in_thread(good.svg, key, ink)
        self._pictures.put((game, key, ink), data)
        return data

    async def page(self, game: str, name: str, number: int) -> bytes | None:
        """Return a page of a document as SVG; None when there is none."""
        state = await self.state(game)
        if not any(one.name == name and 0 < number <= one.pages for one in state.documents):
            return None
        key = (game, name, number, state.snapshot_number)
        kept = self._pictures.get(key)
        if kept is None:
            kept = await self._checks.page(game, state.snapshot_number, name, number)
            if kept is not None:
                self._pictures.put(key, kept)
        return kept

    async def rulebook(self, game: str) -> bytes | None:
        """Return the rulebook as a page of HTML; None when there is none."""
        state = await self.state(game)
        return await self._checks.rulebook(game, state.snapshot_number) if state.has_html else None

    async def apply_changes(self, paths: Iterable[Path]) -> None:
        """Take note of changed files: read the games again that they concern, and tell what is otherwise."""
        found, games = frozenset(paths), tuple({*self.games, *self._states})
        self._fonts += any(path.suffix.lower() in FONTS for path in found)
        async with self._reading:
            self._laid_out -= affected_games(filter(is_drawing_input, found), self.workspace, games)
            for game in sorted(affected_games(found, self.workspace, games) & self._states.keys()):
                await self._read(game)
            await self._offer()

    async def _offer(self) -> None:
        """Tell the pages of all games which games there are, where one is new or gone."""
        games = self.games
        for game, state in tuple(self._states.items()):
            if self._offered.get(game, games) != games:
                await self._now(game, state._replace(revision=state.revision + 1))

    def revisions(self) -> dict[str, int]:
        """Return the number of each game's state."""
        return {game: state.revision for game, state in self._states.items()}

    async def close(self) -> None:
        """End all that is at work."""
        self.events.close()
        for task in tuple(self._tasks):
            task.cancel()
        self._checks.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _read(self, game: str) -> None:
        """Read a game, make its view, tell, and begin the long checks."""
        good, salt = None, f"{self._salt}{self._fonts}"
        last = self._states[game].snapshot if game in self._laid_out else None
        self._laid_out.add(game)
        self._untidy += 1
        if self._untidy > MAX_UNCOLLECTED:
            await self._tidy()
        wrong = await self._checks.precheck(game)
        try:
            if not wrong:
                good = await self._in_thread(read_snapshot, game, self.workspace, salt, last, self._locale)
        except ProblemsFound as found:
            wrong = found.problems
        except Exception as error:
            wrong = (preview_problem(game, f"it cannot be shown: {error_reason(error)}"),)
        before = self._states.get(game, State())
        if good is None:
            self._laid_out.discard(game)
            await self._now(game, states.after_load_failure(before, wrong))
            return
        if before.snapshot is not None:
            self._remember(game, before.snapshot, good)
        await self._now(game, states.after_load(before, good), changed_ids(before.snapshot, good))
        self._begin(self._check(game, self._states[game].snapshot_number))

    async def _now(self, game: str, state: State, different: Iterable[str] = ()) -> None:
        """Put a state in the place of the last one; tell when there is anything new."""
        before = self._states.get(game)
        self._states[game] = state
        if before is None or before.revision != state.revision:
            await self._made(game)
            count = len(state.problems)
            data = {"game": game, "revision": state.revision, "changed": tuple(different), "problems": count}
            self.events.publish(game, data)

    async def _made(self, game: str) -> None:
        state, titles = self._states[game], self.titles
        try:
            made = await self._in_thread(view_json, game, state, titles)
        except Exception as error:
            wrong = preview_problem(game, f"it cannot be shown: {error_reason(error)}")
            made = await self._in_thread(view_json, game, state._replace(snapshot=None, load_problems=(wrong,)), titles)
        self._views[game], self._offered[game] = (state.revision, made), tuple(titles)

    async def _check(self, game: str, reading: int) -> None:
        """Let helpers look at what takes long, once the page had time to draw; then tidy up."""
        await asyncio.sleep(CHECK_DELAY)
        if self._is_past(game, reading):
            return
        await self._checks.check(game, reading, lambda: not self._is_past(game, reading))
        await asyncio.sleep(COLLECT_DELAY)
        if not self._is_past(game, reading):
            await self._tidy()

    async def _tidy(self) -> None:
        """Collect what refers to itself in circles: while pictures are made, nothing is."""
        self._untidy = 0
        await self._in_thread(gc.collect)

    async def _told(self, game: str, reading: int, step: StateUpdate) -> None:
        """Take what a helper found into the state of a game; what it tells of a state that is past goes unheard."""
        if not self._is_past(game, reading):
            await self._now(game, step(self._states[game]))

    def _is_past(self, game: str, reading: int) -> bool:
        return self._states[game].snapshot_number != reading

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args))
