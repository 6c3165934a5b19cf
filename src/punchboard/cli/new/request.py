"""The options of ``punchboard new`` as typed."""

import sys
from pathlib import Path
from typing import NamedTuple


class NewGameRequest(NamedTuple):
    """The options of ``punchboard new``; an option that was not given is empty."""

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
        """Whether to ask no questions: some option was given, or there is no terminal to ask at."""
        given = (self.table, self.title, self.players, self.shape, self.layout, self.theme)
        return any(given) or not self.build or not (sys.stdin.isatty() and sys.stdout.isatty())
