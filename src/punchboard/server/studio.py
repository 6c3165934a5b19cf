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
from punchboard.server.background_work import Checks, Step, fault, why
from punchboard.server.events import Broker
from punchboard.server.file_watch import FONTS, concerned, is_drawn
from punchboard.server.full_check import PAPERS
from punchboard.server.page_view import view_of
from punchboard.server.picture_cache import Cache
from punchboard.server.reading import Reading, changed, read
from punchboard.server.state import State
from punchboard.server.worker import FOR_EVER

T = TypeVar("T")

QUIET: Final = 0.15
"""Seconds after a change before long checks begin: the page draws first."""

IDLE: Final = 3.0
"""Seconds after which nobody minds that the program tidies up: a tenth of a second with 2,000 cards."""

MOST_UNTIDY: Final = 20
"""Readings after which it tidies up though somebody may mind: saved again and again, a game never lets it be idle."""

MOST_REMEMBERED: Final = 50_000
"""Keys of faces that are no more."""

ROOM: Final = 64_000_000
"""Bytes of pictures that are kept."""


class Studio:
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
        seconds: float = FOR_EVER,
    ) -> None:
        self.workspace, self.events, self._locale = workspace, Broker(), locale
        self._named, self._salt, self._fonts = tuple(games), salt, 0
        self._states: dict[str, State] = {}
        self._laid_out = set[str]()
        """Games whose layouts, icons, fonts and pictures have not changed since they were read."""
        self._views: dict[str, tuple[int, bytes]] = {}
        self._offered: dict[str, tuple[str, ...]] = {}
        """The games that the view of each offers to go to."""
        self._pictures = Cache(ROOM)
        self._was: OrderedDict[tuple[str, str], tuple[str, int]] = OrderedDict()
        """Whose side had a key that no face has any more, by the game and the key, the latest last."""
        self._thread = ThreadPoolExecutor(1, "punchboard")
        self._checks = Checks(workspace, locale, self._told, papers, seconds)
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
        known = {game: state.good.game.title for game, state in self._states.items() if state.good is not None}
        return {game: known.get(game, game.replace("-", " ").capitalize()) for game in self.games}

    def knows(self, game: str) -> bool:
        """Tell whether there is a game of this id, or was one that has been shown: its last good pictures stay."""
        return game in self._states or game in self.games

    async def begin(self) -> None:
        """Read the first game before anybody asks for it."""
        for game in self.games[:1]:
            await self.state(game)

    async def view(self, game: str) -> bytes:
        """Return what the page shows of a game, as JSON."""
        state = await self.state(game)
        known = self._views.get(game)
        if known is None or known[0] != state.number:
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

    def key_now(self, game: str, key: str) -> str | None:
        """Return the key that a side has which had this key before: what a page asks for may have changed meanwhile."""
        good = self._states[game].good if game in self._states else None
        name, side = self._was.get((game, key), ("", 0))
        now = good.looks.get(name, ()) if good is not None else ()
        return now[side] if side < len(now) else None

    def _remember(self, game: str, old: Reading, new: Reading) -> None:
        """Take note of the keys that are no more."""
        past = {(game, key): (name, side) for name, keys in old.looks.items() for side, key in enumerate(keys)}
        self._was.update((key, was) for key, was in past.items() if key[1] not in new)
        while len(self._was) > MOST_REMEMBERED:
            self._was.popitem(last=False)

    async def _drawn(self, game: str, key: str, ink: Ink) -> bytes | None:
        good = (await self.state(game)).good
        if good is None or key not in good:
            return None
        data = await self._in_thread(good.svg, key, ink)
        self._pictures.put((game, key, ink), data)
        return data

    async def page(self, game: str, name: str, number: int) -> bytes | None:
        """Return a page of a document as SVG; None when there is none."""
        state = await self.state(game)
        if not any(one.name == name and 0 < number <= one.pages for one in state.papers):
            return None
        key = (game, name, number, state.reading)
        kept = self._pictures.get(key)
        if kept is None:
            kept = await self._checks.page(game, state.reading, name, number)
            if kept is not None:
                self._pictures.put(key, kept)
        return kept

    async def rulebook(self, game: str) -> bytes | None:
        """Return the rulebook as a page of HTML; None when there is none."""
        state = await self.state(game)
        return await self._checks.rulebook(game, state.reading) if state.html else None

    async def change(self, paths: Iterable[Path]) -> None:
        """Take note of changed files: read the games again that they concern, and tell what is otherwise."""
        found, games = frozenset(paths), tuple({*self.games, *self._states})
        self._fonts += any(path.suffix.lower() in FONTS for path in found)
        async with self._reading:
            self._laid_out -= concerned(filter(is_drawn, found), self.workspace, games)
            for game in sorted(concerned(found, self.workspace, games) & self._states.keys()):
                await self._read(game)
            await self._offer()

    async def _offer(self) -> None:
        """Tell the pages of all games which games there are, where one is new or gone."""
        games = self.games
        for game, state in tuple(self._states.items()):
            if self._offered.get(game, games) != games:
                await self._now(game, state._replace(number=state.number + 1))

    def revisions(self) -> dict[str, int]:
        """Return the number of each game's state."""
        return {game: state.number for game, state in self._states.items()}

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
        last = self._states[game].good if game in self._laid_out else None
        self._laid_out.add(game)
        self._untidy += 1
        if self._untidy > MOST_UNTIDY:
            await self._tidy()
        wrong = await self._checks.rehearsed(game)
        try:
            if not wrong:
                good = await self._in_thread(read, game, self.workspace, salt, last, self._locale)
        except ProblemsFound as found:
            wrong = found.problems
        except Exception as error:  # noqa: BLE001 - a fault of ours must not end the preview of what can be shown
            wrong = (fault(game, f"it cannot be shown: {why(error)}"),)
        before = self._states.get(game, State())
        if good is None:
            self._laid_out.discard(game)
            await self._now(game, states.failed(before, wrong))
            return
        if before.good is not None:
            self._remember(game, before.good, good)
        await self._now(game, states.read(before, good), changed(before.good, good))
        self._begin(self._check(game, self._states[game].reading))

    async def _now(self, game: str, state: State, different: Iterable[str] = ()) -> None:
        """Put a state in the place of the last one; tell when there is anything new."""
        before = self._states.get(game)
        self._states[game] = state
        if before is None or before.number != state.number:
            await self._made(game)
            count = len(state.problems)
            data = {"game": game, "revision": state.number, "changed": tuple(different), "problems": count}
            self.events.publish(game, data)

    async def _made(self, game: str) -> None:
        state, titles = self._states[game], self.titles
        try:
            made = await self._in_thread(view_of, game, state, titles)
        except Exception as error:  # noqa: BLE001 - as in `_read`
            wrong = fault(game, f"it cannot be shown: {why(error)}")
            made = await self._in_thread(view_of, game, state._replace(good=None, broken=(wrong,)), titles)
        self._views[game], self._offered[game] = (state.number, made), tuple(titles)

    async def _check(self, game: str, reading: int) -> None:
        """Let helpers look at what takes long, once the page had time to draw; then tidy up."""
        await asyncio.sleep(QUIET)
        if self._is_past(game, reading):
            return
        await self._checks.check(game, reading, lambda: not self._is_past(game, reading))
        await asyncio.sleep(IDLE)
        if not self._is_past(game, reading):
            await self._tidy()

    async def _tidy(self) -> None:
        """Collect what refers to itself in circles: while pictures are made, nothing is."""
        self._untidy = 0
        await self._in_thread(gc.collect)

    async def _told(self, game: str, reading: int, step: Step) -> None:
        """Take what a helper found into the state of a game; what it tells of a state that is past goes unheard."""
        if not self._is_past(game, reading):
            await self._now(game, step(self._states[game]))

    def _is_past(self, game: str, reading: int) -> bool:
        return self._states[game].reading != reading

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args))
