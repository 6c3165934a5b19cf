"""The set of previewed games: each with its state, and the work that leads from one state to the next.

One thread does everything that makes pictures, as that code is not made for several. Longer work runs in worker
processes and is reported by events of its own.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from punchboard.load import find_games
from punchboard.model.print_options import Ink
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.server import state as states
from punchboard.server.background_checks import (
    BackgroundChecks,
    StateUpdate,
    error_reason,
    preview_problem,
)
from punchboard.server.events import Broker
from punchboard.server.file_watch import FONTS, affected_games, is_drawing_input
from punchboard.server.full_check import PAPERS, SourcePlace
from punchboard.server.game_snapshot import Snapshot, changed_ids, read_snapshot
from punchboard.server.state import State, view_json
from punchboard.server.worker import NO_TIME_LIMIT, WorkerProcess, Workers
from punchboard.workspace import GAME_FILE, game_folder

T = TypeVar("T")

CHECK_DELAY: Final = 0.15
"""Seconds after a change before the checks start, so that the page draws first."""

COLLECT_DELAY: Final = 3.0
"""Seconds of idleness before garbage is collected, which takes a tenth of a second with 2,000 cards."""

MAX_UNCOLLECTED: Final = 20
"""Snapshots after which garbage is collected even without a pause: a game that is saved repeatedly is never idle."""

MAX_PICTURE_BYTES: Final = 64_000_000
"""The most bytes of pictures that are kept."""


class PreviewGames:
    """The previewed games.

    Args:
        workspace: the folder with the games.
        games: the games to show; all games, including later ones, when none is named.
        salt: part of the keys of pictures, as browsers keep pictures by key.
        locale: the language in which the games are shown; their own when empty.
        papers: the papers whose sheets are shown, as ``--paper`` names them.
        seconds: the time limit of each job, for untrusted games.
        workers: what does longer work.
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
        workers: Workers = WorkerProcess,
    ) -> None:
        self.workspace, self.events, self.locale, self.seconds = workspace, Broker(), locale, seconds
        self.workers = workers
        self._named, self._salt, self._font_changes = tuple(games), salt, 0
        self._states: dict[str, State] = {}
        self._unchanged_layouts = set[str]()
        """Games whose layouts, icons, fonts and pictures have not changed since they were loaded."""
        self._views: dict[str, tuple[int, bytes]] = {}
        self._named_files: dict[Path, tuple[int, int]] = {}
        """Modification time and size of each changed file when it was last loaded."""
        self._folders: dict[str, Path] = {}
        """Where the folder of each game was when it was loaded first."""
        self._listed_games: dict[str, tuple[str, ...]] = {}
        """The games listed in the view of each game."""
        self._pictures = PictureCache(MAX_PICTURE_BYTES)
        self._old_keys = OldKeys()
        self._thread = ThreadPoolExecutor(1, "punchboard")
        self._checks = BackgroundChecks(workspace, locale, self._apply_update, papers, seconds, workers=workers)
        self._loads = Counter[str]()
        """How often the load of each game was begun."""
        self._uncollected = 0
        """Snapshots since garbage was last collected; each leaves some megabytes."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that can be shown."""
        return self._named or find_games(self.workspace)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of games by id; games that are not loaded yet are named after their folders."""
        known = {game: state.snapshot.game.title for game, state in self._states.items() if state.snapshot is not None}
        return {game: known.get(game, game.replace("-", " ").capitalize()) for game in self.games}

    def has_game(self, game: str) -> bool:
        """Tell whether a game exists, or has been shown: its last valid pictures stay."""
        return game in self._states or game in self.games

    def missing_problem(self, game: str) -> Problem | None:
        """Return the problem of a game that was shown and whose folder is no longer there; None for all others."""
        if game not in self._folders or game in self.games:
            return None
        folder = self._folders[game]
        lost = folder / GAME_FILE if folder.is_dir() else folder
        message = f"{lost} is not there any more: it was moved, renamed or deleted while the game was open"
        hint = "put it back, or run 'punchboard edit' where it is now; nothing is written until then"
        return Problem("FILE001", Place(game), message, hint)

    async def start(self) -> None:
        """Load the first game before it is requested."""
        for game in self.games[:1]:
            await self.state(game)

    async def view(self, game: str) -> bytes:
        """Return the view of a game as JSON."""
        state = await self.state(game)
        known = self._views.get(game)
        if known is None or known[0] != state.revision:
            await self._update_view(game)
        return self._views[game][1]

    async def state(self, game: str) -> State:
        """Return the state of a game, which is loaded at the first request."""
        if game not in self._states:
            async with self._loading:
                if game not in self._states:
                    await self._load(game)
        return self._states[game]

    def latest_load(self, game: str) -> int:
        """Return the number that the snapshot of the latest load has, or will have when the load is done."""
        return self._loads[game]

    async def face(self, game: str, key: str, ink: Ink) -> bytes | None:
        """Return the face with a key as SVG; None when no face has it now or had it recently."""
        picture = self._pictures.get((game, key, ink))
        if picture is None:
            picture = await self._draw(game, key, ink)
        return picture

    def current_key(self, game: str, key: str) -> str | None:
        """Return the present key of the side that had this key before; a page may request a face that has changed."""
        return self._old_keys.current_key(game, key, self._states.get(game, State()).snapshot)

    async def _draw(self, game: str, key: str, ink: Ink) -> bytes | None:
        snapshot = (await self.state(game)).snapshot
        if snapshot is None or key not in snapshot:
            return None
        data = await self.in_thread(snapshot.svg, key, ink)
        self._pictures.put((game, key, ink), data)
        return data

    async def page(self, game: str, name: str, number: int) -> bytes | None:
        """Return a page of a document as SVG; None when there is none."""
        state = await self.state(game)
        if not any(one.name == name and 0 < number <= one.pages for one in state.documents):
            return None
        key = (game, f"{name} {number}", f"{state.snapshot_number}")
        kept = self._pictures.get(key)
        if kept is None and (kept := await self._checks.page(game, state.snapshot_number, name, number)) is not None:
            self._pictures.put(key, kept)
        return kept

    async def rulebook(self, game: str) -> bytes | None:
        """Return the rulebook as an HTML page; None when there is none."""
        state = await self.state(game)
        return await self._checks.rulebook(game, state.snapshot_number) if state.has_html else None

    async def places(self, game: str, name: str) -> tuple[SourcePlace, ...]:
        """Return where the passages of a text stand on its pages; none when it has no pages."""
        return await self._checks.places(game, (await self.state(game)).snapshot_number, name)

    async def apply_changes(self, paths: Iterable[Path]) -> None:
        """Reload the games affected by files that the watcher reports, unless they were loaded already."""
        await self.load_changes(path for path in paths if self.is_news(path))

    async def load_changes(self, paths: Iterable[Path]) -> None:
        """Reload the games affected by changed files, and report what has changed."""
        changed, games = frozenset(paths), tuple({*self.games, *self._states})
        self._font_changes += any(path.suffix.lower() in FONTS for path in changed)
        async with self._loading:
            self._unchanged_layouts -= affected_games(filter(is_drawing_input, changed), self.workspace, games)
            affected = affected_games(changed, self.workspace, games).union(
                game for game in games if self.missing_problem(game)
            )
            for game in sorted(affected & self._states.keys()):
                await self._load(game)
            await self._update_game_lists()

    def is_news(self, path: Path) -> bool:
        """Return whether a file has changed, by its time and size, since the last call for it."""
        try:
            status = path.stat()
        except OSError:
            self._named_files.pop(path, None)
            return True
        before, now = self._named_files.get(path), (status.st_mtime_ns, status.st_size)
        self._named_files[path] = now
        return now != before

    async def _update_game_lists(self) -> None:
        """Report the list of games to the pages of all games, if a game is new or gone."""
        games = self.games
        for game, state in tuple(self._states.items()):
            if self._listed_games.get(game, games) != games:
                await self._set_state(game, state._replace(revision=state.revision + 1))

    def revisions(self) -> dict[str, int]:
        """Return the revision of each game's state."""
        return {game: state.revision for game, state in self._states.items()}

    async def close(self) -> None:
        """Stop all work, and wait until it has stopped."""
        self.events.close()
        self._checks.close()
        while tasks := tuple(self._tasks):
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _load(self, game: str) -> None:
        """Load a game, update its view, report it, and start the checks."""
        self._loads[game] += 1
        snapshot, salt = None, f"{self._salt}{self._font_changes}"
        last = self._states[game].snapshot if game in self._unchanged_layouts else None
        self._unchanged_layouts.add(game)
        self._uncollected += 1
        if self._uncollected > MAX_UNCOLLECTED:
            await self._collect()
        self._folders.setdefault(game, game_folder(game, self.workspace).resolve())
        missing = self.missing_problem(game)
        problems = await self._checks.precheck(game) if missing is None else (missing,)
        try:
            if not problems:
                snapshot = await self.in_thread(read_snapshot, game, self.workspace, salt, last, self.locale)
                for step in snapshot.steps:
                    await self.in_thread(step)
        except ProblemsFound as caught:
            problems = caught.problems
        except Exception as error:  # noqa: BLE001 - a bug must not stop the preview of other games
            problems = (preview_problem(game, f"the preview cannot show this game: {error_reason(error)}"),)
        before = self._states.get(game, State())
        if snapshot is None:
            self._unchanged_layouts.discard(game)
            await self._set_state(game, states.after_load_failure(before, problems))
            return
        if before.snapshot is not None:
            self._old_keys.remember(game, before.snapshot, snapshot)
            self._pictures.drop(lambda key: key[0] == game and key[1] not in snapshot)
        await self._set_state(game, states.after_load(before, snapshot), changed_ids(before.snapshot, snapshot))
        self.start_task(self._check(game, self._states[game].snapshot_number))

    async def _set_state(self, game: str, state: State, changed: Iterable[str] = ()) -> None:
        """Replace the state of a game; report it if its revision is new."""
        before = self._states.get(game)
        self._states[game] = state
        if before is None or before.revision != state.revision:
            await self._update_view(game)
            count = len(state.problems)
            data = {"game": game, "revision": state.revision, "changed": tuple(changed), "problems": count}
            self.events.publish(game, data)

    async def _update_view(self, game: str) -> None:
        state, titles = self._states[game], self.titles
        try:
            view = await self.in_thread(view_json, game, state, titles)
        except Exception as error:  # noqa: BLE001 - as in `_load`
            problem = preview_problem(game, f"the preview cannot show this game: {error_reason(error)}")
            view = await self.in_thread(
                view_json, game, state._replace(snapshot=None, load_problems=(problem,)), titles
            )
        self._views[game], self._listed_games[game] = (state.revision, view), tuple(titles)

    async def _check(self, game: str, snapshot_number: int) -> None:
        """Run the checks in workers, once the page had time to draw; then collect garbage."""
        await asyncio.sleep(CHECK_DELAY)
        if self._is_outdated(game, snapshot_number):
            return
        await self._checks.check(game, snapshot_number, lambda: not self._is_outdated(game, snapshot_number))
        await asyncio.sleep(COLLECT_DELAY)
        if not self._is_outdated(game, snapshot_number):
            await self._collect()

    async def _collect(self) -> None:
        """Collect reference cycles; automatic collection is off while pictures are drawn."""
        self._uncollected = 0
        await self.in_thread(gc.collect)

    async def _apply_update(self, game: str, snapshot_number: int, step: StateUpdate) -> None:
        """Apply the finding of a worker to the state of a game; findings on an outdated snapshot are dropped."""
        if not self._is_outdated(game, snapshot_number):
            await self._set_state(game, step(self._states[game]))

    def _is_outdated(self, game: str, snapshot_number: int) -> bool:
        return self._states[game].snapshot_number != snapshot_number

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start work in the background, which is stopped at the latest when the games are closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def in_thread(self, work: Callable[..., T], *args: Any) -> T:
        """Return the result of work that draws, done in the one thread that may."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args))


# The keys of earlier faces: a page that shows an older state may request a face that has changed since.

_MAX_OLD_KEYS: Final = 10_000
"""The most keys that are remembered; those of the oldest states are forgotten first."""


class OldKeys:
    """The component and side that had a key which no face has any more, by game and key."""

    def __init__(self) -> None:
        self._sides: OrderedDict[tuple[str, str], tuple[str, int]] = OrderedDict()
        self._renamed: OrderedDict[tuple[str, str], str] = OrderedDict()
        """The present id of a component, by game and former id: an id is made of values that may be edited."""

    def remember(self, game: str, old: Snapshot, new: Snapshot) -> None:
        """Remember the keys of a snapshot that the next one does not have, and the ids that its rows had."""
        past = ((name, side, key) for name, keys in old.side_keys.items() for side, key in enumerate(keys))
        self._sides.update(((game, key), (name, side)) for name, side, key in past if key not in new)
        ids = {one.place: one.id for one in new.game.components if one.id not in old.side_keys}
        removed = (one for one in old.game.components if ids and one.id not in new.side_keys)
        self._renamed.update(((game, one.id), ids[one.place]) for one in removed if one.place in ids)
        for known in (self._sides, self._renamed):
            while len(known) > _MAX_OLD_KEYS:
                known.popitem(last=False)

    def current_key(self, game: str, key: str, snapshot: Snapshot | None) -> str | None:
        """Return the key that the side which had this key has in a snapshot; None if there is none."""
        name, side = self._sides.get((game, key), ("", 0))
        sides, passed = {} if snapshot is None else snapshot.side_keys, set[str]()
        while name not in sides and name not in passed:
            passed.add(name)
            name = self._renamed.get((game, name), name)
        keys = sides.get(name, ())
        return keys[side] if side < len(keys) else None


# A cache of bytes with a size limit; the least recently used go first.

Key = tuple[str, str, str]
"""A game, and what its picture shows: the key of a face and its ink, or a page of a document."""


class PictureCache:
    """Bytes by key, up to a total size.

    Args:
        max_bytes: how many bytes are kept.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes, self._size = max_bytes, 0
        self._entries: OrderedDict[Key, bytes] = OrderedDict()

    def get(self, key: Key) -> bytes | None:
        """Return the bytes of a key, which become the most recently used; None if there are none."""
        data = self._entries.get(key)
        if data is not None:
            self._entries.move_to_end(key)
        return data

    def put(self, key: Key, data: bytes) -> None:
        """Keep bytes under a key; more than the whole limit is not kept."""
        self._size -= len(self._entries.pop(key, b""))
        self._entries[key] = data
        self._size += len(data)
        while self._size > self._max_bytes:
            self._size -= len(self._entries.popitem(last=False)[1])

    def drop(self, is_outdated: Callable[[Key], bool]) -> None:
        """Drop the entries whose keys are outdated."""
        for key in [key for key in self._entries if is_outdated(key)]:
            self._size -= len(self._entries.pop(key))
