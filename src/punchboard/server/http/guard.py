"""The guard of the preview: which requests are allowed, and the security headers of every response.

Any page in the browser can send requests to this machine, and a foreign host name can be made to point to it. So the
names in ``Host`` and ``Origin`` must be the server's own. No request changes anything, except in the studio: there a
request that writes is JSON or a picture from the page itself, and carries the token that only the page got when it was
opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hmac import compare_digest
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from punchboard.products.web.assets import content_policy
from punchboard.server.studio.requests import MAX_PICTURE_BYTES

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine."""

ALLOWED_FETCH_SITES: Final = frozenset({"same-origin", "none"})
"""Values of ``Sec-Fetch-Site`` for requests by this page, and for addresses that a person types."""

NO_FRAMES: Final = "frame-ancestors 'none'"
"""The part of each policy that lets no page show an answer within itself."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; "
    f"{NO_FRAMES}"
)
"""The content security policy of the page: it may run and show what this server sends."""

PICTURE_POLICY: Final = f"default-src 'none'; img-src data:; sandbox; {NO_FRAMES}"
"""The content security policy of a picture that is opened on its own."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""The headers of every response, unless it sets its own."""


def book_policy(page: bytes) -> str:
    """Return the content security policy of the rulebook as HTML: it may be read, with its own style."""
    return f"{content_policy(page)}; form-action 'none'; {NO_FRAMES}"


def search_policy(page: bytes) -> str:
    """Return the content security policy of a page with a search form, with its own style."""
    return f"{content_policy(page)}; form-action 'self'; {NO_FRAMES}"


MAX_ADDRESS_LENGTH: Final = 2000
"""The most characters of an address; those of the preview have about a hundred."""

MAX_HEADER_BYTES: Final = 16_384
"""The most bytes of the header of a request."""

CHUNK_BYTES: Final = 65_536
"""The most bytes of a response that are sent at a time, so that memory holds little of one that is not taken."""


MAX_BODY_BYTES: Final = 1_000_000
"""The most bytes of a request that writes, other than one with a picture."""

PICTURE_REQUEST: Final = "application/octet-stream"
"""The content type of a request with a picture: a line of JSON, then the bytes of the file."""

BODY_LIMITS: Mapping[str, int] = {
    "application/json": MAX_BODY_BYTES,
    PICTURE_REQUEST: MAX_BODY_BYTES + MAX_PICTURE_BYTES,
}
"""The most bytes of a request that writes, by its content type; other types are refused. All of it is in memory."""

TOKEN_HEADER: Final = "x-punchboard-token"  # noqa: S105 - the name of the header


class Guard:
    """Passes on allowed requests: those of the page itself, and without a token only for reading.

    Args:
        app: the application that responds to them.
        port: the port that the server listens on; or the whole origin, such as ``https://cards.example``, of the only
            pages that reach it.
        token: what requests that write must carry; without one none may, and with None the application asks for its
            own proof.
        names: the names and addresses by which the server is reached.
        body_limits: the most bytes of a request that writes, by its content type.
    """

    def __init__(
        self,
        app: ASGIApp,
        port: int | str,
        token: str | None = "",
        *,
        names: Sequence[str] = HOST_NAMES,
        body_limits: Mapping[str, int] = BODY_LIMITS,
    ) -> None:
        self._app, self._token, self._body_limits = app, token, body_limits
        hosts = [f"{name}:{port}" for name in names]
        if port == 80:  # browsers leave it out
            hosts += names
        self._origins = frozenset({port} if isinstance(port, str) else (f"http://{host}" for host in hosts))
        self._hosts = frozenset(origin.partition("://")[2] for origin in self._origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            for piece in _chunks(message):
                await send(piece)

        status, refusal = self._refusal(scope, Headers(scope=scope))
        if refusal:
            close = {"Connection": "close"}  # a body after the header is not read
            response = PlainTextResponse(
                f"{refusal}\n", status, close | ({"Allow": "GET, HEAD"} if status == 405 else {})
            )
            await response(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Return the status and message of a refusal; the message is empty when the request is allowed."""
        is_write = self._token != "" and scope["method"] == "POST"
        if not is_write and scope["method"] not in {"GET", "HEAD"}:
            return 405, "only GET and HEAD are allowed"
        body = _unsupported_body(headers, self._body_limits) if is_write else _forbidden_body(headers)
        refusal = _unsupported_request(scope, headers) or body or self._foreign_request(headers)
        return refusal or (self._unproven_write(headers) if is_write else None) or (200, "")

    def _unproven_write(self, headers: Headers) -> tuple[int, str] | None:
        """Return the refusal of a request that writes and does not come from the page that the command opened."""
        token = headers.get(TOKEN_HEADER, "") if self._token is not None else ""
        if not headers.getlist("origin") or not compare_digest(token.encode(), (self._token or "").encode()):
            return 403, "this page was not opened by the command: run 'punchboard edit' again"
        return None

    def _foreign_request(self, headers: Headers) -> tuple[int, str] | None:
        """Return the refusal of a request that is meant for another server, or comes from another page."""
        if headers.getlist("host") == [] or any(host.lower() not in self._hosts for host in headers.getlist("host")):
            return 421, "unknown host name"
        if any(origin.lower() not in self._origins for origin in headers.getlist("origin")):
            return 403, "requests from other pages are not allowed"
        if (
            headers.get("sec-fetch-site", "none") not in ALLOWED_FETCH_SITES
            and headers.get("sec-fetch-mode") != "navigate"
        ):
            return 403, "requests from other pages are not allowed"
        return None


def _forbidden_body(headers: Headers) -> tuple[int, str] | None:
    """Return the refusal of a query that has a body."""
    if any(length != "0" for length in headers.getlist("content-length")):
        return 413, "requests with a body are not allowed"
    return None


def _unsupported_body(headers: Headers, limits: Mapping[str, int]) -> tuple[int, str] | None:
    """Return the refusal of a request that is neither JSON nor a picture of a stated length within the limit."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    lengths = headers.getlist("content-length")
    if len(lengths) != 1 or not lengths[0].isdecimal() or int(lengths[0]) > limits.get(kind, MAX_BODY_BYTES):
        return 413, "the request is too large, or its length is missing"
    if kind not in limits:
        return 415, "only JSON and pictures are accepted"
    return None


def _unsupported_request(scope: Scope, headers: Headers) -> tuple[int, str] | None:
    """Return the refusal of a request that is not plain HTTP to this server."""
    if not scope["path"].startswith("/"):
        return 400, "this server is not a proxy"
    if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_ADDRESS_LENGTH:
        return 414, "the address is too long"
    if sum(len(name) + len(value) for name, value in headers.raw) > MAX_HEADER_BYTES:
        return 431, "the header of the request is too large"
    if headers.getlist("transfer-encoding"):
        return 413, "requests with a body are not allowed"
    if headers.getlist("upgrade"):
        return 400, "only plain HTTP is supported"
    return None


def _chunks(message: Message) -> Iterator[Message]:
    """Yield a message; the body of a long response is split into several messages."""
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
