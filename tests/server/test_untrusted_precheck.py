"""A stranger's game has so much time: what takes longer is stopped, told, and tried anew when it was changed."""

from __future__ import annotations

import asyncio
import json

import pytest

from punchboard.server import preview_games as studio_module
from punchboard.server.background_checks import BackgroundChecks
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
    return lambda work, seconds: done_with(studio_module.PreviewGames(workspace.path, seconds=seconds), work)


async def view(preview_games, game):
    return json.loads(await preview_games.view(game))


def patient(preview_games):
    """Give all that comes as long as a slow machine may need."""
    preview_games._checks._rehearsing._seconds = PATIENCE


def test_reading_that_takes_too_long_is_stopped_and_told(workspace, stranger):
    """Each row takes all the time that a template may take; mended, the game is shown."""
    game = workspace.edit(GAME, '"card-', f'"{ENDLESS}card-')

    async def work(preview_games):
        (problem,) = (await view(preview_games, "grove"))["problems"]
        assert problem["code"] == "LIMIT001"
        patient(preview_games)
        workspace.edit(GAME, ENDLESS, "")
        await preview_games.change([game])
        assert len((await view(preview_games, "grove"))["components"]) == 1999

    stranger(work, 2)


def test_drawing_that_would_take_too_long_is_never_begun(workspace, stranger):
    """Of a game that is quickly read: a box of each card takes all its time. Others are shown, and the next change."""
    face = workspace.edit(FACE, '"{{ title }}"', f'"{ENDLESS}{{{{ title }}}}"')

    async def work(preview_games):
        found = await view(preview_games, "grove")
        assert [one["code"] for one in found["problems"]] == ["LIMIT001"]
        assert found["components"] == []
        patient(preview_games)
        assert len((await view(preview_games, "shore"))["components"]) == 3
        workspace.edit(FACE, ENDLESS, "")
        await preview_games.change([face])
        found = await view(preview_games, "grove")
        assert found["problems"] == []
        assert await preview_games.face("grove", found["components"][0]["front"]["key"], "full") is not None

    stranger(work, 3)


def test_a_game_that_cannot_be_read_is_told_as_ones_own_is(workspace, stranger):
    """What a rehearsal stumbles over is told by who reads the game for good."""
    workspace.edit(GAME, "title: The Grove", "titel: The Grove")

    async def work(preview_games):
        patient(preview_games)
        found = await view(preview_games, "grove")
        assert "KEY001" in {one["code"] for one in found["problems"]}

    stranger(work, PATIENCE)


def test_a_process_that_is_lost_keeps_the_game_from_being_shown(stranger):
    """The system may have ended it, for its memory or for what the walls refuse."""

    async def work(preview_games):
        waiting = asyncio.create_task(view(preview_games, "grove"))
        helper = preview_games._checks._rehearsing
        while helper._process is None:
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
        checks = BackgroundChecks(workspace.path, "", tell, seconds=0)
        try:
            await asyncio.wait_for(checks.check("grove", 1, lambda: True), PATIENCE)
        finally:
            checks.close()

    asyncio.run(run())
    told = {stage: [problem.rule for problem in problems] for stage, problems in state.check_problems.items()}
    assert told == {"books": ["LIMIT001"], "played": ["LIMIT001"]}
