"""The precheck of untrusted games: a worker first does everything that the server will do, within a time limit.

A process can be stopped at any point; the server cannot, as it serves other games too.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

from punchboard.model.options import Ink
from punchboard.server import state as states
from punchboard.server.page_view import view_json
from punchboard.server.snapshot import Snapshot, read_snapshot
from punchboard.server.state import State


class PrecheckJob(NamedTuple):
    """A request to load, view and draw a game completely."""

    workspace: Path
    game: str
    locale: str = ""


def run_precheck(job: PrecheckJob) -> Iterator[None]:
    """Do what the server does with a game; yields nothing. The server itself reports any problem later."""
    with suppress(Exception):
        _draw_all(read_snapshot(job.game, job.workspace, "", locale=job.locale), job.game)
    yield from ()


def _draw_all(snapshot: Snapshot, game: str) -> None:
    """Create everything that the page shows of a game."""
    inks: tuple[Ink, ...] = ("full", "low")
    with suppress(Exception):
        view_json(game, states.after_load(State(), snapshot), {})
    for key, ink in product(snapshot.keys.values(), inks):
        with suppress(Exception):
            snapshot.svg(key, ink)
