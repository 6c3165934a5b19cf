"""A game right after an edit: what follows it ends with the server."""

from __future__ import annotations

import asyncio
import gc

from punchboard.server.studio import at_once as at_once_module
from punchboard.server.studio.at_once import AtOnce


def test_an_edit_just_before_the_end_leaves_no_work_behind(workspace, preview_games, monkeypatch):
    """The server ends while the game is to be loaded again: nothing fails afterwards, and nothing is printed."""
    monkeypatch.setattr(at_once_module, "FOLLOW_DELAY", 0)
    failures = []

    async def work():
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failures.append(context))
        await preview_games.state("grove")
        at_once = AtOnce(preview_games)
        workspace.edit("catalog/grove/cards.csv", "Root", "Bark")
        at_once.note(["catalog/grove/cards.csv"])
        await preview_games.close()
        for _ in range(100):
            await asyncio.sleep(0)
        gc.collect()

    asyncio.run(work())
    assert failures == []
