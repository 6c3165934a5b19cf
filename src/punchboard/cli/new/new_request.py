"""The options of ``punchboard new`` as typed."""

import sys
from pathlib import Path
from typing import NamedTuple

from punchboard.download.links import is_link


class NewGameRequest(NamedTuple):
    """The options of ``punchboard new``; an option that was not given is empty."""

    workspace: Path
    name: str
    table: Path | None = None
    """The file of the table."""
    sheets: tuple[str, ...] = ()
    header: str = ""
    title: str = ""
    players: str = ""
    shape: str = ""
    layout: str = ""
    theme: str = ""
    build: bool = True
    force: bool = False
    explain: bool = False
    """Whether to print the points of each role that a column could have."""
    link: str = ""
    """The link of the table, if it is not a file."""
    allow_http: bool = False
    allow_private: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether to ask no questions: some option was given, or there is no terminal to ask at."""
        given = (self.table, self.link, self.title, self.players, self.shape, self.layout, self.theme)
        return any(given) or not self.build or not (sys.stdin.isatty() and sys.stdout.isatty())


def with_table(request: NewGameRequest, table: str, *, allow_http: bool, allow_private: bool) -> NewGameRequest:
    """Return a request with its table: the path of a file or a link; empty for none."""
    if is_link(table):
        return request._replace(link=table, allow_http=allow_http, allow_private=allow_private)
    return request._replace(table=Path(table) if table else None)
