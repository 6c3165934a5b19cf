"""Links as text: recognised, checked and printed without what could be a secret."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

from punchboard.problem import Place, fail
from punchboard.system.yaml_parser import own_data

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


NO_TABLE: Final = "LINK003"
"""The code of a link that leads to something else than a table."""


class ShareLink(NamedTuple):
    """One shape of link. Its service, the pattern of the whole link, and how its data are fetched."""

    service: str
    pattern: str
    export: str = ""
    """The address of the data, with the groups of the pattern in braces."""
    query: Sequence[str] = ()
    """The parameter to set in the link itself, in place of ``export``."""
    share: str = "share the table with anyone who has the link"
    """What its owner must do so that anybody can fetch it."""
    note: str = ""
    """What to print when a link of this shape is used."""
    no_export: str = ""
    """Why there is no address of the data, and what to do instead."""


@cache
def share_links() -> tuple[ShareLink, ...]:
    """Return the shapes of links in ``share_links.yaml``; the first that fits counts."""
    return tuple(ShareLink(**row) for row in own_data("download/share_links.yaml"))


class Export(NamedTuple):
    """The address of a link's data, the service that it belongs to, and what to tell the user."""

    address: str
    service: str = ""
    share: str = ""
    note: str = ""


def export_address(link: str, place: Place) -> Export:
    """Return the address from which the data of a share link come; any other link stays as it is.

    Raises:
        ProblemsFound: LINK003 for a service that has no such address.
    """
    for row in share_links():
        match = re.fullmatch(row.pattern, link)
        if match is None:
            continue
        if row.no_export:
            message = f"{row.service} has no address from which a program could fetch the table"
            raise fail(NO_TABLE, place, message, row.no_export)
        address = _with_parameter(link, *row.query) if row.query else row.export.format(**match.groupdict())
        return Export(address, row.service, row.share, row.note)
    return Export(link)


def _with_parameter(link: str, name: str, value: str) -> str:
    parts = urlsplit(link)
    others = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != name]
    return urlunsplit(parts._replace(query=urlencode([*others, (name, value)]), fragment=""))
