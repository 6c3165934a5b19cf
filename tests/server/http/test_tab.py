"""The studio in a tab of a browser: the same application, without a socket, a process or a watch."""

from __future__ import annotations

import asyncio
import json
import re
from multiprocessing.process import BaseProcess

import pytest
from patience import PATIENCE, eventually_async
from tests.server.http.conftest import shown_row

from punchboard.server.http import tab
from punchboard.server.http.tab import TabStudio
from punchboard.server.start import new_games

ORIGIN = "https://cards.example"


class Answer:
    """What a tab gets of an answer; it stops to wait for more once it has some words."""

    def __init__(self, until=None):
        self.status, self.headers, self.body, self._until = 0, {}, b"", until

    def __call__(self, part):
        """Take a part, and say whether more is wanted."""
        self.status = part.get("status", self.status)
        self.headers |= dict(part.get("headers", ()))
        self.body += part.get("body", b"")
        return self._until is None or self._until not in self.body

    @property
    def json(self):
        """The body."""
        assert self.status == 200, self.body
        return json.loads(self.body)


def no_process(*_given, **_options):
    """Fail as in a browser."""
    raise OSError("no processes here")


@pytest.fixture
def in_tab(workspace, tmp_path, monkeypatch):
    """Run a test with the studio of a workspace and a function that asks it; no process can be started."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path / "settings"))
    monkeypatch.setattr(BaseProcess, "start", no_process)

    def in_tab(work):
        async def run():
            studio = TabStudio(workspace.path, ORIGIN, ("lamps", lambda: {"game.yaml": b"title: Lamps\n"}))

            async def ask(target, body=None, until=None, **headers):
                answer = Answer(until)
                ours = {"Origin": ORIGIN, "X-Punchboard-Token": studio.token, "Content-Type": "application/json"}
                sent = {**({} if body is None else ours), **headers}
                data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
                await studio.respond("GET" if body is None else "POST", target, sent.items(), data, answer)
                return answer

            await studio.start()
            try:
                await asyncio.wait_for(work(studio, ask), PATIENCE)
            finally:
                await studio.end()

        asyncio.run(run())

    return in_tab


def test_a_game_is_opened_changed_and_checked(in_tab, workspace):
    """A change goes to the file and to the page, and the checks report; a stream ends when the page waits no more."""

    async def work(studio, ask):
        assert studio.games == ("grove", "shore")
        await studio.open("grove")
        page = await ask("/?game=grove")
        assert b'src="studio.js"' in page.body
        assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
        assert "x-frame-options" not in page.headers
        assert (await ask("/repository.json")).json == {"found": False}

        before = (await ask("/view.json?game=grove")).json
        assert b"</svg>" in (await ask("/" + first_picture(before))).body
        rows = (await ask("/g/grove/cards/card.json")).json["rows"]
        change = {"do": "set", "cells": [{"row": 0, "column": "title", "value": "Oak", "was": "Root"}]}
        wanted = {"label": "Change", "kind": "card", "rows": [shown_row(row) for row in rows], "change": change}
        assert (await ask("/g/grove/edit-cards", wanted)).json["files"] == ["catalog/grove/cards.csv"]
        assert ",Oak," in workspace.tree()[workspace.path / "catalog/grove/cards.csv"].decode()

        assert b"event: hello" in (await ask("/events?game=grove", until=b"revisions")).body
        while not (view := (await ask("/view.json?game=grove")).json)["sheets"]:  # noqa: ASYNC110 - as a page asks
            await asyncio.sleep(0)
        assert view["revision"] > before["revision"]
        assert b"</svg>" in (await ask("/" + view["sheets"][0]["pages"][0])).body

    in_tab(work)


def first_picture(view):
    """Return the address of the first picture of a card in a view."""
    return re.search(r"g/grove/face/\w+\.svg", json.dumps(view))[0]


def test_checks_wait_until_the_first_cards_are_drawn(in_tab, monkeypatch):
    """A check of all cards would keep the page waiting for those in sight."""
    now, looks = [100.0], []
    monkeypatch.setattr(tab, "monotonic", lambda: looks.append(1) or now[0])
    monkeypatch.setattr(tab, "PAUSE", 0.001)

    async def work(studio, ask):
        await studio.open("grove")
        rest = asyncio.ensure_future(studio._rest())
        picture = first_picture((await ask("/view.json?game=grove")).json)
        seen = len(looks)
        await eventually_async(lambda: len(looks) > seen + 3, "the look at the clock")
        assert not rest.done()
        await ask("/" + picture)
        now[0] += tab.PAUSE
        await rest

    in_tab(work)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://cards.example"},
        {"Origin": "http://127.0.0.1"},
        {"X-Punchboard-Token": "guess"},
    ],
)
def test_only_pages_of_the_same_origin_with_the_token_change_files(in_tab, workspace, headers):
    """A page of another host, of the same host without encryption, and of this machine may not."""
    before = workspace.tree()

    async def work(studio, ask):
        await studio.open("grove")
        assert (await ask("/g/grove/undo", {}, **headers)).status == 403
        assert (await ask("/start/sample", {}, **headers)).status == 403

    in_tab(work)
    assert {path: data for path, data in workspace.tree().items() if "settings" not in path.parts} == before


def test_a_new_game_is_made_in_the_folder_that_is_kept(in_tab, workspace, monkeypatch):
    """A folder that the page names is not taken: what lies there would be lost with the tab."""
    monkeypatch.setattr(new_games, "build", lambda *_given: None)
    table = b"Name,Cost,Text\nOwl,1,Draw a card.\nWolf,2,Bite somebody.\n"
    answers = {"file": "cards.csv", "title": "Wild", "folder": "/elsewhere"}

    async def work(studio, ask):
        assert (await ask("/start/recent.json")).json["fixed"] is True
        head = json.dumps(answers).encode() + b"\n"
        made = await ask("/start/make", head + table, **{"Content-Type": "application/octet-stream"})
        assert made.json == {"game": "wild"}
        assert (await ask("/?game=wild")).status == 200

    in_tab(work)
    assert (workspace.path / "catalog" / "wild" / "cards.csv").is_file()
