"""The shared table over HTTP: who may ask, what is sent to whom, and what is refused."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.server.shared_table.conftest import CODE, clock, first, opened  # noqa: F401 - fixtures

from punchboard.server.http.table_app import MAX_BODY, TableApp

PORT = 8790
HERE = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def app(opened):  # noqa: F811 - the fixture of this name
    """The application, guarded as with ``--lan``."""
    table = opened()
    return TableApp(table.table, table.page, table.policy).guarded(PORT, ("127.0.0.1", "192.168.1.5"))


@pytest.fixture
def guest(app):
    """Returns a function that makes a client, which joins unless told otherwise."""

    def guest(name="Ann", *, joins=True, base=HERE):
        client = TestClient(app, base_url=base, headers={"Origin": base})
        if joins:
            assert client.post("/join", json={"code": CODE, "name": name}).status_code == 200
        return client

    return guest


def test_a_table_is_joined_begun_and_played(guest):
    """The first guest is the host; another device sits down and draws."""
    host, other = guest(), guest("Bea", base=f"http://192.168.1.5:{PORT}")
    begun = host.post("/begin", json={"players": 3, "variant": "", "how": "hand"}).json()
    assert begun["seat"] == 0
    assert other.post("/sit", json={"seat": 1}).json()["seat"] == 1
    done = other.post("/act", json={"entry": {"do": "roll", "die": "duel"}, "revision": 0})
    assert done.json()["dice"]["duel"] in range(1, 7)
    assert other.post("/begin", json={"players": 3, "variant": "", "how": "all"}).status_code == 403


def test_the_page_runs_its_own_script_only(guest):
    """Its policy has hashes, and connects to this server alone; other answers have the preview's policy."""
    answer = guest(joins=False).get("/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "connect-src 'self'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["sit", "act", "undo", "search", "score", "begin"])
def test_nobody_acts_without_the_code(guest, path):
    """A guest without a cookie must join first."""
    assert guest(joins=False).post(f"/{path}", json={}).status_code == 401


def test_a_wrong_code_is_refused(guest):
    """With words, and without a cookie."""
    client = guest(joins=False)
    answer = client.post("/join", json={"code": "WRONG"})
    assert (answer.status_code, answer.json()) == (403, {"why": "this is not the code of this table"})
    assert not client.cookies


def test_a_cookie_is_for_this_page_only(guest):
    """Scripts cannot read it, and other pages cannot send it."""
    client = guest(joins=False)
    header = client.post("/join", json={"code": CODE}).headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=strict" in header


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example:8790"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/octet-stream"}, 415),
    ],
)
def test_requests_of_other_pages_are_refused(guest, headers, status):
    """As by the preview: foreign names, foreign pages, other kinds of bodies."""
    sent = {"Content-Type": "application/json"} | headers
    assert guest().post("/act", content=b"{}", headers=sent).status_code == status


def test_a_request_without_an_origin_does_not_write(app):
    """Every page sends one with a request that writes."""
    client = TestClient(app, base_url=HERE)
    assert client.post("/join", json={"code": CODE}).status_code == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"[" * 10_000, b"\xff"])
def test_bodies_that_are_no_request_are_refused(guest, body):
    """They are answered with words, and nothing breaks."""
    answer = guest().post("/act", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in {413, 422}


def test_a_body_may_not_be_large(guest):
    """The largest move has a few kilobytes."""
    answer = guest().post("/act", content=b" " * (MAX_BODY + 1), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_only_its_own_addresses_exist(guest):
    """Nothing but the game is served."""
    client = guest()
    assert client.get("/../pyproject.toml").status_code == 404
    assert client.get("/view.json").status_code == 404
    assert client.get("/act").status_code == 405
    assert client.put("/act").status_code == 405
