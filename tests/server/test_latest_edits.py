"""A game right after an edit, while the preview loads it as it was before."""

from __future__ import annotations

import asyncio
import gc

import pytest

from punchboard.server.studio import latest_edits
from punchboard.server.studio.latest_edits import LatestEdits

CARDS = "catalog/grove/cards.csv"


def first_name(snapshot):
    return snapshot.game.components[0].values["title"]


def test_an_edit_during_a_load_is_newer_than_what_was_loaded(workspace, preview_games, done_with):
    """The load had read the files before; the page gets the edit until a later load is done."""

    async def work(games):
        state, edits, read = await games.state("grove"), LatestEdits(games), asyncio.Event()
        in_thread, go_on = games.in_thread, asyncio.Event()

        async def slow(*work):
            result = await in_thread(*work)
            read.set()
            await go_on.wait()
            return result

        games.in_thread = slow
        (workspace.path / CARDS).write_text("nr,copies,title,realm,text\n1,1,Leaf,ember,Draw.\n")
        load = asyncio.ensure_future(games.load_changes([workspace.path / CARDS]))
        await read.wait()
        games.in_thread = in_thread
        (workspace.path / CARDS).write_text("nr,copies,title,realm,text\n1,1,Bud,ember,Draw.\n")
        await edits.picture("grove", None)
        assert first_name(edits.snapshot("grove", state)) == "Bud"
        go_on.set()
        await load
        state = await games.state("grove")
        assert first_name(state.snapshot) == "Leaf"
        assert first_name(edits.snapshot("grove", state)) == "Bud"
        (workspace.path / CARDS).write_text("nr,copies,title,realm,text\n1,1,Twig,ember,Draw.\n")
        await games.load_changes([workspace.path / CARDS])
        assert first_name(edits.snapshot("grove", await games.state("grove"))) == "Twig"

    done_with(preview_games, work)


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_nothing_is_left_over_when_the_preview_ends_after_an_edit(preview_games, done_with, monkeypatch, turns):
    """The load that was to follow ends with it, whether it has begun or not; no traceback is printed."""
    monkeypatch.setattr(latest_edits, "FOLLOW_DELAY", 0)
    left = []

    async def work(games):
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: left.append(context))
        await games.state("grove")
        LatestEdits(games).note([CARDS])
        for _ in range(turns):
            await asyncio.sleep(0)
        await games.close()
        for _ in range(100):
            await asyncio.sleep(0)
        gc.collect()

    done_with(preview_games, work)
    assert left == []
