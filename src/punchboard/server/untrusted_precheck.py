"""A stranger's game is shown once a helper has done all with it that the server will do, in the time that it has.

A process can be ended whatever it is at; the server, which answers for other games too, cannot.
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
    """Wanted: that a game is read, viewed and drawn to the end."""

    workspace: Path
    game: str
    locale: str = ""


def run_precheck(job: PrecheckJob) -> Iterator[None]:
    """Do what the server does with a game; yields nothing. Whatever is wrong is told by whoever does it for good."""
    with suppress(Exception):
        _show(read_snapshot(job.game, job.workspace, "", locale=job.locale), job.game)
    yield from ()


def _show(reading: Snapshot, game: str) -> None:
    """Make all that the page shows of a game."""
    inks: tuple[Ink, ...] = ("full", "low")
    with suppress(Exception):
        view_json(game, states.after_load(State(), reading), {})
    for key, ink in product(reading.keys.values(), inks):
        with suppress(Exception):
            reading.svg(key, ink)
