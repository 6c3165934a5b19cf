"""HTTP connections to checked addresses only, with a time limit on every read."""

import io
import socket
import ssl
from collections.abc import Callable
from http.client import HTTPConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from time import monotonic
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult

from punchboard.load.files import MAX_TABLE_BYTES


class Limits(NamedTuple):
    """Limits of one download: times in seconds, sizes in bytes."""

    connect: float = 10
    """Until a server accepts the connection, for each of its addresses, and again for the TLS handshake."""
    read: float = 20
    """Between two pieces of data."""
    total: float = 120
    """For the whole download with its redirects."""
    size: int = MAX_TABLE_BYTES
    """After decompression."""
    redirects: int = 8


DEFAULT_LIMITS: Final = Limits()


class Permissions(NamedTuple):
    """What the user permits beyond https to public addresses."""

    http: bool = False
    """Whether plain http is allowed, which others in the network can read and change."""
    private: bool = False
    """Whether private addresses, this machine and its files are allowed."""


class Clock:
    """Measures the time of one download.

    Args:
        limits: the limits of the download, which begins now.
        now: returns the time in seconds.
    """

    def __init__(self, limits: Limits, now: Callable[[], float] = monotonic) -> None:
        self._limits, self._now = limits, now
        self._end = now() + limits.total

    def for_connect(self) -> float:
        """Return the time limit in seconds of the next connection.

        Raises:
            TimeoutError: when the time for the whole download is over.
        """
        return self._left(self._limits.connect)

    def for_read(self) -> float:
        """Return the time limit in seconds of the next read.

        Raises:
            TimeoutError: when the time for the whole download is over.
        """
        return self._left(self._limits.read)

    def _left(self, limit: float) -> float:
        left = self._end - self._now()
        if left <= 0:
            raise TimeoutError(f"not finished after {self._limits.total:g} seconds")
        return min(limit, left)


PORTS: Final = {"https": 443, "http": 80}


class PrivateAddressError(Exception):
    """A host name that leads to an address outside the public internet."""


class CheckedConnection(HTTPConnection):
    """A connection to the host of a link.

    The address is checked after the name is resolved, and the connection goes to that very address: a name that is
    resolved differently a moment later changes nothing. The address of the connected socket is checked once more.
    """

    def __init__(self, link: SplitResult, clock: Clock, *, allow_private: bool) -> None:
        assert link.hostname is not None
        self.default_port = PORTS[link.scheme]
        super().__init__(link.hostname, link.port or self.default_port)
        self._scheme, self._clock, self._allow_private = link.scheme, clock, allow_private

    def connect(self) -> None:
        """Connect to the first address that accepts.

        Raises:
            PrivateAddressError: when an address of the host is not public, unless that is allowed.
            OSError: when the name is unknown, or no address accepts, in time.
        """
        plain = self._connected_socket()
        try:
            self._check(plain.getpeername()[0])
            plain.settimeout(self._clock.for_connect())
            used: socket.socket = plain
            if self._scheme == "https":
                used = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
        self.sock = _TimedSocket(used, self._clock)

    def _connected_socket(self) -> socket.socket:
        addresses = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        for *_, address in addresses:
            self._check(str(address[0]))
        error: OSError = OSError("it has no address")
        for family, kind, protocol, _, address in addresses:
            tried = socket.socket(family, kind, protocol)
            try:
                tried.settimeout(self._clock.for_connect())
                tried.connect(address)
            except OSError as reason:
                tried.close()
                error = reason
            else:
                return tried
        raise error

    def _check(self, address: str) -> None:
        if not self._allow_private and not is_public(address):
            raise PrivateAddressError(address)


class _TimedSocket:
    """The part of a socket that `HTTPConnection` uses. Every read gets the time that is left for it."""

    def __init__(self, wrapped: socket.socket, clock: Clock) -> None:
        self._wrapped, self._clock = wrapped, clock

    def sendall(self, data: Any) -> None:
        self._wrapped.settimeout(self._clock.for_read())
        self._wrapped.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._wrapped, self._clock))

    def close(self) -> None:
        self._wrapped.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, wrapped: socket.socket, clock: Clock) -> None:
        self._wrapped, self._clock = wrapped, clock
        self._file = wrapped.makefile("rb", buffering=0)  # keeps the socket open until it is closed, as in the library

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._wrapped.settimeout(self._clock.for_read())
        return self._file.readinto(buffer) or 0

    def close(self) -> None:
        self._file.close()
        super().close()


_NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 addresses in networks that have only IPv6."""


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public internet: not private, loopback, link-local or reserved.

    An IPv6 address that contains an IPv4 address is judged by that address.
    """
    address = ip_address(text)
    inner = _inner_address(address) if isinstance(address, IPv6Address) else None
    if inner is not None:
        address = inner
    return address.is_global and not address.is_multicast


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
