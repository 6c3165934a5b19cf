"""Downloads from a local server that is slow, huge, broken, or leads elsewhere."""

import gzip
import socket

import pytest
from patience import PATIENCE

from punchboard import __version__
from punchboard.download import connection
from punchboard.download.connection import Permissions
from punchboard.download.fetch import fetch
from punchboard.problem import ProblemsFound

from .conftest import CARDS, LOCAL, PLACE, SMALL, Answer, bomb


def failure(link, permissions=LOCAL, limits=SMALL, **more):
    """Return the only problem of a download, whose place must be that of the link."""
    with pytest.raises(ProblemsFound) as found:
        fetch(link, PLACE, permissions, limits, **more)
    (problem,) = found.value.problems
    assert problem.place == PLACE
    assert problem.hint
    return problem


def test_a_table_is_fetched_with_what_the_server_says_about_it(server):
    """The bytes, the media type, the charset and the file's name arrive."""
    headers = {"Content-Type": "text/csv; charset=ISO-8859-1", "Content-Disposition": 'attachment; filename="My.csv"'}
    server.answers["/a?x=1"] = Answer(headers=headers)
    found = fetch(f"{server.address}/a?x=1#sheet", PLACE, LOCAL)
    assert (found.data, found.content_type, found.charset, found.file_name) == (
        CARDS,
        "text/csv",
        "iso-8859-1",
        "My.csv",
    )


def test_requests_name_the_program_and_its_version(server):
    """So that the owner of a server knows who asks."""
    server.answers["/a"] = Answer()
    fetch(f"{server.address}/a", PLACE, LOCAL)
    ((_, headers),) = server.requests
    assert headers["User-Agent"] == f"Punchboard/{__version__}"


def test_blanks_and_letters_of_any_script_in_a_path_are_sent_encoded(server):
    """A link as a browser shows it works."""
    server.answers["/K%C3%A4rtchen%20neu.csv"] = Answer()
    assert fetch(f"{server.address}/Kärtchen neu.csv", PLACE, LOCAL).data == CARDS


def test_redirects_are_followed_and_keep_cookies(server):
    """Services that set a cookie and redirect give the table only to those who bring the cookie back."""
    server.answers["/share"] = Answer(b"", {"Location": "/file.csv", "Set-Cookie": "key=7; Path=/"}, 302)
    server.answers["/file.csv"] = Answer()
    found = fetch(f"{server.address}/share", PLACE, LOCAL)
    assert found.address == f"{server.address}/file.csv"
    assert server.requests[1][1]["Cookie"] == "key=7"


@pytest.mark.parametrize("target", ["http://[::1", "//[", "https://[v1.x"])
def test_a_redirect_to_no_address_is_refused(server, target):
    """What a server writes there may be anything."""
    server.answers["/a"] = Answer(b"", {"Location": target}, 302)
    found = failure(f"{server.address}/a")
    assert (found.rule, found.message.rpartition(" redirects ")[2]) == (
        "LINK002",
        "to an address that is not a valid link",
    )


def test_a_redirect_loop_ends(server):
    """After the limit of redirects it is a problem."""
    server.answers["/loop"] = Answer(b"", {"Location": "/loop"}, 302)
    assert "redirects more than 3 times" in failure(f"{server.address}/loop").message
    assert len(server.requests) == 4


@pytest.mark.parametrize("target", ["http://10.0.0.8/a.csv", "http://169.254.169.254/latest/", "http://[::1]/a.csv"])
def test_a_redirect_to_a_private_address_is_refused(server, monkeypatch, target):
    """Every hop is checked, not only the link itself."""
    real = connection.is_public
    monkeypatch.setattr(connection, "is_public", lambda address: address == "127.0.0.1" or real(address))
    server.answers["/a"] = Answer(b"", {"Location": target}, 302)
    problem = failure(f"{server.address}/a", Permissions(http=True))
    assert problem.rule == "LINK002"
    assert "private address" in problem.message


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.org/a.csv", "https://me:secret@example.org/a"])
def test_a_redirect_to_another_scheme_or_with_a_password_is_refused(server, target):
    """Even if private addresses are allowed."""
    server.answers["/a"] = Answer(b"", {"Location": target}, 302)
    with pytest.raises(ProblemsFound) as found:
        fetch(f"{server.address}/a", PLACE, LOCAL)
    assert found.value.problems[0].rule == "LINK002"
    assert "secret" not in str(found.value)


def test_plain_http_needs_permission(server):
    """And nothing is sent without it."""
    problem = failure(f"{server.address}/a", Permissions(private=True))
    assert (problem.rule, server.requests) == ("LINK002", [])
    assert "--allow-http" in problem.hint


def test_private_addresses_need_permission(server):
    """And nothing is sent without it."""
    problem = failure(f"{server.address}/a", Permissions(http=True))
    assert (problem.rule, server.requests) == ("LINK002", [])
    assert "--allow-private" in problem.hint


def test_a_name_that_changes_its_address_is_connected_at_the_checked_one(server, monkeypatch):
    """The name is resolved once: a second answer, which could be private, is never asked for."""
    asked = []

    def resolve(host, port, **_):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.9.8.7" if len(asked) == 1 else "93.184.216.34", port))]

    monkeypatch.setattr(connection.socket, "getaddrinfo", resolve)
    problem = failure("http://rebind.example/a", Permissions(http=True))
    assert "10.9.8.7" in problem.message
    assert asked == ["rebind.example"]


def test_the_address_of_the_connected_socket_is_checked_too(server, monkeypatch):
    """Whatever resolving the name said."""
    seen = []
    monkeypatch.setattr(connection, "is_public", lambda address: bool(seen.append(address)) or len(seen) == 1)
    assert failure(f"{server.address}/a", Permissions(http=True)).rule == "LINK002"
    assert (seen, server.requests) == (["127.0.0.1", "127.0.0.1"], [])


@pytest.mark.parametrize("slow", [Answer(pause=PATIENCE / 50, length=1000), Answer(header_pause=PATIENCE / 50)])
def test_a_slow_server_is_left_when_the_time_is_over(server, slow):
    """Whether it sends a header line by line, or a body byte by byte; each pause alone is short enough."""
    server.answers["/a"] = slow._replace(body=CARDS * 4)
    problem = failure(f"{server.address}/a", now=lambda: sum(server.pauses))
    assert problem.rule == "LINK001"
    assert f"too slow: not finished after {SMALL.total:g} seconds" in problem.message


def test_a_silent_server_is_left_after_the_limit_of_one_read(server):
    """The time for the whole download is not over."""
    server.answers["/a"] = Answer(silent=True)
    problem = failure(f"{server.address}/a", limits=SMALL._replace(read=0.01), now=lambda: 0.0)
    assert problem.rule == "LINK001"
    assert "too slow: no response in time" in problem.message


@pytest.mark.parametrize(
    "huge",
    [
        Answer(b"0" * 100_001),
        Answer(length=10**12),
        Answer(bomb(50_000_000), {"Content-Encoding": "gzip"}),
        Answer(gzip.compress(bomb(50_000_000)) + bomb(200_000), {"Content-Encoding": "gzip"}),
    ],
)
def test_a_huge_body_stops_at_the_limit(server, huge):
    """As announced, as sent, and as unpacked."""
    server.answers["/a"] = huge
    assert "more than 0 MB" in failure(f"{server.address}/a").message


def test_a_gzip_body_is_unpacked(server):
    """Also one of several parts."""
    body = gzip.compress(CARDS[:10]) + gzip.compress(CARDS[10:])
    server.answers["/a"] = Answer(body, {"Content-Encoding": "gzip"})
    assert fetch(f"{server.address}/a", PLACE, LOCAL, SMALL).data == CARDS


@pytest.mark.parametrize(
    "broken",
    [
        Answer(length=500),
        Answer(gzip.compress(CARDS)[:-9], {"Content-Encoding": "gzip"}),
        Answer(b"no gzip", {"Content-Encoding": "gzip"}),
        Answer(CARDS, {"Content-Encoding": "br"}),
    ],
)
def test_a_body_that_ends_early_or_is_damaged_is_refused(server, broken):
    """Half a table is no table."""
    server.answers["/a"] = broken
    problem = failure(f"{server.address}/a", limits=SMALL)
    assert (problem.rule, "unusable" in problem.message) == ("LINK001", True)


@pytest.mark.parametrize(
    ("status", "words"), [(404, "nothing is at"), (410, "nothing is at"), (403, "sign-in"), (503, "503")]
)
def test_a_refusal_says_what_it_means(server, status, words):
    """Gone, private, or out of order."""
    server.answers["/a"] = Answer(b"", {}, status)
    assert words in failure(f"{server.address}/a").message


def test_a_machine_without_a_server_is_named():
    """A refused connection is a problem, not a traceback."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        problem = failure(f"http://127.0.0.1:{unused.getsockname()[1]}/a")
    assert "no connection to 127.0.0.1" in problem.message


def test_a_server_that_speaks_no_http_is_named(server):
    """As one that expects TLS would be."""
    link = server.address.replace("http://", "https://")
    assert failure(link).rule == "LINK001"


def test_a_certificate_that_nobody_signed_is_refused(tls_server):
    """There is no option for it."""
    problem = failure(f"{tls_server.address}/a")
    assert "cannot prove its identity" in problem.message
    assert tls_server.requests == []


def test_a_signed_certificate_is_accepted(tls_server, certificate, monkeypatch):
    """Here it counts as signed, because the system's list of authorities names it."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls_server.answers["/a"] = Answer()
    assert fetch(f"{tls_server.address}/a", PLACE, LOCAL).data == CARDS


def test_the_query_is_never_printed(server):
    """It may contain a key."""
    assert "secret" not in str(failure(f"{server.address}/a?key=secret#secret"))


def test_a_file_needs_permission_and_keeps_its_limit(tmp_path):
    """A link in somebody else's game must not read files."""
    table = tmp_path / "my cards.csv"
    table.write_bytes(CARDS)
    assert failure(table.as_uri(), Permissions()).rule == "LINK002"
    assert fetch(table.as_uri(), PLACE, LOCAL).data == CARDS
    table.write_bytes(b"0" * 100_001)
    with pytest.raises(ProblemsFound, match="LINK001"):
        fetch(table.as_uri(), PLACE, LOCAL, SMALL)


@pytest.mark.parametrize(
    "link", ["https://", "https://[::1", "https://a:b/", "https://h:99999/", "https://exa\nmple.org/", "gopher://h/"]
)
def test_a_malformed_link_is_refused(link):
    """With a message instead of a traceback."""
    assert failure(link).rule == "LINK002"


def test_a_host_that_cannot_exist_is_named():
    """Its name is too long for the network."""
    assert failure(f"https://{'x' * 70}.example/").rule == "LINK001"
