"""One download: redirects followed, each of them checked, and every failure as a problem with its place."""

import socket
import ssl
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple
from urllib.parse import SplitResult, quote, unquote, urldefrag, urljoin
from urllib.request import Request, url2pathname

from punchboard import __version__
from punchboard.download.connection import (
    DEFAULT_LIMITS,
    CheckedConnection,
    Clock,
    Limits,
    Permissions,
    PrivateAddressError,
)
from punchboard.download.links import REFUSED, display_link, split_link
from punchboard.load.files import read_bytes
from punchboard.problem import Place, ProblemsFound, fail

FAILED: Final = "LINK001"
"""The code of a link from which nothing could be fetched."""

USER_AGENT: Final = f"Punchboard/{__version__}"

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_SAFE: Final = "/%:@!$&'()*+,;=~?"
"""Characters of a path or query that are sent as they are."""

_FILE_HINT: Final = "or download the table in the browser and give its file"


class _Session(NamedTuple):
    """What all requests of one download share."""

    clock: Clock
    cookies: CookieJar
    permissions: Permissions
    limits: Limits


class Download(NamedTuple):
    """What a link gave: the bytes, and what the server says about them."""

    data: bytes
    address: str
    """The address after all redirects."""
    content_type: str = ""
    """The media type in lower case, such as ``text/csv``; empty when the server names none."""
    charset: str = ""
    file_name: str = ""
    """The name that the server gives to the file; may be empty, and is not safe as a path."""


def fetch(
    link: str,
    place: Place,
    permissions: Permissions,
    limits: Limits = DEFAULT_LIMITS,
    now: Callable[[], float] = monotonic,
) -> Download:
    """Return what a link gives.

    Args:
        link: the address to fetch.
        place: where the link is written.
        permissions: what the user permits beyond https to public addresses.
        limits: the limits of time, size and redirects.
        now: returns the time in seconds.

    Raises:
        ProblemsFound: LINK001 when nothing can be fetched within the limits; LINK002 for a link that is not permitted.
    """
    parts = _permitted(link, place, permissions)
    if parts.scheme == "file":
        return _from_file(parts, place, permissions, limits)
    session, address = _Session(Clock(limits, now), CookieJar(), permissions, limits), urldefrag(link).url
    for _ in range(limits.redirects + 1):
        with _reported(parts, place, limits):
            answer = _request(parts, address, session)
        if isinstance(answer, Download):
            return answer
        if isinstance(answer, int):
            raise _refused(answer, parts, place)
        address = _redirected(address, answer, place)
        parts = _permitted(address, place, permissions, is_redirect=True)
    hint = f"copy the address that the browser shows after loading the page, {_FILE_HINT}"
    raise fail(FAILED, place, f"{display_link(link)} redirects more than {limits.redirects} times", hint)


def _redirected(address: str, location: str, place: Place) -> str:
    """Return the address that a server names instead of its own; it may be a part, and is written by a stranger."""
    try:
        return urldefrag(urljoin(address, location)).url
    except ValueError:
        message = f"{display_link(address)} redirects to an address that is not a valid link"
        raise fail(REFUSED, place, message, f"copy the link again from the browser, {_FILE_HINT}") from None


def _permitted(link: str, place: Place, permissions: Permissions, *, is_redirect: bool = False) -> SplitResult:
    parts, shown = split_link(link, place), display_link(link)
    leads = f"the link redirects to {shown}, which" if is_redirect else shown
    if parts.scheme == "http" and not permissions.http:
        hint = "use its https:// address, or add --allow-http if you trust the network"
        raise fail(REFUSED, place, f"{leads} is plain http: others in the network can read and change the table", hint)
    if parts.scheme == "file" and (is_redirect or not permissions.private):
        hint = "" if is_redirect else "give the path of the file, or add --allow-private"
        raise fail(REFUSED, place, f"{leads} is a file on this machine", hint)
    return parts


def _request(parts: SplitResult, address: str, session: _Session) -> Download | str | int:
    """Return the response of one server, the address that it redirects to, or the status of its refusal."""
    connection = CheckedConnection(parts, session.clock, allow_private=session.permissions.private)
    request = Request(address)  # noqa: S310 - never opened: it is how the cookie jar wants to see an address
    try:
        session.cookies.add_cookie_header(request)
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip", **dict(request.header_items())}
        target = quote(parts.path or "/", safe=_SAFE) + (f"?{quote(parts.query, safe=_SAFE)}" if parts.query else "")
        connection.request("GET", target, headers={**headers, "Connection": "close"})
        with closing(connection.getresponse()) as response:
            session.cookies.extract_cookies(response, request)
            location = response.headers.get("Location")
            if response.status in _REDIRECTS and location:
                return location.encode("latin-1", "replace").decode("utf-8", "replace").strip()
            if response.status != HTTPStatus.OK:
                return response.status
            return _download(response, address, session.limits)
    finally:
        connection.close()


def _download(response: HTTPResponse, address: str, limits: Limits) -> Download:
    headers = response.headers
    has_type = headers.get("Content-Type") is not None
    return Download(
        read_body(response, limits.size),
        address,
        headers.get_content_type() if has_type else "",
        (headers.get_content_charset() or "") if has_type else "",
        headers.get_filename() or "",
    )


def _from_file(parts: SplitResult, place: Place, permissions: Permissions, limits: Limits) -> Download:
    assert permissions.private
    if parts.netloc not in {"", "localhost"}:
        raise fail(REFUSED, place, f"{parts.netloc!r} is another machine", "write file:///path/to/cards.csv")
    path = Path(url2pathname(parts.path))
    return Download(read_bytes(path, place, str(path), limits.size, FAILED), parts.geturl(), file_name=path.name)


@contextmanager
def _reported(parts: SplitResult, place: Place, limits: Limits) -> Iterator[None]:
    """Turn everything that can go wrong in a download into a problem."""
    host = parts.hostname
    try:
        yield
    except PrivateAddressError as error:
        hint = "check the link; add --allow-private if you want a table from your own network"
        where = "a private address" if host == str(error) else f"the private address {error}"
        raise fail(REFUSED, place, f"{host} is {where}", hint) from None
    except TooLargeError:
        message = f"{display_link(parts.geturl())} sends more than {limits.size // 1_000_000:,} MB"
        raise fail(FAILED, place, message, "check that the link leads to the table, not to an archive") from None
    except (OSError, HTTPException, IncompleteError, UnicodeError) as error:
        message, hint = _reason(error, host or "")
        raise fail(FAILED, place, message, hint or f"try again later, {_FILE_HINT}") from None


def _reason(error: Exception, host: str) -> tuple[str, str]:
    """Return a message and a hint for an exception; the hint may be empty."""
    hint, why = "", str(error)
    match error:
        case socket.gaierror() | UnicodeError():
            why, hint = f"there is no server {host!r}", "check the spelling of the link and your network connection"
        case TimeoutError():
            why = f"{host} is too slow: {why if why.startswith('not finished') else 'no response in time'}"
        case ssl.SSLCertVerificationError():
            why = f"{host} cannot prove its identity: {error.verify_message}"
            hint = "check the address and the clock of this machine; certificates are always checked"
        case ssl.SSLError():
            why = f"no secure connection to {host}: {(error.reason or 'unknown reason').lower()}"
        case OSError():
            why = f"no connection to {host}: {(error.strerror or why).lower()}"
        case IncompleteError():
            why = f"the response of {host} is unusable: {why}"
        case _:
            why = f"the response of {host} is not valid HTTP"
    return why, hint


def _refused(status: int, parts: SplitResult, place: Place) -> ProblemsFound:
    shown = unquote(display_link(parts.geturl()))
    if status in {404, 410}:
        hint = "it was moved or deleted, or its sharing was ended: copy the link again"
        return fail(FAILED, place, f"nothing is at {shown} (HTTP {status})", hint)
    if status in {401, 403}:
        hint = f"share the table with anyone who has the link, {_FILE_HINT}"
        return fail(FAILED, place, f"{shown} needs a sign-in (HTTP {status})", hint)
    hint = f"try again later, {_FILE_HINT}"
    return fail(FAILED, place, f"{parts.hostname} sends no table, but HTTP {status}", hint)


# The body of an HTTP response, decompressed piece by piece and counted.

_PIECE: Final = 65536


class TooLargeError(Exception):
    """More bytes than the limit."""


class IncompleteError(Exception):
    """The connection ended before the end of the data, or the data are not in the encoding that the header names."""


def read_body(response: HTTPResponse, limit: int) -> bytes:
    """Return the decompressed body.

    Args:
        response: the response, not yet read.
        limit: most bytes, before and after decompression.

    Raises:
        TooLargeError: for more bytes, at once if the header announces them.
        IncompleteError: for a body that ends early or is damaged.
    """
    encoding = (response.headers.get("Content-Encoding") or "identity").strip().lower()
    if (response.length or 0) > limit:
        raise TooLargeError
    pieces = _pieces(response)
    if encoding in {"gzip", "x-gzip"}:
        pieces = _decompressed(pieces)
    elif encoding != "identity":
        raise IncompleteError(f"its encoding {encoding[:20]!r} is unknown")
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > limit:
            raise TooLargeError
    return bytes(body)


def _pieces(response: HTTPResponse) -> Iterator[bytes]:
    expected, count = response.length, 0
    while piece := response.read(_PIECE):
        count += len(piece)
        yield piece
    if expected is not None and count < expected:
        raise IncompleteError(f"the connection ended after {count:,} of {expected:,} bytes")


def _decompressed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of gzip data in pieces of limited size, however well the data are compressed."""
    unpack, is_complete = _unpacker(), False
    try:
        for piece in pieces:
            left = piece
            while left:
                yield unpack.decompress(left, _PIECE)
                left, is_complete = unpack.unconsumed_tail, unpack.eof
                if is_complete:  # another gzip file may follow
                    left, unpack = unpack.unused_data, _unpacker()
    except zlib.error:
        raise IncompleteError("the compressed data are damaged") from None
    if not is_complete:
        raise IncompleteError("the compressed data are incomplete")


def _unpacker() -> "zlib._Decompress":
    return zlib.decompressobj(zlib.MAX_WBITS + 16)
