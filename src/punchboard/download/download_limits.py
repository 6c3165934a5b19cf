"""Limits of a download and what the user permits; the clock that enforces the times."""

from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from punchboard.load.files.paths import MAX_TABLE_BYTES


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
