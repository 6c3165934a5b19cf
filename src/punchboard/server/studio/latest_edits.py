"""A game right after an edit: the picture that the page shows at once, and everything else a moment later.

With 2,000 cards a whole state takes a second, one face a tenth of that.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from punchboard.problem import ProblemsFound
from punchboard.server.game_snapshot import Snapshot, read_snapshot
from punchboard.server.preview_games import PreviewGames
from punchboard.server.state import State
from punchboard.server.studio.boxes import side_spec
from punchboard.server.studio.requests import ShownSide

FOLLOW_DELAY: Final = 0.5
"""Seconds without an edit after which the whole game is loaded."""

MOST_PICTURES: Final = 20


class LatestEdits:
    """The previewed games after the latest edits."""

    def __init__(self, games: PreviewGames) -> None:
        self._games, self._root = games, games.workspace.resolve()
        self._latest: dict[str, tuple[int, Snapshot]] = {}
        """Each game as its files were after the last edit, with the number of the latest load that was begun before."""
        self.pictures: OrderedDict[str, bytes] = OrderedDict()
        """The pictures of the latest edits and trials, as SVG, by number."""
        self._count = 0
        self._written = set[Path]()
        """The files whose change the state does not have yet."""
        self._waiting: asyncio.Task[None] | None = None
        """Loads the whole game after a moment, unless another edit comes before."""

    def snapshot(self, game: str, state: State) -> Snapshot | None:
        """Return a game after the last edit, or its state if that was loaded later."""
        number, latest = self._latest.get(game, (-1, None))
        return latest if number >= state.snapshot_number else state.snapshot

    def note(self, files: Iterable[str]) -> None:
        """Load written files, named by their paths from the workspace, once there is no further edit for a moment."""
        for path in (self._root / file for file in files):
            self._games.is_news(path)  # the file watcher need not report it
            self._written.add(path)
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._games.start_task(self._follow())

    async def picture(self, game: str, shown: ShownSide | None) -> str | None:
        """Read a game as its files are now; return the number of a picture of one side, or None if none is wanted.

        Raises:
            ProblemsFound: when the game cannot be loaded.
        """
        number = self._games.latest_load(game)
        snapshot = await self._games.in_thread(read_snapshot, game, self._games.workspace, "")
        self._latest[game] = number, snapshot
        if shown is None:
            return None
        try:
            spec = await self._games.in_thread(side_spec, snapshot, shown.component, shown.side)
        except ProblemsFound:  # the edit took the component away
            return None
        return self.keep(await self._games.in_thread(snapshot.drawn, spec))

    def keep(self, svg: bytes) -> str:
        """Keep a picture until there are many newer ones; return its number."""
        self._count += 1
        self.pictures[f"{self._count}"] = svg
        while len(self.pictures) > MOST_PICTURES:
            self.pictures.popitem(last=False)
        return f"{self._count}"

    async def _follow(self) -> None:
        await asyncio.sleep(FOLLOW_DELAY)
        self._waiting = None  # a further edit no longer stops this
        paths, self._written = self._written, set()
        await self._games.load_changes(paths)
