"""The studio over HTTP: a client that acts as the page which the command opened."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from punchboard.server.http.app import preview_app
from punchboard.server.preview_games import PreviewGames

PORT = 8713
HERE = f"http://127.0.0.1:{PORT}"
FACE = "catalog/grove/layouts/faces/card.yaml"
OURS = {"X-Punchboard-Token": "secret", "Origin": HERE}
"""The headers that the page sends with a request that writes."""


def shown_row(row):
    """Return a row of the page's table as a request names it."""
    return {key: row[key] for key in ("row", "mark", "id")}


def game_view(studio):
    """Return the view of the game."""
    return studio.get("/view.json?game=grove").json()


async def nothing(stop):
    """Watch no file."""
    await stop.wait()
    return
    yield


@pytest.fixture
def open_studio(workspace):
    """Return a function that opens the studio on the workspace as it is now."""
    with ExitStack() as stack:

        def open_studio():
            app = preview_app(PreviewGames(workspace.path, salt="salt"), PORT, nothing, token="secret")
            return stack.enter_context(TestClient(app, base_url=HERE))

        yield open_studio


@pytest.fixture
def studio(open_studio):
    """The studio of the game grove."""
    return open_studio()
