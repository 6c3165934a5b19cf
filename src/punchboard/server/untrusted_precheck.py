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
from punchboard.server.page_view import view_of
from punchboard.server.reading import Reading, read
from punchboard.server.state import State


class Rehearse(NamedTuple):
    """Wanted: that a game is read, viewed and drawn to the end."""

    workspace: Path
    game: str
    locale: str = ""


def rehearse(job: Rehearse) -> Iterator[None]:
    """Do what the server does with a game; yields nothing. Whatever is wrong is told by whoever does it for good."""
    with suppress(Exception):
        _show(read(job.game, job.workspace, "", locale=job.locale), job.game)
    yield from ()


def _show(reading: Reading, game: str) -> None:
    """Make all that the page shows of a game."""
    inks: tuple[Ink, ...] = ("full", "low")
    with suppress(Exception):
        view_of(game, states.read(State(), reading), {})
    for key, ink in product(reading.keys.values(), inks):
        with suppress(Exception):
            reading.svg(key, ink)
