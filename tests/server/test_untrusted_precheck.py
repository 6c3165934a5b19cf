"""The time limit of untrusted games: slow work is stopped and reported, and tried again after a change."""

from __future__ import annotations

import asyncio
import json

import pytest
from patience import PATIENCE, eventually_async

from punchboard.server import preview_games as preview_games_module
from punchboard.server.background_checks import BackgroundChecks
from punchboard.server.state import State

ENDLESS = "".join(f"{{% for {name} in range(1000) %}}" for name in "abcd") + "{% endfor %}" * 4
"""A template that spends its whole budget."""

CARDS, GAME, FACE = (f"catalog/grove/{file}" for file in ("cards.csv", "game.yaml", "layouts/faces/card.yaml"))


@pytest.fixture
def untrusted(workspace, done_with, monkeypatch):
    """Runs a test with an untrusted game of two thousand cards; background checks never start."""
    monkeypatch.setattr(preview_games_module, "CHECK_DELAY", 3600)
    rows = "".join(f"{number},1,Root {number},ember,Draw.\n" for number in range(1, 2000))
    workspace.write(CARDS, f"nr,copies,title,realm,text\n{rows}")
    return lambda work, seconds: done_with(preview_games_module.PreviewGames(workspace.path, seconds=seconds), work)


async def view(preview_games, game):
    return json.loads(await preview_games.view(game))


def allow_more_time(preview_games):
    """Allow all further jobs as long as a slow machine may need."""
    preview_games._checks._precheck_worker._seconds = PATIENCE


@pytest.mark.slow
def test_loading_that_takes_too_long_is_stopped_and_reported(workspace, untrusted):
    """Each row takes all the time that a template may take; once fixed, the game is shown."""
    game = workspace.edit(GAME, '"card-', f'"{ENDLESS}card-')

    async def work(preview_games):
        (problem,) = (await view(preview_games, "grove"))["problems"]
        assert problem["code"] == "LIMIT001"
        allow_more_time(preview_games)
        workspace.edit(GAME, ENDLESS, "")
        await preview_games.apply_changes([game])
        assert len((await view(preview_games, "grove"))["components"]) == 1999

    untrusted(work, 2)


@pytest.mark.slow
def test_drawing_that_would_take_too_long_never_starts(workspace, untrusted):
    """The game loads quickly, but a box of each card takes all its time. Other games are shown, and the fixed one."""
    face = workspace.edit(FACE, '"{{ title }}"', f'"{ENDLESS}{{{{ title }}}}"')

    async def work(preview_games):
        found = await view(preview_games, "grove")
        assert [one["code"] for one in found["problems"]] == ["LIMIT001"]
        assert found["components"] == []
        allow_more_time(preview_games)
        assert len((await view(preview_games, "shore"))["components"]) == 3
        workspace.edit(FACE, ENDLESS, "")
        await preview_games.apply_changes([face])
        found = await view(preview_games, "grove")
        assert found["problems"] == []
        assert await preview_games.face("grove", found["components"][0]["front"]["key"], "full") is not None

    untrusted(work, 3)


def test_problems_of_an_untrusted_game_are_reported_as_usual(workspace, untrusted):
    """The server loads the game after the precheck and reports its problems."""
    workspace.edit(GAME, "title: The Grove", "titel: The Grove")

    async def work(preview_games):
        allow_more_time(preview_games)
        found = await view(preview_games, "grove")
        assert "KEY001" in {one["code"] for one in found["problems"]}

    untrusted(work, PATIENCE)


def test_a_game_is_not_shown_when_its_worker_is_lost(untrusted):
    """The system may have stopped the worker, for its memory or for something that the sandbox forbids."""

    async def work(preview_games):
        waiting = asyncio.create_task(view(preview_games, "grove"))
        worker = preview_games._checks._precheck_worker
        await eventually_async(lambda: worker._process, "the process")
        worker.stop()
        (problem,) = (await waiting)["problems"]
        assert (problem["code"], problem["message"]) == (
            "PREVIEW001",
            "the preview cannot show this game: the worker process was stopped",
        )

    untrusted(work, PATIENCE)


def test_checks_that_take_too_long_are_stopped_and_reported(workspace):
    """Those of composed games and those that play."""
    state = State()

    async def apply_update(_game, _reading, step):
        nonlocal state
        state = step(state)

    async def run():
        checks = BackgroundChecks(workspace.path, "", apply_update, seconds=0)
        try:
            await asyncio.wait_for(checks.check("grove", 1, lambda: True), PATIENCE)
        finally:
            checks.close()

    asyncio.run(run())
    codes = {stage: [problem.rule for problem in problems] for stage, problems in state.check_problems.items()}
    assert codes == {"books": ["LIMIT001"], "played": ["LIMIT001"]}
