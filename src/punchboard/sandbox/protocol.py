"""The messages between parent and sandboxed child: a line of JSON, then as many bytes as the line announces.

The first message to the child is a pickled job. Everything that comes from the child is JSON of bounded length.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, Final

BYTES: Final = "bytes"
"""The key with the number of bytes that follow the line."""


class BadFrameError(Exception):
    """A message is malformed; the error text tells how."""


def send(to: IO[bytes], message: Mapping[str, Any], data: bytes = b"") -> None:
    """Send a message and the bytes after it.

    Raises:
        OSError: when the other process has closed the pipe.
    """
    line = json.dumps({**message, BYTES: len(data)}, ensure_ascii=True, separators=(",", ":")).encode()
    to.write(line + b"\n")
    to.write(data)
    to.flush()


def receive(source: IO[bytes], longest: int, largest: int) -> tuple[Mapping[str, Any], bytes] | None:
    """Return the next message and its bytes, or None at the end of the stream.

    Args:
        source: the stream to read from.
        longest: the maximum length of the line, in bytes.
        largest: the maximum size of the data after the line, in bytes.

    Raises:
        BadFrameError: for a message that is malformed, too long or cut off.
    """
    line = source.readline(longest + 1)
    if not line:
        return None
    if not line.endswith(b"\n"):
        raise BadFrameError("its message is too long or cut off")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadFrameError("its message is not JSON") from error
    size = message.pop(BYTES, None) if isinstance(message, dict) else None
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise BadFrameError("its message is malformed")
    if size > largest:
        raise BadFrameError("its file is too large")
    data = source.read(size)
    if len(data) != size:
        raise BadFrameError("its file is cut off")
    return message, data
