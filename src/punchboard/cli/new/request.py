"""The options of ``punchboard new`` as they were typed."""

import sys
from pathlib import Path
from typing import NamedTuple


class NewGameRequest(NamedTuple):
    """What was typed; empty where nothing was."""

    workspace: Path
    name: str
    table: Path | None = None
    sheets: tuple[str, ...] = ()
    header: str = ""
    title: str = ""
    players: str = ""
    shape: str = ""
    layout: str = ""
    theme: str = ""
    build: bool = True
    force: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether nothing is to be asked: some option says what is wanted, or nobody is there to answer."""
        given = (self.table, self.title, self.players, self.shape, self.layout, self.theme)
        return any(given) or not self.build or not (sys.stdin.isatty() and sys.stdout.isatty())
