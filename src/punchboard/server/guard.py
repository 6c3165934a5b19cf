"""The door of the preview: who may ask, what may be asked, and what every answer says of itself.

Any page in the browser can send requests to this machine, and a name of a stranger's can be made to lead to it. So the
names in ``Host`` and ``Origin`` must be those that the server gave itself, and nothing that is asked changes anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from punchboard.products.web.rulebook.security_policy import content_policy

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
"""What this machine calls itself."""

ALLOWED_FETCH_SITES: Final = frozenset({"same-origin", "none"})
"""Where browsers say that requests of this page come from, and those that a person types."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may do: run and show what this server gave it."""

PICTURE_POLICY: Final = "default-src 'none'; img-src data:; sandbox; frame-ancestors 'none'"
"""What a picture may do when it is opened by itself: be looked at."""

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": PAGE_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Cache-Control": "no-store",
    }
)
"""What every answer says, unless it says otherwise itself."""


def book_policy(page: bytes) -> str:
    """Return what the rulebook as HTML may do: be read, in its own style."""
    return f"{content_policy(page)}; form-action 'none'; frame-ancestors 'none'"


MAX_ADDRESS_LENGTH: Final = 2000
"""Characters of an address; ours have a hundred."""

CHUNK_BYTES: Final = 65_536
"""Bytes of an answer that are sent at a time, so that one that nobody takes is not held in memory as a whole."""


class Guard:
    """Lets requests through that come from the page itself, and to nothing but read.

    Args:
        app: what answers them.
        port: the port that the server listens on.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = frozenset(f"{name}:{port}" for name in HOST_NAMES)
        if port == 80:  # browsers leave it out
            self._hosts |= frozenset(HOST_NAMES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            for piece in _pieces(message):
                await send(piece)

        status, refusal = self._refusal(scope, Headers(scope=scope))
        if refusal:
            more = {"Connection": "close"}  # what comes after it, as a body, is not looked at
            answer = PlainTextResponse(f"{refusal}\n", status, more | ({"Allow": "GET, HEAD"} if status == 405 else {}))
            await answer(scope, receive, marked)
        else:
            await self._app(scope, receive, marked)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Return the status and the words that a request is refused with; no words when it is not."""
        return _form(scope, headers) or self._stranger(headers) or (200, "")

    def _stranger(self, headers: Headers) -> tuple[int, str] | None:
        """Return what a request is refused with that is meant for another server, or comes from another page."""
        if headers.getlist("host") == [] or any(host.lower() not in self._hosts for host in headers.getlist("host")):
            return 421, "this server has another name"
        if any(origin.lower() not in self._origins for origin in headers.getlist("origin")):
            return 403, "this server answers its own page alone"
        if (
            headers.get("sec-fetch-site", "none") not in ALLOWED_FETCH_SITES
            and headers.get("sec-fetch-mode") != "navigate"
        ):
            return 403, "this server answers its own page alone"
        return None

    @property
    def _origins(self) -> frozenset[str]:
        return frozenset(f"http://{host}" for host in self._hosts)


def _form(scope: Scope, headers: Headers) -> tuple[int, str] | None:
    """Return what a request is refused with that is no plain question."""
    if scope["method"] not in {"GET", "HEAD"}:
        return 405, "this server only shows"
    if not scope["path"].startswith("/"):
        return 400, "this server is no proxy"
    if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_ADDRESS_LENGTH:
        return 414, "there is no such thing here"
    if headers.getlist("transfer-encoding") or any(length != "0" for length in headers.getlist("content-length")):
        return 413, "this server takes nothing"
    if headers.getlist("upgrade"):
        return 400, "this server speaks plain HTTP alone"
    return None


def _pieces(message: Message) -> Iterator[Message]:
    """Yield a message, the body of a long answer in several."""
    body = message.get("body", b"")
    if len(body) <= CHUNK_BYTES:
        yield message
        return
    for start in range(0, len(body), CHUNK_BYTES):
        last = start + CHUNK_BYTES >= len(body)
        yield {
            **message,
            "body": body[start : start + CHUNK_BYTES],
            "more_body": not last or message.get("more_body", False),
        }
