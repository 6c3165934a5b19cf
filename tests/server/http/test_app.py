"""The responses of the preview: its page, views and pictures; and what it refuses."""

from __future__ import annotations

import asyncio

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from punchboard.server.http.app import preview_app
from punchboard.server.http.guard import CHUNK_BYTES, HEADERS, Guard
from punchboard.server.preview_games import PreviewGames

PORT = 8713
HERE = f"http://127.0.0.1:{PORT}"

PATHS = ["/", "/page.css", "/page.js", "/view.json", "/view.json?game=shore", "/favicon.ico"]


async def nothing(stop):
    """Watch no file."""
    await stop.wait()
    return
    yield


def picture(client, game="grove"):
    """Return the address of the first front of a game."""
    return client.get(f"/view.json?game={game}").json()["components"][0]["front"]["src"]


@pytest.mark.parametrize("path", PATHS)
def test_responses_have_security_headers(client, path):
    """Each has all headers, a policy without inline scripts, and may not be stored."""
    answer = client.get(path)
    assert answer.status_code in {200, 204}
    assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


def test_the_first_game_is_shown_by_default(client):
    """Games are in the order of their ids."""
    assert client.get("/view.json").json()["game"]["id"] == "grove"


def test_a_picture_may_be_cached_for_ever(client):
    """Its address holds the hash of its content; opened on its own, it can run nothing."""
    answer = client.get(picture(client))
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert "sandbox" in answer.headers["content-security-policy"]
    assert b"<svg" in answer.content


def test_a_face_is_served_in_low_ink(client):
    """With the same key, at another address."""
    full = picture(client)
    low = client.get(full.replace("/face/", "/low/"))
    assert low.status_code == 200
    assert low.content != client.get(full).content


def test_large_responses_are_compressed(client):
    """The script of the page is; a small picture is not worth it."""
    assert client.get("/page.js").headers.get("content-encoding") == "gzip"
    assert "content-encoding" not in client.get(picture(client)).headers


def test_head_gives_the_headers_of_get(client):
    """Length and type are the same, without a body."""
    path = picture(client)
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", ["/", "/view.json", "/g/grove/face/0000000000000000.svg"])
def test_only_reading_is_allowed(client, method, path):
    """Other methods are refused before any address is looked up."""
    answer = client.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "host", ["evil.example:8713", "127.0.0.1", "127.0.0.1:9000", "127.0.0.1.evil.example:8713", ""]
)
def test_a_foreign_host_is_refused(client, host):
    """A foreign name that leads to this machine is not the server's own."""
    assert client.get("/view.json", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8713", "localhost:8713", "LOCALHOST:8713", "[::1]:8713"])
def test_the_names_of_this_machine_are_allowed(client, host):
    """In upper and lower case."""
    assert client.get("/view.json", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8713", "http://127.0.0.1:9000"])
def test_a_foreign_origin_is_refused(client, origin):
    """The page of another server, even on this machine, gets nothing."""
    assert client.get("/view.json", headers={"Origin": origin}).status_code == 403


def test_the_page_s_own_origin_is_allowed(client):
    """Browsers send it with some requests of the page."""
    assert client.get("/view.json", headers={"Origin": "http://127.0.0.1:8713"}).status_code == 200


def test_embedding_in_a_foreign_page_is_refused(client):
    """Browsers send where a request comes from; following a link is allowed."""
    for site in ("cross-site", "same-site"):  # another server on this machine is the same site
        foreign = {"Sec-Fetch-Site": site}
        assert client.get("/view.json", headers={**foreign, "Sec-Fetch-Mode": "no-cors"}).status_code == 403
        assert client.get("/", headers={**foreign, "Sec-Fetch-Mode": "navigate"}).status_code == 200
    assert client.get("/view.json", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/view.json?game=nothing",
        "/view.json?game=../../etc",
        "/g/nothing/face/0000000000000000.svg",
        "/g/grove/face/0000000000000000.svg",
        "/g/grove/face/..%2F..%2Fgame.svg",
        "/g/%2e%2e/face/0000000000000000.svg",
        "/g/grove/page/a4-fronts/0.svg",
        "/g/grove/page/nothing/1.svg",
        "/g/grove/page/..%2f..%2fgame.yaml/1.svg",
        "/g/grove/rulebook.html",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/catalog/grove/game.yaml",
        "//etc/passwd",
        "/page.js%00",
        "/g/grove/face/" + "a" * 1900 + ".svg",
        "/page.js/",
        "/..\\..\\catalog\\grove\\game.yaml",
        "/%5c..%5c..%5ccatalog%5cgrove%5cgame.yaml",
        "/%252e%252e%252fcatalog%252fgrove%252fgame.yaml",
        "/%2fetc%2fpasswd",
        "/catalog/grove/game.yaml%00.svg",
        "/g/grove%00/face/0000000000000000.svg",
        "/g/%ff%fe/face/0000000000000000.svg",
        "/g/grove/page/a4-fronts/-1.svg",
        "/g/grove/page/a4-fronts/" + "9" * 1900 + ".svg",
        "/view.json?game=grove%00",
        "/view.json?game=grove&game=..%2F..",
    ],
)
def test_unknown_addresses_are_not_found(client, path):
    """Names and keys are looked up among the known ones; none becomes a path."""
    answer = client.get(path)
    assert answer.status_code == 404
    assert b"root:" not in answer.content
    assert b"title:" not in answer.content


def test_a_too_long_address_is_refused(client):
    """Before it is parsed; so many digits would not be a valid number."""
    assert client.get("/g/grove/page/a4-fronts/" + "9" * 5000 + ".svg").status_code == 414
    assert client.get("/view.json?game=" + "a" * 5000).status_code == 414


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_request_with_a_body_is_refused(client, method):
    """The body is not read."""
    answer = client.request(method, "/", content=b"x" * 10)
    assert (answer.status_code, answer.headers["Connection"]) == (413, "close")
    chunked = client.request(method, "/", headers={"Transfer-Encoding": "chunked"})
    assert (chunked.status_code, chunked.headers["Connection"]) == (413, "close")


def test_another_protocol_is_refused(client):
    """No WebSocket, and no HTTP/2."""
    for name in ("websocket", "h2c"):
        answer = client.get("/", headers={"Connection": "Upgrade", "Upgrade": name, "Sec-WebSocket-Version": "13"})
        assert answer.status_code == 400


def test_range_requests_get_the_whole_file(client):
    """Also with many or impossible ranges."""
    whole = client.get("/page.js").content
    for wanted in ("bytes=0-1", "bytes=5-1", "bytes=-99999999999", f"bytes={','.join(['0-1'] * 400)}", "lines=1"):
        answer = client.get("/page.js", headers={"Range": wanted})
        assert (answer.status_code, answer.content) == (200, whole)


def test_a_long_response_is_sent_in_chunks(workspace):
    """So that a response that is not taken is not held in memory as a whole."""
    sent = []

    async def app(scope, receive, send):
        await Response(b"0123456789" * 20_000)(scope, receive, send)

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "headers": []}
    scope["headers"] = [(b"host", f"127.0.0.1:{PORT}".encode())]
    asyncio.run(Guard(app, PORT)(scope, None, send))
    bodies = [one["body"] for one in sent[1:]]
    assert b"".join(bodies) == b"0123456789" * 20_000
    assert max(map(len, bodies)) <= CHUNK_BYTES
    assert [one["more_body"] for one in sent[1:]] == [*[True] * (len(bodies) - 1), False]


def test_a_bug_reveals_nothing_about_this_machine(workspace, monkeypatch):
    """Neither a traceback nor paths."""
    preview_games = PreviewGames(workspace.path)

    async def broken(game):
        raise OSError(2, "No such file or directory", str(workspace.path / "secret"))

    monkeypatch.setattr(preview_games, "view", broken)
    with TestClient(preview_app(preview_games, PORT, nothing), base_url=HERE, raise_server_exceptions=False) as client:
        answer = client.get("/view.json")
    assert (answer.status_code, answer.text) == (500, "Internal Server Error")
    assert "Content-Security-Policy" in answer.headers


def test_a_file_error_is_shown_without_its_path(workspace, monkeypatch):
    """The page shows the reason, and not in which folder of which person."""

    def broken(*_args):
        raise OSError(5, "Input/output error", str(workspace.path / "secret"))

    monkeypatch.setattr("punchboard.server.preview_games.read_snapshot", broken)
    with TestClient(preview_app(PreviewGames(workspace.path), PORT, nothing), base_url=HERE) as client:
        answer = client.get("/view.json?game=grove")
    assert "input/output error" in answer.text
    assert str(workspace.path) not in answer.text


def test_an_old_picture_redirects_to_the_new_one(client, workspace, preview_games):
    """A late request gets the current picture, which may not be cached under the old address."""
    old = picture(client)
    path = workspace.edit("catalog/grove/cards.csv", "Root", "Stem")
    client.portal.call(preview_games.apply_changes, [path])
    new = picture(client)
    answer = client.get(old, follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (307, new.rpartition("/")[2])
    assert answer.headers["Cache-Control"] == "no-store"
    low = client.get(old.replace("/face/", "/low/"), follow_redirects=False)
    assert low.headers["Location"] == new.rpartition("/")[2]


def test_requests_change_no_file(client, workspace):
    """All files are as they were, and there are no others."""
    before = workspace.tree()
    for path in (*PATHS, picture(client), picture(client).replace("/face/", "/low/"), "/nothing"):
        client.get(path)
        client.head(path)
        client.post(path, content=b"x" * 1000)
    assert workspace.tree() == before


def test_icons_are_found_as_pictures(client):
    """With their names, in a list, and a count that is read aloud; the form may be sent, and nothing else runs."""
    found = client.get("/icons?find=sword")
    assert (found.status_code, found.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "<li><svg" in found.text
    assert "<code>blade</code>" in found.text
    assert 'role="status"' in found.text
    assert "form-action 'self'" in found.headers["content-security-policy"]
    assert "script-src" not in found.headers["content-security-policy"]
    assert "Type a word" in client.get("/icons").text


def test_words_for_icons_never_become_markup(client):
    """They are shown as typed, and cut where they are too long."""
    found = client.get("/icons", params={"find": '"><script>alert(1)</script>' + "x" * 500}).text
    assert "<script" not in found
    assert "&lt;script&gt;" in found
    assert "x" * 101 not in found
    assert "No icon suits these words" in found
