"""Links as text: recognised, checked and printed without what could be a secret."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from punchboard.problem import Place, fail

REFUSED: Final = "LINK002"
"""The code of a link that may not be fetched."""

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_MAX_SHOWN: Final = 90


def is_link(text: str) -> bool:
    """Return whether a text is a link, not the path of a file: ``https://…``, ``http://…`` or ``file:…``."""
    return bool(_SCHEME.match(text)) or text.lower().startswith("file:")


def display_link(link: str) -> str:
    """Return a link for messages: without user name, password, query and fragment, which may be secret."""
    try:
        parts = urlsplit(link)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "the link"
    text = "".join(c if c.isprintable() else "?" for c in f"{parts.scheme}://{host}{parts.path}")
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"


def split_link(link: str, place: Place) -> SplitResult:
    """Return the parts of a link.

    Args:
        link: the link, or the address that a server redirects to.
        place: where the link is written.

    Raises:
        ProblemsFound: LINK002 for a link that is malformed, has another scheme, or contains a user name or password.
    """
    shown = display_link(link)
    try:
        parts = urlsplit(link)
        has_host = bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:
        raise fail(REFUSED, place, f"{shown} is not a valid link", "copy the link again from the browser") from None
    if "@" in parts.netloc:
        hint = "use a link that works without a password, or download the table and give its file"
        raise fail(REFUSED, place, f"the link to {shown} contains a user name or password", hint)
    if parts.scheme not in {"https", "http", "file"}:
        hint = "use a link that begins with https://, or download the table and give its file"
        raise fail(REFUSED, place, f"{parts.scheme!r} links are not supported", hint)
    if not link.isprintable() or not (has_host or parts.scheme == "file"):
        raise fail(REFUSED, place, f"{shown} is not a valid link", "copy the link again from the browser")
    return parts
