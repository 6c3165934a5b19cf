"""A stranger's game has so much time: what takes longer is stopped, told, and tried anew when it was changed."""

from __future__ import annotations

import asyncio
import json

import pytest

from punchboard.server import studio as studio_module
from punchboard.server.background_work import Checks
from punchboard.server.state import State

PATIENCE = 60
"""Seconds until a helper must have started and told."""

ENDLESS = "".join(f"{{% for {name} in range(1000) %}}" for name in "abcd") + "{% endfor %}" * 4
"""What a template does until its budget is spent."""

CARDS, GAME, FACE = (f"catalog/grove/{file}" for file in ("cards.csv", "game.yaml", "layouts/faces/card.yaml"))


@pytest.fixture
def stranger(workspace, done_with, monkeypatch):
    """Runs a test's work with a studio of two thousand cards of a stranger's; long checks never begin."""
    monkeypatch.setattr(studio_module, "QUIET", 3600)
    rows = "".join(f"{number},1,Root {number},ember,Draw.\n" for number in range(1, 2000))
    workspace.write(CARDS, f"nr,copies,title,realm,text\n{rows}")
    return lambda work, seconds: done_with(studio_module.Studio(workspace.path, seconds=seconds), work)


async def view(studio, game):
    return json.loads(await studio.view(game))


def patient(studio):
    """Give all that comes as long as a slow machine may need."""
    studio._checks._rehearsing._seconds = PATIENCE


def test_reading_that_takes_too_long_is_stopped_and_told(workspace, stranger):
    """Each row takes all the time that a template may take; mended, the game is shown."""
    game = workspace.edit(GAME, '"card-', f'"{ENDLESS}card-')

    async def work(studio):
        (problem,) = (await view(studio, "grove"))["problems"]
        assert problem["code"] == "LIMIT001"
        patient(studio)
        workspace.edit(GAME, ENDLESS, "")
        await studio.change([game])
        assert len((await view(studio, "grove"))["components"]) == 1999

    stranger(work, 2)


def test_drawing_that_would_take_too_long_is_never_begun(workspace, stranger):
    """Of a game that is quickly read: a box of each card takes all its time. Others are shown, and the next change."""
    face = workspace.edit(FACE, '"{{ title }}"', f'"{ENDLESS}{{{{ title }}}}"')

    async def work(studio):
        found = await view(studio, "grove")
        assert [one["code"] for one in found["problems"]] == ["LIMIT001"]
        assert found["components"] == []
        patient(studio)
        assert len((await view(studio, "shore"))["components"]) == 3
        workspace.edit(FACE, ENDLESS, "")
        await studio.change([face])
        found = await view(studio, "grove")
        assert found["problems"] == []
        assert await studio.face("grove", found["components"][0]["front"]["key"], "full") is not None

    stranger(work, 3)


def test_a_game_that_cannot_be_read_is_told_as_ones_own_is(workspace, stranger):
    """What a rehearsal stumbles over is told by who reads the game for good."""
    workspace.edit(GAME, "title: The Grove", "titel: The Grove")

    async def work(studio):
        patient(studio)
        found = await view(studio, "grove")
        assert "KEY001" in {one["code"] for one in found["problems"]}

    stranger(work, PATIENCE)


def test_a_process_that_is_lost_keeps_the_game_from_being_shown(stranger):
    """The system may have ended it, for its memory or for what the walls refuse."""

    async def work(studio):
        waiting = asyncio.create_task(view(studio, "grove"))
        helper = studio._checks._rehearsing
        while helper._process is None:  # noqa: ASYNC110 - nothing tells that it was started
            await asyncio.sleep(0.01)
        helper.stop()
        (problem,) = (await waiting)["problems"]
        assert (problem["code"], problem["message"]) == ("PREVIEW001", "it cannot be shown: its process was ended")

    stranger(work, PATIENCE)


def test_checks_that_take_too_long_are_stopped_and_told(workspace):
    """Those of what is composed and those that play."""
    state = State()

    async def tell(_game, _reading, step):
        nonlocal state
        state = step(state)

    async def run():
        checks = Checks(workspace.path, "", tell, seconds=0)
        try:
            await asyncio.wait_for(checks.check("grove", 1, lambda: True), PATIENCE)
        finally:
            checks.close()

    asyncio.run(run())
    told = {stage: [problem.rule for problem in problems] for stage, problems in state.found.items()}
    assert told == {"books": ["LIMIT001"], "played": ["LIMIT001"]}
