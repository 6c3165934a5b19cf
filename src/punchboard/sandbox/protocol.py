"""What two processes say to each other: a line of JSON, and after it as many bytes as the line tells of.

Only what goes to the confined process may be more than plain values; what comes from it is JSON, of bounded length.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, Final

BYTES: Final = "bytes"
"""The key of a line that tells how many bytes follow it."""


class BadFrameError(Exception):
    """What was said is not of the form; the message tells how."""


def send(to: IO[bytes], said: Mapping[str, Any], data: bytes = b"") -> None:
    """Say something.

    Raises:
        OSError: when nobody is there to hear it.
    """
    line = json.dumps({**said, BYTES: len(data)}, ensure_ascii=True, separators=(",", ":")).encode()
    to.write(line + b"\n")
    to.write(data)
    to.flush()


def receive(source: IO[bytes], longest: int, largest: int) -> tuple[Mapping[str, Any], bytes] | None:
    """Return what is said next; None when nothing is said any more.

    Args:
        source: where it is said.
        longest: the most bytes of a line.
        largest: the most bytes of the data after it.

    Raises:
        BadFrameError: for what is not of the form, is too long, or ends in the middle.
    """
    line = source.readline(longest + 1)
    if not line:
        return None
    if not line.endswith(b"\n"):
        raise BadFrameError("what it says has no end")
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadFrameError("what it says cannot be read") from error
    size = said.pop(BYTES, None) if isinstance(said, dict) else None
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise BadFrameError("what it says cannot be read")
    if size > largest:
        raise BadFrameError("what it made is too large")
    data = source.read(size)
    if len(data) != size:
        raise BadFrameError("what it made has no end")
    return said, data
