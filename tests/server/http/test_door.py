"""The page that begins without a game: what it refuses, and the studio that comes after it."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from patience import PATIENCE
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from punchboard.server.http.door import Door, OpenStudio
from punchboard.server.http.guard import MAX_BODY_BYTES
from punchboard.server.start import new_games
from punchboard.server.start.recent import recent_games
from punchboard.workspace import find_games
from punchboard.write.atomic_file import write_new_folder

PORT = 8713
HERE = f"http://127.0.0.1:{PORT}"
WRITES = {"Origin": HERE, "X-Punchboard-Token": "t", "Content-Type": "application/octet-stream"}
STRANGERS = Path(__file__).parents[2] / "strangers"
TABLE = b"Name,Cost,Text\nOwl,1,Draw a card.\nWolf,2,Bite somebody.\n"


class Games:
    """The games of a folder, as the door asks for them."""

    def __init__(self, workspace, names):
        self.workspace, self.events, self._names = workspace, self, names

    @property
    def games(self):
        """Their names."""
        return self._names or find_games(self.workspace)

    def close(self):
        """Close streams, of which there are none."""


def studio(workspace, names):
    """Return a studio that says of which folder it is."""
    page = Route("/", lambda _request: PlainTextResponse(workspace.name))
    return OpenStudio(Starlette(routes=[page]), Games(workspace, names))


@pytest.fixture
def entered(tmp_path, monkeypatch):
    """Return a client of a door to an empty folder; nothing is built."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path / "settings"))
    monkeypatch.setattr(new_games, "build", lambda *_given: None)

    @contextmanager
    def entered(games=None, folder="games"):
        workspace = tmp_path / folder
        workspace.mkdir(exist_ok=True)
        door = Door(workspace, PORT, "t", studio, ("lamps", lambda: {"game.yaml": b"title: Lamps\n"}), games=games)
        door._maker.results = lambda job: results(new_games.make_game(job))
        with TestClient(door, base_url=HERE) as client:
            yield client

    return entered


async def results(found):
    for one in found:
        yield one


def post(client, name, table=TABLE, **answers):
    """Send a table with answers."""
    head = json.dumps({"file": "cards.csv", **answers}).encode()
    return client.post(f"/start/{name}", content=head + b"\n" + table, headers=WRITES)


def test_the_guesses_are_shown_and_nothing_is_written(entered, tmp_path):
    """Each column has the roles that fit it, a title is proposed, and the folder stays empty."""
    with entered() as client:
        found = post(client, "guess").json()
    assert (found["rows"], found["title"], found["taken"]) == (2, "My Game", None)
    assert [column["role"] for column in found["sheets"][0]["columns"]] == ["title", "cost", "text"]
    assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.parametrize(
    "name", ["playtest-log", "states-of-work", "shown-cells", "two-languages", "counts-per-players"]
)
def test_the_notes_say_what_can_be_done_on_the_page(entered, name):
    """There are no files yet, and nobody has a command line before them."""
    table = next(path for path in sorted((STRANGERS / name).iterdir()) if path.name != "expect.yaml")
    with entered() as client:
        notes = post(client, "guess", table.read_bytes(), file=table.name).json()["notes"]
    assert notes
    assert [note for note in notes if re.search(r"punchboard|game\.yaml|layouts/|`|--\w", note)] == []


def test_a_file_may_have_the_longest_name(entered):
    """A page saved from the web is named by its whole title."""
    with entered() as client:
        assert post(client, "guess", file="owl " * 62 + ".csv").status_code == 200


def test_a_new_game_is_shown_by_the_same_server(entered, tmp_path):
    """It is written as the answers say, and the studio takes the place of the page, which stays at its own address."""
    with entered() as client:
        assert "Drop your spreadsheet" in client.get("/").text
        made = post(client, "make", title="Night Owls", roles=[{"sheet": "", "column": "Cost", "role": "private"}])
        assert (made.json(), client.get("/").text) == ({"game": "night-owls"}, "games")
        assert "Drop your spreadsheet" in client.get("/start").text
    written = (tmp_path / "games" / "catalog" / "night-owls" / "game.yaml").read_text()
    assert 'ignore: ["Cost"]' in written
    assert [one.game for one in recent_games()] == ["night-owls"]


def test_a_sample_that_is_asked_for_twice_at_once_is_made_once(tmp_path, monkeypatch):
    """A double click is no fault: both requests are answered with the game."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path / "settings"))
    door = Door(tmp_path, PORT, "t", studio, ("lamps", lambda: {"game.yaml": b"title: Lamps\n"}))

    both_asked = Event()

    def written(*given, **more):
        both_asked.wait(PATIENCE)
        write_new_folder(*given, **more)

    monkeypatch.setattr("punchboard.server.http.door.write_new_folder", written)

    async def both():
        asked = [asyncio.ensure_future(door._make_sample(None)) for _ in range(2)]
        for _ in asked:
            await asyncio.sleep(0)  # each runs until it waits
        both_asked.set()
        return await asyncio.gather(*asked)

    assert [one.status_code for one in asyncio.run(both())] == [200, 200]


def test_the_studio_comes_first_where_there_are_games(entered):
    """The page is at its own address then."""
    with entered(games=()) as client:
        assert client.get("/").text == "games"


def test_a_recent_game_of_another_folder_opens_there(entered, tmp_path):
    """Only games of the list open; one whose folder is gone does not."""
    with entered(folder="other") as client:
        client.post("/start/sample", content=b"{}", headers={**WRITES, "Content-Type": "application/json"})
    with entered() as client:
        (one,) = client.get("/start/recent.json").json()["games"]
        words = {"headers": {**WRITES, "Content-Type": "application/json"}}
        stranger = json.dumps({"workspace": str(tmp_path), "game": "lamps"})
        refused = client.post("/start/open", content=stranger, **words)
        assert (refused.status_code, refused.json()["message"]) == (422, "lamps is not there any more")
        assert client.post("/start/open", content=json.dumps(one), **words).json() == {"game": "lamps"}
        assert client.get("/").text == "other"
        (tmp_path / "other" / "catalog" / "lamps" / "game.yaml").unlink()
        assert client.post("/start/open", content=json.dumps(one), **words).status_code == 422


def test_a_window_of_a_game_that_is_open_no_more_leads_to_the_page_that_opens_it(entered):
    """Another window has opened a game of another folder: the page says so, and has the list of recent games."""
    with entered() as client:
        client.post("/start/sample", content=b"{}", headers={**WRITES, "Content-Type": "application/json"})
        assert client.get("/?game=lamps").text == "games"
        post(client, "make", title="Owls", folder="../far")
        assert client.get("/?game=owls").text == "far"
        moved = client.get("/?game=lamps", follow_redirects=False)
        assert (moved.status_code, moved.headers["location"]) == (303, "start?closed=lamps")
        assert "Drop your spreadsheet" in client.get("/?game=lamps").text


@pytest.mark.parametrize(
    ("table", "answers", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", {"file": "cards.xlsx"}, "not"),
        (b"", {}, "the table is empty"),
        (TABLE, {"players": "many"}, "many"),
        (TABLE, {"theme": "medow"}, "medow"),
        (TABLE, {"title": "!!!"}, "'!!!' cannot be the name of a folder"),
        (TABLE, {"title": "\U0001f468\u200d\U0001f469"}, "'\U0001f468\u200d\U0001f469' cannot be the name of a folder"),
        (TABLE, {"roles": [{"sheet": "", "column": "Cost", "role": "king"}]}, "there is no such use of Cost"),
        (TABLE, {"unknown": 1}, "the page sent what the program does not know"),
    ],
)
def test_what_cannot_be_is_refused_in_words(entered, table, answers, said):
    """A file that is no table, and answers that mean nothing."""
    with entered() as client:
        for name in ("guess", "make"):
            found = post(client, name, table, **answers)
            assert (found.status_code, said in found.json()["message"]) == (422, True), found.json()


def test_a_game_that_exists_is_not_overwritten(entered, tmp_path):
    """The guesses say so before anything is made."""
    with entered() as client:
        post(client, "make", title="Owls")
        before = (tmp_path / "games" / "catalog" / "owls" / "game.yaml").read_bytes()
        taken = post(client, "guess", title="Owls").json()["taken"]
        assert (taken["message"], taken["at"]) == ("'owls' already exists", "title")
        assert post(client, "make", title="Owls").json()["message"] == "'owls' already exists"
    assert (tmp_path / "games" / "catalog" / "owls" / "game.yaml").read_bytes() == before


def test_in_the_folder_of_a_game_a_new_one_is_made_beside_it(entered, tmp_path):
    """A game's folder holds no other game; the one that is there is among the recent ones."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "game.yaml").write_text("title: Old\n")
    with entered() as client:
        found = client.get("/start/recent.json").json()
        assert (found["folder"], [one["game"] for one in found["games"]]) == (str(tmp_path), ["games"])
        post(client, "make", title="Owls")
    assert (tmp_path / "catalog" / "owls" / "game.yaml").is_file()


def test_a_folder_that_cannot_be_written_is_named(entered, tmp_path):
    """A file is in its place; nothing is made."""
    (tmp_path / "file").write_text("")
    with entered() as client:
        taken = post(client, "guess", folder=str(tmp_path / "file")).json()["taken"]
        assert (taken["message"], taken["at"]) == (f"the folder {tmp_path / 'file'} cannot be written", "folder")
        assert post(client, "make", folder=str(tmp_path / "file")).status_code == 422
        assert client.get("/").status_code == 200


def test_only_the_page_that_the_command_opened_may_write(entered):
    """Without the token, or with more than a table can have, nothing is read."""
    with entered() as client:
        assert (
            client.post("/start/guess", content=b"{}", headers={**WRITES, "X-Punchboard-Token": ""}).status_code == 403
        )
        large = {**WRITES, "Content-Type": "application/json", "Content-Length": str(MAX_BODY_BYTES + 1)}
        assert client.post("/start/guess", content=b"", headers=large).status_code == 413
        assert client.get("/start/other.js").status_code == 404
